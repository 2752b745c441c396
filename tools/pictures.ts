/**
 * Makes the files of a picture: `node tools/pictures.ts SOURCE FOLDER` writes SOURCE's name with each width, as
 * web/ui/picture.tsx names them. The browser that the tests use does the encoding.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { chromium } from 'playwright-core';
import { IMAGE, pictureFile, pictureWidths } from '../web/ui/picture-widths.ts';
import { findPageBrowser } from './chromium.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
};

export interface MadePicture {
  readonly width: number;
  readonly height: number;
  readonly files: readonly string[];
}

/** Runs in the page: the picture at one width, as base64; an empty text where the browser cannot encode it. */
async function encode({ url, width, type, quality }: { url: string; width: number; type: string; quality: number }) {
  const image = new Image();
  image.src = url;
  await image.decode();
  const height = Math.round((image.naturalHeight * width) / image.naturalWidth);
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  const data = canvas.toDataURL(type, quality);
  return data.startsWith(`data:${type};base64,`) ? data.slice(data.indexOf(',') + 1) : '';
}

export async function makePictures(source: string, folder: string): Promise<MadePicture> {
  const ending = extname(source);
  const type = TYPES[ending.toLowerCase()];
  if (type === undefined) throw new Error(`${source} is none of ${Object.keys(TYPES).join(', ')}.`);
  const executablePath = findPageBrowser();
  if (!executablePath) throw new Error('Chromium is needed: set CHROMIUM to its path.');
  const url = `data:${type};base64,${readFileSync(source).toString('base64')}`;
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage();
    const { width, height } = await page.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return { width: image.naturalWidth, height: image.naturalHeight };
    }, url);
    mkdirSync(folder, { recursive: true });
    const stem = join(folder, basename(source, ending));
    const files: string[] = [];
    for (const each of pictureWidths(width)) {
      const request = { url, width: each, type: `image/${IMAGE.format}`, quality: IMAGE.quality / 100 };
      const data = await page.evaluate(encode, request);
      if (data === '') throw new Error(`This Chromium does not write ${IMAGE.format}.`);
      const file = pictureFile(stem, each);
      writeFileSync(file, Buffer.from(data, 'base64'));
      files.push(file);
    }
    return { width, height, files };
  } finally {
    await browser.close();
  }
}

if (import.meta.main) {
  const [source, folder] = process.argv.slice(2);
  if (!source || !folder) throw new Error('Usage: node tools/pictures.ts SOURCE FOLDER');
  process.stdout.write(`${JSON.stringify(await makePictures(source, folder))}\n`);
}

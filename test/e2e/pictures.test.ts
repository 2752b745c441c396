/** A picture from its source to the screen: the files are made, and each screen takes the one that it needs. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePictures, type MadePicture } from '../../tools/pictures.ts';
import { pictureSources } from '../../web/ui/picture-widths.ts';
import { launchBrowser } from './browser.ts';

const SOURCE = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="800" viewBox="0 0 1600 800">
  <rect width="1600" height="800" fill="#8b7cff"/><circle cx="800" cy="400" r="300" fill="#2ebd85"/></svg>`;

let folder: string;
let browser: Browser;
let server: Server;
let made: MadePicture;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'agio-pictures-'));
  writeFileSync(join(folder, 'boat.svg'), SOURCE);
  made = await makePictures(join(folder, 'boat.svg'), folder);
  const { src, srcSet, sizes } = pictureSources('/boat', made.width, { xs: '100vw', md: '50vw' });
  const html = `<img src="${src}" srcset="${srcSet}" sizes="${sizes}" width="${made.width}" height="${made.height}" alt="A boat">`;
  server = createServer((request, response) => {
    if (request.url === '/') return response.end(`<!doctype html><title>x</title>${html}`);
    try {
      return response.end(readFileSync(join(folder, basename(request.url ?? ''))));
    } catch {
      return response.writeHead(404).end();
    }
  }).listen(0, '127.0.0.1');
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

test('S11 a picture becomes webp files of each width, none wider than its source', () => {
  expect({ width: made.width, height: made.height }).toEqual({ width: 1600, height: 800 });
  expect(made.files.map((file) => basename(file))).toEqual(
    [320, 640, 768, 1024, 1280, 1536, 1600].map((width) => `boat-${width}.webp`),
  );
  for (const file of made.files) expect(readFileSync(file).toString('latin1', 8, 12)).toBe('WEBP');
});

test.each([
  { width: 320, density: 1, file: 'boat-320.webp', pixels: 320 },
  { width: 320, density: 2, file: 'boat-640.webp', pixels: 640 },
  { width: 760, density: 1, file: 'boat-768.webp', pixels: 768 },
  { width: 1_280, density: 1, file: 'boat-640.webp', pixels: 640 },
  { width: 1_280, density: 2, file: 'boat-1280.webp', pixels: 1_280 },
])('S11 a screen of $width at density $density takes $file', async ({ width, density, file, pixels }) => {
  const context = await browser.newContext({ viewport: { width, height: 600 }, deviceScaleFactor: density });
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const taken = await page.evaluate(async () => {
    const image = document.querySelector('img')!;
    await image.decode();
    const own = new Image();
    own.src = image.currentSrc;
    await own.decode();
    return { file: image.currentSrc.split('/').at(-1), pixels: own.naturalWidth };
  });
  expect(taken).toEqual({ file, pixels });
  await context.close();
});

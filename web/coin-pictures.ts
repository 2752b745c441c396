/**
 * The packaged CC0 pictures of coins, in one folder named by what is in it. A page's JavaScript then knows the folder and
 * the names, which web/ui/coin-names.txt lists; eighty hashed addresses would weigh as much as the formulas of a screen.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const LIST = 'coin-names.txt?pictures';
const SOURCE = join(dirname(createRequire(import.meta.url).resolve('cryptocurrency-icons/package.json')), 'svg/color');

export function coinPictures(): Plugin {
  return {
    name: 'coin-pictures',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(LIST)) return null;
      const list = await readFile(id.slice(0, -'?pictures'.length), 'utf8');
      const found = await Promise.all(list.trim().split(/\s+/).map(readPicture));
      const pictures = found.filter((picture) => picture !== null);
      const hash = createHash('sha256');
      for (const { name, source } of pictures) hash.update(name).update(source);
      const folder = `static/coins-${hash.digest('base64url').slice(0, 8)}`;
      for (const { name, source } of pictures)
        this.emitFile({ type: 'asset', fileName: `${folder}/${name}.svg`, source });
      const names = pictures.map(({ name }) => name).join(' ');
      return `export const folder = ${JSON.stringify(`/${folder}`)}; export const names = ${JSON.stringify(names)};`;
    },
  };
}

/** Null where the package has none. */
async function readPicture(name: string): Promise<{ readonly name: string; readonly source: string } | null> {
  const source = await readFile(join(SOURCE, `${name}.svg`), 'utf8').catch(() => null);
  return source === null ? null : { name, source };
}

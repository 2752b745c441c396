/**
 * The pictures of web/art, one file per theme. An `<img>` sees none of the page's CSS variables, so the build writes the
 * light values into a second file; `import files from 'x.svg?art'` gives the addresses of both.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Plugin } from 'vite';

const QUERY = '.svg?art';

/** What differs in light; every other colour of a picture is the same in both. */
const LIGHT: Readonly<Record<string, string>> = {
  '--art-key': '#9A88FF',
  '--art-key-hi': '#D9D1FF',
  '--art-rim': '#27BFEA',
  '--art-rim-hi': '#A9ECFF',
  '--art-mute-1': '#F3F5FB',
  '--art-mute-2': '#DDE3F0',
  '--art-mute-3': '#C3CBDD',
  '--art-mute-4': '#A9B3C9',
  '--art-shade': '#2A2160',
  '--art-spark': '#8B7CFF',
};

export function lighten(picture: string): string {
  return picture.replace(/var\((--art-[a-z0-9-]+),(#[0-9A-Fa-f]{6})\)/g, (_, name: string, dark: string) => {
    return LIGHT[name] ?? dark;
  });
}

export function artThemes(): Plugin {
  return {
    name: 'art-themes',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(QUERY)) return null;
      const path = id.slice(0, -'?art'.length);
      const dark = await readFile(path, 'utf8');
      const addresses = Object.entries({ dark, light: lighten(dark) }).map(([theme, source]) => {
        const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
        const fileName = `static/${basename(path, '.svg')}-${theme}-${hash}.svg`;
        this.emitFile({ type: 'asset', fileName, source });
        return [theme, `/${fileName}`];
      });
      return `export default ${JSON.stringify(Object.fromEntries(addresses))}`;
    },
  };
}

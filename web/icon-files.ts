/**
 * Each icon is imported from its own file. Through the list of all icons a build cannot tell who needs which, and what every page
 * begins with (vite.config.ts) would bring the icons of all pages.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const LIST = createRequire(import.meta.url)
  .resolve('lucide-react')
  .replace(/\/cjs\/[^/]+$/, '/esm/lucide-react.mjs');
const LISTED = /export \{([^}]+)\} from '\.\/(icons\/[^']+)'/g;
/** An import of the package that is still there, other than of types alone; also `import()` and what is exported again. */
const LEFT = /\b(?:from|import)\s*\(?\s*(["'`])lucide-react\1/g;
const OF_TYPES = /^\s*(?:import|export) type [^;'"]+ from (["'])lucide-react\1;?/gm;
const IMPORT = /^import \{([^}]+)\} from 'lucide-react';$/gm;

/**
 * Rewrites `import { Name } from 'lucide-react'` of our own files for the browser's build: each icon comes from its own file then. What it
 * cannot rewrite, such as other quotes or `* as`, ends the build, since it would bring all icons unnoticed. The server's build needs none
 * of this: nobody loads it over a line.
 */
export function iconFiles(): Plugin {
  let files = new Map<string, string>();
  return {
    name: 'icon-files',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    enforce: 'pre',
    async buildStart() {
      const list = await readFile(LIST, 'utf8');
      files = new Map(
        [...list.matchAll(LISTED)].flatMap(([, names, file]) =>
          [...names!.matchAll(/default as (\w+)/g)].map(([, name]) => [name!, file!] as const),
        ),
      );
    },
    transform(code, id) {
      if (id.includes('/node_modules/') || !/(["'`])lucide-react\1/.test(code)) return null;
      const folder = LIST.slice(0, LIST.lastIndexOf('/'));
      const own = code.replaceAll(IMPORT, (_, names: string) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '' && !name.startsWith('type '))
          .map((name) => {
            const [icon, local = icon] = name.split(' as ');
            const file = files.get(icon!);
            if (!file) throw new Error(`${id}: lucide-react has no icon ${icon}`);
            return `import ${local} from '${folder}/${file}';`;
          })
          .join(' '),
      );
      if (own.replaceAll(OF_TYPES, '').search(LEFT) >= 0)
        throw new Error(`${id}: write the import of icons as import { Name } from 'lucide-react';`);
      // The client's build writes no source maps, so nobody would read one from here.
      return { code: own, map: null };
    },
  };
}

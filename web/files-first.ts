/**
 * A browser remembers of a module that it failed: when its file, or one that it imports, was answered by an error (a proxy in front of
 * a server that restarts), no later `import()` asks for it again. So the files of a late part are fetched first, and imported once all
 * of them are there (web/app/start/files-first.ts). The build writes into each `import()` of a file of ours which files these are.
 */
import type { Plugin, Rolldown } from 'vite';

const IMPORT = /\bimport\(`\.\/([^`]+)`\)/g;

/** All files that come with one: it and what it imports, directly or through others. */
function filesOf(name: string, bundle: Rolldown.OutputBundle, found = new Set<string>()): Set<string> {
  const chunk = bundle[name];
  if (chunk?.type !== 'chunk' || found.has(name)) return found;
  found.add(name);
  for (const imported of chunk.imports) filesOf(imported, bundle, found);
  return found;
}

export function filesFirst(): Plugin {
  let isFound = false;
  return {
    name: 'files-first',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    // Vite loads them ahead as modules otherwise, and a module that is loaded ahead is remembered as failed too.
    config: () => ({ build: { modulePreload: false } }),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          const own = filesOf(chunk.fileName, bundle);
          const folder = chunk.fileName.slice(0, chunk.fileName.lastIndexOf('/') + 1);
          chunk.code = chunk.code.replaceAll(IMPORT, (whole, name: string) => {
            const files = [...filesOf(folder + name, bundle)].filter((file) => !own.has(file));
            if (files.length === 0) throw new Error(`${chunk.fileName} imports ${name}, which the build does not know`);
            isFound = true;
            return `(window.agioFilesFirst||((_,x)=>x()))(${JSON.stringify(files)},()=>${whole})`;
          });
        }
        if (!isFound) throw new Error('no late part was found in the build: import() is written in another way now');
      },
    },
  };
}

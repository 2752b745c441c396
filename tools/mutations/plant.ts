/**
 * Plants one mutation in a process that a test starts, and in its threads: Node is told by NODE_OPTIONS to load this before the program. The
 * files on disk stay as they are.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { BUILDS } from '../../server/engine/threads.ts';
import { mutations } from './list.ts';
import { idled, idlesKernel, KERNEL_FILE, occurrences } from './mutation.ts';

const root = join(import.meta.dirname, '../..');
const mutation = mutations[Number(process.env['AGIO_MUTATION'] ?? -1)];

if (mutation !== undefined) {
  const { file, snippet, replacement } = mutation;
  const planted = pathToFileURL(join(root, file)).href;
  const kernel = idlesKernel(mutation) ? pathToFileURL(join(root, KERNEL_FILE)).href : null;
  const builds = pathToFileURL(join(root, BUILDS)).href;
  registerHooks({
    // A built program of a thread was made of files without the bug: its sources take its place.
    resolve(specifier, context, nextResolve) {
      const resolved = nextResolve(specifier, context);
      if (!resolved.url.startsWith(builds)) return resolved;
      const thread = basename(fileURLToPath(resolved.url), '.mjs');
      return {
        ...resolved,
        format: 'module-typescript',
        url: pathToFileURL(join(root, 'server/engine', `${thread}.ts`)).href,
      };
    },
    load(url, context, nextLoad) {
      if (url === kernel)
        return {
          format: 'module-typescript',
          shortCircuit: true,
          source: idled(readFileSync(join(root, KERNEL_FILE), 'utf8')),
        };
      if (url !== planted) return nextLoad(url, context);
      const source = readFileSync(join(root, file), 'utf8');
      if (occurrences(source, snippet) !== 1) throw new Error(`${file} does not hold the snippet once`);
      return { format: 'module-typescript', shortCircuit: true, source: source.replace(snippet, () => replacement) };
    },
  });
}

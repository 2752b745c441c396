/**
 * Tests with one mutation in what they load into their own process: the files on disk stay as they are. Processes and threads that a
 * test starts (a server, the engine's thread) load the files of the disk and know nothing of it, unless the mutation says so (plant.ts).
 */
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vitest/config';
import { INLINE } from '../../vitest.config.ts';
import { mutations } from './list.ts';
import { idled, idlesKernel, KERNEL_FILE, occurrences } from './mutation.ts';

const root = join(import.meta.dirname, '../..');
const mutation = mutations[Number(process.env['AGIO_MUTATION'] ?? -1)];
const isMutated = (id: string): boolean => mutation !== undefined && id === join(root, mutation.file);
const isKernel = (id: string): boolean =>
  mutation !== undefined && idlesKernel(mutation) && id === join(root, KERNEL_FILE);

const mutate: Plugin = {
  name: 'mutate',
  enforce: 'pre',
  // The cache from run to run holds the unchanged file: the changed one is transformed anew.
  configureVitest({ defineCacheKeyGenerator }) {
    defineCacheKeyGenerator(({ id }) => (isMutated(id) || isKernel(id) ? false : undefined));
  },
  transform(code, id) {
    if (isKernel(id)) return { code: idled(code), map: null };
    if (mutation === undefined || !isMutated(id)) return null;
    if (occurrences(code, mutation.snippet) !== 1) throw new Error(`${mutation.file} does not hold the snippet once`);
    return { code: code.replace(mutation.snippet, () => mutation.replacement), map: null };
  },
};

export default defineConfig({
  root,
  plugins: [mutate],
  test: {
    name: 'mutations',
    include: ['{core,contracts,server,web/app/live,web/app/api}/**/*.test.ts', 'test/integration/**/*.test.ts'],
    server: INLINE,
    // A test that waits for what a planted bug prevents waits this long; without one it ends in a tenth of it.
    testTimeout: 30_000,
    hookTimeout: 180_000,
    maxWorkers: 1,
  },
});

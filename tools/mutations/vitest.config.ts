/** The core's unit tests with one mutation in what they load: the files on disk stay as they are. */
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vitest/config';
import { mutations } from './list.ts';
import { occurrences } from './mutation.ts';

const root = join(import.meta.dirname, '../..');
const mutation = mutations[Number(process.env['AGIO_MUTATION'] ?? -1)];
const isMutated = (id: string): boolean => mutation !== undefined && id === join(root, mutation.file);

const mutate: Plugin = {
  name: 'mutate',
  enforce: 'pre',
  // What is kept from run to run is the file as it stands: the changed one is made anew.
  configureVitest({ defineCacheKeyGenerator }) {
    defineCacheKeyGenerator(({ id }) => (isMutated(id) ? false : undefined));
  },
  transform(code, id) {
    if (mutation === undefined || !isMutated(id)) return null;
    if (occurrences(code, mutation.snippet) !== 1) throw new Error(`${mutation.file} does not hold the snippet once`);
    return { code: code.replace(mutation.snippet, () => mutation.replacement), map: null };
  },
};

export default defineConfig({
  root,
  plugins: [mutate],
  test: { name: 'mutations', include: ['core/**/*.test.ts'], testTimeout: 60_000, maxWorkers: 1 },
});

/** Planted bugs that no longer fit the code: `npm run check` refuses them, since nothing else reads them every day. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Mutation, occurrences } from './mutation.ts';

/** Letters of a title. */
const ENOUGH = 12;

/**
 * A snippet must occur exactly once in its file; the test file that shall turn red must be there, and name such a test. Titles may hold
 * what is filled in later (%s), so the beginning of the words is enough.
 */
export function staleAmong(mutations: readonly Mutation[], root: string): { at: number; why: string }[] {
  const stale: { at: number; why: string }[] = [];
  for (const [at, { file, snippet, killer, test = '' }] of mutations.entries()) {
    const path = join(root, file);
    const found = existsSync(path) ? occurrences(readFileSync(path, 'utf8'), snippet) : 0;
    if (found !== 1) stale.push({ at, why: `its snippet occurs ${found} times in ${file}` });
    else if (!existsSync(join(root, killer))) stale.push({ at, why: `there is no ${killer}` });
    else if (!readFileSync(join(root, killer), 'utf8').includes(test.slice(0, ENOUGH)))
      stale.push({ at, why: `no test of ${killer} is called “${test}”` });
  }
  return stale;
}

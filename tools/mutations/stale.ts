/** Planted bugs that no longer fit the code: `npm run check` refuses them, since nothing else reads them every day. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Mutation, occurrences } from './mutation.ts';

/** A snippet must occur exactly once in its file, and the test file that shall turn red must be there. */
export function staleAmong(mutations: readonly Mutation[], root: string): { at: number; why: string }[] {
  const stale: { at: number; why: string }[] = [];
  for (const [at, { file, snippet, killer }] of mutations.entries()) {
    const path = join(root, file);
    const found = existsSync(path) ? occurrences(readFileSync(path, 'utf8'), snippet) : 0;
    if (found !== 1) stale.push({ at, why: `its snippet occurs ${found} times in ${file}` });
    else if (!existsSync(join(root, killer))) stale.push({ at, why: `there is no ${killer}` });
  }
  return stale;
}

/**
 * Browser tests take half of the time of all: a run of everything (`npm test`) does one half of them, by the seed that it prints
 * (look-seed.ts): an even seed does one half, an odd one the other. `npm test -- --project browser` does
 * both, and so does each run of a part of the tests.
 */
import { createHash } from 'node:crypto';
import { beforeEach } from 'vitest';
import { SEED } from './look-seed.ts';

/** Set by tools/test.ts. */
const isHalf = process.env.BROWSER_TESTS === 'half';

/** Of a file's neighbours, which are much alike, some fall to either half. */
const halfOf = (name: string): number => createHash('sha256').update(name).digest()[0]! % 2;

beforeEach(({ task, skip }) => {
  if (isHalf && halfOf(task.fullName) !== SEED % 2) skip('the other half does this one');
});

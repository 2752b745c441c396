/**
 * Browser tests take more time than all others: a run of everything (`npm test`) does a third of them, by the seed that it prints
 * (look-seed.ts): seeds that leave the same rest divided by three do the same third. `npm test -- --project browser` does all, and so
 * does each run of a part of the tests.
 */
import { createHash } from 'node:crypto';
import { beforeEach } from 'vitest';
import { SEED } from './look-seed.ts';

const PARTS = 3;
/** Set by tools/test.ts. */
const isThird = process.env.BROWSER_TESTS === 'third';

/** Of a file's neighbours, which are much alike, some fall to each third. */
const thirdOf = (name: string): number => createHash('sha256').update(name).digest()[0]! % PARTS;

beforeEach(({ task, skip }) => {
  if (isThird && thirdOf(task.fullName) !== SEED % PARTS) skip('another third does this one');
});

/**
 * Browser tests take more time than all others: a run of everything (`npm test`) does a quarter of them, by the seed that it prints
 * (look-seed.ts): seeds that leave the same rest divided by four do the same quarter. `npm test -- --project browser` does all, and so
 * does each run of a part of the tests.
 */
import { createHash } from 'node:crypto';
import { beforeEach } from 'vitest';
import { SEED } from './look-seed.ts';

const PARTS = 4;
/** Set by tools/test.ts. */
const isQuarter = process.env.BROWSER_TESTS === 'quarter';

/** Of a file's neighbours, which are much alike, some fall to each quarter. */
const quarterOf = (name: string): number => createHash('sha256').update(name).digest()[0]! % PARTS;

beforeEach(({ task, skip }) => {
  if (isQuarter && quarterOf(task.fullName) !== SEED % PARTS) skip('another quarter does this one');
});

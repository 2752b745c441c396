/**
 * Browser tests take more time than all others: a run of everything (`npm test`) does one part of them, by the seed that it prints
 * (look-seed.ts): seeds that leave the same rest divided by PARTS do the same part. `npm test -- --project browser` does all, and so
 * does each run of a part of the files.
 */
import { createHash } from 'node:crypto';
import { beforeEach } from 'vitest';
import { SEED } from './look-seed.ts';

const PARTS = 4;
/** Set by tools/test.ts. */
const isOnePart = process.env.BROWSER_TESTS === 'part';

/** Of a file's neighbours, which are much alike, some fall to each part. */
const partOf = (name: string): number => createHash('sha256').update(name).digest()[0]! % PARTS;

beforeEach(({ task, skip }) => {
  if (isOnePart && partOf(task.fullName) !== SEED % PARTS) skip('another part has this one');
});

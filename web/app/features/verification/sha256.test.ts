import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { findNumber } from './proof-of-work.ts';
import { LONGEST_TEXT, sha256 } from './sha256.ts';

const expected = (text: string): string => createHash('sha256').update(text).digest('hex');

test('the hash is the standard one, for every length that fits', () => {
  for (let length = 0; length <= LONGEST_TEXT; length++) {
    const text = randomBytes(32).toString('hex').slice(0, length);
    expect(sha256(text), text).toBe(expected(text));
  }
  expect(() => sha256('x'.repeat(LONGEST_TEXT + 1))).toThrow('55');
});

test('T7 the number of a task is found, wherever it lies; a task without one ends', async () => {
  const salt = randomBytes(16).toString('hex');
  for (const number of [0, 1, 499, 500, 501, 3_000]) {
    const task = { salt, challenge: expected(salt + number), maxNumber: 3_000 };
    expect(await findNumber(task, () => false)).toBe(number);
  }
  expect(await findNumber({ salt, challenge: 'no hash', maxNumber: 1_200 }, () => false)).toBeNull();
});

test('T7 the work stops once it is no longer wanted', async () => {
  let asked = 0;
  const stopped = await findNumber({ salt: 'a', challenge: 'no hash', maxNumber: 1e9 }, () => ++asked > 3);
  expect(stopped).toBeNull();
});

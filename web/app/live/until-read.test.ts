import { expect, test } from 'vitest';
import { untilRead } from './until-read.ts';

test('what cannot be read while the server is away is asked for again, later each time, and given up in the end', async () => {
  const pauses: number[] = [];
  const pause = (ms: number) => {
    pauses.push(ms);
    return Promise.resolve();
  };
  const failing = (times: number) => () => (times-- > 0 ? Promise.reject(new Error('away')) : Promise.resolve('read'));
  expect(await untilRead(failing(3), pause)).toBe('read');
  expect(pauses).toEqual([3_000, 3_000, 6_000]);
  await expect(untilRead(failing(1_000), pause)).rejects.toThrow('away');
  expect(pauses.length).toBe(3 + 19);
});

import { expect, test } from 'vitest';
import { untilRead } from './until-read.ts';

const failing = (times: number) => () => (times-- > 0 ? Promise.reject(new Error('away')) : Promise.resolve('read'));
const pausesOf = (isLeftAfter = Infinity) => {
  const pauses: number[] = [];
  const pause = (ms: number) => {
    pauses.push(ms);
    return Promise.resolve();
  };
  return { pauses, options: { isLeft: () => pauses.length >= isLeftAfter, pause } };
};

test('what cannot be read while the server is away is asked for three times, and given up within seconds', async () => {
  const { pauses, options } = pausesOf();
  expect(await untilRead(failing(2), options)).toBe('read');
  expect(pauses).toEqual([3_000, 3_000]);
  await expect(untilRead(failing(3), options)).rejects.toThrow('away');
  expect(pauses).toHaveLength(4);
});

test('it is not asked for again once nobody waits for the answer', async () => {
  const { pauses, options } = pausesOf(1);
  await expect(untilRead(failing(1), options)).rejects.toThrow('away');
  expect(pauses).toEqual([3_000]);
});

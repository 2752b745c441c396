import { expect, test, vi } from 'vitest';
import { createKeptMoment, FRESH_MS } from './kept-moment.ts';

test('a read within a moment gets the earlier answer, a later one asks again', async () => {
  let clock = 0;
  const kept = createKeptMoment<number>(10, () => clock);
  let count = 0;
  const ask = vi.fn(async () => ++count);
  expect(await Promise.all([kept.read('a', ask), kept.read('a', ask), kept.read('b', ask)])).toEqual([1, 1, 2]);
  clock = FRESH_MS - 1;
  expect(await kept.read('a', ask)).toBe(1);
  clock = FRESH_MS;
  expect(await kept.read('a', ask)).toBe(3);
});

test('a failure is not kept, and a read that waited for it asks again', async () => {
  const kept = createKeptMoment<string>(10, () => 0);
  const refused = () => Promise.reject(new Error('too many requests'));
  const limited = kept.read('rules', refused);
  const other = kept.read('rules', async () => 'rules');
  await expect(limited).rejects.toThrow('too many requests');
  expect(await other).toBe('rules');
  await expect(kept.read('texts', refused)).rejects.toThrow();
  expect(await kept.read('texts', async () => 'texts')).toBe('texts');
});

test('it never holds more than it may', async () => {
  const kept = createKeptMoment<string>(2, () => 0);
  const ask = vi.fn(async () => 'x');
  for (const name of ['a', 'b', 'c', 'a']) await kept.read(name, ask);
  expect(ask).toHaveBeenCalledTimes(4);
});

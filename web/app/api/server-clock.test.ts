import { expect, test } from 'vitest';
import { createServerClock } from './server-clock.ts';

const AT = Date.parse('2026-11-27T15:59:00Z');
const header = (ms: number): string => new Date(ms).toUTCString();

test.each([
  ['two hours behind', -7_200_000],
  ['ten minutes ahead', 600_000],
])('a device whose clock is %s still knows the time of the exchange', (_, off) => {
  const clock = createServerClock(() => AT + off);
  expect(clock.now()).toBe(AT + off);
  clock.note(header(AT));
  expect(Math.abs(clock.now() - AT)).toBeLessThanOrEqual(500);
});

test('a clock that is right is left alone, and so is one beside an answer that has no date', () => {
  const clock = createServerClock(() => AT + 900);
  clock.note(null);
  clock.note('soon');
  clock.note(header(AT));
  expect(clock.now()).toBe(AT + 900);
});

test('an answer that a cache kept for an hour moves nothing', () => {
  const clock = createServerClock(() => AT);
  clock.note(header(AT));
  clock.note(header(AT - 3_600_000));
  expect(clock.now()).toBe(AT);
});

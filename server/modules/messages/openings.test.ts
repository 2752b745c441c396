import { expect, test } from 'vitest';
import { createOpenings } from './openings.ts';

test('S6 an address opens five conversations an hour, then waits for the oldest to be an hour old', () => {
  const openings = createOpenings();
  for (let minute = 0; minute < 5; minute += 1) expect(openings.take('192.0.2.1', minute * 60_000)).toBe(0);
  expect(openings.take('192.0.2.1', 10 * 60_000)).toBe(50 * 60);
  expect(openings.take('192.0.2.2', 10 * 60_000)).toBe(0);
  expect(openings.take('192.0.2.1', 60 * 60_000)).toBe(0);
  expect(openings.take('192.0.2.1', 60 * 60_000)).toBe(60);
});

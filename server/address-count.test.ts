import { expect, test } from 'vitest';
import { createAddressCount } from './address-count.ts';

test('S6 an address opens five conversations an hour, then waits for the oldest to be an hour old', () => {
  const count = createAddressCount(5);
  for (let minute = 0; minute < 5; minute += 1) expect(count.take('192.0.2.1', minute * 60_000)).toBe(0);
  expect(count.take('192.0.2.1', 10 * 60_000)).toBe(50 * 60);
  expect(count.take('192.0.2.2', 10 * 60_000)).toBe(0);
  expect(count.take('192.0.2.1', 60 * 60_000)).toBe(0);
  expect(count.take('192.0.2.1', 60 * 60_000)).toBe(60);
});

test('FLT-16 when as many addresses are counted as there may be, a new one waits, and none is forgotten before its hour', () => {
  const count = createAddressCount(5);
  for (let minute = 0; minute < 5; minute += 1) count.take('192.0.2.1', minute);
  for (let n = 1; n < 50_000; n += 1) expect(count.take(`2001:db8:${n.toString(16)}::/64`, 1_000)).toBe(0);
  expect(count.take('192.0.2.2', 2_000)).toBe(600);
  expect(count.take('192.0.2.1', 2_000)).toBeGreaterThan(3_000);
  expect(count.take('192.0.2.2', 3_600_000 + 1_001)).toBe(0);
});

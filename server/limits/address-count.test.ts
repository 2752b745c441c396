import { expect, test } from 'vitest';
import { createAddressCount } from './address-count.ts';

const HOUR_MS = 3_600_000;
const five = (ofNetwork = 1_000_000) => createAddressCount({ ofAddress: 5, ofNetwork, windowMs: HOUR_MS });
/** The first address of the network with that number: an IPv6 /48. */
const inNetwork = (n: number): string => `2001:${(n >> 16).toString(16)}:${(n & 0xffff).toString(16)}::1`;

test('S6 an address opens five conversations an hour, then waits for the oldest to be an hour old', () => {
  const count = five();
  for (let minute = 0; minute < 5; minute += 1) expect(count.take('192.0.2.1', minute * 60_000)).toBe(0);
  expect(count.take('192.0.2.1', 10 * 60_000)).toBe(50 * 60);
  expect(count.take('192.0.2.2', 10 * 60_000)).toBe(0);
  expect(count.take('192.0.2.1', 60 * 60_000)).toBe(0);
  expect(count.take('192.0.2.1', 60 * 60_000)).toBe(60);
});

test('FLT-16 the addresses of a wider network share its limit; tries of a stopped address do not count against the others', () => {
  const count = five(12);
  for (let n = 0; n < 6; n += 1) count.take('2001:db8:1:1::1', 0);
  for (let n = 0; n < 30; n += 1) count.take('2001:db8:1:1::2', 0);
  for (let n = 2; n < 9; n += 1) expect(count.take(`2001:db8:1:${n}::1`, 0)).toBe(0);
  expect(count.take('2001:db8:1:9::1', 0)).toBe(3_600);
  expect(count.take('2001:db8:2:1::1', 0)).toBe(0);
  expect(count.take('2001:db8:1:9::1', HOUR_MS)).toBe(0);
});

test('FLT-16 an undone try is taken off the count of its address and network, and no other try is', () => {
  const count = five(6);
  for (let n = 0; n < 5; n += 1) count.take('192.0.2.1', n);
  count.undo('192.0.2.1', 7);
  expect(count.take('192.0.2.1', 10)).toBeGreaterThan(0);
  count.undo('192.0.2.1', 4);
  expect(count.take('192.0.2.1', 10)).toBe(0);
  expect(count.take('192.0.2.2', 10)).toBe(0);
  expect(count.take('192.0.2.3', 10)).toBeGreaterThan(0);
  count.undo('192.0.2.2', 10);
  expect(count.take('192.0.2.3', 10)).toBe(0);
});

test('FLT-16 when the table of addresses is full, new ones are still allowed, and one that has used up its limit is not forgotten', () => {
  const count = five();
  for (let n = 0; n < 5; n += 1) count.take('192.0.2.1', n);
  let refused = 0;
  for (let n = 0; n < 60_000; n += 1) if (count.take(inNetwork(n), 1_000 + n) > 0) refused += 1;
  expect(refused).toBe(0);
  expect(count.take('192.0.2.1', 130_000)).toBeGreaterThan(3_000);
  // The last of them are remembered.
  for (let n = 0; n < 4; n += 1) expect(count.take(inNetwork(59_999), 130_000)).toBe(0);
  expect(count.take(inNetwork(59_999), 130_000)).toBeGreaterThan(0);
  expect(count.take('192.0.2.1', HOUR_MS + 1)).toBe(0);
});

test('FLT-16 what holds the counts does not grow', () => {
  const count = five();
  for (let n = 0; n < 60_000; n += 1) count.take(inNetwork(n), 1_000);
  // The first ones, which have been quiet the longest, are forgotten.
  for (let n = 0; n < 5; n += 1) expect(count.take(inNetwork(1), 2_000)).toBe(0);
});

import { afterEach, expect, test, vi } from 'vitest';
import { clockTime, fullTime, rowTime, zoneName } from './clock.ts';

afterEach(() => void vi.unstubAllEnvs());

const NOON = Date.UTC(2025, 11, 31, 12, 4, 5);

test('a row shows the year where it is another one than now, in the zone of the reader', () => {
  vi.stubEnv('TZ', 'Asia/Kolkata');
  expect(rowTime(NOON, NOON, true)).toBe('12-31 17:34:05');
  expect(rowTime(NOON, Date.UTC(2026, 0, 2), true)).toBe('2025-12-31 17:34:05');
  // In this zone it is the next year already.
  expect(rowTime(NOON + 8 * 3_600_000, Date.UTC(2026, 5, 1), true)).toBe('01-01 01:34:05');
  expect(rowTime(NOON + 8 * 3_600_000, Date.UTC(2026, 5, 1), false)).toBe('2025-12-31 20:04:05');
});

test('the whole date names its zone; before the page runs that is UTC', () => {
  vi.stubEnv('TZ', 'Asia/Kolkata');
  expect(fullTime(NOON, true)).toBe('2025-12-31 17:34:05 UTC+5:30');
  expect(fullTime(NOON, false)).toBe('2025-12-31 12:04:05 UTC');
  expect(clockTime(NOON, true)).toBe('17:34:05');
  expect(clockTime(NOON, false)).toBe('12:04:05');
  vi.stubEnv('TZ', 'America/New_York');
  expect(zoneName(NOON, true)).toBe('UTC-5');
});

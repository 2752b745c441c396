import { expect, test } from 'vitest';
import type { DialectError } from '@agio/contracts/errors';
import { createOrderRate } from './order-rate.ts';

test('orders are counted per user and refused past a hundred in ten seconds, except for users without a limit', () => {
  const limits = createOrderRate((uid) => uid !== 7);
  const codes = [1, 7].map((uid) =>
    Array.from({ length: 250 }, () => {
      try {
        limits.take(uid);
        return 0;
      } catch (error) {
        return (error as DialectError).code;
      }
    }),
  );
  // A window may turn over while the test runs, so a second hundred may pass.
  expect(codes[0]!.filter((code) => code === -1015).length).toBeGreaterThanOrEqual(50);
  expect(codes[0]!.slice(0, 100).every((code) => code === 0)).toBe(true);
  expect(codes[1]!.every((code) => code === 0)).toBe(true);
  expect(limits.read(2)).toEqual([0, 0]);
});

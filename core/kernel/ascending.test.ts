/** Sorting by digits, beside the sort of JavaScript. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ascending } from './ascending.ts';

const MOST = 2 ** 53 - 1;

test('places come in the order of their keys, and in their own where keys are one', () => {
  const some = fc.oneof(fc.nat(5), fc.nat(5_000), fc.integer({ min: MOST - 5_000, max: MOST }), fc.maxSafeNat());
  fc.assert(
    fc.property(fc.array(some, { maxLength: 300 }), (keys) => {
      const expected = [...keys.keys()].sort((a, b) => keys[a]! - keys[b]! || a - b);
      expect([...ascending(Float64Array.from(keys))]).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});

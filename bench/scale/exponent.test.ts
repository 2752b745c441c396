import { expect, test } from 'vitest';
import { exponent, lines, median } from './exponent.ts';

test('the exponent of a cost is the power of the size that it follows', () => {
  expect(exponent([10, 100, 1_000].map((size) => [size, 7 * size * size]))).toBeCloseTo(2);
  expect(exponent([10, 100, 1_000].map((size) => [size, 5]))).toBeCloseTo(0);
});

test('prints one line for each size with the cost of the comparison beside it, and the exponent', () => {
  const beside = { what: 'another', costs: [2, 4] };
  const shown = lines({
    what: 'a cost',
    unit: 'ms',
    points: [
      [1, 4],
      [10, 40],
    ],
    beside,
  });
  expect(shown).toEqual([
    'a cost',
    '        1        4.0 ms  2.00 times another (2.0)',
    '       10       40.0 ms  10.00 times another (4.0)',
    '  exponent 1.00',
  ]);
  expect(median([9, 1, 5])).toBe(5);
});

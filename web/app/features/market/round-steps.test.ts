import { expect, test } from 'vitest';
import { roundSteps } from './round-steps.ts';

test.each([
  [95_871.3, 98_214.7, { at: [96_000, 96_500, 97_000, 97_500, 98_000], decimals: 0 }],
  [211.4, 216.2, { at: [212, 213, 214, 215, 216], decimals: 0 }],
  [0.1612, 0.1655, { at: [0.162, 0.163, 0.164, 0.165], decimals: 3 }],
  [1.001, 1.011, { at: [1.002, 1.004, 1.006, 1.008, 1.01], decimals: 3 }],
  [0.00001171, 0.00001289, { at: [0.00001175, 0.000012, 0.00001225, 0.0000125, 0.00001275], decimals: 8 }],
])('the prices beside candles from %d to %d are round', (low, high, expected) => {
  const steps = roundSteps(low, high, 5);
  expect(steps.decimals).toBe(expected.decimals);
  expect(steps.at.map((price) => price.toFixed(expected.decimals))).toEqual(
    expected.at.map((price) => price.toFixed(expected.decimals)),
  );
});

test('without a range there are none', () => {
  expect(roundSteps(5, 5, 5).at).toEqual([]);
  expect(roundSteps(Infinity, -Infinity, 5).at).toEqual([]);
});

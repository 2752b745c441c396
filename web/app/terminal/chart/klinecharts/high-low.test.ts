import { expect, test } from 'vitest';
import { highMarkHeight, markPlace } from './high-low.ts';

test('the mark of the highest and the lowest price is written away from the pills at the right, and never outside of the picture', () => {
  expect(markPlace(100, 60, 700)).toEqual({ tip: 100, left: 32 });
  expect(markPlace(60, 60, 700)).toEqual({ tip: 60, left: 68 });
  expect(markPlace(600, 60, 700)).toEqual({ tip: 600, left: 532 });
  // Of a candle that is half out of sight.
  expect(markPlace(-9, 60, 700)).toEqual({ tip: 4, left: 12 });
  expect(markPlace(708, 60, 700)).toEqual({ tip: 696, left: 628 });
  // In a picture that is hardly wider than the text.
  expect(markPlace(40, 60, 80)).toEqual({ tip: 40, left: 16 });
});

test('the highest price is written above its wick, and below the legend in a picture that is too low for both', () => {
  expect(highMarkHeight(80, 44)).toBe(73);
  // The text is 11 px high: its upper edge stands at the lower one of the legend.
  for (const wick of [56, 44, 20]) expect(highMarkHeight(wick, 44)).toBe(49.5);
});

import { expect, test } from 'vitest';
import { isCut } from './use-uncut-figures.ts';

/** A panel of 500 px whose buttons cover the last 70. */
const seen = { left: 0, right: 430 };
const cell = (left: number, right: number) => isCut({ left, right }, seen);

test('a figure that stands under the buttons or the edge by half is cut, one that is whole or out of sight is not', () => {
  expect(cell(300, 400)).toBe(false);
  expect(cell(380, 460)).toBe(true);
  expect(cell(-30, 60)).toBe(true);
  expect(cell(440, 500)).toBe(false);
  expect(cell(-90, -10)).toBe(false);
});

test('the room around a figure may be covered', () => {
  expect(cell(340, 436)).toBe(false);
  expect(cell(-6, 60)).toBe(false);
  expect(cell(340, 438)).toBe(true);
});

import { expect, test } from 'vitest';
import { isCut, moreAt } from './use-uncut-figures.ts';

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

test('R24 a table says at which sides there is more of it', () => {
  const panel = { left: 0, right: 478 };
  const cells = [0, 130, 260, 390].map((left) => ({ left, right: left + 130 }));
  // Nothing is pinned.
  expect(moreAt(cells, panel, panel)).toEqual(['right']);
  const scrolled = cells.map(({ left, right }) => ({ left: left - 40, right: right - 40 }));
  expect(moreAt(scrolled, panel, panel)).toEqual(['left']);
  expect(moreAt(cells.slice(0, 3), panel, panel)).toEqual([]);
  // Buttons are pinned at the end, which is at the left in right-to-left text.
  expect(moreAt(scrolled, { left: 0, right: 364 }, panel)).toEqual(['left', 'pinned']);
  expect(moreAt(scrolled, { left: 114, right: 478 }, panel)).toEqual(['pinned']);
});

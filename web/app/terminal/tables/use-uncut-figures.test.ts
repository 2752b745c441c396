import { expect, test } from 'vitest';
import { fadesAt, isCut, moreAt } from './use-uncut-figures.ts';

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

test('R24 what stands whole at the edge of a table does not fade with what is scrolled away', () => {
  const panel = { left: 0, right: 354 };
  const cellsTo = (...edges: readonly number[]) => edges.map((right, at) => ({ left: edges[at - 1] ?? 0, right }));
  // The last whole figure ends 12 px before the edge, the next cell is out of sight.
  expect(fadesAt(cellsTo(120, 348, 470), panel).right).toBe(12);
  expect(fadesAt(cellsTo(120, 360, 470), panel).right).toBe(4);
  expect(fadesAt(cellsTo(120, 300, 470), panel).right).toBe(24);
  // Scrolled: the same at the other side.
  expect(fadesAt([{ left: 3, right: 120 }], panel)).toEqual({ left: 9, right: 24 });
  expect(fadesAt([{ left: -100, right: 470 }], panel)).toEqual({ left: 24, right: 24 });
});

import { expect, test } from 'vitest';
import { hasRoomBeside, isFreeIn, isSamePlace, placeIn } from './toast-place.ts';

/** Where nothing is open and nothing is pressed. */
const FREE = { sheet: null, pressed: [], height: 66 };
const AT_TOP = { top: 8, bottom: 'auto' };
const AT_FOOT = { top: 'auto', bottom: 8 };
const CHART = { left: 0, bottom: 531, width: 735, height: 425 };

test('toasts stand in the lower left corner of the chart, off its tools and its axis of time', () => {
  expect(placeIn(CHART, null, 720)).toEqual({ left: 44, right: 'auto', bottom: 225 });
});

test('a page without such a place leaves them in the corner of the window', () => {
  expect(placeIn(null, null, 720)).toBeNull();
  expect(placeIn(null, { ...FREE, barTop: 600 }, 720)).toBeNull();
});

test('on a phone they cover neither the price above the chart nor the buttons below it', () => {
  const phone = { ...FREE, barTop: 724 };
  expect(placeIn(CHART, phone, 844)).toEqual({ top: 'auto', bottom: 844 - 495 });
  // Above the buttons, where they would cover them.
  expect(placeIn({ ...CHART, bottom: 800 }, phone, 844)).toEqual({ top: 'auto', bottom: 844 - 716 });
});

test('on a phone they cover the head of the site where another tab is open or the chart is scrolled away', () => {
  const phone = { ...FREE, barTop: 724 };
  expect(placeIn({ ...CHART, bottom: 0, height: 0 }, phone, 844)).toEqual(AT_TOP);
  expect(placeIn({ ...CHART, bottom: 200 }, phone, 844)).toEqual(AT_TOP);
});

test('on a phone they make way for what is pressed in the panels', () => {
  const above = (...tops: number[]) =>
    placeIn(CHART, { ...FREE, barTop: 724, pressed: tops.map((top) => ({ top, bottom: top + 44 })) }, 844);
  // They take 429 to 495 over the foot of the chart.
  expect(above(440)).toEqual(AT_TOP);
  expect(above(390)).toEqual(AT_TOP);
  expect(above(380)).toEqual({ top: 'auto', bottom: 844 - 495 });
  expect(above(500)).toEqual({ top: 'auto', bottom: 844 - 495 });
  // The page is scrolled: a card is pressed at the upper edge too, and then above the buttons that buy and sell.
  expect(above(440, 50)).toEqual({ top: 'auto', bottom: 844 - 716 });
  // Or in the lowest gap between two that are pressed: here it ends above the lower one.
  expect(above(440, 50, 680)).toEqual({ top: 'auto', bottom: 844 - 672 });
  // Nothing is free: they cover as little of it as they can.
  const rows = Array.from({ length: 7 }, (_row, at) => 100 * (at + 1));
  expect(above(...rows, 20, 60)).toEqual({ top: 'auto', bottom: 844 - 716 });
});

test('on a phone they stand beside an open sheet: above it, or below a dialog that leaves too little room there', () => {
  const over = (sheet: { top: number; bottom: number }, height = 66, box: typeof CHART | null = CHART) =>
    placeIn(box, { ...FREE, barTop: 724, sheet: { ...sheet, headBottom: sheet.top + 61 }, height }, 844);
  // The search, with one toast and with three.
  const search = { top: 101, bottom: 776 };
  expect(over(search)).toEqual(AT_TOP);
  expect(over(search, 210)).toEqual(AT_FOOT);
  expect(over(search, 210, null)).toEqual(AT_FOOT);
  // The ticket, which has its button at the lower edge, and what closes it at its head: below that where there is no room above.
  expect(over({ top: 90, bottom: 844 })).toEqual(AT_TOP);
  expect(over({ top: 60, bottom: 844 }, 210)).toEqual({ top: 121, bottom: 'auto' });
  // Its head is scrolled away.
  expect(over({ top: -200, bottom: 844 }, 210)).toEqual(AT_TOP);
});

test('on a phone they stand at the upper edge of a page without these buttons', () => {
  expect(placeIn(CHART, { ...FREE, barTop: null }, 844)).toEqual(AT_TOP);
});

test('where the chart is closed or too small they cover the head of the site and no panel', () => {
  for (const small of [
    { ...CHART, width: 0, height: 0 },
    { ...CHART, height: 120 },
  ])
    expect(placeIn(small, null, 720)).toEqual({ top: 8, bottom: 'auto', insetInlineEnd: 16 });
});

test('there is room beside a sheet where toasts cover no part of it, above or below', () => {
  expect(hasRoomBeside({ top: 101, bottom: 776 }, 66, 844)).toBe(true);
  expect(hasRoomBeside({ top: 101, bottom: 776 }, 100, 844)).toBe(false);
  expect(hasRoomBeside({ top: 60, bottom: 600 }, 210, 844)).toBe(true);
  expect(hasRoomBeside({ top: 60, bottom: 844 }, 66, 844)).toBe(false);
});

test('on a phone toasts are whole where they cover nothing that is pressed, and beside a sheet only where there is room', () => {
  const isFree = (tops: readonly number[], height: number) =>
    isFreeIn(CHART, { ...FREE, barTop: 724, height, pressed: tops.map((top) => ({ top, bottom: top + 44 })) }, 844);
  const rows = Array.from({ length: 8 }, (_row, at) => 20 + 100 * at);
  expect([isFree(rows, 40), isFree(rows, 120), isFree([440], 120)]).toEqual([true, false, true]);
  const sheet = { top: 101, bottom: 844, headBottom: 160 };
  const beside = (height: number) => isFreeIn(CHART, { ...FREE, barTop: 724, sheet, height }, 844);
  expect([beside(66), beside(120)]).toEqual([true, false]);
  expect(isFreeIn(null, null, 720)).toBe(true);
  expect(isFreeIn(CHART, { ...FREE, barTop: null }, 844)).toBe(true);
});

test('a place that was found again is the same one, and another is not', () => {
  const chart = () => placeIn(CHART, null, 720);
  expect(isSamePlace(chart(), chart())).toBe(true);
  expect(isSamePlace(null, null)).toBe(true);
  for (const other of [null, { ...chart(), left: 45 }, { ...chart(), insetInlineEnd: 16 }])
    expect(isSamePlace(chart(), other)).toBe(false);
});

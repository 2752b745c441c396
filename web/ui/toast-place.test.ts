import { expect, test } from 'vitest';
import { placeIn } from './toast-place.ts';

const CHART = { left: 0, bottom: 531, width: 735, height: 425 };

test('toasts stand in the lower left corner of the chart, off its tools and its axis of time', () => {
  expect(placeIn(CHART, null, 720)).toEqual({ left: 44, right: 'auto', bottom: 225 });
});

test('a page without such a place leaves them in the corner of the window', () => {
  expect(placeIn(null, null, 720)).toBeNull();
  expect(placeIn(null, { barTop: 600, isCovered: false }, 720)).toBeNull();
});

test('on a phone they cover neither the price above the chart nor the buttons below it', () => {
  const phone = { barTop: 724, isCovered: false };
  expect(placeIn(CHART, phone, 844)).toEqual({ top: 'auto', bottom: 844 - 495 });
  // Above the buttons, where they would cover them, and where there is no chart or it is scrolled away.
  expect(placeIn({ ...CHART, bottom: 800 }, phone, 844)).toEqual({ top: 'auto', bottom: 844 - 716 });
  expect(placeIn({ ...CHART, bottom: 0, height: 0 }, phone, 844)).toEqual({ top: 'auto', bottom: 844 - 716 });
  expect(placeIn({ ...CHART, bottom: 200 }, phone, 844)).toEqual({ top: 'auto', bottom: 844 - 716 });
});

test('on a phone they stand at the upper edge over an open sheet, and on a page without these buttons', () => {
  expect(placeIn(CHART, { barTop: 724, isCovered: true }, 844)).toEqual({ top: 8 });
  expect(placeIn(CHART, { barTop: null, isCovered: false }, 844)).toEqual({ top: 8 });
});

test('where the chart is closed or too small they cover the head of the site and no panel', () => {
  for (const small of [
    { ...CHART, width: 0, height: 0 },
    { ...CHART, height: 120 },
  ])
    expect(placeIn(small, null, 720)).toEqual({ top: 8, bottom: 'auto', insetInlineEnd: 16 });
});

import { expect, test } from 'vitest';
import { placeIn } from './toast-place.ts';

const CHART = { left: 0, bottom: 531, width: 735, height: 425 };

test('toasts stand in the lower left corner of the chart, off its tools and its axis of time', () => {
  expect(placeIn(CHART, false, 720)).toEqual({ left: 44, right: 'auto', bottom: 225 });
});

test('a page without such a place leaves them in the corner of the window', () => {
  expect(placeIn(null, false, 720)).toBeNull();
  expect(placeIn(null, true, 720)).toBeNull();
});

test('on a phone, and where the chart is closed or too small, they cover the head of the site and no panel', () => {
  expect(placeIn(CHART, true, 844)).toEqual({ top: 8 });
  for (const small of [
    { ...CHART, width: 0, height: 0 },
    { ...CHART, height: 120 },
  ])
    expect(placeIn(small, false, 720)).toEqual({ top: 8, bottom: 'auto', insetInlineEnd: 16 });
});

import { expect, test } from 'vitest';
import type { PanelName } from './panels.ts';
import { shownPlace, type Size, type PanelSizes } from './shown-place.ts';

const sizes = (...panels: readonly (readonly [PanelName, Size])[]): PanelSizes => new Map(panels);

test('the list of markets stands at the left edge and takes its room from the chart, as long as the chart stays the widest', () => {
  const markets = (width: number) =>
    shownPlace('markets', sizes(['chart', { width, height: 400 }], ['book', { width: 280, height: 400 }]));
  expect(markets(696)).toEqual({ from: 'chart', isEdge: true, direction: 'left', size: 304 });
  expect(markets(650)).toMatchObject({ direction: 'left', size: 270 });
  // At 1024 px there is no room beside the chart: behind the book it hides the least.
  expect(markets(440)).toEqual({ behind: 'book' });
});

test('a panel that was closed comes back beside its usual neighbor, else behind it', () => {
  const chart = ['chart', { width: 850, height: 560 }] as const;
  expect(shownPlace('book', sizes(chart))).toMatchObject({ from: 'chart', direction: 'right', size: 280 });
  // Above the trades, where those have the column alone; in a low row there is no room for both.
  const trades = (height: number) => sizes(chart, ['trades', { width: 280, height }]);
  expect(shownPlace('book', trades(560))).toMatchObject({ from: 'trades', direction: 'above', size: 320 });
  expect(shownPlace('book', trades(240))).toMatchObject({ from: 'chart', direction: 'right' });
  expect(shownPlace('account', sizes(chart))).toMatchObject({ from: 'chart', direction: 'below', size: 240 });
  const book = (height: number) => sizes(chart, ['book', { width: 280, height }]);
  expect(shownPlace('trades', book(560))).toMatchObject({ from: 'book', direction: 'below', size: 240 });
  expect(shownPlace('trades', book(360))).toMatchObject({ from: 'book', direction: 'below', size: 160 });
  expect(shownPlace('trades', book(250))).toEqual({ behind: 'book' });
});

test('the ticket is never hidden behind another panel, and what has no neighbor stands at an edge', () => {
  expect(shownPlace('ticket', sizes(['chart', { width: 400, height: 400 }]))).toEqual({ direction: 'right' });
  expect(shownPlace('chart', sizes(['book', { width: 900, height: 400 }]))).toEqual({ direction: 'left' });
  expect(shownPlace('trades', sizes())).toEqual({ direction: 'right' });
});

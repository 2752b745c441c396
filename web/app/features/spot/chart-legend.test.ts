import { expect, test } from 'vitest';
import { legendHeight, pricesBelow } from './chart-legend.ts';

const measure = (text: string): number => text.length * 6;
const BLOCKS = [
  ['O 93,246.27', 'H 93,305.95', 'L 92,832.06', 'C 93,257.46', 'Vol 10.25'],
  ['MA(7,25)', 'MA7: 92,583.23', 'MA25: 92,042.89'],
];

test('the legend of a chart takes a row for each block, and more where its texts wrap', () => {
  expect(legendHeight(BLOCKS, 800, measure)).toBe(6 + 2 * 19);
  expect(legendHeight(BLOCKS, 310, measure)).toBe(6 + 3 * 19);
  expect(legendHeight(BLOCKS, 220, measure)).toBe(6 + 5 * 19);
  expect(legendHeight([['a text wider than all the room there is']], 60, measure)).toBe(6 + 19);
});

test('the highest candle stands below the legend, wherever the chart is high enough', () => {
  for (const [legend, height] of [
    [44, 388],
    [63, 260],
    [82, 240],
  ] as const) {
    const { top, bottom } = pricesBelow(legend, height);
    const highest = (height * top) / (1 + top + bottom);
    expect(highest).toBeGreaterThanOrEqual(legend);
    expect(highest).toBeLessThan(legend + 24);
  }
  const low = pricesBelow(101, 140);
  expect(1 / (1 + low.top + low.bottom)).toBeGreaterThan(0.35);
});

import { expect, test } from 'vitest';
import { legendHeight, legendRows, legendTemplate, pricesBelow } from './chart-legend.ts';

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

test('L2 a word stands before its number as people read: from right to left a row is one text', () => {
  const pairs = ['open', 'high', 'low'].map((name) => ({ word: `${name} `, field: `{${name}}` }));
  expect(legendTemplate(pairs, [2, 1], 'ltr')).toEqual([
    { title: 'open ', value: '{open}' },
    { title: 'high ', value: '{high}' },
    { title: 'low ', value: '{low}' },
  ]);
  expect(legendTemplate(pairs, [2, 1], 'rtl')).toEqual([
    { title: '', value: '\u2067open \u2066{open}\u2069\u2003\u2002high \u2066{high}\u2069\u2069' },
    { title: '', value: '\u2067low \u2066{low}\u2069\u2069' },
  ]);
  expect(legendRows(BLOCKS[0]!, 800, measure)).toEqual([5]);
  expect(legendRows(BLOCKS[0]!, 310, measure)).toEqual([3, 2]);
});

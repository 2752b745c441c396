import { expect, test } from 'vitest';
import { legendHeight, legendPlan, legendRows, legendTemplate, pricesBelow } from './chart-legend.ts';

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

test('on a narrow picture the legend takes two rows, on the narrowest three: all four prices are kept, and of indicators what fits', () => {
  const [candle, averages] = BLOCKS as [string[], string[]];
  const bands = ['BOLL(20,2)', 'UP: 93,246.27', 'MID: 93,246.27', 'DN: 93,246.27'];
  const compared = { texts: ['ETH/USDT +1.25%'], isFixed: true };
  const plan = (width: number, ...indicators: (readonly string[])[]) =>
    legendPlan({ candle, indicators: indicators.map((texts) => ({ texts, isFixed: false })) }, width, measure);
  const rows = (width: number, ...indicators: (readonly string[])[]) =>
    (legendHeight(plan(width, ...indicators).blocks, width, measure) - 6) / 19;
  for (const width of [220, 260])
    for (const shown of [[], [averages], [bands], [averages, bands], [averages, averages, bands]]) {
      expect(plan(width, ...shown).candle.slice(0, 4)).toEqual([0, 1, 2, 3]);
      expect(rows(width, ...shown)).toBeLessThanOrEqual(3);
    }
  for (const width of [360, 400])
    for (const shown of [[], [averages], [bands], [averages, bands], [averages, averages, bands]])
      expect(rows(width, ...shown)).toBeLessThanOrEqual(2);
  expect(plan(260, averages)).toMatchObject({ candle: [0, 1, 2, 3], modes: ['values'] });
  expect(plan(360, averages)).toMatchObject({ candle: [0, 1, 2, 3], modes: ['whole'] });
  expect(plan(360)).toMatchObject({ candle: [0, 1, 2, 3, 4] });
  expect(plan(260, bands).modes).toEqual(['none']);
  expect(plan(900, averages, bands)).toMatchObject({ candle: [0, 1, 2, 3, 4], modes: ['whole', 'whole'] });
  const both = [{ texts: averages, isFixed: false }, compared];
  expect(legendPlan({ candle, indicators: both }, 260, measure).modes).toEqual(['none', 'whole']);
});

test('the legend of a mark or an index, whose candles have no volume, shows the prices alone', () => {
  const prices = BLOCKS[0]!.slice(0, 4);
  expect(legendPlan({ candle: BLOCKS[0]!, indicators: [] }, 800, measure).candle).toEqual([0, 1, 2, 3, 4]);
  expect(legendPlan({ candle: prices, indicators: [] }, 800, measure)).toMatchObject({
    candle: [0, 1, 2, 3],
    blocks: [prices],
  });
});

import { expect, test } from 'vitest';
import { type Drawing } from './chart-face.ts';
import { FIRST_LOOK, lookOf, marketOf, MOST_DRAWINGS } from './kept-chart.ts';

const line: Drawing = {
  id: 'trend-1',
  tool: 'trend',
  points: [
    { time: 1_700_000_000_000, price: 96_000.5 },
    { time: 1_700_000_900_000, price: 97_000 },
  ],
};

test('drawings and indicators come back from the storage as they were kept', () => {
  const kept = { indicators: ['EMA', 'MACD'] as const, drawings: [line], compared: 'ETHUSDT' };
  expect(marketOf(JSON.parse(JSON.stringify(kept)) as Record<string, unknown>)).toEqual(kept);
});

test('a market that nobody changed has averages and volume; one whose indicators were all removed has none', () => {
  expect(marketOf({})).toEqual({ indicators: ['MA', 'VOL'], drawings: [], compared: '' });
  expect(marketOf({ indicators: [] }).indicators).toEqual([]);
});

test('what cannot be understood is left out, the rest stays', () => {
  const drawings = [
    null,
    { ...line, tool: 'comet' },
    { ...line, points: [] },
    { ...line, points: [{ time: 'yesterday', price: 1 }] },
    { ...line, id: 7 },
    line,
  ];
  expect(marketOf({ indicators: ['RSI', 'RSI', 'NONSENSE', 3], drawings })).toEqual({
    indicators: ['RSI'],
    drawings: [line],
    compared: '',
  });
  expect(lookOf({ type: 'crayon', isLocked: 'yes', showsTrades: false })).toEqual({
    ...FIRST_LOOK,
    showsTrades: false,
  });
});

test('a text comes back with what it says; one that says nothing, or more than a short text, is left out', () => {
  const text = { id: 'text-1', tool: 'text', points: [line.points[0]!], text: 'Resistance, قیمت' } as const;
  const faulty = [
    { ...text, text: ' ' },
    { ...text, text: undefined },
    { ...text, text: 7 },
    { ...text, text: 'a'.repeat(61) },
  ];
  expect(marketOf({ drawings: [text, ...faulty, { ...line, text: 'of a line' }] }).drawings).toEqual([text]);
});

test('the newest hundred drawings are kept', () => {
  const drawings = Array.from({ length: MOST_DRAWINGS + 5 }, (_, index) => ({ ...line, id: String(index) }));
  const kept = marketOf({ drawings }).drawings;
  expect(kept).toHaveLength(MOST_DRAWINGS);
  expect(kept.at(-1)?.id).toBe('104');
});

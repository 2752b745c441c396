import type { ContractView } from '@agio/core';
import { expect, test } from 'vitest';
import { demoKlines } from '../markets/index.ts';
import { contractKlines } from './demo-history.ts';

const NOW = Date.UTC(2026, 10, 21, 16, 20, 30);
const SOURCE = {
  symbol: 'ETHUSDT',
  reference: (timeMs: number) => 3_400 + Math.sin(timeMs / 1e7) * 90 + Math.sin(timeMs / 3e5) * 4,
  printValue: 1_500,
  unit: (_name: string, index: number) => ((index * 7919) % 997) / 997,
};
const view = { parameters: { tickSize: 1_000_000, stepSize: 100_000 } } as unknown as ContractView;

test('C31 trading A9 the past of a demo’s contract: klines of trades at its ticks and steps; mark and index the same without volume', () => {
  const klines = contractKlines(SOURCE, { view }, NOW);
  const of = (source: string) => klines.filter((kline) => kline.source === source);
  const [last, mark, index] = [of('LAST'), of('MARK'), of('INDEX')];
  const made = demoKlines(SOURCE, { tickSize: 1_000_000, stepSize: 100_000, baseScale: 8 }, NOW);
  expect(last).toEqual(made.map((kline) => ({ ...kline, source: 'LAST' })));
  expect(
    last.every((kline) => kline.open % 1_000_000 === 0 && kline.baseVolume > 0n && kline.baseVolume % 100_000n === 0n),
  ).toBe(true);
  const asLongAs = (klines: typeof last) =>
    klines.filter(({ base, openTimeMs }) => base !== '1m' || openTimeMs >= NOW - 2 * 86_400_000);
  expect(mark.map(({ close }) => close)).toEqual(asLongAs(last).map(({ close }) => close));
  expect([...mark, ...index].every((kline) => kline.baseVolume === 0n && kline.quoteVolume === 0n)).toBe(true);
  expect(index).toHaveLength(mark.length);
});

import { expect, test } from 'vitest';
import type { Pair, Ticker } from '../../api/types.ts';
import { filterPairs, rangePercent, sortPairs } from './sort-pairs.ts';

const pair = (symbol: string, part: Partial<Pair> = {}) =>
  ({
    symbol,
    base: symbol.slice(0, 3),
    quote: symbol.slice(3),
    baseName: symbol,
    status: 'TRADING',
    isRecommend: false,
    sort: 1,
    tradeArea: 'Layer 1,DeFi',
    ...part,
  }) as Pair;
const ticker = (part: Partial<Ticker>) => ({ lastPrice: '1', changePercent: '0', quoteVolume: '0', ...part }) as Ticker;

const symbols = (pairs: readonly Pair[]) => pairs.map((one) => one.symbol);

test('K4 open, recommended, sort, base, quote', () => {
  const pairs = [
    pair('ZZZUSDT', { status: 'HALTED', sort: 0 }),
    pair('BBBUSDT', { sort: 2 }),
    pair('AAAUSDT', { sort: 2 }),
    pair('CCCUSDT', { isRecommend: true, sort: 9 }),
    pair('AAAUSDC', { sort: 2 }),
  ];
  expect(symbols(sortPairs(pairs, new Map(), { key: 'rank', order: 'descending' }))).toEqual([
    'CCCUSDT',
    'AAAUSDC',
    'AAAUSDT',
    'BBBUSDT',
    'ZZZUSDT',
  ]);
});

test('figures are compared as numbers, not as text', () => {
  const tickers = new Map([
    ['AAAUSDT', ticker({ quoteVolume: '9' })],
    ['BBBUSDT', ticker({ quoteVolume: '10' })],
  ]);
  expect(
    symbols(sortPairs([pair('AAAUSDT'), pair('BBBUSDT')], tickers, { key: 'volume', order: 'descending' })),
  ).toEqual(['BBBUSDT', 'AAAUSDT']);
});

test('zone, quote, favorites and text narrow the list together', () => {
  const pairs = [pair('BTCUSDT'), pair('BTCUSDC'), pair('ETHUSDT', { tradeArea: 'DeFi' })];
  const none = { quote: null, zone: null, text: '', favorites: null };
  expect(symbols(filterPairs(pairs, { ...none, quote: 'USDT', zone: 'Layer 1' }))).toEqual(['BTCUSDT']);
  expect(symbols(filterPairs(pairs, { ...none, text: 'btc/usdc' }))).toEqual(['BTCUSDC']);
  expect(symbols(filterPairs(pairs, { ...none, favorites: ['ETHUSDT'] }))).toEqual(['ETHUSDT']);
});

test('the range tick stays inside low and high', () => {
  expect(rangePercent(ticker({ lowPrice: '10', highPrice: '20', lastPrice: '15' }))).toBe(50);
  expect(rangePercent(ticker({ lowPrice: '10', highPrice: '10', lastPrice: '10' }))).toBe(50);
});

import { expect, test } from 'vitest';
import type { Pair, Ticker } from '../../api/types.ts';
import { filterPairs, mostVolumes, rangePercent, sortPairs, volumePercent } from './sort-pairs.ts';

const pair = (symbol: string, part: Partial<Pair> = {}) =>
  ({
    symbol,
    base: symbol.slice(0, 3),
    quote: symbol.slice(3),
    baseName: symbol,
    tradeArea: 'Layer 1,DeFi',
    ...part,
  }) as Pair;
const ticker = (part: Partial<Ticker>) => ({ lastPrice: '1', changePercent: '0', quoteVolume: '0', ...part }) as Ticker;

const symbols = (pairs: readonly Pair[]) => pairs.map((one) => one.symbol);

test('K4 rank is the order in which the pairs come, and so are equals', () => {
  const pairs = [pair('CCCUSDT'), pair('AAAUSDT'), pair('BBBUSDT')];
  for (const key of ['rank', 'volume', 'change'] as const)
    for (const order of ['ascending', 'descending'] as const)
      expect(symbols(sortPairs(pairs, new Map(), { key, order }))).toEqual(['CCCUSDT', 'AAAUSDT', 'BBBUSDT']);
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

test('the bar of a volume is its share of the largest one in the same quote asset, which changes by two digits at a time', () => {
  const pairs = [
    pair('AAAUSDT', { quote: 'USDT' }),
    pair('BBBUSDT', { quote: 'USDT' }),
    pair('CCCBTC', { quote: 'BTC' }),
  ];
  const tickers = new Map([
    ['AAAUSDT', ticker({ quoteVolume: '123456.7' })],
    ['BBBUSDT', ticker({ quoteVolume: '60000' })],
    ['CCCBTC', ticker({ quoteVolume: '2' })],
  ]);
  const most = mostVolumes(pairs, tickers);
  expect([...most]).toEqual([
    ['USDT', 120_000],
    ['BTC', 2],
  ]);
  expect(volumePercent('60000', most.get('USDT')!)).toBe(50);
  expect(volumePercent('123456.7', most.get('USDT')!)).toBe(100);
  expect(volumePercent('0', 0)).toBe(0);
  expect([...mostVolumes(pairs, new Map())]).toEqual([]);
});

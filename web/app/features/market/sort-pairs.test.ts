import { describe, expect, test } from 'vitest';
import type { Pair, Ticker } from '../../api/types.ts';
import { filterPairs, mostVolume, rangePercent, sortPairs, volumePercent } from './sort-pairs.ts';

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

/** In Persian. */
const nameOf = (asset: string): string => ({ BTC: 'بیت‌کوین', ETH: 'اتریوم' })[asset] ?? '';

/** A bitcoin is worth 100,000 USDT; of XYZ no one knows. */
const worth = (amount: string, quote: string): string | null =>
  quote === 'XYZ' ? null : String(Number(amount) * (quote === 'BTC' ? 100_000 : 1));

const symbols = (pairs: readonly Pair[]) => pairs.map((one) => one.symbol);

test('K4 rank is the order in which the pairs come, and so are equals', () => {
  const pairs = [pair('CCCUSDT'), pair('AAAUSDT'), pair('BBBUSDT')];
  for (const key of ['rank', 'volume', 'change'] as const)
    for (const order of ['ascending', 'descending'] as const)
      expect(symbols(sortPairs(pairs, new Map(), { key, order }, worth))).toEqual(['CCCUSDT', 'AAAUSDT', 'BBBUSDT']);
});

test('figures are compared as numbers, not as text', () => {
  const tickers = new Map([
    ['AAAUSDT', ticker({ quoteVolume: '9' })],
    ['BBBUSDT', ticker({ quoteVolume: '10' })],
  ]);
  expect(
    symbols(sortPairs([pair('AAAUSDT'), pair('BBBUSDT')], tickers, { key: 'volume', order: 'descending' }, worth)),
  ).toEqual(['BBBUSDT', 'AAAUSDT']);
});

test('zone, quote, favorites and text narrow the list together', () => {
  const pairs = [pair('BTCUSDT'), pair('BTCUSDC'), pair('ETHUSDT', { tradeArea: 'DeFi' })];
  const none = { quote: null, zone: null, text: '' };
  const found = (filter: Partial<typeof none> | { quote: string; zone: string }) =>
    symbols(filterPairs(pairs, { ...none, ...filter }, nameOf));
  expect(found({ quote: 'USDT', zone: 'Layer 1' })).toEqual(['BTCUSDT']);
  expect(found({ text: 'btc/usdc' })).toEqual(['BTCUSDC']);
  // In the reader's language, also with a space for the mark without width and the Arabic form of a letter.
  expect(found({ text: 'ب\u064aت کوین' })).toEqual(['BTCUSDT', 'BTCUSDC']);
  expect(found({ text: 'اتر' })).toEqual(['ETHUSDT']);
});

test('the range tick stays inside low and high', () => {
  expect(rangePercent(ticker({ lowPrice: '10', highPrice: '20', lastPrice: '15' }))).toBe(50);
  expect(rangePercent(ticker({ lowPrice: '10', highPrice: '10', lastPrice: '10' }))).toBe(50);
});

describe('markets of different quote assets', () => {
  const pairs = ['AAAUSDT', 'BBBUSDT', 'CCCBTC', 'DDDXYZ', 'EEEXYZ'].map((symbol) => pair(symbol));
  const tickers = new Map([
    ['AAAUSDT', ticker({ quoteVolume: '123456.7', lastPrice: '900' })],
    ['BBBUSDT', ticker({ quoteVolume: '60000', lastPrice: '0.5' })],
    ['CCCBTC', ticker({ quoteVolume: '1.2', lastPrice: '0.035' })],
    ['DDDXYZ', ticker({ quoteVolume: '999998', lastPrice: '999998' })],
    ['EEEXYZ', ticker({ quoteVolume: '999999', lastPrice: '999999' })],
  ]);
  test.each(['volume', 'price'] as const)(
    'stand by the worth of their %s, those without a rate after all others',
    (key) => {
      const order = key === 'volume' ? ['AAAUSDT', 'CCCBTC', 'BBBUSDT'] : ['CCCBTC', 'AAAUSDT', 'BBBUSDT'];
      const all = [...order, 'EEEXYZ', 'DDDXYZ'];
      expect(symbols(sortPairs(pairs, tickers, { key, order: 'descending' }, worth))).toEqual(all);
      expect(symbols(sortPairs(pairs, tickers, { key, order: 'ascending' }, worth))).toEqual(all.toReversed());
    },
  );
  test('the bar of a volume is its share of the largest one by worth, which changes by two digits at a time', () => {
    const most = mostVolume(pairs, tickers, worth);
    expect(most).toBe(120_000);
    expect(volumePercent(worth('0.6', 'BTC'), most)).toBe(50);
    expect(volumePercent('123456.7', most)).toBe(100);
    expect(volumePercent(worth('999999', 'XYZ'), most)).toBe(0);
    expect(volumePercent('0', 0)).toBe(0);
    expect(mostVolume(pairs, new Map(), worth)).toBe(0);
    expect(mostVolume([], tickers, worth)).toBe(0);
  });
});

import { expect, test } from 'vitest';
import { findMarkets, nextListSorting, sortMarkets, type ListSorting, type PricedMarket } from './market-list.ts';

/** One BTC is worth 50,000; USDT counts as it is. */
const worth = (amount: string, from: string) =>
  from === 'USDT' ? amount : from === 'BTC' ? String(Number(amount) * 50_000) : null;
const market = (
  symbol: string,
  figures: Partial<NonNullable<PricedMarket['ticker']>> | null,
  fullName = '',
  quote = 'USDT',
) =>
  ({
    symbol,
    base: symbol.slice(0, 3),
    quote,
    fullName,
    ticker:
      figures === null
        ? undefined
        : { lastPrice: '0', openPrice: '0', changePercent: '0', quoteVolume: '0', ...figures },
  }) as PricedMarket;
/** In Russian. */
const nameOf = (asset: string): string => (asset === 'ETH' ? 'Эфириум' : '');
const symbols = (markets: readonly PricedMarket[]) => markets.map(({ symbol }) => symbol);

test('figures of the list are compared as numbers; equal ones stay in the order of the house', () => {
  const markets = [
    market('AAA', { lastPrice: '9', changePercent: '-1.5', quoteVolume: '5' }),
    market('BBB', { lastPrice: '10', changePercent: '2', quoteVolume: '5' }),
    market('CCC', null),
  ];
  const sorted = (key: ListSorting['key'], order: ListSorting['order']) =>
    symbols(sortMarkets(markets, { key, order }, worth));
  expect(sorted('price', 'descending')).toEqual(['BBB', 'AAA', 'CCC']);
  expect(sorted('change', 'ascending')).toEqual(['AAA', 'CCC', 'BBB']);
  expect(sorted('volume', 'descending')).toEqual(['AAA', 'BBB', 'CCC']);
  expect(sorted('name', 'descending')).toEqual(['CCC', 'BBB', 'AAA']);
});

test('prices and volumes in different coins are compared by their worth; those without a rate come after all others', () => {
  const markets = [
    market('ETHBTC', { lastPrice: '0.05', quoteVolume: '10' }, '', 'BTC'),
    market('SOLUSDT', { lastPrice: '150', quoteVolume: '90000' }),
    market('XRPEUR', { lastPrice: '9999999', quoteVolume: '9999999' }, '', 'EUR'),
  ];
  const sorted = (key: ListSorting['key'], order: ListSorting['order']) =>
    symbols(sortMarkets(markets, { key, order }, worth));
  expect(sorted('price', 'descending')).toEqual(['ETHBTC', 'SOLUSDT', 'XRPEUR']);
  expect(sorted('volume', 'descending')).toEqual(['ETHBTC', 'SOLUSDT', 'XRPEUR']);
  expect(sorted('price', 'ascending')).toEqual(['XRPEUR', 'SOLUSDT', 'ETHBTC']);
});

test('a market is found by its symbol, with or without what stands between base and quote, and by the name of its coin', () => {
  const markets = [market('BTCUSDT', null, 'Bitcoin'), market('ETHBTC', null, 'Ethereum')];
  expect(symbols(findMarkets(markets, 'btc/usdt', nameOf))).toEqual(['BTCUSDT']);
  expect(symbols(findMarkets(markets, ' ether', nameOf))).toEqual(['ETHBTC']);
  expect(symbols(findMarkets(markets, 'btc', nameOf))).toEqual(['BTCUSDT', 'ETHBTC']);
  expect(findMarkets(markets, 'zzz', nameOf)).toEqual([]);
  expect(symbols(findMarkets(markets, 'эфир', nameOf))).toEqual(['ETHBTC']);
});

test('a head sorts from the largest figure or from A, and a second press reverses it', () => {
  const volume: ListSorting = { key: 'volume', order: 'descending' };
  const change = nextListSorting(volume, 'change');
  expect(change).toEqual({ key: 'change', order: 'descending' });
  expect(nextListSorting(change, 'change')).toEqual({ key: 'change', order: 'ascending' });
  const name = nextListSorting(change, 'name');
  expect(name).toEqual({ key: 'name', order: 'ascending' });
  expect(nextListSorting(name, 'name').order).toBe('descending');
});

import { expect, test } from 'vitest';
import { findMarkets, nextListSorting, sortMarkets, type ListSorting, type PricedMarket } from './market-list.ts';

const market = (symbol: string, figures: Partial<NonNullable<PricedMarket['ticker']>> | null, fullName = '') =>
  ({
    symbol,
    fullName,
    ticker:
      figures === null
        ? undefined
        : { lastPrice: '0', openPrice: '0', changePercent: '0', quoteVolume: '0', ...figures },
  }) as PricedMarket;
const symbols = (markets: readonly PricedMarket[]) => markets.map(({ symbol }) => symbol);

test('figures of the list are compared as numbers; equal ones stay in the order of the house', () => {
  const markets = [
    market('AAA', { lastPrice: '9', changePercent: '-1.5', quoteVolume: '5' }),
    market('BBB', { lastPrice: '10', changePercent: '2', quoteVolume: '5' }),
    market('CCC', null),
  ];
  const sorted = (key: ListSorting['key'], order: ListSorting['order']) =>
    symbols(sortMarkets(markets, { key, order }));
  expect(sorted('price', 'descending')).toEqual(['BBB', 'AAA', 'CCC']);
  expect(sorted('change', 'ascending')).toEqual(['AAA', 'CCC', 'BBB']);
  expect(sorted('volume', 'descending')).toEqual(['AAA', 'BBB', 'CCC']);
  expect(sorted('name', 'descending')).toEqual(['CCC', 'BBB', 'AAA']);
});

test('a market is found by its symbol, with or without what stands between base and quote, and by the name of its coin', () => {
  const markets = [market('BTCUSDT', null, 'Bitcoin'), market('ETHBTC', null, 'Ethereum')];
  expect(symbols(findMarkets(markets, 'btc/usdt'))).toEqual(['BTCUSDT']);
  expect(symbols(findMarkets(markets, ' ether'))).toEqual(['ETHBTC']);
  expect(symbols(findMarkets(markets, 'btc'))).toEqual(['BTCUSDT', 'ETHBTC']);
  expect(findMarkets(markets, 'zzz')).toEqual([]);
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

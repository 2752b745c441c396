import { expect, test } from 'vitest';
import type { Pair } from '../../api/types.ts';
import { coinsOf } from './coins.ts';

const pair = (base: string, quote: string): Pair =>
  ({ symbol: base + quote, base, quote, baseName: `${base} coin` }) as Pair;

test('a coin stands once, with all its markets in their order', () => {
  const coins = coinsOf([pair('BTC', 'USDT'), pair('ETH', 'USDT'), pair('ETH', 'BTC')]);
  expect(coins.map(({ coin, name, markets }) => [coin, name, markets.map(({ symbol }) => symbol)])).toEqual([
    ['BTC', 'BTC coin', ['BTCUSDT']],
    ['ETH', 'ETH coin', ['ETHUSDT', 'ETHBTC']],
  ]);
});

import type { Pair } from '@agio/contracts/http/markets';
import { expect, test } from 'vitest';
import { pairOrder } from './service.ts';

const pair = (base: string, quote: string, part: Partial<Pair>): Pair =>
  ({ symbol: base + quote, base, quote, status: 'TRADING', isRecommend: false, sort: 1, ...part }) as Pair;

test('K4 open, recommended, sort, base, quote', () => {
  const pairs = [
    pair('ZZZ', 'USDT', { status: 'PRE_OPEN', sort: 0 }),
    pair('BBB', 'USDT', { sort: 2 }),
    pair('AAA', 'USDT', { sort: 2 }),
    pair('CCC', 'USDT', { isRecommend: true, sort: 9 }),
    pair('AAA', 'USDC', { sort: 2 }),
  ];
  expect(pairs.sort(pairOrder).map(({ symbol }) => symbol)).toEqual([
    'CCCUSDT',
    'AAAUSDC',
    'AAAUSDT',
    'BBBUSDT',
    'ZZZUSDT',
  ]);
});

test('K4 a market whose trading pauses keeps its place, so that lists and the search do not lose it', () => {
  const statuses = ['TRADING', 'HALTED', 'POST_ONLY', 'MAINTENANCE', 'DELISTED'] as const;
  const pairs = statuses.map((status, sort) => pair(status, 'USDT', { status, sort: -sort }));
  expect(pairs.sort(pairOrder).map(({ base }) => base)).toEqual([
    'MAINTENANCE',
    'POST_ONLY',
    'HALTED',
    'TRADING',
    'DELISTED',
  ]);
});

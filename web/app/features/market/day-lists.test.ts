import { DAY_MS } from '@agio/contracts/durations';
import { expect, test } from 'vitest';
import type { Pair, Ticker } from '../../api/types.ts';
import { breadthOf, dayList, leadingPairs, type DayListName } from './day-lists.ts';

const NOW = Date.UTC(2026, 5, 1);
const pair = (symbol: string, openedDaysAgo = 400, quote = 'USDT') =>
  ({ symbol, quote, openTime: NOW - openedDaysAgo * DAY_MS }) as Pair;
const worth = (amount: string, quote: string) => (quote === 'BTC' ? `${amount}00000` : amount);
const tickersOf = (changes: Readonly<Record<string, string>>, volumes: Readonly<Record<string, string>> = {}) =>
  new Map(
    Object.entries(changes).map(([symbol, changePercent]) => [
      symbol,
      { symbol, changePercent, quoteVolume: volumes[symbol] ?? '0' } as Ticker,
    ]),
  );
const symbols = (name: DayListName, pairs: readonly Pair[], tickers: ReadonlyMap<string, Ticker>) =>
  dayList(name, { pairs, tickers, worth, nowMs: NOW }).map(({ symbol }) => symbol);

test('gainers have risen and losers have fallen, the largest move first; what did not move is in neither list', () => {
  const pairs = ['AAA', 'BBB', 'CCC', 'DDD', 'EEE'].map((symbol) => pair(symbol));
  const tickers = tickersOf({ AAA: '2.5', BBB: '-9.1', CCC: '0', DDD: '11', EEE: '-10.4' });
  expect(symbols('gainers', pairs, tickers)).toEqual(['DDD', 'AAA']);
  expect(symbols('losers', pairs, tickers)).toEqual(['EEE', 'BBB']);
});

test('the most traded markets are told by the worth of their turnover, as numbers', () => {
  const tickers = tickersOf({ AAA: '0', BBB: '0', CCC: '0' }, { AAA: '9.5', BBB: '10', CCC: '1' });
  const pairs = [pair('AAA'), pair('BBB'), pair('CCC', 400, 'BTC')];
  expect(symbols('volume', pairs, tickers)).toEqual(['CCC', 'BBB', 'AAA']);
});

test('new are the markets that opened within thirty days or are about to, the newest first', () => {
  const pairs = [pair('OLD', 31), pair('WEEK', 7), pair('EDGE', 29.9), pair('COMING', -2)];
  expect(symbols('new', pairs, new Map())).toEqual(['COMING', 'WEEK', 'EDGE']);
  expect(symbols('new', [pair('OLD', 30)], new Map())).toEqual([]);
});

test('the breadth counts each market once: rose, fell, or neither, by steps of two percent', () => {
  const changes = {
    A: '0.01',
    B: '2',
    C: '2.01',
    D: '8.01',
    E: '250',
    F: '-0.5',
    G: '-8',
    H: '-8.5',
    I: '0',
    J: '0.00',
  };
  const pairs = [...Object.keys(changes), 'SILENT'].map((symbol) => pair(symbol));
  expect(breadthOf(pairs, tickersOf(changes))).toEqual({
    rose: 5,
    fell: 3,
    unchanged: 3,
    steps: [1, 1, 0, 0, 1, 3, 2, 1, 0, 0, 2],
  });
  expect(breadthOf([], new Map())).toMatchObject({ rose: 0, fell: 0, unchanged: 0 });
});

test('of many markets those stay that lead one of the lists, or are the first, in the order of the house', () => {
  const pairs = ['AAA', 'BBB', 'CCC', 'DDD', 'EEE', 'FFF'].map((symbol) => pair(symbol));
  const tickers = tickersOf(
    { AAA: '0', BBB: '1', CCC: '7', DDD: '-3', EEE: '-1', FFF: '0' },
    { AAA: '5', BBB: '6', FFF: '7' },
  );
  const query = { pairs, tickers, worth, nowMs: NOW };
  expect(leadingPairs(query, 1).map(({ symbol }) => symbol)).toEqual(['AAA', 'CCC', 'DDD', 'FFF']);
  expect(leadingPairs(query, 6)).toEqual(pairs);
});

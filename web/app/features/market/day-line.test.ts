import { expect, test } from 'vitest';
import type { Ticker } from '../../api/types.ts';
import { dayLine } from './day-line.ts';

const ticker = (openPrice: string, lastPrice: string) => ({ openPrice, lastPrice }) as Ticker;

test('R21 the line of a day begins and ends with the prices of the change beside it', () => {
  // By its closes alone the line would rise, though the market fell since 24 hours ago.
  expect(dayLine(ticker('100', '95'), [90, 91, 94])).toEqual([100, 90, 91, 95]);
  expect(dayLine(ticker('90', '95'), [99, 98, 94])).toEqual([90, 99, 98, 95]);
});

test('a market without a ticker or without candles has the line that is known', () => {
  expect(dayLine(undefined, [1, 2])).toEqual([1, 2]);
  expect(dayLine(ticker('1', '2'), [])).toEqual([]);
});

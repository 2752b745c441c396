import type { Ticker } from '../../api/types.ts';

/**
 * The line of the last 24 hours: from the price before them over the closes of the hours that are over to the newest price, so that
 * it rises where the change beside it is positive. `closes` are hourly, oldest first, the running hour last.
 */
export function dayLine(ticker: Ticker | undefined, closes: readonly number[]): readonly number[] {
  if (!ticker || closes.length === 0) return closes;
  return [Number(ticker.openPrice), ...closes.slice(0, -1), Number(ticker.lastPrice)];
}

/** The markets that a call of the dialect names. */
import { DialectError } from '@agio/contracts/errors';
import { illegal, notRequired, optional, type Parameters, required } from '../../../dialect/parameters.ts';
import type { LiveMarket, LiveMarkets } from '../../markets/index.ts';

export function marketOf(live: LiveMarkets, params: Parameters): LiveMarket {
  const market = live.markets.get(required(params, 'symbol'));
  if (!market) throw new DialectError(400, -1121, 'Invalid symbol.');
  return market;
}

/** One market by `symbol`, several by `symbols` (a JSON list), or all of them. */
export function marketsOf(live: LiveMarkets, params: Parameters): LiveMarket | LiveMarket[] {
  if (optional(params, 'symbol') !== undefined) {
    if (optional(params, 'symbols') !== undefined) throw notRequired('symbols');
    return marketOf(live, params);
  }
  const symbols = optional(params, 'symbols');
  if (symbols === undefined) return [...live.markets.values()];
  return symbolList(symbols).map((symbol) => marketOf(live, { symbol }));
}

function symbolList(text: string): string[] {
  // ["BTCUSDT","ETHUSDT"]; matched by a pattern first, so that only such lists are parsed.
  if (!/^\[\s*"[A-Z0-9]{1,20}"(?:\s*,\s*"[A-Z0-9]{1,20}")*\s*\]$/.test(text))
    throw illegal('symbols', '^\\["[A-Z0-9]{1,20}"(,"[A-Z0-9]{1,20}")*\\]$');
  return JSON.parse(text) as string[];
}

/** Klines of a contract as the site's calls and channels show them. */
import { baseIntervalOf, type Kline, klineOpenTime, klinesBetween, shiftKlineOpenTime } from '@agio/core';
import type { KlineInterval } from '@agio/core/words';
import { priceText } from '../markets/index.ts';
import type { KlineSource } from './kline-repo.ts';
import type { LiveContract } from './live.ts';
import { amountText, nowOf } from './views.ts';

type KlineRow = [number, string, string, string, string, string, number, string, number];

/** The part of a contract from which its klines are read. */
type ContractKlines = Pick<LiveContract, 'klines' | 'timeMs'>;
interface KlinePage {
  readonly endTime?: number | undefined;
  readonly limit: number;
}

/** Opening times (ms) of the first and the last of at most `limit` klines, none before the kline that opened at `firstMs`. */
export function klinesWithin(
  interval: KlineInterval,
  range: KlinePage,
  firstMs: number,
  nowMs: number,
): { readonly fromMs: number; readonly toMs: number } {
  const toMs = klineOpenTime(interval, Math.min(range.endTime ?? Infinity, nowMs));
  const fromMs = Math.max(shiftKlineOpenTime(interval, toMs, 1 - range.limit), klineOpenTime(interval, firstMs));
  return { fromMs, toMs };
}

/**
 * At most `limit` klines up to `endTime` (ms; undefined: now), oldest first, gaps filled, the running one included. Costs no more than the
 * klines that are asked for, however long ago the last trade was: the channels ask for two at a time, often.
 */
export function klinesOf(
  contract: ContractKlines,
  source: KlineSource,
  interval: KlineInterval,
  range: KlinePage,
): KlineRow[] {
  const klines = contract.klines[source][baseIntervalOf(interval)];
  const [first] = klines;
  if (first === undefined) return [];
  const within = klinesWithin(interval, range, first.openTimeMs, nowOf(contract));
  return klinesBetween(interval, klines, within).map((kline) => klineRow(kline, source));
}

function klineRow(kline: Kline, source: KlineSource): KlineRow {
  const prices = [kline.open, kline.high, kline.low, kline.close].map(priceText) as [string, string, string, string];
  const count = source === 'LAST' ? kline.tradeCount : 0;
  return [
    kline.openTimeMs,
    ...prices,
    amountText(kline.baseVolume),
    kline.closeTimeMs,
    amountText(kline.quoteVolume),
    count,
  ];
}

/**
 * Past klines for a demo exchange on its first start: prints along the demo's reference price, made into klines by the same rules
 * as real trades, and marked as demo in the table. A market that has any kline is left alone.
 */
import { DAY_MS } from '@agio/contracts/durations';
import { inParts, type Store } from '../../store/index.ts';
import { type BaseInterval, foldTrade, type Kline, klineOpenTime } from '@agio/core';
import type { Amount, Price } from '@agio/core/fixed';
import type { LiveMarket } from './live.ts';
import { firstKlineTime, mergeIntoKlines, type StoredKline } from './kline-repo.ts';

export interface HistorySource {
  readonly symbol: string;
  /** The outside price at a moment, in quote per whole base. */
  readonly reference: (timeMs: number) => number;
  /** What one print is worth on average, in whole quote. */
  readonly printValue: number;
  /** A repeatable number in [0, 1). */
  readonly unit: (name: string, index: number) => number;
}

interface Span {
  /** Every interval that these prints make klines of: all from the same prints, so that they agree with each other. */
  readonly bases: readonly BaseInterval[];
  readonly fromMs: number;
  readonly toMs: number;
  readonly printEveryMs: number;
  /** Each print stands for this many. */
  readonly weight: number;
}

const MINUTE_DAYS = 4;
const HOUR_DAYS = 45;

/** Minutes for the last days, hours before that; the border is a midnight, so that no kline is made of both. */
function spansUntil(nowMs: number): Span[] {
  const border = klineOpenTime('1d', nowMs - MINUTE_DAYS * DAY_MS);
  const start = klineOpenTime('1d', nowMs - HOUR_DAYS * DAY_MS);
  return [
    { bases: ['1h', '1d'], fromMs: start, toMs: border, printEveryMs: 360_000, weight: 120 },
    { bases: ['1m', '1h', '1d'], fromMs: border, toMs: nowMs, printEveryMs: 12_000, weight: 4 },
  ];
}

/** Answers how many klines were written. */
export async function importDemoHistory(
  store: Store,
  markets: ReadonlyMap<string, LiveMarket>,
  sources: readonly HistorySource[],
  nowMs: number,
): Promise<number> {
  let written = 0;
  for (const source of sources) {
    const market = markets.get(source.symbol);
    if (!market || (await firstKlineTime(store.db, source.symbol, '1d')) !== null) continue;
    const klines = demoKlines(source, { ...market.view.parameters, baseScale: market.baseScale }, nowMs);
    await store.db.transaction().execute(async (tx) => {
      await inParts(klines, (part) => mergeIntoKlines(tx, part));
      await tx.updateTable('klines').set({ is_demo: true }).where('symbol', '=', source.symbol).execute();
    });
    written += klines.length;
  }
  return written;
}

interface Grid {
  readonly tickSize: number;
  readonly stepSize: number;
  readonly baseScale: number;
}

/** The past klines of one market. */
export function demoKlines(source: HistorySource, grid: Grid, nowMs: number): StoredKline[] {
  return spansUntil(nowMs).flatMap((span) => klinesOf(source, grid, span));
}

function klinesOf(source: HistorySource, { tickSize, stepSize, baseScale }: Grid, span: Span): StoredKline[] {
  const baseUnits = 10 ** baseScale;
  const klines = new Map<BaseInterval, Kline[]>(span.bases.map((base) => [base, []]));
  for (let timeMs = span.fromMs; timeMs < span.toMs; timeMs += span.printEveryMs) {
    const index = Math.floor(timeMs / span.printEveryMs);
    const reference = source.reference(timeMs);
    const price = Math.max(1, Math.round((reference * 1e8) / tickSize)) * tickSize;
    const chance = 0.3 + 1.4 * source.unit(`${source.symbol}:size`, index) ** 2;
    const size = (source.printValue * span.weight * activityFactor(source, timeMs) * chance) / reference;
    const quantity = Math.max(1, Math.round((size * baseUnits) / stepSize)) * stepSize;
    const amount = Number((BigInt(price) * BigInt(quantity)) / 10n ** BigInt(baseScale));
    const takerSide = source.unit(`${source.symbol}:side`, index) < 0.5 ? 'BUY' : 'SELL';
    const trade = {
      tradeId: 0,
      price: price as Price,
      quantity: quantity as Amount,
      amount: amount as Amount,
      takerSide,
      timeMs,
    } as const;
    for (const [base, made] of klines) foldTrade(base, made, trade);
  }
  return [...klines].flatMap(([base, made]) => made.map((kline) => ({ ...kline, symbol: source.symbol, base })));
}

/** How busy a moment is: quiet and lively quarters of an hour, and more trade where the price moves. */
function activityFactor(source: HistorySource, timeMs: number): number {
  const quarter = source.unit(`${source.symbol}:quarter`, Math.floor(timeMs / 900_000));
  const hours = source.unit(`${source.symbol}:hours`, Math.floor(timeMs / 14_400_000));
  const move = Math.abs(source.reference(timeMs) / source.reference(timeMs - 600_000) - 1);
  return 0.35 + 1.3 * quarter ** 3 + 0.5 * hours + Math.min(2.5, move * 350);
}

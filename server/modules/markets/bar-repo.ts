/** The table of stored bars: 1m, 1h and 1d, only those with trades. */
import { type Db, sql, type Tx } from '../../store/index.ts';
import { type BaseInterval, type Kline, shiftKlineOpenTime } from '@agio/core';
import type { Price } from '@agio/core/fixed';

export interface StoredBar extends Kline {
  readonly symbol: string;
  readonly base: BaseInterval;
}

/** Merges bars of new trades into the stored ones. Trades that a stored bar has already are not counted again. */
export async function mergeIntoBars(tx: Tx, bars: readonly StoredBar[]): Promise<void> {
  await tx
    .insertInto('klines')
    .values(
      bars.map((bar) => ({
        symbol: bar.symbol,
        base_interval: bar.base,
        open_time_ms: bar.openTimeMs,
        open: bar.open,
        high: bar.high,
        low: bar.low,
        close: bar.close,
        volume: bar.baseVolume,
        quote_volume: bar.quoteVolume,
        taker_buy_base: bar.takerBuyBaseVolume,
        taker_buy_quote: bar.takerBuyQuoteVolume,
        trade_count: bar.tradeCount,
        first_trade_id: bar.firstTradeId,
        last_trade_id: bar.lastTradeId,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['symbol', 'base_interval', 'open_time_ms'])
        .doUpdateSet({
          high: sql`greatest(klines.high, excluded.high)`,
          low: sql`least(klines.low, excluded.low)`,
          close: sql`excluded.close`,
          volume: sql`klines.volume + excluded.volume`,
          quote_volume: sql`klines.quote_volume + excluded.quote_volume`,
          taker_buy_base: sql`klines.taker_buy_base + excluded.taker_buy_base`,
          taker_buy_quote: sql`klines.taker_buy_quote + excluded.taker_buy_quote`,
          trade_count: sql`klines.trade_count + excluded.trade_count`,
          last_trade_id: sql`excluded.last_trade_id`,
        })
        .where('klines.last_trade_id', '<', sql<number>`excluded.first_trade_id`),
    )
    .execute();
}

/** A stored bar as SQL has it. */
interface BarRow {
  open_time_ms: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: string;
  quote_volume: string;
  taker_buy_base: string;
  taker_buy_quote: string;
  trade_count: number;
  first_trade_id: number;
  last_trade_id: number;
}

export function barOf(base: BaseInterval, row: BarRow): Kline {
  const openTimeMs = row.open_time_ms;
  return {
    openTimeMs,
    closeTimeMs: shiftKlineOpenTime(base, openTimeMs, 1) - 1,
    open: row.open as Price,
    high: row.high as Price,
    low: row.low as Price,
    close: row.close as Price,
    baseVolume: BigInt(row.volume),
    quoteVolume: BigInt(row.quote_volume),
    takerBuyBaseVolume: BigInt(row.taker_buy_base),
    takerBuyQuoteVolume: BigInt(row.taker_buy_quote),
    tradeCount: row.trade_count,
    firstTradeId: row.first_trade_id,
    lastTradeId: row.last_trade_id,
  };
}

const barsOf = (db: Db, symbol: string, base: BaseInterval) =>
  db.selectFrom('klines').selectAll().where('symbol', '=', symbol).where('base_interval', '=', base);

/** Oldest first. */
export async function newestBars(db: Db, symbol: string, base: BaseInterval, limit: number): Promise<Kline[]> {
  const rows = await barsOf(db, symbol, base).orderBy('open_time_ms', 'desc').limit(limit).execute();
  return rows.reverse().map((row) => barOf(base, row));
}

/** Bars that open in [from, to), oldest first, and before them the last one that opened earlier, if there is one. */
export async function barsBetween(
  db: Db,
  symbol: string,
  base: BaseInterval,
  from: number,
  to: number,
): Promise<Kline[]> {
  const inside = await barsOf(db, symbol, base)
    .where('open_time_ms', '>=', from)
    .where('open_time_ms', '<', to)
    .orderBy('open_time_ms')
    .execute();
  const before = await barsOf(db, symbol, base)
    .where('open_time_ms', '<', from)
    .orderBy('open_time_ms', 'desc')
    .limit(1)
    .execute();
  return [...before, ...inside].map((row) => barOf(base, row));
}

export async function firstBarTime(db: Db, symbol: string, base: BaseInterval): Promise<number | null> {
  const row = await barsOf(db, symbol, base).orderBy('open_time_ms').limit(1).executeTakeFirst();
  return row?.open_time_ms ?? null;
}

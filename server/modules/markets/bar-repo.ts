/** The table of stored bars: 1m, 1h and 1d, only those with trades. */
import { type Db, sql, type Tx } from '../../store/index.ts';
import { type BaseInterval, baseIntervalOf, type Kline, shiftKlineOpenTime } from '@agio/core';
import type { Price } from '@agio/core/fixed';
import type { KlineInterval } from '@agio/core/words';

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

export function barOf(interval: KlineInterval, row: BarRow): Kline {
  const openTimeMs = row.open_time_ms;
  return {
    openTimeMs,
    closeTimeMs: shiftKlineOpenTime(interval, openTimeMs, 1) - 1,
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

/**
 * Bars of any interval, made of the stored ones that open in [from, to), oldest first; before them the last stored bar that opened
 * earlier, if there is one. `from` is the start of a bar; where `to` lies inside one, that bar lacks the rest. Longer bars are merged by
 * the database, so that the main thread reads no more rows than are shown: the same sums, extremes, first and last prices that
 * mergeKlines would find.
 */
export async function barsBetween(
  db: Db,
  symbol: string,
  interval: KlineInterval,
  from: number,
  to: number,
): Promise<Kline[]> {
  const base = baseIntervalOf(interval);
  const before = await barsOf(db, symbol, base)
    .where('open_time_ms', '<', from)
    .orderBy('open_time_ms', 'desc')
    .limit(1)
    .execute();
  const inside =
    interval === base
      ? await barsOf(db, symbol, base)
          .where('open_time_ms', '>=', from)
          .where('open_time_ms', '<', to)
          .orderBy('open_time_ms')
          .execute()
      : await mergedBars(db, symbol, interval, from, to);
  return [...before.map((row) => barOf(base, row)), ...inside.map((row) => barOf(interval, row))];
}

async function mergedBars(
  db: Db,
  symbol: string,
  interval: KlineInterval,
  from: number,
  to: number,
): Promise<BarRow[]> {
  const starts: number[] = [];
  for (let at = from; at < to; at = shiftKlineOpenTime(interval, at, 1)) starts.push(at);
  const ends = [...starts.slice(1), to];
  // One short walk along the index for each bar: grouping the whole range instead sorts it on disk, as its size is not known before.
  // The smallest of the arrays is that of the first stored bar, since it begins with the time.
  const { rows } = await sql<BarRow>`
    select asked.open_time_ms, merged.*
    from unnest(${starts}::bigint[], ${ends}::bigint[]) as asked(open_time_ms, end_ms)
    cross join lateral (
      select max(k.high) as high, min(k.low) as low,
        (min(array[k.open_time_ms, k.open, k.first_trade_id]))[2] as open,
        (max(array[k.open_time_ms, k.close, k.last_trade_id]))[2] as close,
        (min(array[k.open_time_ms, k.open, k.first_trade_id]))[3] as first_trade_id,
        (max(array[k.open_time_ms, k.close, k.last_trade_id]))[3] as last_trade_id,
        sum(k.volume) as volume, sum(k.quote_volume) as quote_volume,
        sum(k.taker_buy_base) as taker_buy_base, sum(k.taker_buy_quote) as taker_buy_quote,
        sum(k.trade_count)::bigint as trade_count
      from klines k
      where k.symbol = ${symbol} and k.base_interval = ${baseIntervalOf(interval)}
        and k.open_time_ms >= asked.open_time_ms and k.open_time_ms < asked.end_ms
      having count(*) > 0
    ) as merged
    order by asked.open_time_ms
  `.execute(db);
  return rows;
}

export async function firstBarTime(db: Db, symbol: string, base: BaseInterval): Promise<number | null> {
  const row = await barsOf(db, symbol, base).orderBy('open_time_ms').limit(1).executeTakeFirst();
  return row?.open_time_ms ?? null;
}

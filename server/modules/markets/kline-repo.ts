/** The table of stored klines: 1m, 1h and 1d, only those with trades. */
import { type Db, sql, type Tx } from '../../store/index.ts';
import { type BaseInterval, baseIntervalOf, type Kline, shiftKlineOpenTime } from '@agio/core';
import type { Price } from '@agio/core/fixed';
import type { KlineInterval } from '@agio/core/words';

export interface StoredKline extends Kline {
  readonly symbol: string;
  readonly base: BaseInterval;
}

/** Merges klines of new trades into the stored ones. Trades that a stored kline has already are not counted again. */
export async function mergeIntoKlines(tx: Tx, klines: readonly StoredKline[]): Promise<void> {
  await tx
    .insertInto('klines')
    .values(
      klines.map((kline) => ({
        symbol: kline.symbol,
        base_interval: kline.base,
        open_time_ms: kline.openTimeMs,
        open: kline.open,
        high: kline.high,
        low: kline.low,
        close: kline.close,
        volume: kline.baseVolume,
        quote_volume: kline.quoteVolume,
        taker_buy_base: kline.takerBuyBaseVolume,
        taker_buy_quote: kline.takerBuyQuoteVolume,
        trade_count: kline.tradeCount,
        first_trade_id: kline.firstTradeId,
        last_trade_id: kline.lastTradeId,
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

/** A stored kline as SQL has it. */
interface StoredKlineRow {
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

export function klineOf(interval: KlineInterval, row: StoredKlineRow): Kline {
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

const klinesOf = (db: Db, symbol: string, base: BaseInterval) =>
  db.selectFrom('klines').selectAll().where('symbol', '=', symbol).where('base_interval', '=', base);

/** Oldest first. */
export async function newestKlines(db: Db, symbol: string, base: BaseInterval, limit: number): Promise<Kline[]> {
  const rows = await klinesOf(db, symbol, base).orderBy('open_time_ms', 'desc').limit(limit).execute();
  return rows.reverse().map((row) => klineOf(base, row));
}

/**
 * Klines of any interval, made of the stored ones that open in [from, to), oldest first; before them the last stored kline that opened
 * earlier, if there is one. `from` is the start of a kline; where `to` lies inside one, it lacks the rest. Longer klines are merged by
 * the database, so that the main thread reads no more rows than are shown: the same sums, extremes, first and last prices that
 * mergeKlines would find.
 */
export async function storedKlinesBetween(
  db: Db,
  symbol: string,
  interval: KlineInterval,
  from: number,
  to: number,
): Promise<Kline[]> {
  const base = baseIntervalOf(interval);
  const before = await klinesOf(db, symbol, base)
    .where('open_time_ms', '<', from)
    .orderBy('open_time_ms', 'desc')
    .limit(1)
    .execute();
  const inside =
    interval === base
      ? await klinesOf(db, symbol, base)
          .where('open_time_ms', '>=', from)
          .where('open_time_ms', '<', to)
          .orderBy('open_time_ms')
          .execute()
      : await mergedFromStored(db, symbol, interval, from, to);
  return [...before.map((row) => klineOf(base, row)), ...inside.map((row) => klineOf(interval, row))];
}

async function mergedFromStored(
  db: Db,
  symbol: string,
  interval: KlineInterval,
  from: number,
  to: number,
): Promise<StoredKlineRow[]> {
  const starts: number[] = [];
  for (let at = from; at < to; at = shiftKlineOpenTime(interval, at, 1)) starts.push(at);
  const ends = [...starts.slice(1), to];
  // One short walk along the index for each kline: grouping the whole range instead sorts it on disk, as its size is not known before.
  // The smallest of the arrays is that of the first stored kline, since it begins with the time.
  const { rows } = await sql<StoredKlineRow>`
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

export async function firstKlineTime(db: Db, symbol: string, base: BaseInterval): Promise<number | null> {
  const row = await klinesOf(db, symbol, base).orderBy('open_time_ms').limit(1).executeTakeFirst();
  return row?.open_time_ms ?? null;
}

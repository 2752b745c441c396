/** Klines of last prices, marks and indexes, and the newest public trades. */
import { DAY_MS } from '@agio/contracts/durations';
import type { BaseInterval, Kline, Side } from '@agio/core';
import { type Db, sql, type Tx } from '../../store/index.ts';
import { klineOf } from '../markets/index.ts';

export type KlineSource = 'LAST' | 'MARK' | 'INDEX';

/** A public trade. */
export interface Deal {
  readonly tradeId: number;
  readonly price: number;
  readonly quantity: number;
  readonly takerSide: Side;
  readonly timeMs: number;
}

export interface KlineKey {
  readonly symbol: string;
  readonly source: KlineSource;
  readonly base: BaseInterval;
}
export type StoredKline = KlineKey & Kline;

/** Adds to the stored klines. The projector applies every batch once, so that sums are right. */
export async function mergeIntoKlines(tx: Tx, klines: readonly StoredKline[]): Promise<void> {
  const rows = klines.map((kline) => ({
    symbol: kline.symbol,
    source: kline.source,
    base: kline.base,
    open_time_ms: kline.openTimeMs,
    open: kline.open,
    high: kline.high,
    low: kline.low,
    close: kline.close,
    volume: String(kline.baseVolume),
    quote_volume: String(kline.quoteVolume),
    taker_buy_volume: String(kline.takerBuyBaseVolume),
    taker_buy_quote_volume: String(kline.takerBuyQuoteVolume),
    trade_count: kline.tradeCount,
    first_id: kline.firstTradeId,
    last_id: kline.lastTradeId,
    is_demo: false,
  }));
  await sql`
    insert into futures_klines as known
    select * from json_populate_recordset(null::futures_klines, ${JSON.stringify(rows)}::json)
    on conflict (symbol, source, base, open_time_ms) do update set
      high = greatest(known.high, excluded.high), low = least(known.low, excluded.low), close = excluded.close,
      volume = known.volume + excluded.volume, quote_volume = known.quote_volume + excluded.quote_volume,
      taker_buy_volume = known.taker_buy_volume + excluded.taker_buy_volume,
      taker_buy_quote_volume = known.taker_buy_quote_volume + excluded.taker_buy_quote_volume,
      trade_count = known.trade_count + excluded.trade_count, last_id = excluded.last_id
  `.execute(tx);
}

/** Marks are many: their klines of minutes are kept this long. */
export const MARK_MINUTES_KEPT_MS = 2 * DAY_MS;

/** Of marks and indexes, those of minutes after two days and those of hours after a year. */
export async function deleteOldKlines(tx: Tx, nowMs: number): Promise<void> {
  const days = (count: number): number => nowMs - count * DAY_MS;
  await tx
    .deleteFrom('futures_klines')
    .where('source', '<>', 'LAST')
    .where('base', '=', '1m')
    .where('open_time_ms', '<', nowMs - MARK_MINUTES_KEPT_MS)
    .execute();
  await tx
    .deleteFrom('futures_klines')
    .where('source', '<>', 'LAST')
    .where('base', '=', '1h')
    .where('open_time_ms', '<', days(366))
    .execute();
}

/** Oldest first. */
export async function newestKlines(db: Db, key: KlineKey, limit: number): Promise<Kline[]> {
  const rows = await db
    .selectFrom('futures_klines')
    .selectAll()
    .where('symbol', '=', key.symbol)
    .where('source', '=', key.source)
    .where('base', '=', key.base)
    .orderBy('open_time_ms', 'desc')
    .limit(limit)
    .execute();
  return rows.reverse().map((row) =>
    klineOf(key.base, {
      ...row,
      taker_buy_base: row.taker_buy_volume,
      taker_buy_quote: row.taker_buy_quote_volume,
      first_trade_id: row.first_id,
      last_trade_id: row.last_id,
    }),
  );
}

/** Of the last projected trade, in 10^-8; undefined before the first. */
export async function newestContractPrice(tx: Tx, symbol: string): Promise<number | undefined> {
  return (await newestKlines(tx, { symbol, source: 'LAST', base: '1d' }, 1)).at(-1)?.close;
}

/** Oldest first. Every trade has one maker, whose fill tells all that is public of it. */
export async function newestDeals(db: Db, symbol: string, limit: number): Promise<Deal[]> {
  const rows = await db
    .selectFrom('futures_fills')
    .select(['trade_id', 'price', 'quantity', 'side', 'time_ms'])
    .where('symbol', '=', symbol)
    .where('is_maker', '=', true)
    .orderBy('trade_id', 'desc')
    .limit(limit)
    .execute();
  return rows.reverse().map((row) => ({
    tradeId: row.trade_id,
    price: row.price,
    quantity: row.quantity,
    takerSide: row.side === 'BUY' ? 'SELL' : 'BUY',
    timeMs: row.time_ms,
  }));
}

/** The markets' tables: names and flags for display, public trades, stored bars. */
import { type Db, sql, type Tx } from '../../store/index.ts';
import type { Bar, BaseInterval, Print } from './candles.ts';

export interface Coin {
  readonly id: number;
  readonly asset: string;
  readonly fullName: string;
  readonly precision: number;
  readonly logo: string;
  readonly track: string;
  readonly isOpen: boolean;
  readonly isShow: boolean;
  readonly depositOpen: boolean;
  readonly withdrawOpen: boolean;
  readonly withdrawMin: string;
  readonly withdrawMax: string;
  readonly sort: number;
  readonly isHot: boolean;
}

export interface PairDisplay {
  readonly id: number;
  readonly symbol: string;
  readonly isHot: boolean;
  readonly isRecommend: boolean;
  readonly isShow: boolean;
  readonly tradeArea: string;
  readonly sort: number;
  readonly createdAtMs: number;
}

export async function listCoins(db: Db): Promise<Coin[]> {
  const rows = await db.selectFrom('coins').selectAll().orderBy('sort').orderBy('asset').execute();
  return rows.map((row) => ({
    id: row.id,
    asset: row.asset,
    fullName: row.full_name,
    precision: row.precision,
    logo: row.logo,
    track: row.track,
    isOpen: row.is_open,
    isShow: row.is_show,
    depositOpen: row.deposit_open,
    withdrawOpen: row.withdraw_open,
    withdrawMin: row.withdraw_min,
    withdrawMax: row.withdraw_max,
    sort: row.sort,
    isHot: row.is_hot,
  }));
}

export async function listPairDisplays(db: Db): Promise<PairDisplay[]> {
  const rows = await db.selectFrom('spot_pairs').selectAll().orderBy('sort').orderBy('symbol').execute();
  return rows.map((row) => ({
    id: row.id,
    symbol: row.symbol,
    isHot: row.is_hot,
    isRecommend: row.is_recommend,
    isShow: row.is_show,
    tradeArea: row.trade_area,
    sort: row.sort,
    createdAtMs: row.created_at_ms,
  }));
}

/** Adds what is missing; what an operator changed stays. */
export async function insertDisplays(
  tx: Tx,
  coins: readonly Omit<Coin, 'id'>[],
  pairs: readonly Omit<PairDisplay, 'id'>[],
): Promise<void> {
  if (coins.length > 0) {
    await tx
      .insertInto('coins')
      .values(
        coins.map((coin) => ({
          asset: coin.asset,
          full_name: coin.fullName,
          precision: coin.precision,
          logo: coin.logo,
          track: coin.track,
          is_open: coin.isOpen,
          is_show: coin.isShow,
          deposit_open: coin.depositOpen,
          withdraw_open: coin.withdrawOpen,
          withdraw_min: coin.withdrawMin,
          withdraw_max: coin.withdrawMax,
          sort: coin.sort,
          is_hot: coin.isHot,
        })),
      )
      .onConflict((conflict) => conflict.column('asset').doNothing())
      .execute();
  }
  if (pairs.length > 0) {
    await tx
      .insertInto('spot_pairs')
      .values(
        pairs.map((pair) => ({
          symbol: pair.symbol,
          is_hot: pair.isHot,
          is_recommend: pair.isRecommend,
          is_show: pair.isShow,
          trade_area: pair.tradeArea,
          sort: pair.sort,
          created_at_ms: pair.createdAtMs,
        })),
      )
      .onConflict((conflict) => conflict.column('symbol').doNothing())
      .execute();
  }
}

type PrintRow = {
  trade_id: number;
  price: number;
  quantity: number;
  amount: number;
  taker_side: string;
  time_ms: number;
};
const PRINT_COLUMNS = ['trade_id', 'price', 'quantity', 'amount', 'taker_side', 'time_ms'] as const;

function toPrint(row: PrintRow): Print {
  return {
    tradeId: row.trade_id,
    price: row.price,
    quantity: row.quantity,
    amount: row.amount,
    takerSide: row.taker_side === 'BUY' ? 'BUY' : 'SELL',
    timeMs: row.time_ms,
  };
}

/** Oldest first. */
export async function newestPrints(db: Db, symbol: string, limit: number): Promise<Print[]> {
  const rows = await db
    .selectFrom('trades')
    .select(PRINT_COLUMNS)
    .where('symbol', '=', symbol)
    .orderBy('trade_id', 'desc')
    .limit(limit)
    .execute();
  return rows.reverse().map(toPrint);
}

/** From a trade id on, oldest first. */
export async function printsFromId(db: Db, symbol: string, fromId: number, limit: number): Promise<Print[]> {
  const rows = await db
    .selectFrom('trades')
    .select(PRINT_COLUMNS)
    .where('symbol', '=', symbol)
    .where('trade_id', '>=', fromId)
    .orderBy('trade_id')
    .limit(limit)
    .execute();
  return rows.map(toPrint);
}

/** Within two moments (both included), the oldest of them first. */
export async function printsBetween(
  db: Db,
  symbol: string,
  fromMs: number,
  toMs: number,
  limit: number,
): Promise<Print[]> {
  const rows = await db
    .selectFrom('trades')
    .select(PRINT_COLUMNS)
    .where('symbol', '=', symbol)
    .where('time_ms', '>=', fromMs)
    .where('time_ms', '<=', toMs)
    .orderBy('time_ms')
    .orderBy('trade_id')
    .limit(limit)
    .execute();
  return rows.map(toPrint);
}

/** Up to a moment, the newest of them, oldest first. */
export async function printsUntil(db: Db, symbol: string, toMs: number, limit: number): Promise<Print[]> {
  const rows = await db
    .selectFrom('trades')
    .select(PRINT_COLUMNS)
    .where('symbol', '=', symbol)
    .where('time_ms', '<=', toMs)
    .orderBy('time_ms', 'desc')
    .orderBy('trade_id', 'desc')
    .limit(limit)
    .execute();
  return rows.reverse().map(toPrint);
}

export async function insertPrints(tx: Tx, prints: readonly (Print & { readonly symbol: string })[]): Promise<void> {
  await tx
    .insertInto('trades')
    .values(
      prints.map((print) => ({
        symbol: print.symbol,
        trade_id: print.tradeId,
        price: print.price,
        quantity: print.quantity,
        amount: print.amount,
        taker_side: print.takerSide,
        time_ms: print.timeMs,
      })),
    )
    .onConflict((conflict) => conflict.columns(['symbol', 'trade_id']).doNothing())
    .execute();
}

export interface StoredBar extends Bar {
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
        open_time_ms: bar.openTime,
        open: bar.open,
        high: bar.high,
        low: bar.low,
        close: bar.close,
        volume: bar.volume,
        quote_volume: bar.quoteVolume,
        taker_buy_base: bar.takerBuyBase,
        taker_buy_quote: bar.takerBuyQuote,
        trade_count: bar.count,
        first_trade_id: bar.firstId,
        last_trade_id: bar.lastId,
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

function toBar(row: BarRow): Bar {
  return {
    openTime: row.open_time_ms,
    open: row.open,
    high: row.high,
    low: row.low,
    close: row.close,
    volume: BigInt(row.volume),
    quoteVolume: BigInt(row.quote_volume),
    takerBuyBase: BigInt(row.taker_buy_base),
    takerBuyQuote: BigInt(row.taker_buy_quote),
    count: row.trade_count,
    firstId: row.first_trade_id,
    lastId: row.last_trade_id,
  };
}

const barsOf = (db: Db, symbol: string, base: BaseInterval) =>
  db.selectFrom('klines').selectAll().where('symbol', '=', symbol).where('base_interval', '=', base);

/** Oldest first. */
export async function newestBars(db: Db, symbol: string, base: BaseInterval, limit: number): Promise<Bar[]> {
  const rows = await barsOf(db, symbol, base).orderBy('open_time_ms', 'desc').limit(limit).execute();
  return rows.reverse().map(toBar);
}

/** Bars that open in [from, to), oldest first, and before them the last one that opened earlier, if there is one. */
export async function barsBetween(
  db: Db,
  symbol: string,
  base: BaseInterval,
  from: number,
  to: number,
): Promise<Bar[]> {
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
  return [...before, ...inside].map(toBar);
}

export async function firstBarTime(db: Db, symbol: string, base: BaseInterval): Promise<number | null> {
  const row = await barsOf(db, symbol, base).orderBy('open_time_ms').limit(1).executeTakeFirst();
  return row?.open_time_ms ?? null;
}

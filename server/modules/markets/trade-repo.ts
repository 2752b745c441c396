/** The table of public trades. */
import type { Db, Tx } from '../../store/index.ts';
import type { KlineTrade } from '@agio/core';
import type { Amount, Price } from '@agio/core/fixed';

type PrintRow = {
  trade_id: number;
  price: number;
  quantity: number;
  amount: number;
  taker_side: string;
  time_ms: number;
};
const PRINT_COLUMNS = ['trade_id', 'price', 'quantity', 'amount', 'taker_side', 'time_ms'] as const;

function toPrint(row: PrintRow): KlineTrade {
  return {
    tradeId: row.trade_id,
    price: row.price as Price,
    quantity: row.quantity as Amount,
    amount: row.amount as Amount,
    takerSide: row.taker_side === 'BUY' ? 'BUY' : 'SELL',
    timeMs: row.time_ms,
  };
}

/** Oldest first. */
export async function newestPrints(db: Db, symbol: string, limit: number): Promise<KlineTrade[]> {
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
export async function printsFromId(db: Db, symbol: string, fromId: number, limit: number): Promise<KlineTrade[]> {
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
): Promise<KlineTrade[]> {
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
export async function printsUntil(db: Db, symbol: string, toMs: number, limit: number): Promise<KlineTrade[]> {
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

export async function insertPrints(
  tx: Tx,
  prints: readonly (KlineTrade & { readonly symbol: string })[],
): Promise<void> {
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

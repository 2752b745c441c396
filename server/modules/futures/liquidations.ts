/** Liquidations as everybody may see them: what was closed, at which price and when, but not whose it was. */
import { LIQUIDATION_KINDS } from '@agio/contracts/http/futures-shapes';
import { type CoreEvent, type Side, SIDES } from '@agio/core';
import {
  type Db,
  countForPages,
  onPage,
  type Page,
  type PageRange,
  readWord,
  sql,
  type Tx,
} from '../../store/index.ts';

export interface LiquidationRow {
  readonly seq: number;
  readonly index: number;
  readonly symbol: string;
  /** Of the closing: SELL closed a long. */
  readonly side: Side;
  readonly kind: (typeof LIQUIDATION_KINDS)[number];
  readonly quantity: bigint;
  /** What the whole quantity was closed for, in units of the settlement coin. */
  readonly amount: bigint;
  readonly timeMs: number;
}

/**
 * One row for each liquidation order, whatever number of orders it met, and one for each position taken over. What the engine sells
 * later of a position that it took over is none: that was counted when it was taken over.
 */
export function liquidationsOf(events: readonly CoreEvent[]): LiquidationRow[] {
  const rows = new Map<string, LiquidationRow>();
  for (const [at, event] of events.entries()) {
    if (event.kind === 'PerpTraded' && event.isLiquidation && event.takerOrderId !== 0) {
      const { seq, index, symbol, takerSide: side, timeMs } = event;
      const key = `order ${event.takerOrderId}`;
      const begun = rows.get(key) ?? { seq, index, symbol, side, kind: 'MARKET', quantity: 0n, amount: 0n, timeMs };
      rows.set(key, {
        ...begun,
        quantity: begun.quantity + BigInt(event.quantity),
        amount: begun.amount + event.amount,
      });
    } else if (event.kind === 'Liquidated' && event.step === 'TAKEN_OVER') {
      const { seq, index, symbol, quantity, timeMs } = event;
      const side = sideOfClosing(events, at);
      if (side)
        rows.set(`taken over ${seq} ${index}`, {
          seq,
          index,
          symbol,
          side,
          kind: 'TAKEN_OVER',
          quantity,
          amount: event.bankruptcyValue,
          timeMs,
        });
    }
  }
  return [...rows.values()];
}

/** A receipt does not name the direction; the position's own last event, which the engine tells just before it, does. */
function sideOfClosing(events: readonly CoreEvent[], at: number): Side | null {
  const receipt = events[at];
  if (receipt?.kind !== 'Liquidated') return null;
  for (let before = at - 1; before >= 0; before--) {
    const event = events[before];
    if (event?.seq !== receipt.seq) return null;
    if (
      event.kind === 'PositionChanged' &&
      event.uid === receipt.uid &&
      event.wallet === receipt.wallet &&
      event.symbol === receipt.symbol &&
      event.positionSide === receipt.positionSide
    )
      return event.direction === 'LONG' ? 'SELL' : 'BUY';
  }
  return null;
}

/** The same rows may come twice: a replay writes what is there already. */
export async function insertLiquidations(tx: Tx, rows: readonly LiquidationRow[]): Promise<void> {
  const values = rows.map((row) => ({
    seq: row.seq,
    event_index: row.index,
    symbol: row.symbol,
    side: row.side,
    kind: row.kind,
    quantity: row.quantity.toString(),
    amount: row.amount.toString(),
    time_ms: row.timeMs,
  }));
  await sql`
    insert into futures_liquidations
    select * from json_populate_recordset(null::futures_liquidations, ${JSON.stringify(values)}::json)
    on conflict do nothing
  `.execute(tx);
}

/** Newest first; of one contract, or of all. */
export async function pageOfLiquidations(
  db: Db,
  symbol: string | undefined,
  range: PageRange,
): Promise<Page<LiquidationRow>> {
  let all = db.selectFrom('futures_liquidations');
  if (symbol !== undefined) all = all.where('symbol', '=', symbol);
  const total = await countForPages(db, all);
  const rows = await all
    .selectAll()
    .orderBy('seq', 'desc')
    .orderBy('event_index', 'desc')
    .$call(onPage(range))
    .execute();
  return {
    total,
    items: rows.map((row) => ({
      seq: row.seq,
      index: row.event_index,
      symbol: row.symbol,
      side: readWord('side', row.side, SIDES),
      kind: readWord('kind', row.kind, LIQUIDATION_KINDS),
      quantity: BigInt(row.quantity),
      amount: BigInt(row.amount),
      timeMs: row.time_ms,
    })),
  };
}

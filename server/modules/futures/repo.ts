/** The futures tables. A body is the core's view as JSON, its big integers as text. */
import type { DirectionName } from '@agio/core/words';
import type {
  CoreEvent,
  PerpFillTerms,
  PerpOrderView,
  PerpTradeView,
  PositionView,
  Side,
  StopOrderView,
} from '@agio/core';
import { copyNewRows, insertRows, jsonText, type NewRow, sql, type Tx } from '../../store/index.ts';

export interface FillRow {
  readonly symbol: string;
  readonly tradeId: number;
  readonly isMaker: boolean;
  readonly uid: number;
  readonly wallet: string;
  readonly orderId: number;
  readonly side: Side;
  readonly price: number;
  readonly quantity: number;
  readonly amount: bigint;
  readonly fee: bigint;
  /** The part of the fee that a voucher paid. */
  readonly voucher: bigint;
  readonly realised: bigint;
  /** What of it closed a position; null in rows that are older than receipts. */
  readonly closedQuantity: bigint | null;
  readonly isLiquidation: boolean;
  readonly timeMs: number;
}

/** A fill with what its receipt needs. */
export interface ProvenFill extends FillRow {
  readonly seq: number;
  readonly eventIndex: number;
  readonly terms: PerpFillTerms | null;
}

/** The fills of all trades among these events, with their terms. */
export function provenFills(events: readonly CoreEvent[]): ProvenFill[] {
  return tradesOf(events).flatMap(({ trade, vouchers }) => {
    const { seq, index: eventIndex, makerTerms, takerTerms } = trade;
    const withTerms = (fill: FillRow) => ({ ...fill, seq, eventIndex, terms: fill.isMaker ? makerTerms : takerTerms });
    return fillsOf(trade, vouchers).map(withTerms);
  });
}

/** The same without their terms, for who is told of them. */
export const ownFills = (events: readonly CoreEvent[]): FillRow[] =>
  tradesOf(events).flatMap(({ trade, vouchers }) => fillsOf(trade, vouchers));

/** What vouchers paid of the fees of a trade, by the user's id: it is told after the trade, by the same command. */
type Vouchers = ReadonlyMap<number, bigint>;

function tradesOf(events: readonly CoreEvent[]): { trade: Event<'PerpTraded'>; vouchers: Vouchers }[] {
  const found = new Map<string, { trade: Event<'PerpTraded'>; vouchers: Map<number, bigint> }>();
  for (const event of events) {
    if (event.kind !== 'PerpTraded' && event.kind !== 'FeeCovered') continue;
    const key = `${event.symbol} ${event.tradeId}`;
    if (event.kind === 'PerpTraded') found.set(key, { trade: event, vouchers: new Map() });
    else found.get(key)?.vouchers.set(event.uid, event.voucher);
  }
  return [...found.values()];
}

type Event<K extends CoreEvent['kind']> = Extract<CoreEvent, { kind: K }>;
export type ReceiptEvent = Event<'Liquidated'> | Event<'Deleveraged'>;

/** The fills of both sides of a trade; the engine's side, when it sells a position that it took over, has none. */
function fillsOf(trade: PerpTradeView, vouchers: Vouchers): FillRow[] {
  const { symbol, tradeId, price, quantity, amount, isLiquidation, timeMs } = trade;
  const shared = { symbol, tradeId, price, quantity, amount, timeMs };
  const makerSide = trade.takerSide === 'BUY' ? 'SELL' : 'BUY';
  const maker: FillRow = {
    ...shared,
    isMaker: true,
    uid: trade.makerUid,
    wallet: trade.makerWallet,
    orderId: trade.makerOrderId,
    side: makerSide,
    fee: trade.makerFee,
    voucher: vouchers.get(trade.makerUid) ?? 0n,
    realised: trade.makerRealised,
    closedQuantity: closedQuantity(makerSide, quantity, trade.makerTerms.before),
    isLiquidation: false,
  };
  if (trade.takerOrderId === 0) return [maker];
  const taker: FillRow = {
    ...shared,
    isMaker: false,
    uid: trade.takerUid,
    wallet: trade.takerWallet,
    orderId: trade.takerOrderId,
    side: trade.takerSide,
    fee: trade.takerFee,
    // No voucher pays the fee of a liquidation.
    voucher: isLiquidation ? 0n : (vouchers.get(trade.takerUid) ?? 0n),
    realised: trade.takerRealised,
    closedQuantity: trade.takerTerms && closedQuantity(trade.takerSide, quantity, trade.takerTerms.before),
    isLiquidation,
  };
  return [maker, taker];
}

interface PositionBefore {
  readonly direction: DirectionName;
  readonly quantity: bigint;
}

/** How much of a fill closed the position that stood before it; the rest opened one. A sale closes a long, a buy a short. */
export function closedQuantity(side: Side, quantity: number, before: PositionBefore | null): bigint {
  if (before === null || before.direction === (side === 'BUY' ? 'LONG' : 'SHORT')) return 0n;
  const filled = BigInt(quantity);
  return filled < before.quantity ? filled : before.quantity;
}

const orderRow = (order: PerpOrderView): NewRow<'futures_orders'> => ({
  order_id: order.orderId,
  uid: order.uid,
  wallet: order.wallet,
  symbol: order.symbol,
  client_order_id: order.clientOrderId,
  status: order.status,
  filled_quantity: order.filledQuantity,
  created_at_ms: order.createdAtMs,
  updated_at_ms: order.updatedAtMs,
  body: order,
});

/** The last state of each order that the rows do not know yet. */
export async function insertOrders(tx: Tx, orders: readonly PerpOrderView[]): Promise<void> {
  if (!(await copyNewRows(tx, 'futures_orders', orders.map(orderRow)))) await upsertOrders(tx, orders);
}

export async function upsertOrders(tx: Tx, orders: readonly PerpOrderView[]): Promise<void> {
  const rows = orders.map(orderRow);
  await sql`
    insert into futures_orders select * from json_populate_recordset(null::futures_orders, ${jsonText(rows)}::json)
    on conflict (order_id) do update set status = excluded.status, filled_quantity = excluded.filled_quantity,
      updated_at_ms = excluded.updated_at_ms, body = excluded.body
  `.execute(tx);
}

export async function upsertStopOrders(tx: Tx, orders: readonly StopOrderView[]): Promise<void> {
  const rows = orders.map((order) => ({
    stop_order_id: order.stopOrderId,
    uid: order.uid,
    wallet: order.wallet,
    symbol: order.symbol,
    status: order.status,
    created_at_ms: order.createdAtMs,
    updated_at_ms: order.updatedAtMs,
    body: order,
  }));
  await sql`
    insert into futures_stop_orders
    select * from json_populate_recordset(null::futures_stop_orders, ${jsonText(rows)}::json)
    on conflict (stop_order_id) do update set status = excluded.status, updated_at_ms = excluded.updated_at_ms,
      body = excluded.body
  `.execute(tx);
}

export async function insertFills(tx: Tx, fills: readonly ProvenFill[]): Promise<void> {
  const rows = fills.map((fill) => ({
    symbol: fill.symbol,
    trade_id: fill.tradeId,
    is_maker: fill.isMaker,
    uid: fill.uid,
    wallet: fill.wallet,
    order_id: fill.orderId,
    side: fill.side,
    price: fill.price,
    quantity: fill.quantity,
    amount: fill.amount,
    fee: fill.fee,
    voucher: fill.voucher,
    realised: fill.realised,
    is_liquidation: fill.isLiquidation,
    time_ms: fill.timeMs,
    seq: fill.seq,
    event_index: fill.eventIndex,
    terms: fill.terms,
  }));
  await insertRows(tx, 'futures_fills', rows);
}

/** A state of a position, and the place in the log at which it came to be. */
export type PositionChange = PositionView & { readonly seq: number };

/** What several changes of one position in a batch come to. */
interface FoldedPosition {
  readonly first: PositionChange;
  last: PositionChange;
  largest: PositionChange;
  /** What was opened after `first`. */
  readonly entered: { quantity: bigint; cost: bigint };
}

function foldPositions(changes: readonly PositionChange[]): readonly FoldedPosition[] {
  const byId = new Map<number, FoldedPosition>();
  for (const change of changes) {
    const known = byId.get(change.positionId);
    if (known === undefined) {
      const entered = { quantity: 0n, cost: 0n };
      byId.set(change.positionId, { first: change, last: change, largest: change, entered });
      continue;
    }
    if (change.quantity > known.last.quantity) {
      known.entered.quantity += BigInt(change.quantity - known.last.quantity);
      known.entered.cost += change.cost - known.last.cost;
    }
    if (change.quantity > known.largest.quantity) known.largest = change;
    known.last = change;
  }
  return [...byId.values()];
}

/**
 * Stores the newest state of each position, its state when it was largest, and what was opened of it in all: the history shows the latter,
 * not the remainder that the last of several closing orders closed. Where the opening was not seen (the rows begin in the middle of a
 * position's life), what was opened in all stays null, and the history shows the largest size. The first of equal sizes is kept, so that
 * the rows do not depend on how the log was cut into batches.
 */
export async function upsertPositions(tx: Tx, changes: readonly PositionChange[]): Promise<void> {
  const rows = foldPositions(changes).map(({ first, last, largest, entered }) => ({
    position_id: last.positionId,
    uid: last.uid,
    wallet: last.wallet,
    symbol: last.symbol,
    is_open: last.quantity > 0,
    updated_at_ms: last.updatedAtMs,
    body: last,
    widest: { quantity: largest.quantity, cost: largest.cost },
    entered_quantity: entered.quantity,
    entered_cost: entered.cost,
    first_quantity: first.quantity,
    first_cost: first.cost,
    is_opening: first.openedAtMs === first.updatedAtMs,
    first_seq: first.seq,
  }));
  await sql`
    insert into futures_positions as known (position_id, uid, wallet, symbol, is_open, updated_at_ms, body, widest,
      entered_quantity, entered_cost, opened_seq)
    select made.position_id, made.uid, made.wallet, made.symbol, made.is_open, made.updated_at_ms, made.body, made.widest,
      case when before.body is null and not made.is_opening then null
        else made.entered_quantity + greatest(made.first_quantity - coalesce((before.body ->> 'quantity')::numeric, 0), 0) end,
      case when before.body is null and not made.is_opening then null
        when made.first_quantity > coalesce((before.body ->> 'quantity')::numeric, 0)
        then made.entered_cost + made.first_cost - coalesce((before.body ->> 'cost')::numeric, 0)
        else made.entered_cost end,
      case when made.is_opening then made.first_seq end
    from json_to_recordset(${jsonText(rows)}::json) as made(position_id bigint, uid bigint, wallet text, symbol text,
      is_open boolean, updated_at_ms bigint, body jsonb, widest jsonb, entered_quantity numeric, entered_cost numeric,
      first_quantity numeric, first_cost numeric, is_opening boolean, first_seq bigint)
    left join futures_positions as before on before.position_id = made.position_id
    on conflict (position_id) do update set is_open = excluded.is_open, updated_at_ms = excluded.updated_at_ms,
      body = excluded.body,
      entered_quantity = known.entered_quantity + excluded.entered_quantity,
      entered_cost = known.entered_cost + excluded.entered_cost,
      widest = case when (excluded.widest ->> 'quantity')::numeric > (known.widest ->> 'quantity')::numeric
        then excluded.widest else known.widest end
  `.execute(tx);
}

export async function insertFundingRates(tx: Tx, settled: readonly Event<'FundingSettled'>[]): Promise<void> {
  const rows = settled.map(({ symbol, timeMs, rate, markPrice }) => ({
    symbol,
    time_ms: timeMs,
    rate,
    mark_price: markPrice,
  }));
  await tx
    .insertInto('futures_funding_rates')
    .values(rows)
    .onConflict((on) => on.doNothing())
    .execute();
}

export async function insertPayments(tx: Tx, payments: readonly Event<'FundingPaid'>[]): Promise<void> {
  const rows = payments.map((paid) => ({
    seq: paid.seq,
    event_index: paid.index,
    uid: paid.uid,
    wallet: paid.wallet,
    symbol: paid.symbol,
    position_side: paid.positionSide,
    quantity: paid.quantity,
    rate: paid.rate,
    mark_price: paid.markPrice,
    amount: paid.amount,
    time_ms: paid.timeMs,
    direction: paid.direction,
    due: paid.due,
  }));
  await insertRows(tx, 'futures_funding_payments', rows);
}

export async function insertReceipts(tx: Tx, receipts: readonly ReceiptEvent[]): Promise<void> {
  const rows = receipts.map((receipt) => ({
    seq: receipt.seq,
    event_index: receipt.index,
    uid: receipt.uid,
    wallet: receipt.wallet,
    symbol: receipt.symbol,
    kind: receipt.kind,
    time_ms: receipt.timeMs,
    body: receipt,
  }));
  await insertRows(tx, 'futures_receipts', rows);
}

/** Deletes orders that ended without a fill before this moment. */
export async function deleteEndedUnfilled(tx: Tx, beforeMs: number): Promise<void> {
  await tx
    .deleteFrom('futures_orders')
    .where('filled_quantity', '=', 0)
    .where('status', 'in', ['CANCELED', 'EXPIRED', 'EXPIRED_IN_MATCH'])
    .where('updated_at_ms', '<', beforeMs)
    .execute();
  await tx
    .deleteFrom('futures_stop_orders')
    .where('status', 'in', ['CANCELED', 'EXPIRED'])
    .where('updated_at_ms', '<', beforeMs)
    .execute();
}

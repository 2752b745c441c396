/** What the futures tables remember of a user: pages, newest first. */
import { type LiquidationReceipt, type PerpOrderView, type PositionView, SIDES, type StopOrderView } from '@agio/core';
import {
  type Db,
  countForPages,
  isLostFuturesOrder,
  isLostStopOrder,
  onPage,
  type Page,
  type PageRange,
  readWord,
  type Selectable,
  sql,
  type Tables,
} from '../../store/index.ts';
import type { DatedQuery, EndedQuery, HistoryQuery, SidedQuery } from './history-queries.ts';
import { closedQuantity, type FillRow, type PositionChange, type ReceiptEvent } from './repo.ts';
import { type DirectionName, POSITION_SIDES, type PositionSide } from '@agio/core/words';

const BIG_FIELDS = new Set<string>([
  'cost',
  'margin',
  'realised',
  'fees',
  'funding',
  'liquidationPrice',
  'markPrice',
  'equity',
  'maintenanceMargin',
  'bankruptcyValue',
  'tradedValue',
  'fee',
  'fundBefore',
  'fundAfter',
  'score',
  'value',
  'inventoryQuantity',
  'inventoryCost',
  'fund',
]);

/** The view again: text where the core has big integers becomes one. */
function revive<View>(body: unknown): View {
  const fields = Object.entries(body as Record<string, unknown>);
  return Object.fromEntries(
    fields.map(([name, value]) => [name, typeof value === 'string' && BIG_FIELDS.has(name) ? BigInt(value) : value]),
  ) as View;
}

/** An order with the conditional order that placed it; null: none, or none that is kept. */
export interface EndedOrder {
  readonly order: PerpOrderView;
  readonly stop: StopOrderView | null;
}

export async function endedOrders(db: Db, query: EndedQuery): Promise<Page<EndedOrder>> {
  let ended = db
    .selectFrom('futures_orders')
    .where('uid', '=', query.uid)
    .where('wallet', '=', query.wallet)
    .where('status', 'not in', ['NEW', 'PARTIALLY_FILLED']);
  if (query.isLost) ended = ended.where(isLostFuturesOrder);
  if (query.symbol !== undefined) ended = ended.where('symbol', '=', query.symbol);
  if (query.side !== undefined) ended = ended.where(sql<string>`body->>'side'`, '=', query.side);
  if (query.fromMs !== undefined) ended = ended.where('created_at_ms', '>=', query.fromMs);
  if (query.toMs !== undefined) ended = ended.where('created_at_ms', '<=', query.toMs);
  const total = await countForPages(db, ended);
  const inOrder = query.isLost ? ended.orderBy('updated_at_ms', 'desc') : ended;
  const rows = await inOrder.select('body').orderBy('order_id', 'desc').$call(onPage(query)).execute();
  const orders = rows.map(({ body }) => revive<PerpOrderView>(body));
  const ids = orders.flatMap(({ origin, orderId }) => (origin === 'STOP' ? [orderId] : []));
  const stops = await stopsByOrders(db, query, ids);
  return { total, items: orders.map((order) => ({ order, stop: stops.get(order.orderId) ?? null })) };
}

/** The conditional orders of a wallet that placed these orders. */
async function stopsByOrders(
  db: Db,
  { uid, wallet }: HistoryQuery,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, StopOrderView>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('futures_stop_orders')
    .select('body')
    .where('uid', '=', uid)
    .where('wallet', '=', wallet)
    // Part of the text and no parameter: the index of these orders holds this status alone.
    .where('status', '=', sql.lit('TRIGGERED'))
    .where(sql<number>`(body ->> 'orderId')::bigint`, 'in', orderIds)
    .execute();
  return new Map(
    rows.map(({ body }) => {
      const stop = revive<StopOrderView>(body);
      return [stop.orderId, stop];
    }),
  );
}

/** A conditional order with the order that it became; null: none, or none that is kept. */
export interface EndedStopOrder {
  readonly stop: StopOrderView;
  readonly order: PerpOrderView | null;
}

export async function endedStopOrders(db: Db, query: EndedQuery): Promise<Page<EndedStopOrder>> {
  let ended = db
    .selectFrom('futures_stop_orders')
    .where('uid', '=', query.uid)
    .where('wallet', '=', query.wallet)
    .where('status', '<>', 'NEW');
  if (query.isLost) ended = ended.where(isLostStopOrder);
  if (query.symbol !== undefined) ended = ended.where('symbol', '=', query.symbol);
  if (query.side !== undefined) ended = ended.where(sql<string>`body->>'side'`, '=', query.side);
  if (query.fromMs !== undefined) ended = ended.where('created_at_ms', '>=', query.fromMs);
  if (query.toMs !== undefined) ended = ended.where('created_at_ms', '<=', query.toMs);
  const total = await countForPages(db, ended);
  const inOrder = query.isLost ? ended.orderBy('updated_at_ms', 'desc') : ended;
  const rows = await inOrder.select('body').orderBy('stop_order_id', 'desc').$call(onPage(query)).execute();
  const stops = rows.map(({ body }) => revive<StopOrderView>(body));
  const orders = await ordersByIds(
    db,
    stops.flatMap(({ orderId }) => (orderId === 0 ? [] : [orderId])),
  );
  return { total, items: stops.map((stop) => ({ stop, order: orders.get(stop.orderId) ?? null })) };
}

async function ordersByIds(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, PerpOrderView>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('futures_orders')
    .select(['order_id', 'body'])
    .where('order_id', 'in', ids)
    .execute();
  return new Map(rows.map(({ order_id: id, body }) => [id, revive<PerpOrderView>(body)]));
}

/** `direction` is the one that a position had when it was closed. */
export interface ClosedQuery extends DatedQuery {
  readonly direction: DirectionName | undefined;
}

/** A position that was closed, as large as it was at most, with what was opened of it in all; null where that was not kept. */
export interface ClosedPosition extends PositionView {
  readonly endedBy: 'ORDER' | 'LIQUIDATION' | 'ADL';
  readonly liquidationFee: bigint;
  readonly entered: { readonly quantity: bigint; readonly cost: bigint } | null;
}

export async function closedPositions(db: Db, query: ClosedQuery): Promise<Page<ClosedPosition>> {
  let closed = db
    .selectFrom('futures_positions')
    .where('uid', '=', query.uid)
    .where('wallet', '=', query.wallet)
    .where('is_open', '=', false);
  if (query.symbol !== undefined) closed = closed.where('symbol', '=', query.symbol);
  if (query.direction !== undefined) closed = closed.where(sql<string>`body->>'direction'`, '=', query.direction);
  if (query.fromMs !== undefined) closed = closed.where('updated_at_ms', '>=', query.fromMs);
  if (query.toMs !== undefined) closed = closed.where('updated_at_ms', '<=', query.toMs);
  const total = await countForPages(db, closed);
  const rows = await closed
    .select(['body', 'widest', 'entered_quantity', 'entered_cost', 'opened_seq'])
    .orderBy('updated_at_ms', 'desc')
    .orderBy('position_id', 'desc')
    .$call(onPage(query))
    .execute();
  const lives = rows.map(({ body, opened_seq: openedSeq }) => ({ ...revive<PositionChange>(body), openedSeq }));
  const steps = await forcedStepsDuring(db, query, lives);
  const items = rows.map(({ body, widest, entered_quantity: quantity, entered_cost: cost }, at) => ({
    ...revive<PositionView>({ ...(body as object), ...(widest as object) }),
    entered: quantity === null || cost === null ? null : { quantity: BigInt(quantity), cost: BigInt(cost) },
    ...forcedPart(lives[at]!, steps),
  }));
  return { total, items };
}

/** From its opening to its closing; `seq` is the place in the log of the latter. `openedSeq` is null where it was not kept. */
type PositionLife = Pick<PositionChange, 'symbol' | 'positionSide' | 'openedAtMs' | 'updatedAtMs' | 'seq'> & {
  readonly openedSeq: number | null;
};

/** What a liquidation or deleveraging closed in one step. */
interface ForcedStep {
  readonly seq: number;
  readonly timeMs: number;
  readonly kind: ReceiptEvent['kind'];
  readonly symbol: string;
  readonly positionSide: string;
  /** Null: a deleveraging has none. */
  readonly step: string | null;
  readonly fee: bigint;
}

/** All liquidations and deleveragings while these positions were open. */
async function forcedStepsDuring(
  db: Db,
  { uid, wallet }: HistoryQuery,
  positions: readonly PositionLife[],
): Promise<readonly ForcedStep[]> {
  if (positions.length === 0) return [];
  const rows = await db
    .selectFrom('futures_receipts')
    .select(['seq', 'time_ms', 'kind', 'symbol'])
    .select(sql<string>`body->>'positionSide'`.as('position_side'))
    .select(sql<string | null>`body->>'step'`.as('step'))
    // A deleveraging has no fee.
    .select(sql<string>`coalesce(body->>'fee', '0')`.as('fee'))
    .where('uid', '=', uid)
    .where('wallet', '=', wallet)
    .where('symbol', 'in', [...new Set(positions.map(({ symbol }) => symbol))])
    .where('time_ms', '>=', Math.min(...positions.map(({ openedAtMs }) => openedAtMs)))
    .where('time_ms', '<=', Math.max(...positions.map(({ updatedAtMs }) => updatedAtMs)))
    .where(sql<string>`coalesce(body->>'step', '')`, 'not in', CLOSING_NOTHING)
    .where(sql<string>`body->>'quantity'`, '<>', '0')
    .execute();
  return rows.map(({ time_ms: timeMs, position_side: positionSide, kind, fee, ...row }) => ({
    ...row,
    timeMs,
    positionSide,
    kind: readWord('kind', kind, ['Liquidated', 'Deleveraged'] as const),
    fee: BigInt(fee),
  }));
}

/**
 * Which part of a position was closed against the will of its owner. By the log, since one millisecond may hold the liquidation of one
 * position and the opening of the next.
 */
function forcedPart(
  { symbol, positionSide, openedSeq, openedAtMs, seq: closedSeq }: PositionLife,
  steps: readonly ForcedStep[],
): Pick<ClosedPosition, 'endedBy' | 'liquidationFee'> {
  let endedBy: ClosedPosition['endedBy'] = 'ORDER';
  let liquidationFee = 0n;
  for (const step of steps) {
    const isBefore = openedSeq === null ? step.timeMs < openedAtMs : step.seq < openedSeq;
    if (step.symbol !== symbol || isBefore || step.seq > closedSeq) continue;
    // Long and short that close against each other share one receipt.
    if (step.positionSide !== positionSide && step.step !== 'HEDGE_CLOSED') continue;
    liquidationFee += step.fee;
    if (step.seq === closedSeq) endedBy = step.kind === 'Liquidated' ? 'LIQUIDATION' : 'ADL';
  }
  return { endedBy, liquidationFee };
}

/** A fill with the conditional order that sent its order; null: none, or none that is kept. */
export interface SentFill {
  readonly fill: FillRow;
  readonly stop: StopOrderView | null;
  /** Of the order; null: it is not kept. */
  readonly positionSide: PositionSide | null;
}

export async function pageOfFills(db: Db, query: SidedQuery): Promise<Page<SentFill>> {
  let fills = db.selectFrom('futures_fills').where('uid', '=', query.uid).where('wallet', '=', query.wallet);
  if (query.symbol !== undefined) fills = fills.where('symbol', '=', query.symbol);
  if (query.side !== undefined) fills = fills.where('side', '=', query.side);
  if (query.fromMs !== undefined) fills = fills.where('time_ms', '>=', query.fromMs);
  if (query.toMs !== undefined) fills = fills.where('time_ms', '<=', query.toMs);
  const total = await countForPages(db, fills);
  const rows = await fills
    .selectAll()
    .orderBy('time_ms', 'desc')
    .orderBy('symbol')
    .orderBy('trade_id', 'desc')
    .$call(onPage(query))
    .execute();
  const ids = [...new Set(rows.map((row) => row.order_id))];
  const [stops, sides] = [await stopsByOrders(db, query, ids), await sidesOfOrders(db, ids)];
  const items = rows.map((row) => ({
    fill: fillOf(row),
    stop: stops.get(row.order_id) ?? null,
    positionSide: sides.get(row.order_id) ?? null,
  }));
  return { total, items };
}

async function sidesOfOrders(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, PositionSide>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('futures_orders')
    .select(['order_id', sql<string>`body->>'positionSide'`.as('side')])
    .where('order_id', 'in', ids)
    .execute();
  return new Map(rows.map(({ order_id: id, side }) => [id, readWord('positionSide', side, POSITION_SIDES)]));
}

function fillOf(row: Selectable<Tables['futures_fills']>): FillRow {
  const side = readWord('side', row.side, SIDES);
  const terms = row.terms as { readonly before: { direction: DirectionName; quantity: string } | null } | null;
  const before = terms?.before && { ...terms.before, quantity: BigInt(terms.before.quantity) };
  return {
    symbol: row.symbol,
    tradeId: row.trade_id,
    isMaker: row.is_maker,
    uid: row.uid,
    wallet: row.wallet,
    orderId: row.order_id,
    side,
    price: row.price,
    quantity: row.quantity,
    amount: BigInt(row.amount),
    fee: BigInt(row.fee),
    // Fills of before it was kept count as paid by no voucher.
    voucher: BigInt(row.voucher ?? 0),
    realised: BigInt(row.realised),
    closedQuantity: terms && closedQuantity(side, row.quantity, before ?? null),
    isLiquidation: row.is_liquidation,
    timeMs: row.time_ms,
  };
}

export interface PaymentRow {
  readonly receiptId: string;
  readonly symbol: string;
  readonly positionSide: string;
  readonly quantity: number;
  readonly rate: number;
  readonly markPrice: number;
  readonly amount: bigint;
  readonly timeMs: number;
}

export async function pageOfPayments(db: Db, query: DatedQuery): Promise<Page<PaymentRow>> {
  let paid = db.selectFrom('futures_funding_payments').where('uid', '=', query.uid).where('wallet', '=', query.wallet);
  if (query.symbol !== undefined) paid = paid.where('symbol', '=', query.symbol);
  if (query.fromMs !== undefined) paid = paid.where('time_ms', '>=', query.fromMs);
  if (query.toMs !== undefined) paid = paid.where('time_ms', '<=', query.toMs);
  const total = await countForPages(db, paid);
  const rows = await paid
    .selectAll()
    .orderBy('time_ms', 'desc')
    .orderBy('seq', 'desc')
    .orderBy('event_index', 'desc')
    .$call(onPage(query))
    .execute();
  const items = rows.map((row) => ({
    receiptId: `${row.seq}-${row.event_index}`,
    symbol: row.symbol,
    positionSide: row.position_side,
    quantity: row.quantity,
    rate: row.rate,
    markPrice: row.mark_price,
    amount: BigInt(row.amount),
    timeMs: row.time_ms,
  }));
  return { total, items };
}

/** Steps of a liquidation that close nothing. */
const CLOSING_NOTHING = ['STARTED', 'AUTO_ADD', 'RECOVERED'] as const;

interface ReceiptQuery extends DatedQuery {
  readonly onlyClosings: boolean;
}

export async function pageOfReceipts(db: Db, query: ReceiptQuery): Promise<Page<ReceiptEvent>> {
  let all = db.selectFrom('futures_receipts').where('uid', '=', query.uid).where('wallet', '=', query.wallet);
  if (query.symbol !== undefined) all = all.where('symbol', '=', query.symbol);
  if (query.fromMs !== undefined) all = all.where('time_ms', '>=', query.fromMs);
  if (query.toMs !== undefined) all = all.where('time_ms', '<=', query.toMs);
  // A deleveraging has no step.
  if (query.onlyClosings) all = all.where(sql<string>`coalesce(body->>'step', '')`, 'not in', CLOSING_NOTHING);
  const total = await countForPages(db, all);
  const rows = await all
    .select('body')
    .orderBy('seq', 'desc')
    .orderBy('event_index', 'desc')
    .$call(onPage(query))
    .execute();
  return { total, items: rows.map(({ body }) => reviveReceipt(body)) };
}

function reviveReceipt(body: unknown): ReceiptEvent {
  const receipt = revive<ReceiptEvent>(body);
  return { ...receipt, quantity: BigInt(receipt.quantity) } as ReceiptEvent & LiquidationReceipt;
}

export interface RateRow {
  readonly symbol: string;
  readonly rate: number;
  readonly markPrice: number;
  readonly timeMs: number;
}

export async function pageOfRates(db: Db, symbol: string, range: PageRange): Promise<Page<RateRow>> {
  const rates = db.selectFrom('futures_funding_rates').where('symbol', '=', symbol);
  const total = await countForPages(db, rates);
  const rows = await rates.selectAll().orderBy('time_ms', 'desc').$call(onPage(range)).execute();
  return {
    total,
    items: rows.map((row) => ({ symbol: row.symbol, rate: row.rate, markPrice: row.mark_price, timeMs: row.time_ms })),
  };
}

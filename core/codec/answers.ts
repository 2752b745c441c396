/** First answers of keyed commands, as bytes (see idempotency.ts). */
import { REASONS, SIDES, STATUSES, STP_MODES, TIMES_IN_FORCE, TYPES } from '../book/order-pool.ts';
import type { EndReason, OrderView, Outcome } from '../protocol/events.ts';
import type { Amount, Price } from '../fixed.ts';
import type { RejectCode } from '../protocol/rejects.ts';
import { type ByteReader, type ByteWriter, FormatError } from './bytes.ts';
import { readPerpOrderView, readStopOrderView, writePerpOrderView, writeStopOrderView } from './perp-views.ts';

const REFUSED = 0;
const DONE = 1;
const ORDER = 2;
const TRANSFER = 3;
const ORDERS = 4;
const PERP_ORDER = 5;
const STOP_ORDERS = 6;
const PERP_ORDERS = 7;
const MOVED = 8;

export function writeOutcome(w: ByteWriter, outcome: Outcome): void {
  w.count(outcome.seq);
  if (!outcome.ok) {
    w.count(REFUSED);
    w.text(outcome.code);
  } else if (outcome.result.kind === 'Order') {
    w.count(ORDER);
    writeOrderView(w, outcome.result.order);
  } else if (outcome.result.kind === 'Orders') {
    w.count(ORDERS);
    writeAll(w, outcome.result.orders, writeOrderView);
  } else if (outcome.result.kind === 'Transfer') {
    w.count(TRANSFER);
    w.count(outcome.result.transferId);
  } else if (outcome.result.kind === 'PerpOrder') {
    w.count(PERP_ORDER);
    writePerpOrderView(w, outcome.result.order);
  } else if (outcome.result.kind === 'StopOrders') {
    w.count(STOP_ORDERS);
    writeAll(w, outcome.result.orders, writeStopOrderView);
  } else if (outcome.result.kind === 'PerpOrders') {
    w.count(PERP_ORDERS);
    writeAll(w, outcome.result.orders, writePerpOrderView);
    writeAll(w, outcome.result.stopOrders, writeStopOrderView);
  } else if (outcome.result.kind === 'Moved') {
    w.count(MOVED);
    w.count(outcome.result.amount);
  } else {
    w.count(DONE);
  }
}

function writeAll<T>(w: ByteWriter, values: readonly T[], write: (w: ByteWriter, value: T) => void): void {
  w.count(values.length);
  for (const value of values) write(w, value);
}

function readAll<T>(r: ByteReader, read: (r: ByteReader) => T): T[] {
  return Array.from({ length: r.count() }, () => read(r));
}

/** As it was first given. */
export function readOutcome(r: ByteReader): Outcome {
  const seq = r.count();
  const kind = r.count();
  const first = { seq, repeated: false };
  // The codes are compared as text: their order is precedence and may change.
  if (kind === REFUSED) return { ...first, ok: false, code: r.text() as RejectCode };
  if (kind === ORDER) return { ...first, ok: true, result: { kind: 'Order', order: readOrderView(r) } };
  if (kind === ORDERS) return { ...first, ok: true, result: { kind: 'Orders', orders: readAll(r, readOrderView) } };
  if (kind === PERP_ORDER) return { ...first, ok: true, result: { kind: 'PerpOrder', order: readPerpOrderView(r) } };
  if (kind === STOP_ORDERS) {
    return { ...first, ok: true, result: { kind: 'StopOrders', orders: readAll(r, readStopOrderView) } };
  }
  if (kind === PERP_ORDERS) {
    const [orders, stopOrders] = [readAll(r, readPerpOrderView), readAll(r, readStopOrderView)];
    return { ...first, ok: true, result: { kind: 'PerpOrders', orders, stopOrders } };
  }
  if (kind === TRANSFER) return { ...first, ok: true, result: { kind: 'Transfer', transferId: r.count() } };
  if (kind === MOVED) return { ...first, ok: true, result: { kind: 'Moved', amount: r.count() as Amount } };
  if (kind === DONE) return { ...first, ok: true, result: { kind: 'Done' } };
  throw new FormatError('an answer is of no kind');
}

function writeOrderView(w: ByteWriter, view: OrderView): void {
  w.count(view.orderId);
  w.count(view.uid);
  w.text(view.symbol);
  w.count(SIDES.indexOf(view.side));
  w.count(TYPES.indexOf(view.type));
  w.count(TIMES_IN_FORCE.indexOf(view.timeInForce));
  w.count(view.price);
  w.count(view.quantity);
  w.count(view.quoteAmount);
  w.count(view.filledQuantity);
  w.count(view.filledAmount);
  w.count(view.preventedQuantity);
  w.count(STP_MODES.indexOf(view.stpMode));
  w.text(view.clientOrderId);
  w.count(STATUSES.indexOf(view.status));
  w.count(REASONS.indexOf(view.reason));
  w.count(view.createdAtMs);
  w.count(view.updatedAtMs);
  w.count(view.amendCount);
  w.count(view.stopPrice);
  w.count(view.deltaBips);
  w.count(view.activationPrice);
  w.count(view.displayQuantity);
  w.count(view.ocoId);
}

function readOrderView(r: ByteReader): OrderView {
  const amount = (): Amount => r.count() as Amount;
  /** Version 1 knows plain orders only. */
  const later = (): number => (r.version === 1 ? 0 : r.count());
  return {
    orderId: r.count(),
    uid: r.count(),
    symbol: r.text(),
    side: r.word(SIDES),
    type: r.word(TYPES),
    timeInForce: r.word(TIMES_IN_FORCE),
    price: r.count() as Price,
    quantity: amount(),
    quoteAmount: amount(),
    filledQuantity: amount(),
    filledAmount: amount(),
    preventedQuantity: amount(),
    stpMode: r.word(STP_MODES),
    clientOrderId: r.text(),
    status: r.word(STATUSES),
    reason: r.word(REASONS) as EndReason,
    createdAtMs: r.count(),
    updatedAtMs: r.count(),
    amendCount: r.count(),
    stopPrice: later() as Price,
    deltaBips: later(),
    activationPrice: later() as Price,
    displayQuantity: later() as Amount,
    ocoId: later(),
  };
}

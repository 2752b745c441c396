/** Views of the perpetuals' orders as bytes, for first answers (see answers.ts). */
import { REASONS, SIDES, STATUSES, STP_MODES, TIMES_IN_FORCE } from '../book/order-pool.ts';
import type { Amount, Price } from '../fixed.ts';
import type {
  OrderOrigin,
  PerpOrderView,
  StopGroup,
  StopOrderView,
  StopReason,
  StopStatus,
} from '../protocol/perp-events.ts';
import type { ByteReader, ByteWriter } from './bytes.ts';
import { POSITION_SIDES, STOP_ORDER_TYPES, TRIGGER_SOURCES } from './perp-commands.ts';

const ORIGINS = ['USER', 'STOP', 'LIQUIDATION'] as const satisfies readonly OrderOrigin[];
const ORDER_TYPES = ['LIMIT', 'MARKET'] as const;
export const STOP_STATUSES = ['NEW', 'TRIGGERED', 'CANCELED', 'EXPIRED'] as const satisfies readonly StopStatus[];
export const STOP_GROUPS = ['OWN', 'ORDER', 'FULL', 'PARTIAL'] as const satisfies readonly StopGroup[];

export function writePerpOrderView(w: ByteWriter, view: PerpOrderView): void {
  w.count(view.orderId);
  w.count(view.uid);
  w.text(view.wallet);
  w.text(view.symbol);
  w.count(SIDES.indexOf(view.side));
  w.count(POSITION_SIDES.indexOf(view.positionSide));
  w.count(ORDER_TYPES.indexOf(view.type));
  w.count(TIMES_IN_FORCE.indexOf(view.timeInForce));
  for (const value of [view.price, view.quantity, view.filledQuantity, view.filledAmount]) w.count(value);
  w.count(view.reduceOnly ? 1 : 0);
  w.count(ORIGINS.indexOf(view.origin));
  w.count(STP_MODES.indexOf(view.stpMode));
  w.text(view.clientOrderId);
  w.count(STATUSES.indexOf(view.status));
  w.count(REASONS.indexOf(view.reason));
  for (const value of [view.createdAtMs, view.updatedAtMs, view.amendCount]) w.count(value);
}

export function readPerpOrderView(r: ByteReader): PerpOrderView {
  return {
    orderId: r.count(),
    uid: r.count(),
    wallet: r.text(),
    symbol: r.text(),
    side: r.word(SIDES),
    positionSide: r.word(POSITION_SIDES),
    type: r.word(ORDER_TYPES),
    timeInForce: r.word(TIMES_IN_FORCE),
    price: r.count() as Price,
    quantity: r.count() as Amount,
    filledQuantity: r.count() as Amount,
    filledAmount: r.count() as Amount,
    reduceOnly: r.count() === 1,
    origin: r.word(ORIGINS),
    stpMode: r.word(STP_MODES),
    clientOrderId: r.text(),
    status: r.word(STATUSES),
    reason: r.word(REASONS),
    createdAtMs: r.count(),
    updatedAtMs: r.count(),
    amendCount: r.count(),
  };
}

export function writeStopOrderView(w: ByteWriter, view: StopOrderView): void {
  w.count(view.stopOrderId);
  w.count(view.uid);
  w.text(view.wallet);
  w.text(view.symbol);
  w.count(SIDES.indexOf(view.side));
  w.count(POSITION_SIDES.indexOf(view.positionSide));
  w.count(STOP_ORDER_TYPES.indexOf(view.type));
  w.count(TRIGGER_SOURCES.indexOf(view.source));
  w.count(TIMES_IN_FORCE.indexOf(view.timeInForce));
  for (const value of [view.triggerPrice, view.price, view.quantity, view.callbackRate, view.activationPrice])
    w.count(value);
  for (const flag of [view.reduceOnly, view.closePosition, view.priceProtect]) w.count(flag ? 1 : 0);
  w.text(view.clientOrderId);
  w.count(STOP_GROUPS.indexOf(view.group));
  for (const value of [view.parentOrderId, view.pairId]) w.count(value);
  w.count(STOP_STATUSES.indexOf(view.status));
  // As text: refusals are among them, and their order may change.
  w.text(view.reason);
  for (const value of [view.orderId, view.createdAtMs, view.updatedAtMs]) w.count(value);
}

export function readStopOrderView(r: ByteReader): StopOrderView {
  const head = {
    stopOrderId: r.count(),
    uid: r.count(),
    wallet: r.text(),
    symbol: r.text(),
    side: r.word(SIDES),
    positionSide: r.word(POSITION_SIDES),
    type: r.word(STOP_ORDER_TYPES),
    source: r.word(TRIGGER_SOURCES),
    timeInForce: r.word(TIMES_IN_FORCE),
  };
  const numbers = {
    triggerPrice: r.count() as Price,
    price: r.count() as Price,
    quantity: r.count() as Amount,
    callbackRate: r.count(),
    activationPrice: r.count() as Price,
  };
  const flags = { reduceOnly: r.count() === 1, closePosition: r.count() === 1, priceProtect: r.count() === 1 };
  return {
    ...head,
    ...numbers,
    ...flags,
    clientOrderId: r.text(),
    group: r.word(STOP_GROUPS),
    parentOrderId: r.count(),
    pairId: r.count(),
    status: r.word(STOP_STATUSES),
    reason: r.text() as StopReason,
    orderId: r.count(),
    createdAtMs: r.count(),
    updatedAtMs: r.count(),
  };
}

/** Views of the perpetuals' orders as bytes, for first answers (see answers.ts). */
import { REASONS, SIDES, STATUSES, STP_MODES, TIMES_IN_FORCE } from '../book/order-pool.ts';
import type { OrderOrigin, PerpOrderView, StopGroup, StopOrderView, StopStatus } from '../protocol/perp-events.ts';
import { CODE, COUNT, each, type Field, FLAG, place, record, TEXT } from './fields.ts';
import { POSITION_SIDES, STOP_ORDER_TYPES, TRIGGER_SOURCES } from './perp-commands.ts';

const ORIGINS = ['USER', 'STOP', 'LIQUIDATION'] as const satisfies readonly OrderOrigin[];
const ORDER_TYPES = ['LIMIT', 'MARKET'] as const;
export const STOP_STATUSES = ['NEW', 'TRIGGERED', 'CANCELED', 'EXPIRED'] as const satisfies readonly StopStatus[];
export const STOP_GROUPS = ['OWN', 'ORDER', 'FULL', 'PARTIAL'] as const satisfies readonly StopGroup[];

export const PERP_ORDER_VIEW: Field<PerpOrderView> = record<PerpOrderView>({
  orderId: COUNT,
  uid: COUNT,
  wallet: TEXT,
  symbol: TEXT,
  side: place(SIDES),
  positionSide: place(POSITION_SIDES),
  type: place(ORDER_TYPES),
  timeInForce: place(TIMES_IN_FORCE),
  ...each(['price', 'quantity', 'filledQuantity', 'filledAmount'], COUNT),
  reduceOnly: FLAG,
  origin: place(ORIGINS),
  stpMode: place(STP_MODES),
  clientOrderId: TEXT,
  status: place(STATUSES),
  reason: place(REASONS),
  ...each(['createdAtMs', 'updatedAtMs', 'amendCount'], COUNT),
});

export const STOP_ORDER_VIEW: Field<StopOrderView> = record<StopOrderView>({
  stopOrderId: COUNT,
  uid: COUNT,
  wallet: TEXT,
  symbol: TEXT,
  side: place(SIDES),
  positionSide: place(POSITION_SIDES),
  type: place(STOP_ORDER_TYPES),
  source: place(TRIGGER_SOURCES),
  timeInForce: place(TIMES_IN_FORCE),
  ...each(['triggerPrice', 'price', 'quantity', 'callbackRate', 'activationPrice'], COUNT),
  ...each(['reduceOnly', 'closePosition', 'priceProtect'], FLAG),
  clientOrderId: TEXT,
  group: place(STOP_GROUPS),
  ...each(['parentOrderId', 'pairId'], COUNT),
  status: place(STOP_STATUSES),
  // Refusals are among them.
  reason: CODE,
  ...each(['orderId', 'createdAtMs', 'updatedAtMs'], COUNT),
});

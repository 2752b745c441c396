/** Views of the perpetuals' orders as bytes, for first answers (see answers.ts). */
import { type PerpOrderView, type StopOrderView } from '../protocol/perp-events.ts';
import type { Field } from './field.ts';
import { CODE, COUNT, each, FLAG, wordIndex, record, TEXT } from './fields.ts';
import {
  END_REASONS,
  ORDER_ORIGINS,
  ORDER_STATUSES,
  PERP_ORDER_TYPES,
  POSITION_SIDES,
  SIDES,
  STOP_GROUPS,
  STOP_ORDER_TYPES,
  STOP_STATUSES,
  STP_MODES,
  TIMES_IN_FORCE,
  TRIGGER_SOURCES,
} from '../protocol/words.ts';

export const PERP_ORDER_VIEW: Field<PerpOrderView> = record<PerpOrderView>({
  orderId: COUNT,
  uid: COUNT,
  wallet: TEXT,
  symbol: TEXT,
  side: wordIndex(SIDES),
  positionSide: wordIndex(POSITION_SIDES),
  type: wordIndex(PERP_ORDER_TYPES),
  timeInForce: wordIndex(TIMES_IN_FORCE),
  ...each(['price', 'quantity', 'filledQuantity', 'filledAmount'], COUNT),
  reduceOnly: FLAG,
  origin: wordIndex(ORDER_ORIGINS),
  stpMode: wordIndex(STP_MODES),
  clientOrderId: TEXT,
  status: wordIndex(ORDER_STATUSES),
  reason: wordIndex(END_REASONS),
  ...each(['createdAtMs', 'updatedAtMs', 'amendCount'], COUNT),
});

export const STOP_ORDER_VIEW: Field<StopOrderView> = record<StopOrderView>({
  stopOrderId: COUNT,
  uid: COUNT,
  wallet: TEXT,
  symbol: TEXT,
  side: wordIndex(SIDES),
  positionSide: wordIndex(POSITION_SIDES),
  type: wordIndex(STOP_ORDER_TYPES),
  source: wordIndex(TRIGGER_SOURCES),
  timeInForce: wordIndex(TIMES_IN_FORCE),
  ...each(['triggerPrice', 'price', 'quantity', 'callbackRate', 'activationPrice'], COUNT),
  ...each(['reduceOnly', 'closePosition', 'priceProtect'], FLAG),
  clientOrderId: TEXT,
  group: wordIndex(STOP_GROUPS),
  ...each(['parentOrderId', 'pairId'], COUNT),
  status: wordIndex(STOP_STATUSES),
  // Refusals are among them.
  reason: CODE,
  ...each(['orderId', 'createdAtMs', 'updatedAtMs'], COUNT),
});

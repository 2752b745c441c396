/** The parameters of a new order, checked as the dialect says before the core sees them. */
import { DialectError } from '@agio/contracts/errors';
import type { OrderType, Side, TimeInForce } from '@agio/core';
import { ICEBERG_PARTS, TRAILING_BIPS } from '@agio/core/formulas';
import { SPOT_STP_MODES } from '@agio/core/words';
import {
  clientId,
  decimalText,
  integer,
  missing,
  notRequired,
  notValid,
  oneOf,
  type Parameters,
  required,
} from '../../../dialect/parameters.ts';
import type { LiveMarket } from '../../markets/index.ts';
import { type PlaceCommand, placeCommand } from '../order-request.ts';
import { newClientId, RESPONSE_TYPES, type ResponseType } from './order-views.ts';
import { filterFailure, rejectAnswer } from './rejects.ts';

/** As exchangeInfo lists them. */
export const ORDER_TYPES = [
  'LIMIT',
  'LIMIT_MAKER',
  'MARKET',
  'STOP_LOSS',
  'STOP_LOSS_LIMIT',
  'TAKE_PROFIT',
  'TAKE_PROFIT_LIMIT',
] as const;
type DialectType = (typeof ORDER_TYPES)[number];
/** Post-only is a type of order here. */
const TIMES = ['GTC', 'IOC', 'FOK'] as const satisfies readonly TimeInForce[];

const hasPrice = (type: DialectType): boolean => type === 'LIMIT_MAKER' || type.endsWith('LIMIT');
const isConditional = (type: DialectType): boolean => type.startsWith('STOP') || type.startsWith('TAKE');
const needsTime = (type: DialectType): boolean => type.endsWith('LIMIT');

export interface NewOrderRequest {
  readonly command: PlaceCommand;
  readonly responseType: ResponseType;
}

export function newOrderRequest(market: LiveMarket, params: Parameters, uid: number): NewOrderRequest {
  const side = sideOf(params);
  required(params, 'type');
  const type = oneOf(params, 'type', ORDER_TYPES, () => new DialectError(400, -1116, 'Invalid orderType.'));
  if (!type) throw missing('type');
  const command = toCommand(market, params, uid, side, type);
  return {
    command,
    responseType: responseTypeOf(params, type === 'LIMIT' || type === 'MARKET' ? 'FULL' : 'ACK'),
  };
}

export function sideOf(params: Parameters): Side {
  required(params, 'side');
  const side = oneOf(params, 'side', ['BUY', 'SELL'] as const, () => new DialectError(400, -1117, 'Invalid side.'));
  if (!side) throw missing('side');
  return side;
}

export function responseTypeOf(params: Parameters, otherwise: ResponseType): ResponseType {
  return oneOf(params, 'newOrderRespType', RESPONSE_TYPES, () => notValid('newOrderRespType')) ?? otherwise;
}

export function stpModeOf(params: Parameters): (typeof SPOT_STP_MODES)[number] | undefined {
  return oneOf(params, 'selfTradePreventionMode', SPOT_STP_MODES, () => rejectAnswer('STP_MODE'));
}

function toCommand(market: LiveMarket, params: Parameters, uid: number, side: Side, type: DialectType): PlaceCommand {
  const numbers = numbersOf(params, type);
  const timeInForce = oneOf(params, 'timeInForce', TIMES, () => new DialectError(400, -1115, 'Invalid timeInForce.'));
  if (needsTime(type) && timeInForce === undefined) throw missing('timeInForce');
  if (!needsTime(type) && timeInForce !== undefined) throw notRequired('timeInForce');
  const displayQuantity = icebergOf(params, type, timeInForce);
  const stpMode = stpModeOf(params);
  const command = placeCommand(market, {
    uid,
    side,
    ...numbers,
    ...triggerOf(params, type),
    timeInForce: type === 'LIMIT_MAKER' ? 'GTX' : timeInForce,
    displayQuantity,
    maxSlippage: undefined,
    stpMode,
    clientOrderId: clientId(params, 'newClientOrderId') ?? newClientId(),
    idempotency: null,
  });
  const { quantity, displayQuantity: slice } = command;
  if (slice && Math.ceil(quantity / slice) > ICEBERG_PARTS) throw filterFailure('ICEBERG_PARTS');
  return command;
}

/** Which numbers a type needs and which it must not have; zero is never one. */
function numbersOf(
  params: Parameters,
  type: DialectType,
): { price: string | undefined; quantity: string | undefined; quoteAmount: string | undefined } {
  const price = decimalText(params, 'price');
  const quantity = decimalText(params, 'quantity');
  const quoteAmount = decimalText(params, 'quoteOrderQty');
  if (type === 'MARKET') {
    if (quantity !== undefined && quoteAmount !== undefined) throw notRequired('quoteOrderQty');
    if (quantity === undefined && quoteAmount === undefined) throw missing('quantity');
  } else {
    if (quantity === undefined) throw missing('quantity');
    if (quoteAmount !== undefined) throw notRequired('quoteOrderQty');
  }
  if (hasPrice(type) && price === undefined) throw missing('price');
  if (!hasPrice(type) && price !== undefined) throw notRequired('price');
  if (price !== undefined && isZero(price)) throw rejectAnswer('PRICE_RANGE');
  if (quantity !== undefined && isZero(quantity)) throw rejectAnswer('QUANTITY_RANGE');
  if (quoteAmount !== undefined && isZero(quoteAmount)) throw rejectAnswer('MIN_AMOUNT');
  return { price, quantity, quoteAmount };
}

/** `stopPrice` of a trailing order is where it begins to follow the price. */
function triggerOf(
  params: Parameters,
  type: DialectType,
): { type: OrderType; stopPrice?: string | undefined; activationPrice?: string | undefined; deltaBips?: number } {
  const stopPrice = decimalText(params, 'stopPrice');
  const trailingDelta = integer(params, 'trailingDelta');
  if (!isConditional(type)) {
    if (stopPrice !== undefined) throw notRequired('stopPrice');
    if (trailingDelta !== null) throw notRequired('trailingDelta');
    return { type: type === 'MARKET' ? 'MARKET' : 'LIMIT' };
  }
  if (stopPrice !== undefined && isZero(stopPrice)) throw rejectAnswer('PRICE_RANGE');
  const suffix = hasPrice(type) ? 'LIMIT' : 'MARKET';
  if (trailingDelta === null) {
    if (stopPrice === undefined) throw missing('stopPrice');
    return { type: type.startsWith('STOP') ? `STOP_${suffix}` : `TAKE_PROFIT_${suffix}`, stopPrice };
  }
  if (trailingDelta < TRAILING_BIPS.least || trailingDelta > TRAILING_BIPS.most) throw filterFailure('TRAILING_DELTA');
  // It begins to follow where the price turns to the user's favour; a start on the losing side is not offered.
  if (stopPrice !== undefined && type.startsWith('STOP')) throw notRequired('stopPrice');
  return { type: `TRAILING_STOP_${suffix}`, deltaBips: trailingDelta, activationPrice: stopPrice };
}

/** Only of orders that rest as soon as they are placed. */
function icebergOf(params: Parameters, type: DialectType, timeInForce: string | undefined): string | undefined {
  const quantity = decimalText(params, 'icebergQty');
  if (quantity === undefined || isZero(quantity)) return undefined;
  if (type !== 'LIMIT_MAKER' && (type !== 'LIMIT' || timeInForce !== 'GTC')) throw notRequired('icebergQty');
  return quantity;
}

export function isZero(decimal: string): boolean {
  return /^[0.]+$/.test(decimal);
}

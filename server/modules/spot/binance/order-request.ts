/** The parameters of a new order, checked as the dialect says before the core sees them. */
import { DialectError } from '@agio/contracts/errors';
import type { LiveMarket } from '../../markets/index.ts';
import { NumberProblem, type PlaceCommand, placeCommand } from '../order-request.ts';
import { STP_MODES } from './market-data.ts';
import { newClientId, RESPONSE_TYPES, type ResponseType } from './order-views.ts';
import {
  clientId,
  decimalText,
  missing,
  notRequired,
  notValid,
  oneOf,
  optional,
  type Parameters,
  required,
} from './parameters.ts';
import { numberAnswer, rejectAnswer } from './rejects.ts';

const TYPES = ['LIMIT', 'MARKET', 'LIMIT_MAKER'] as const;
const TIMES = ['GTC', 'IOC', 'FOK'] as const;
/** Of order types that are not offered here. */
const UNSUPPORTED = ['stopPrice', 'trailingDelta', 'icebergQty'] as const;

export interface NewOrderRequest {
  readonly command: PlaceCommand;
  readonly responseType: ResponseType;
}

export function newOrderRequest(market: LiveMarket, params: Parameters, uid: number): NewOrderRequest {
  required(params, 'side');
  const side = oneOf(params, 'side', ['BUY', 'SELL'] as const, new DialectError(400, -1117, 'Invalid side.'));
  required(params, 'type');
  const type = oneOf(params, 'type', TYPES, new DialectError(400, -1116, 'Invalid orderType.'));
  if (!side || !type) throw missing('side');
  for (const name of UNSUPPORTED) if (optional(params, name) !== undefined) throw notRequired(name);
  const command = toCommand(market, params, uid, side, type);
  const responseType =
    oneOf(params, 'newOrderRespType', RESPONSE_TYPES, notValid('newOrderRespType')) ??
    (type === 'LIMIT_MAKER' ? 'ACK' : 'FULL');
  return { command, responseType };
}

function toCommand(
  market: LiveMarket,
  params: Parameters,
  uid: number,
  side: 'BUY' | 'SELL',
  type: (typeof TYPES)[number],
): PlaceCommand {
  const numbers = numbersOf(params, type);
  const timeInForce = oneOf(params, 'timeInForce', TIMES, new DialectError(400, -1115, 'Invalid timeInForce.'));
  if (type === 'LIMIT' && timeInForce === undefined) throw missing('timeInForce');
  if (type !== 'LIMIT' && timeInForce !== undefined) throw notRequired('timeInForce');
  const stpMode = oneOf(params, 'selfTradePreventionMode', STP_MODES, rejectAnswer('STP_MODE'));
  try {
    return placeCommand(market, {
      uid,
      side,
      type: type === 'MARKET' ? 'MARKET' : 'LIMIT',
      timeInForce: type === 'LIMIT_MAKER' ? 'GTX' : timeInForce,
      ...numbers,
      maxSlippage: undefined,
      stpMode,
      clientOrderId: clientId(params, 'newClientOrderId') ?? newClientId(),
      idempotency: null,
    });
  } catch (error) {
    throw error instanceof NumberProblem ? numberAnswer(error) : error;
  }
}

/** Which numbers a type needs and which it must not have; zero is never one. */
function numbersOf(
  params: Parameters,
  type: (typeof TYPES)[number],
): { price: string | undefined; quantity: string | undefined; quoteAmount: string | undefined } {
  const price = decimalText(params, 'price');
  const quantity = decimalText(params, 'quantity');
  const quoteAmount = decimalText(params, 'quoteOrderQty');
  if (type === 'MARKET') {
    if (price !== undefined) throw notRequired('price');
    if (quantity !== undefined && quoteAmount !== undefined) throw notRequired('quoteOrderQty');
    if (quantity === undefined && quoteAmount === undefined) throw missing('quantity');
  } else {
    if (quantity === undefined) throw missing('quantity');
    if (price === undefined) throw missing('price');
    if (quoteAmount !== undefined) throw notRequired('quoteOrderQty');
  }
  if (price !== undefined && isZero(price)) throw rejectAnswer('PRICE_RANGE');
  if (quantity !== undefined && isZero(quantity)) throw rejectAnswer('QUANTITY_RANGE');
  if (quoteAmount !== undefined && isZero(quoteAmount)) throw rejectAnswer('MIN_AMOUNT');
  return { price, quantity, quoteAmount };
}

function isZero(decimal: string): boolean {
  return /^[0.]+$/.test(decimal);
}

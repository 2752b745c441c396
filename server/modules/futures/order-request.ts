/** Turns futures requests in decimal text into commands in the core's integers. */
import {
  type AmendStopOrder,
  type ExitTerms,
  PERP_SCALE,
  type PerpOwner,
  type PlacePerpOrder,
  type PlaceStopOrder,
  type PositionSide,
  type Side,
  type TriggerSource,
} from '@agio/core';
import { type Amount, type Price, PRICE_SCALE, type Rate, RATE_SCALE } from '@agio/core/fixed';
import { unitsOf } from '../markets/index.ts';

/** Wallets of copy trading have calls of their own. */
export const WALLET = 'FUTURES';

/** Fields that a step of the contract's grid concerns; the others are refused by their own names. */
const PRICES: readonly string[] = ['price', 'triggerPrice'];

/** Not given is 0. Throws a NumberRefusal, as the others here. */
export const priceOf = (field: string, text: string | undefined): Price =>
  unitsOf(field, text, PRICE_SCALE, PRICES.includes(field) ? 'PRICE_TICK' : 'BAD_REQUEST') as Price;
export const amountOf = (field: string, text: string | undefined): Amount =>
  unitsOf(field, text, PERP_SCALE, field === 'quantity' ? 'QUANTITY_STEP' : 'BAD_REQUEST') as Amount;

const callbackOf = (text: string | undefined): Rate => unitsOf('callbackRate', text, RATE_SCALE, 'BAD_REQUEST') as Rate;

interface ExitRequest {
  readonly triggerPrice: string;
  readonly source: TriggerSource;
  readonly price?: string | undefined;
}

export function exitOf(exit: ExitRequest | undefined): ExitTerms | null {
  if (exit === undefined) return null;
  return {
    triggerPrice: priceOf('triggerPrice', exit.triggerPrice),
    source: exit.source,
    price: priceOf('price', exit.price),
  };
}

/** Fields that both kinds of order have in common. */
interface Request {
  readonly symbol: string;
  readonly side: Side;
  readonly positionSide: PositionSide;
  readonly timeInForce?: PlacePerpOrder['timeInForce'] | undefined;
  readonly price?: string | undefined;
  readonly quantity?: string | undefined;
  readonly reduceOnly: boolean;
  readonly closePosition: boolean;
  readonly clientOrderId?: string | undefined;
}

export interface OrderRequest extends Request {
  readonly type: 'LIMIT' | 'MARKET';
  readonly selfTradePreventionMode?: PlacePerpOrder['stpMode'] | undefined;
  readonly takeProfit?: ExitRequest | undefined;
  readonly stopLoss?: ExitRequest | undefined;
}

export interface StopRequest extends Request {
  readonly type: PlaceStopOrder['type'];
  readonly source: TriggerSource;
  readonly triggerPrice?: string | undefined;
  readonly callbackRate?: string | undefined;
  readonly activationPrice?: string | undefined;
  readonly priceProtect: boolean;
}

/** Market orders take what they can at once; limit orders rest unless they say otherwise. */
export function placeCommand(
  uid: number,
  request: OrderRequest,
  idempotency: PlacePerpOrder['idempotency'],
): PlacePerpOrder {
  return {
    kind: 'PlacePerpOrder',
    uid,
    wallet: WALLET,
    symbol: request.symbol,
    side: request.side,
    positionSide: request.positionSide,
    type: request.type,
    timeInForce: request.timeInForce ?? (request.type === 'MARKET' ? 'IOC' : 'GTC'),
    price: priceOf('price', request.price),
    quantity: amountOf('quantity', request.quantity),
    reduceOnly: request.reduceOnly,
    closePosition: request.closePosition,
    stpMode: request.selfTradePreventionMode ?? '',
    clientOrderId: request.clientOrderId ?? '',
    takeProfit: exitOf(request.takeProfit),
    stopLoss: exitOf(request.stopLoss),
    idempotency,
  };
}

export function stopCommand(
  uid: number,
  request: StopRequest,
  idempotency: PlaceStopOrder['idempotency'],
): PlaceStopOrder {
  return {
    kind: 'PlaceStopOrder',
    uid,
    wallet: WALLET,
    symbol: request.symbol,
    side: request.side,
    positionSide: request.positionSide,
    type: request.type,
    source: request.source,
    triggerPrice: priceOf('triggerPrice', request.triggerPrice),
    price: priceOf('price', request.price),
    timeInForce: request.timeInForce ?? 'GTC',
    quantity: amountOf('quantity', request.quantity),
    reduceOnly: request.reduceOnly,
    closePosition: request.closePosition,
    callbackRate: callbackOf(request.callbackRate),
    activationPrice: priceOf('activationPrice', request.activationPrice),
    priceProtect: request.priceProtect,
    clientOrderId: request.clientOrderId ?? '',
    idempotency,
  };
}

export interface AmendStopRequest {
  readonly stopOrderId: number;
  readonly triggerPrice?: string | undefined;
  readonly price?: string | undefined;
  readonly quantity?: string | undefined;
  readonly callbackRate?: string | undefined;
  readonly activationPrice?: string | undefined;
}

/** What is not named stays. */
export function amendStopCommand(owner: PerpOwner, request: AmendStopRequest): Omit<AmendStopOrder, 'idempotency'> {
  return {
    kind: 'AmendStopOrder',
    ...owner,
    orderId: request.stopOrderId,
    clientOrderId: '',
    triggerPrice: priceOf('triggerPrice', request.triggerPrice),
    price: priceOf('price', request.price),
    quantity: amountOf('quantity', request.quantity),
    callbackRate: callbackOf(request.callbackRate),
    activationPrice: priceOf('activationPrice', request.activationPrice),
  };
}

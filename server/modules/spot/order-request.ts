/** An order as a person or a program writes it, in decimal text, as a command in the core's integers. */
import type { CommandBody, OrderType, Side, StpMode, TimeInForce } from '@agio/core';
import { type Amount, type Price, PRICE_SCALE, type Rate, RATE_SCALE } from '@agio/core/fixed';
import { type LiveMarket, unitsOf } from '../markets/index.ts';

export type PlaceCommand = Extract<CommandBody, { kind: 'PlaceOrder' }>;
export type OcoCommand = Extract<CommandBody, { kind: 'PlaceOco' }>;

/** Terms of an order besides price and quantity. */
export interface TermsRequest {
  readonly stopPrice?: string | undefined;
  readonly deltaBips?: number | undefined;
  readonly activationPrice?: string | undefined;
  readonly displayQuantity?: string | undefined;
}

/** Every number is plain decimal text; undefined where it was not given. */
export interface OrderRequest extends TermsRequest {
  readonly uid: number;
  readonly side: Side;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce | undefined;
  readonly price: string | undefined;
  readonly quantity: string | undefined;
  readonly quoteAmount: string | undefined;
  readonly maxSlippage: string | undefined;
  readonly stpMode: StpMode | undefined;
  readonly clientOrderId: string | undefined;
  readonly idempotency: PlaceCommand['idempotency'];
}

export interface OcoRequest {
  readonly uid: number;
  readonly side: Side;
  readonly quantity: string;
  readonly price: string | undefined;
  readonly takeProfitPrice: string | undefined;
  readonly stopPrice: string;
  readonly stopLimitPrice: string | undefined;
  readonly stpMode: StpMode | undefined;
  readonly clientOrderId: string | undefined;
  readonly stopClientOrderId: string | undefined;
  readonly idempotency: OcoCommand['idempotency'];
}

type PriceField = 'price' | 'stopPrice' | 'activationPrice' | 'takeProfitPrice' | 'stopLimitPrice';
type QuantityField = 'quantity' | 'displayQuantity';

/** Not given is 0. Throws a NumberRefusal, as the others here. */
export const priceOf = (field: PriceField, text: string | undefined): Price =>
  unitsOf(field, text, PRICE_SCALE, 'PRICE_TICK') as Price;
export const quantityOf = (field: QuantityField, text: string | undefined, { baseScale }: LiveMarket): Amount =>
  unitsOf(field, text, baseScale, 'QUANTITY_STEP') as Amount;

interface Terms {
  readonly stopPrice?: Price;
  readonly deltaBips?: number;
  readonly activationPrice?: Price;
  readonly displayQuantity?: Amount;
}

/** The terms as numbers, without those that are 0 or not given: of a command without terms the kernel can carry out many at once. */
export function termsOf(market: LiveMarket, request: TermsRequest): Terms {
  const stopPrice = priceOf('stopPrice', request.stopPrice);
  const deltaBips = request.deltaBips ?? 0;
  const activationPrice = priceOf('activationPrice', request.activationPrice);
  const displayQuantity = quantityOf('displayQuantity', request.displayQuantity, market);
  return {
    ...(stopPrice === 0 ? {} : { stopPrice }),
    ...(deltaBips === 0 ? {} : { deltaBips }),
    ...(activationPrice === 0 ? {} : { activationPrice }),
    ...(displayQuantity === 0 ? {} : { displayQuantity }),
  };
}

/** Types that trade as a limit order, at once or when their trigger fires. */
export const hasLimit = (type: OrderType): boolean => type === 'LIMIT' || type.endsWith('_LIMIT');

/** Market orders take what they can at once; limit orders rest unless they say otherwise. */
export function placeCommand(market: LiveMarket, request: OrderRequest): PlaceCommand {
  return {
    kind: 'PlaceOrder',
    uid: request.uid,
    symbol: market.view.symbol,
    side: request.side,
    type: request.type,
    timeInForce: request.timeInForce ?? (hasLimit(request.type) ? 'GTC' : 'IOC'),
    price: priceOf('price', request.price),
    quantity: quantityOf('quantity', request.quantity, market),
    quoteAmount: unitsOf('quoteAmount', request.quoteAmount, market.quoteScale, 'BAD_REQUEST') as Amount,
    maxSlippage: unitsOf('maxSlippage', request.maxSlippage, RATE_SCALE, 'BAD_REQUEST') as Rate,
    stpMode: request.stpMode ?? '',
    clientOrderId: request.clientOrderId ?? '',
    idempotency: request.idempotency,
    ...termsOf(market, request),
  };
}

export function ocoCommand(market: LiveMarket, request: OcoRequest): OcoCommand {
  return {
    kind: 'PlaceOco',
    uid: request.uid,
    symbol: market.view.symbol,
    side: request.side,
    quantity: quantityOf('quantity', request.quantity, market),
    price: priceOf('price', request.price),
    takeProfitPrice: priceOf('takeProfitPrice', request.takeProfitPrice),
    stopPrice: priceOf('stopPrice', request.stopPrice),
    stopLimitPrice: priceOf('stopLimitPrice', request.stopLimitPrice),
    stpMode: request.stpMode ?? '',
    clientOrderId: request.clientOrderId ?? '',
    stopClientOrderId: request.stopClientOrderId ?? '',
    idempotency: request.idempotency,
  };
}

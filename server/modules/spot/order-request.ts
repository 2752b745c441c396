/** An order as a person or a program writes it, in decimal text, as a command in the core's integers. */
import type { CommandBody, OrderType, Side, StpMode, TimeInForce } from '@agio/core';
import { type Amount, type Price, PRICE_SCALE, type Rate, RATE_SCALE } from '@agio/core/fixed';
import { type LiveMarket, readUnits } from '../markets/index.ts';

export type PlaceCommand = Extract<CommandBody, { kind: 'PlaceOrder' }>;

/** Every number is plain decimal text; undefined where it was not given. */
export interface OrderRequest {
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

export type NumberField = 'price' | 'quantity' | 'quoteAmount' | 'maxSlippage';

/** A number that the core's integers cannot hold. Each dialect has its own words for it. */
export class NumberProblem extends Error {
  override readonly name = 'NumberProblem';
  readonly field: NumberField;
  readonly problem: 'TOO_FINE' | 'TOO_LARGE';

  constructor(field: NumberField, problem: 'TOO_FINE' | 'TOO_LARGE') {
    super(`${field} is ${problem}`);
    this.field = field;
    this.problem = problem;
  }
}

/** Not given is 0, which is how the core says "none". Throws a NumberProblem. */
export function unitsOf(field: NumberField, text: string | undefined, scale: number): number {
  if (text === undefined) return 0;
  const units = readUnits(text, scale);
  if (typeof units === 'string') throw new NumberProblem(field, units);
  return units;
}

/** Market orders take what they can at once; limit orders rest unless they say otherwise. */
export function placeCommand(market: LiveMarket, request: OrderRequest): PlaceCommand {
  return {
    kind: 'PlaceOrder',
    uid: request.uid,
    symbol: market.view.symbol,
    side: request.side,
    type: request.type,
    timeInForce: request.timeInForce ?? (request.type === 'MARKET' ? 'IOC' : 'GTC'),
    price: unitsOf('price', request.price, PRICE_SCALE) as Price,
    quantity: unitsOf('quantity', request.quantity, market.baseScale) as Amount,
    quoteAmount: unitsOf('quoteAmount', request.quoteAmount, market.quoteScale) as Amount,
    maxSlippage: unitsOf('maxSlippage', request.maxSlippage, RATE_SCALE) as Rate,
    stpMode: request.stpMode ?? '',
    clientOrderId: request.clientOrderId ?? '',
    idempotency: request.idempotency,
  };
}

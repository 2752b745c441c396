/** The parameters of a new pair of orders, in the dialect's two ways, as what the pair asks for. */
import { DialectError } from '@agio/contracts/errors';
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
} from '../../../dialect/parameters.ts';
import type { LiveMarket } from '../../markets/index.ts';
import { type OcoCommand, ocoCommand } from '../order-request.ts';
import { isZero, sideOf, stpModeOf } from './order-request.ts';
import { newClientId } from './order-views.ts';
import { rejectAnswer } from './rejects.ts';

export interface OrderListRequest {
  readonly command: OcoCommand;
  /** The pair's own name; that of its first order unless the client gave both. */
  readonly listClientOrderId: string;
}

interface Legs {
  readonly price: string | undefined;
  readonly takeProfitPrice: string | undefined;
  readonly stopPrice: string;
  readonly stopLimitPrice: string | undefined;
  readonly clientOrderId: string | undefined;
  readonly stopClientOrderId: string | undefined;
}

const FIRST_TYPES = ['LIMIT_MAKER', 'TAKE_PROFIT', 'TAKE_PROFIT_LIMIT'] as const;

/** POST order/oco: a limit order and a stop order. */
export function limitAndStopRequest(market: LiveMarket, params: Parameters, uid: number): OrderListRequest {
  for (const name of ['trailingDelta', 'limitIcebergQty', 'stopIcebergQty']) refuse(params, name);
  const price = number(params, 'price');
  const stopPrice = number(params, 'stopPrice');
  if (price === undefined) throw missing('price');
  if (stopPrice === undefined) throw missing('stopPrice');
  const stopLimitPrice = number(params, 'stopLimitPrice');
  readTime(params, 'stopLimitTimeInForce', stopLimitPrice !== undefined);
  return toRequest(market, params, uid, {
    price,
    takeProfitPrice: undefined,
    stopPrice,
    stopLimitPrice,
    clientOrderId: clientId(params, 'limitClientOrderId'),
    stopClientOrderId: clientId(params, 'stopClientOrderId'),
  });
}

/** POST orderList/oco: each order by the side of the price on which it stands. A sell's stop is the one below. */
export function aboveAndBelowRequest(market: LiveMarket, params: Parameters, uid: number): OrderListRequest {
  const [first, stop] = sideOf(params) === 'SELL' ? (['above', 'below'] as const) : (['below', 'above'] as const);
  for (const leg of [first, stop]) {
    required(params, `${leg}Type`);
    for (const name of ['IcebergQty', 'TrailingDelta']) refuse(params, leg + name);
  }
  const firstType = oneOf(params, `${first}Type`, FIRST_TYPES, badType);
  const stopType = oneOf(params, `${stop}Type`, ['STOP_LOSS', 'STOP_LOSS_LIMIT'] as const, badType);
  const priceOf = (leg: string, isLimit: boolean): string | undefined =>
    isLimit ? needed(params, `${leg}Price`) : refuse(params, `${leg}Price`);
  const isResting = firstType === 'LIMIT_MAKER';
  readTime(params, `${first}TimeInForce`, firstType === 'TAKE_PROFIT_LIMIT');
  readTime(params, `${stop}TimeInForce`, stopType === 'STOP_LOSS_LIMIT');
  return toRequest(market, params, uid, {
    price: priceOf(first, firstType !== 'TAKE_PROFIT'),
    takeProfitPrice: isResting ? refuse(params, `${first}StopPrice`) : needed(params, `${first}StopPrice`),
    stopPrice: needed(params, `${stop}StopPrice`),
    stopLimitPrice: priceOf(stop, stopType === 'STOP_LOSS_LIMIT'),
    clientOrderId: clientId(params, `${first}ClientOrderId`),
    stopClientOrderId: clientId(params, `${stop}ClientOrderId`),
  });
}

/** May throw a NumberRefusal. */
function toRequest(market: LiveMarket, params: Parameters, uid: number, legs: Legs): OrderListRequest {
  const quantity = decimalText(params, 'quantity');
  if (quantity === undefined) throw missing('quantity');
  if (isZero(quantity)) throw rejectAnswer('QUANTITY_RANGE');
  const listName = clientId(params, 'listClientOrderId');
  const clientOrderId = legs.clientOrderId ?? listName ?? newClientId();
  const command = ocoCommand(market, {
    uid,
    side: sideOf(params),
    quantity,
    ...legs,
    clientOrderId,
    stopClientOrderId: legs.stopClientOrderId ?? newClientId(),
    stpMode: stpModeOf(params),
    idempotency: null,
  });
  return { command, listClientOrderId: listName ?? clientOrderId };
}

const badType = (): DialectError => new DialectError(400, -1116, 'Invalid orderType.');

function number(params: Parameters, name: string): string | undefined {
  const value = decimalText(params, name);
  if (value !== undefined && isZero(value)) throw rejectAnswer('PRICE_RANGE');
  return value;
}

function needed(params: Parameters, name: string): string {
  const value = number(params, name);
  if (value === undefined) throw missing(name);
  return value;
}

function refuse(params: Parameters, name: string): undefined {
  if (optional(params, name) !== undefined) throw notRequired(name);
  return undefined;
}

/** The orders of a pair rest until they are done. */
function readTime(params: Parameters, name: string, isLimit: boolean): void {
  if (!isLimit) return refuse(params, name);
  required(params, name);
  oneOf(params, name, ['GTC'] as const, () => notValid(name));
}

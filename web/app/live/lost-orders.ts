/**
 * Orders that ended without their user wanting it, for the bell on every page: a condition that came true and whose order was refused or
 * found nobody to trade with, and an order in the book that the exchange ended. What the user canceled, what ended with its pair or its
 * position or had closed all of that, and what an order was answered at once is none of them.
 */
import type { EndedOrder, FuturesFill, FuturesOrder, StopOrder } from '@agio/contracts/http/futures-shapes';
import type { Order } from '@agio/contracts/http/spot';
import type { OrderStatus, PositionSide, StopStatus } from '@agio/core/words';
import { signOf } from '../../ui/format.ts';
import type { FillMarket } from './fill-market.ts';
import { isExit } from './futures/is-exit.ts';
import { wasRefused } from './was-refused.ts';
import { createStore, type Store } from './store.ts';

export interface LostOrder {
  readonly market: FillMarket;
  /** Names it beside orders of other kinds. */
  readonly key: string;
  /** 0: a conditional order that placed none. */
  readonly orderId: number;
  readonly symbol: string;
  readonly side: Order['side'];
  /** Of a perpetual: in hedge mode it says what the order opens or closes. */
  readonly positionSide?: PositionSide | undefined;
  /** Which condition sent it, in the words of fills; otherwise the type of an order that waited in the book. */
  readonly kind: NonNullable<FuturesFill['sentBy']> | 'LIMIT' | 'MARKET';
  /** "0": a market order by its value, or what closes whatever is open. */
  readonly quantity: string;
  /** The value of a market order, in quote; otherwise "0". */
  readonly quoteAmount: string;
  readonly filledQuantity: string;
  /** Its condition came true and the order that it should have become was refused: nothing of it ever stood in the book. */
  readonly isRefused: boolean;
  readonly reason: string;
  readonly time: number;
}

export interface LostOrders {
  /** Newest first. */
  readonly list: Store<readonly LostOrder[]>;
  /** Those of a history, which are not told. */
  merge(orders: readonly LostOrder[]): void;
  /** Those of a socket. */
  accept(orders: readonly LostOrder[]): void;
  /** On the socket the condition that sent an order comes after the order. */
  learnSenders(stops: readonly StopOrder[]): void;
  /** The answer to a change told that the order ended by it. */
  markTold(market: FillMarket, orderId: number): void;
}

/** Frames of one moment come on several channels, and the answer to the user may come after them. */
const TOGETHER_MS = 1_000;
const MOST_KEPT = 50;

/** `onLost`: told of all that ended together, oldest first. */
export function createLostOrders(onLost: (together: readonly LostOrder[]) => void): LostOrders {
  const list = createStore<readonly LostOrder[]>([]);
  const senders = new Map<number, LostOrder['kind']>();
  const waiting = new Set<string>();
  const told = new Set<string>();
  const named = (order: LostOrder): LostOrder =>
    order.kind === 'CONDITIONAL' ? { ...order, kind: senders.get(order.orderId) ?? order.kind } : order;
  const merge = (fresh: readonly LostOrder[]) => {
    const byKey = new Map([...list.get(), ...fresh].map((order) => [order.key, named(order)]));
    list.set([...byKey.values()].toSorted((a, b) => b.time - a.time).slice(0, MOST_KEPT));
  };
  const tell = () => {
    const together = list.get().filter((order) => waiting.has(order.key) && !told.has(order.key));
    waiting.clear();
    if (together.length > 0) onLost(together.toReversed());
  };
  return {
    list,
    merge,
    accept(orders) {
      const known = new Set(list.get().map(({ key }) => key));
      const news = orders.filter(({ key }) => !known.has(key));
      if (news.length === 0) return;
      merge(news);
      if (waiting.size === 0) setTimeout(tell, TOGETHER_MS);
      for (const { key } of news) waiting.add(key);
    },
    learnSenders(stops) {
      const fired = stops.filter(({ orderId }) => orderId !== 0);
      for (const stop of fired) senders.set(stop.orderId, kindOfStop(stop));
      if (fired.length > 0) merge([]);
    },
    markTold: (market, orderId) => void told.add(keyOfOrder(market, orderId)),
  };
}

interface Ended {
  readonly status: string;
  readonly reason: string;
  readonly filledQuantity?: string;
}

/** Reasons for which the exchange cancels: every other one is the user's own, or the end of what the order belonged to. */
const AGAINST_WILL: ReadonlySet<string> = new Set([
  'SYSTEM',
  'LIQUIDATION',
  'POSITION_LIQUIDATION',
  'LIQUIDATION_RECOVERED',
  'ADL',
  'NO_MARGIN',
]);

/** It filled until its position was closed: that is what it was for, and its fill tells of it. */
const closedAll = ({ reason, filledQuantity = '0' }: Ended): boolean =>
  reason === 'REDUCE_ONLY' && signOf(filledQuantity) > 0;

function endedUnwanted(order: Ended): boolean {
  const { status, reason } = order;
  if (closedAll(order)) return false;
  return status === 'EXPIRED' || status === 'EXPIRED_IN_MATCH' || (status === 'CANCELED' && AGAINST_WILL.has(reason));
}

/** An order that ended at the moment it was placed was answered so. */
const hasWaited = ({ createdAt, updatedAt }: Pick<Order, 'createdAt' | 'updatedAt'>): boolean => updatedAt > createdAt;

export function lostSpotOrders(orders: readonly Order[]): readonly LostOrder[] {
  return orders
    .filter((order) => endedUnwanted(order) && hasWaited(order))
    .map((order) => lostOrder('spot', order, kindOf(order), order.quoteAmount));
}

/** `stop`: the condition that sent the order, where that is known. */
export function lostFuturesOrders(
  orders: readonly (FuturesOrder & Partial<Pick<EndedOrder, 'stop'>>)[],
): readonly LostOrder[] {
  return orders
    .filter((order) => order.origin !== 'LIQUIDATION' && endedUnwanted(order))
    .filter((order) => order.origin === 'STOP' || hasWaited(order))
    .map((order) => {
      const sender = order.stop ? kindOfStop(order.stop) : 'CONDITIONAL';
      return lostOrder('futures', order, order.origin === 'STOP' ? sender : order.type);
    });
}

/** Conditional orders that placed no order: of the others that order tells. */
export function lostStopOrders(stops: readonly StopOrder[]): readonly LostOrder[] {
  return stops.filter(endedUnwanted).map((stop) => ({
    ...lostOrder('futures', { ...stop, orderId: 0, filledQuantity: '0' }, kindOfStop(stop)),
    key: `stop ${stop.stopOrderId}`,
  }));
}

type OrderFields = Pick<Order, 'orderId' | 'symbol' | 'side' | 'quantity' | 'filledQuantity' | 'updatedAt'> &
  Pick<LostOrder, 'positionSide' | 'reason'> & { readonly status: OrderStatus | StopStatus };

function lostOrder(market: FillMarket, order: OrderFields, kind: LostOrder['kind'], quoteAmount = '0'): LostOrder {
  const { orderId, symbol, side, positionSide, quantity, filledQuantity, reason, updatedAt } = order;
  const key = keyOfOrder(market, orderId);
  const named = { market, key, orderId, symbol, side, positionSide, kind };
  const sizes = { quantity, quoteAmount, filledQuantity };
  return { ...named, ...sizes, isRefused: wasRefused(order), reason, time: updatedAt };
}

const keyOfOrder = (market: FillMarket, orderId: number): string => `${market} ${orderId}`;

function kindOf({ type }: Order): LostOrder['kind'] {
  if (type === 'LIMIT' || type === 'MARKET') return type;
  if (type === 'STOP_LIMIT' || type === 'STOP_MARKET') return 'STOP';
  return type === 'TAKE_PROFIT_LIMIT' || type === 'TAKE_PROFIT_MARKET' ? 'TAKE_PROFIT' : 'TRAILING_STOP';
}

/** A stop that is an exit of an order or of a position is its stop loss. */
function kindOfStop(stop: StopOrder): LostOrder['kind'] {
  return stop.type === 'STOP' && isExit(stop) ? 'STOP_LOSS' : stop.type;
}

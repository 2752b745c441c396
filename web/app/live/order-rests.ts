/** What partly filled orders have left, and whether that still waits in the book: for who tells of their fills. No React. */
import type { OrderStatus } from '@agio/core/words';
import { decimal, formatUnits } from '../../ui/decimal.ts';
import type { FillMarket } from './fill-market.ts';
import { createStore, type Store } from './store.ts';

export interface OrderRest {
  readonly quantity: string;
  /** Otherwise the order ended without it. */
  readonly isOpen: boolean;
}

export interface FilledState {
  readonly quantity: string;
  readonly filledQuantity: string;
  readonly status: OrderStatus;
  /** Of an order of a perpetual that ended: why, and who sent it. */
  readonly reason?: string;
  readonly origin?: string;
}

export interface OrderRests {
  readonly rests: Store<ReadonlyMap<string, OrderRest>>;
  /** Orders as they stand now. */
  acceptOrders(market: FillMarket, orders: readonly ToldOrder[]): void;
  /** What an order has left by now: news of it may have come since the answer that told of it. */
  restByNow(market: FillMarket, order: ToldOrder): OrderRest | null;
}

export interface ToldOrder extends FilledState {
  readonly orderId: number;
  readonly updatedAt: number;
}

const SCALE = 8;
const MOST_KEPT = 200;

export const orderKey = (market: FillMarket, orderId: number): string => `${market} ${orderId}`;

/**
 * Null: nothing of it filled, all of it did, or it was given by its value. A condition whose position became smaller meanwhile closed all of
 * it, as tables and chart had said: of that nothing is left either.
 */
export function restOf({ quantity, filledQuantity, status, reason, origin }: FilledState): OrderRest | null {
  if (origin === 'STOP' && reason === 'REDUCE_ONLY') return null;
  const filled = decimal(filledQuantity, SCALE);
  const rest = decimal(quantity, SCALE) - filled;
  if (filled === 0n || rest <= 0n) return null;
  return { quantity: formatUnits(rest, SCALE), isOpen: status === 'NEW' || status === 'PARTIALLY_FILLED' };
}

export function createOrderRests(): OrderRests {
  /** Those that filled in part or whole. */
  let known = new Map<string, ToldOrder>();
  const rests = createStore<ReadonlyMap<string, OrderRest>>(new Map());
  return {
    rests,
    acceptOrders(market, orders) {
      for (const order of orders) {
        const key = orderKey(market, order.orderId);
        // The answer to a call may be older than what a socket told meanwhile.
        if ((known.get(key)?.updatedAt ?? 0) > order.updatedAt) continue;
        // What was told last stands last: what is kept too long goes from the front.
        known.delete(key);
        if (decimal(order.filledQuantity, SCALE) > 0n) known.set(key, order);
      }
      known = new Map([...known].slice(-MOST_KEPT));
      const found = [...known].flatMap(([key, order]) => {
        const rest = restOf(order);
        return rest === null ? [] : [[key, rest] as const];
      });
      rests.set(new Map(found));
    },
    restByNow(market, order) {
      const newest = known.get(orderKey(market, order.orderId));
      return restOf(newest && newest.updatedAt >= order.updatedAt ? newest : order);
    },
  };
}

/**
 * Orders that a private socket told of, by the id that their sender gave them: what became of one whose answer was lost is known then,
 * also while nobody answers.
 */
import type { FuturesOrder, StopOrder } from './calls/futures.ts';
import type { Order } from './types.ts';

/** Orders are looked for within seconds of their sending. */
const MOST_KEPT = 200;

interface ToldOrders<One> {
  accept(orders: readonly One[]): void;
  /** Undefined: nothing was told of it. */
  find(clientOrderId: string): One | undefined;
}

export function createToldOrders<One extends { readonly clientOrderId: string }>(): ToldOrders<One> {
  const known = new Map<string, One>();
  return {
    accept(orders) {
      for (const order of orders) {
        if (order.clientOrderId === '') continue;
        // What was told last stands last: what is kept too long goes from the front.
        known.delete(order.clientOrderId);
        known.set(order.clientOrderId, order);
        if (known.size > MOST_KEPT) known.delete(known.keys().next().value!);
      }
    },
    find: (clientOrderId) => known.get(clientOrderId),
  };
}

export const toldOrders = {
  spot: createToldOrders<Order>(),
  futures: createToldOrders<FuturesOrder>(),
  stops: createToldOrders<StopOrder>(),
} as const;

/**
 * Orders that a private socket told of, by the id that their sender gave them: what became of one whose answer was lost is known then,
 * also while nobody answers.
 */
import type { FuturesOrder, StopOrder } from './calls/futures.ts';
import { endKeys } from './repeat-key.ts';
import type { Order } from './types.ts';

/** Orders are looked for within seconds of their sending. */
const MOST_KEPT = 200;

interface ToldOrders<One> {
  accept(orders: readonly One[]): void;
  /** As it was told last, which may be a while ago: for when nobody answers. Undefined: nothing was told of it. */
  find(clientOrderId: string): One | undefined;
}

interface ToldOrder {
  readonly clientOrderId: string;
  readonly updatedAt: number;
}

export function createToldOrders<One extends ToldOrder>(): ToldOrders<One> {
  const known = new Map<string, One>();
  return {
    accept(orders) {
      for (const order of orders) {
        if (order.clientOrderId === '') continue;
        const before = known.get(order.clientOrderId);
        // What was told last stands last: what is kept too long goes from the front.
        known.delete(order.clientOrderId);
        // A list that was on its way for long may arrive after newer news of the same order.
        known.set(order.clientOrderId, before !== undefined && before.updatedAt > order.updatedAt ? before : order);
        if (known.size > MOST_KEPT) known.delete(known.keys().next().value!);
      }
      endKeys(new Set(orders.map(({ clientOrderId }) => clientOrderId)));
    },
    find: (clientOrderId) => known.get(clientOrderId),
  };
}

export const toldOrders = {
  spot: createToldOrders<Order>(),
  futures: createToldOrders<FuturesOrder>(),
  stops: createToldOrders<StopOrder>(),
} as const;

import type { CoreEvent } from '@agio/core';

/** Orders that these events accepted, which have no row yet, and those that were known before. */
export function partedByAccepted<Order extends { readonly orderId: number }>(
  orders: readonly Order[],
  events: readonly CoreEvent[],
  kind: 'OrderChanged' | 'PerpOrderChanged',
): { readonly accepted: Order[]; readonly known: Order[] } {
  const ids = new Set<number>();
  for (const event of events) if (event.kind === kind && event.cause === 'ACCEPTED') ids.add(event.orderId);
  return {
    accepted: orders.filter(({ orderId }) => ids.has(orderId)),
    known: orders.filter(({ orderId }) => !ids.has(orderId)),
  };
}

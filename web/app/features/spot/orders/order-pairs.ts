/** The two orders of a pair (OCO), as tables show them: one beside the other, each naming the other. Pure. */
import type { Order } from '../../../api/types.ts';

/** The other order of the pair among these; undefined for a single order, and where it is not among them. */
export function partnerOf(order: Order, among: readonly Order[]): Order | undefined {
  if (order.ocoId === 0) return undefined;
  return among.find(({ ocoId, orderId }) => ocoId === order.ocoId && orderId !== order.orderId);
}

/** Is the other order of its pair open too? Then neither can be changed, and both end together. */
export function hasPartner(order: Order, open: readonly Order[]): boolean {
  return partnerOf(order, open) !== undefined;
}

/** The same orders, the two of a pair next to each other where one of them stands; first the one that was placed first. */
export function withPairsTogether(orders: readonly Order[]): readonly Order[] {
  const placed = new Set<number>();
  return orders.flatMap((order) => {
    if (placed.has(order.orderId)) return [];
    const partner = partnerOf(order, orders);
    if (partner === undefined) return [order];
    placed.add(partner.orderId);
    return [order, partner].toSorted((a, b) => a.orderId - b.orderId);
  });
}

/** What a table draws a bracket around; undefined for a single order. */
export const pairKey = ({ ocoId }: Order): number | undefined => (ocoId === 0 ? undefined : ocoId);

/** How much of the bell's news is new. Apart from the centers that gather it: every page counts, their code comes once the page is quiet. */
import type { FiredAlert } from '@agio/contracts/http/alerts';
import type { OwnFill } from './fill-center.ts';

/** How many orders filled since the list was seen, and how much of what else it holds came since then. */
export function unseen(
  fills: readonly OwnFill[] | null,
  seenAt: number,
  others: readonly { readonly time: number }[] = [],
): number {
  const isNew = ({ time }: { readonly time: number }) => time > seenAt;
  const orders = new Set((fills ?? []).filter(isNew).map(({ market, orderId }) => `${market} ${orderId}`));
  return orders.size + others.filter(isNew).length;
}

/** How many price alerts were not seen. */
export function unseenAlerts(fired: readonly FiredAlert[] | null, seenId: number): number {
  return (fired ?? []).filter(({ id }) => id > seenId).length;
}

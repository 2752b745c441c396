/** What became of a conditional order whose price came. Pure. */
import type { EndedStopOrder } from '../../../api/calls/futures.ts';

/**
 * When it fired; null of one that was canceled before. One that expired has fired too: the order that it should have become was refused, and
 * it ended at that moment (trading B15). Nothing changes it after that, so its last change is when it fired.
 */
export function firedAt({ status, updatedAt }: Pick<EndedStopOrder, 'status' | 'updatedAt'>): number | null {
  return status === 'TRIGGERED' || status === 'EXPIRED' ? updatedAt : null;
}

/** Why its order was refused, or why the one that it placed ended by itself: the name of a reason; null where neither happened. */
export function refusedFor({
  status,
  reason,
  order,
}: Pick<EndedStopOrder, 'status' | 'reason'> & {
  readonly order: Pick<NonNullable<EndedStopOrder['order']>, 'reason'> | null;
}): string | null {
  if (status === 'EXPIRED') return reason;
  return order?.reason || null;
}

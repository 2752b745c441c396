/** Which ended orders a condition fired and the exchange then refused: one rule for the histories and the bell. Pure. */
import { FIRING_REFUSALS } from '@agio/core/words';
import type { OrderStatus, StopStatus } from '@agio/core/words';

const REFUSALS: ReadonlySet<string> = new Set(FIRING_REFUSALS);

interface Ended {
  readonly status: OrderStatus | StopStatus;
  readonly reason: string;
}

/** The calls name it EXPIRED as well when a condition came true and its order was refused; no time ran out then. */
export function wasRefused(order: Ended): boolean {
  return order.status === 'EXPIRED' && ('stopOrderId' in order || REFUSALS.has(order.reason));
}

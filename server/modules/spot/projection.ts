/** Orders and fills from the engine's events. */
import { HOUR_MS } from '@agio/contracts/durations';
import type { CoreEvent, OrderView } from '@agio/core';
import { KEPT_UNFILLED_MS, partedByAccepted, type Projection } from '../../store/index.ts';
import { provenFills } from './fills.ts';
import { deleteEndedUnfilled, insertFills, insertOrders, upsertOrders } from './repo.ts';

/** An order changes often within a batch: only its last state is written. */
export function lastStates(events: readonly CoreEvent[]): OrderView[] {
  const orders = new Map<number, OrderView>();
  for (const event of events) if (event.kind === 'OrderChanged') orders.set(event.orderId, event);
  return [...orders.values()];
}

export function createSpotProjection(): Projection {
  let cleanedHour = -1;
  return {
    name: 'spot',
    async apply(tx, events) {
      const { accepted, known } = partedByAccepted(lastStates(events), events, 'OrderChanged');
      await insertOrders(tx, accepted);
      await upsertOrders(tx, known);
      const fills = events.flatMap((event) => (event.kind === 'Traded' ? provenFills(event) : []));
      if (fills.length > 0) await insertFills(tx, fills);
      // By the hour of the log's own time: however the log is cut into batches, a rebuild leaves out the same orders.
      const hour = Math.floor((events.at(-1)?.timeMs ?? 0) / HOUR_MS);
      if (hour > cleanedHour) await deleteEndedUnfilled(tx, hour * HOUR_MS - KEPT_UNFILLED_MS);
      cleanedHour = Math.max(cleanedHour, hour);
    },
  };
}

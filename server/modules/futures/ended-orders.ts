/** Pages of orders that ended, as calls show them: each with what a liquidation that canceled it came to. */
import type { EndedOrder, EndedStopOrder } from '@agio/contracts/http/futures-shapes';
import type { Db, Page } from '../../store/index.ts';
import type { EndedQuery } from './history-queries.ts';
import * as repo from './history-repo.ts';
import { endReasonOf, readLiquidationOutcomes } from './liquidation-outcomes.ts';
import * as views from './views.ts';

export async function shownEndedOrders(db: Db, query: EndedQuery): Promise<Page<EndedOrder>> {
  const { items, total } = await repo.endedOrders(db, query);
  const orders = items.map(({ order }) => order);
  const outcomes = await readLiquidationOutcomes(db, query, orders);
  const shown = items.map((one) => ({ ...views.endedOrderOf(one), reason: endReasonOf(one.order, outcomes) }));
  return { items: shown, total };
}

export async function shownEndedStopOrders(db: Db, query: EndedQuery): Promise<Page<EndedStopOrder>> {
  const { items, total } = await repo.endedStopOrders(db, query);
  // The order that one became may have ended in a liquidation long after it fired.
  const orders = items.flatMap(({ stop, order }) => [stop, order]);
  const outcomes = await readLiquidationOutcomes(db, query, orders);
  const shown = items.map((one) => {
    const { order, ...stop } = views.endedStopOrderOf(one);
    const became = order && one.order && { ...order, reason: endReasonOf(one.order, outcomes) };
    return { ...stop, reason: endReasonOf(one.stop, outcomes), order: became };
  });
  return { items: shown, total };
}

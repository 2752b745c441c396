/** What became of an order, in a word. */
import { FIRING_REFUSALS } from '@agio/core/words';
import type { FuturesOrder, StopOrder } from '../../api/calls/futures.ts';
import type { Translate } from '../../i18n/translator.ts';
import type { Order } from '../../api/types.ts';

const REFUSED: ReadonlySet<string> = new Set(FIRING_REFUSALS);

type Ended = Pick<Order | FuturesOrder | StopOrder, 'status' | 'reason'>;

/** The calls name it EXPIRED as well when a condition came true and its order was refused; no time ran out then. */
export function statusText(t: Translate, order: Ended): string {
  const isRefused = order.status === 'EXPIRED' && ('stopOrderId' in order || REFUSED.has(order.reason));
  return t(isRefused ? 'terminal.status_REFUSED' : `terminal.status_${order.status}`);
}

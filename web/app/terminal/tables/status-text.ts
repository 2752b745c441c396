/** What became of an order, in a word. */
import type { EndReason } from '@agio/core/words';
import type { FuturesOrder, StopOrder } from '../../api/calls/futures.ts';
import type { Translate } from '../../i18n/translator.ts';
import type { Order } from '../../api/types.ts';

/** The checks that a conditional order of a spot market may fail when it fires. */
const REFUSED: ReadonlySet<string> = new Set<EndReason>([
  'MIN_AMOUNT',
  'MAX_AMOUNT',
  'PRICE_OFFSET',
  'PRICE_BAND',
  'POST_ONLY',
  'AMOUNT_TOO_LARGE',
]);

type Ended = Pick<Order | FuturesOrder | StopOrder, 'status' | 'reason'>;

/** The calls name it EXPIRED as well when a condition came true and its order was refused; no time ran out then. */
export function statusText(t: Translate, order: Ended): string {
  const isRefused = order.status === 'EXPIRED' && ('stopOrderId' in order || REFUSED.has(order.reason));
  return t(isRefused ? 'terminal.status_REFUSED' : `terminal.status_${order.status}`);
}

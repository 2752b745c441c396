/** What became of an order, in a word. */
import type { FuturesOrder, StopOrder } from '../../api/calls/futures.ts';
import type { Translate } from '../../i18n/translator.ts';
import type { Order } from '../../api/types.ts';
import { wasRefused } from '../../live/was-refused.ts';

type Ended = Pick<Order | FuturesOrder | StopOrder, 'status' | 'reason'>;

export function statusText(t: Translate, order: Ended): string {
  return t(wasRefused(order) ? 'terminal.status_REFUSED' : `terminal.status_${order.status}`);
}

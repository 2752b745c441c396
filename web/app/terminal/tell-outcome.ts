import type { Translate } from '../i18n/translator.ts';
import type { OrderStatus, StopStatus } from '@agio/core/words';
import { formatAmount } from '../../ui/format.ts';
import { showToast } from '../../ui/toast.tsx';
import { listed } from '../i18n/isolated.ts';
import { restOf } from '../live/order-rests.ts';
import { type SidedOrder, sideText } from './side-text.ts';

/** Where no button says it: the answer to an order was lost, and the exchange is asked what became of it. */
export function tellChecking(t: Translate): void {
  showToast('info', t('terminal.order.checking'));
}

interface Ended extends SidedOrder {
  readonly status: OrderStatus | StopStatus;
  readonly quantity: string;
  /** None of a conditional order: what it sends has. */
  readonly filledQuantity?: string;
}

/** How the order that ended is called: in one line, and of which market and coin it is. */
interface EndedName {
  readonly whole: string;
  readonly market: string;
  readonly base: string;
}

/** What a cancel came to, and of which order. One whose answer was lost may find that the order had filled before. */
export function tellEnded(t: Translate, order: Ended, name: EndedName): void {
  const words = { side: sideText(t, order) };
  if (order.status === 'CANCELED') showToast('success', ...canceledWords(t, order, name));
  if (order.status === 'FILLED') showToast('info', t('terminal.order.filled_before', words), name.whole);
}

/** Of an order that had filled in part only the rest is canceled, and how much that is. */
export function canceledWords(
  t: Translate,
  { status, quantity, filledQuantity = '0', ...order }: Ended,
  { whole, market, base }: EndedName,
): [title: string, description: string] {
  const words = { side: sideText(t, order) };
  const left = status === 'CANCELED' ? restOf({ quantity, filledQuantity, status }) : null;
  if (left === null) return [t('terminal.order.canceled', words), whole];
  const part = t('terminal.order.canceled_part', {
    rest: formatAmount(left.quantity, 8),
    amount: `${formatAmount(quantity, 8)} ${base}`.trim(),
  });
  return [t('terminal.amend.rest_canceled', words), listed([market, part])];
}

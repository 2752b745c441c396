import type { Translate } from '../i18n/translator.ts';
import type { OrderStatus, StopStatus } from '@agio/core/words';
import { formatAmount, signOf } from '../../ui/format.ts';
import { closeToastsOf, showToast } from '../../ui/toast-queue.ts';
import { listed } from '../i18n/isolated.ts';
import type { FillMarket } from '../live/fill-market.ts';
import { orderKey, restOf } from '../live/order-rests.ts';
import { ownFills } from '../live/own-fills.ts';
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

/**
 * The same of an order of the book: how much it had filled is told with it, so that the bell says no more than the result of what closed, and
 * what still stands there of its fills alone goes.
 */
export function tellEndedOrder(
  t: Translate,
  market: FillMarket,
  order: Ended & { readonly orderId: number },
  name: EndedName,
): void {
  if (order.status === 'CANCELED') {
    ownFills()?.markWholeTold(market, order.orderId);
    closeToastsOf(orderKey(market, order.orderId));
  }
  tellEnded(t, order, name);
}

/** What canceling all of them came to: how many ended, and how many of those had filled in part. `market`: undefined for all markets. */
export function canceledManyWords(
  t: Translate,
  market: string | undefined,
  ended: readonly Pick<Ended, 'status' | 'filledQuantity'>[],
): [title: string, description?: string] {
  const canceled = ended.filter(({ status }) => status === 'CANCELED');
  const partly = canceled.filter(({ filledQuantity = '0' }) => signOf(filledQuantity) > 0);
  const count = String(canceled.length);
  const title =
    market === undefined
      ? t('terminal.order.canceled_everywhere', { count })
      : t('terminal.order.canceled_here', { count, pair: market });
  return partly.length === 0 ? [title] : [title, t('terminal.order.canceled_partly', { count: String(partly.length) })];
}

/** Of an order that had filled in part only the rest is canceled: how much that is, and how much had filled. */
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
  const filled = t('frame.fills.lost_filled', { filled: `${formatAmount(filledQuantity, 8)} ${base}`.trim() });
  // On phones the end of a long text may be cut: what was traded stands first.
  return [t('terminal.amend.rest_canceled', words), listed([filled, part, market])];
}

import type { Translate } from '../i18n/translator.ts';
import type { OrderStatus, StopStatus } from '@agio/core/words';
import { showToast } from '../../ui/toast.tsx';
import { type SidedOrder, sideText } from './side-text.ts';

/** Where no button says it: the answer to an order was lost, and the exchange is asked what became of it. */
export function tellChecking(t: Translate): void {
  showToast('info', t('terminal.order.checking'));
}

interface Ended extends SidedOrder {
  readonly status: OrderStatus | StopStatus;
}

/** What a cancel came to, and of which order (`name`). One whose answer was lost may find that the order had filled before. */
export function tellEnded(t: Translate, { status, ...order }: Ended, name: string): void {
  const words = { side: sideText(t, order) };
  if (status === 'CANCELED') showToast('success', t('terminal.order.canceled', words), name);
  if (status === 'FILLED') showToast('info', t('terminal.order.filled_before', words), name);
}

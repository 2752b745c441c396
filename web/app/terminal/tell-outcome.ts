import type { TFunction } from 'i18next';
import type { OrderStatus, Side, StopStatus } from '@agio/core/words';
import { showToast } from '../../ui/toast.tsx';

/** Where no button says it: the answer to an order was lost, and the exchange is asked what became of it. */
export function tellChecking(t: TFunction): void {
  showToast('info', t('terminal.order.checking'));
}

/** What a cancel came to. One whose answer was lost may find that the order had filled before. */
export function tellEnded(
  t: TFunction,
  { status, side }: { readonly status: OrderStatus | StopStatus; readonly side: Side },
): void {
  const words = { side: t(`terminal.side_${side}`) };
  if (status === 'CANCELED') showToast('success', t('terminal.order.canceled', words));
  if (status === 'FILLED') showToast('info', t('terminal.order.filled_before', words));
}

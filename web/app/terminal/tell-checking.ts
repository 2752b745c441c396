import type { TFunction } from 'i18next';
import type { OrderStatus, Side } from '@agio/core/words';
import { showToast } from '../../ui/toast.tsx';

/** Where no button says it: the answer to an order was lost, and the exchange is asked what became of it. */
export function tellChecking(t: TFunction): void {
  showToast('info', t('terminal.order.checking'));
}

/** A cancel whose answer was lost may find that the order had filled before. */
export function tellIfFilled(
  t: TFunction,
  { status, side }: { readonly status: OrderStatus; readonly side: Side },
): void {
  if (status === 'FILLED') showToast('info', t('terminal.order.filled_before', { side: t(`terminal.side_${side}`) }));
}

import type { Translate } from '../i18n/translator.ts';
import type { OrderStatus, Side, StopStatus } from '@agio/core/words';
import { formatAmount } from '../../ui/format.ts';
import { showToast } from '../../ui/toast.tsx';
import { listed } from '../i18n/isolated.ts';
import { isSet } from './ticket/typed-units.ts';

/** Of any amount and price. */
const DECIMALS = 8;

/** Where no button says it: the answer to an order was lost, and the exchange is asked what became of it. */
export function tellChecking(t: Translate): void {
  showToast('info', t('terminal.order.checking'));
}

interface Ended {
  readonly status: OrderStatus | StopStatus;
  readonly symbol: string;
  readonly side: Side;
  /** "0" or empty of what closes a whole position. */
  readonly quantity: string;
  /** "0" or empty at the market. */
  readonly price: string;
}

/** What a cancel came to, and of which order. One whose answer was lost may find that the order had filled before. */
export function tellEnded(t: Translate, ended: Ended): void {
  const words = { side: t(`terminal.side_${ended.side}`) };
  if (ended.status === 'CANCELED') showToast('success', t('terminal.order.canceled', words), orderWords(t, ended));
  if (ended.status === 'FILLED') showToast('info', t('terminal.order.filled_before', words), orderWords(t, ended));
}

type Named = Omit<Ended, 'status' | 'side'>;

/** The order may be of any market: BTCUSDT · 0.5 at 97,000. */
export const orderWords = (t: Translate, order: Named): string => listed(orderParts(t, order));

/** The same in its parts, for a line that says more. */
export function orderParts(t: Translate, { symbol, quantity, price }: Named): readonly string[] {
  if (!isSet(quantity)) return [symbol];
  const amount = formatAmount(quantity, DECIMALS);
  return [symbol, isSet(price) ? t('terminal.order.at', { amount, price: formatAmount(price, DECIMALS) }) : amount];
}

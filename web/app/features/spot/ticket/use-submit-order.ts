import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../../../ui/toast.tsx';
import { quietCall } from '../../../api/client.ts';
import { isLostAnswer, RepeatKey } from '../../../api/repeat-key.ts';
import { placeOrder, placePair } from '../../../api/spot.ts';
import type { Order } from '../../../api/types.ts';
import { refusalText } from '../../../i18n/words.ts';
import { filledText } from '../orders/fill-text.ts';
import { useSpotMarket } from '../spot-market.ts';
import { withQuantity } from './ticket-edits.ts';
import { orderOf, pairOf } from './ticket-order.ts';
import type { Ticket } from './ticket.ts';

/** What went wrong with an order is longer to read and worse to miss. */
const LONG_TOAST_MS = 8_000;

/** Sends the ticket; the same one again after a lost answer finds the first order instead of placing another. */
export function useSubmitOrder(onSent: () => void): {
  readonly isBusy: boolean;
  readonly submit: (ticket: Ticket) => Promise<void>;
} {
  const { t } = useTranslation();
  const { pair, account, ticket: store } = useSpotMarket();
  const [isBusy, setIsBusy] = useState(false);
  const [repeat] = useState(() => new RepeatKey());
  const submit = async (ticket: Ticket) => {
    const isPair = ticket.type === 'OCO';
    setIsBusy(true);
    try {
      const placed = isPair
        ? await repeat.send(pairOf(ticket, pair), (body, key) => placePair(quietCall, body, key))
        : [await repeat.send(orderOf(ticket, pair), (body, key) => placeOrder(quietCall, body, key))];
      account.acceptOrders(placed);
      if (isPair) showToast('success', t('terminal.order.pair_placed', { side: t(`terminal.side_${ticket.side}`) }));
      else for (const order of placed) announce(order);
      store.setState((now) => ({ ...withQuantity(now, ''), amount: '' }));
      onSent();
    } catch (error) {
      const isLost = isLostAnswer(error);
      const title = t(isLost ? 'terminal.order.not_placed' : 'terminal.order.refused');
      showToast('error', title, isLost ? t('terminal.order.maybe_placed') : refusalText(t, error), {
        durationMs: LONG_TOAST_MS,
      });
    } finally {
      setIsBusy(false);
    }
  };
  const announce = (placed: Order) => {
    const side = t(`terminal.side_${placed.side}`);
    if (placed.status === 'UNTRIGGERED') {
      showToast('success', t('terminal.order.waits', { side }), t('terminal.order.waits_hint'));
      return;
    }
    const isEnded = placed.status !== 'NEW' && placed.status !== 'PARTIALLY_FILLED';
    if (isEnded && placed.status !== 'FILLED')
      showToast('info', t('terminal.order.ended', { side }), t(`terminal.reason_${placed.reason || 'NONE'}`));
    else if (placed.status === 'NEW') showToast('success', t('terminal.order.placed', { side }));
    else {
      const { title, description } = filledText(t, placed, placed.filledQuantity, pair);
      showToast('success', title, description);
    }
  };
  return { isBusy, submit };
}

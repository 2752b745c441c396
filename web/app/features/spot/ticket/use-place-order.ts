import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../../../ui/toast.tsx';
import { quietCall } from '../../../api/client.ts';
import { RepeatKey } from '../../../api/repeat-key.ts';
import { placePairSurely, placeSurely } from '../../../api/calls/sure-orders.ts';
import type { Order } from '../../../api/types.ts';
import { ownFills } from '../../../live/own-fills.ts';
import { filledText } from '../orders/fill-text.ts';
import { useSpotMarket } from '../spot-market.ts';
import { afterSent } from './ticket-edits.ts';
import { orderOf, pairOf } from './ticket-order.ts';
import type { Ticket } from './ticket.ts';

/** Places the ticket's order; after a lost answer the order itself is looked for, and told as it stands by then. */
export function usePlaceOrder(): (ticket: Ticket, onLost: () => void) => Promise<void> {
  const { t } = useTranslation();
  const { pair, account, ticket: store } = useSpotMarket();
  const [repeat] = useState(() => new RepeatKey());
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
  return async (ticket, onLost) => {
    const isPair = ticket.type === 'OCO';
    const placed = isPair
      ? await placePairSurely(quietCall, repeat, pairOf(ticket, pair), onLost)
      : [await placeSurely(quietCall, repeat, orderOf(ticket, pair), onLost)];
    account.acceptOrders(placed);
    // What waits for a price fills later, and then tells of it by itself.
    for (const { orderId, status } of placed) if (status !== 'UNTRIGGERED') ownFills()?.markTold('spot', orderId);
    if (isPair) showToast('success', t('terminal.order.pair_placed', { side: t(`terminal.side_${ticket.side}`) }));
    else for (const order of placed) announce(order);
    store.setState(afterSent);
  };
}

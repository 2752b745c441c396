import { useTranslation } from '../../../i18n/use-translation.tsx';
import { decimalsOf } from '../../../../ui/decimal.ts';
import { showToast } from '../../../../ui/toast.tsx';
import { quietCall } from '../../../api/client.ts';
import { repeatKeyOf } from '../../../api/repeat-key.ts';
import { placeOcoSurely, placeSurely } from '../../../api/calls/sure-orders.ts';
import type { Order } from '../../../api/types.ts';
import { orderKey } from '../../../live/order-rests.ts';
import { ownFills, restByNow, takenByNow } from '../../../live/own-fills.ts';
import { conditionWords } from './condition-words.ts';
import { placedSize, placedWords } from '../../../terminal/placed-words.ts';
import { filledFor } from '../orders/fill-text.ts';
import { useSpotMarket } from '../spot-market.ts';
import { afterSent } from './ticket-edits.ts';
import { ocoOf, orderOf } from './ticket-order.ts';
import type { Ticket } from './ticket.ts';

/** Places the ticket's order; after a lost answer the order itself is looked for, and told as it stands by then. */
export function usePlaceOrder(): (ticket: Ticket, onLost: () => void) => Promise<void> {
  const { t } = useTranslation();
  const { pair, account, ticket: store } = useSpotMarket();
  const repeat = repeatKeyOf('spot order');
  const priceDecimals = decimalsOf(pair.tickSize);
  const wordsOf = ({ quantity }: Pick<Order, 'quantity'>, price: string) =>
    placedWords(t, { ...pair, priceDecimals, quantity, price });
  const announce = (placed: Order, waitsFor: string) => {
    const side = t(`terminal.side_${placed.side}`);
    if (placed.status === 'UNTRIGGERED') {
      const what = placedSize(placed.quantity, pair.base);
      showToast('success', t('terminal.order.waits', { side, what }), `${waitsFor} ${t('terminal.order.waits_hint')}`);
      return;
    }
    const isEnded = placed.status !== 'NEW' && placed.status !== 'PARTIALLY_FILLED';
    if (isEnded && placed.status !== 'FILLED')
      showToast('info', t('terminal.order.ended', { side }), t(`terminal.reason_${placed.reason || 'NONE'}`));
    else if (placed.status === 'NEW')
      showToast('success', t('terminal.order.placed', { side, what: wordsOf(placed, placed.price) }));
    else {
      const wordsNow = () =>
        filledFor(t, placed, pair, { sum: takenByNow('spot', placed), rest: restByNow('spot', placed) });
      const { title, description } = wordsNow();
      showToast('success', title, description, { wordsNow, order: orderKey('spot', placed.orderId) });
    }
  };
  return async (ticket, onLost) => {
    const isPair = ticket.type === 'OCO';
    const placed = isPair
      ? await placeOcoSurely(quietCall, repeat, ocoOf(ticket, pair), onLost)
      : [await placeSurely(quietCall, repeat, orderOf(ticket, pair), onLost)];
    account.acceptOrders(placed);
    // What waits for a price fills later, and then tells of it by itself.
    for (const { orderId, status } of placed) if (status !== 'UNTRIGGERED') ownFills()?.markTold('spot', orderId);
    const waitsFor = conditionWords(t, pair).ofTicket(ticket) ?? '';
    if (isPair) {
      const side = t(`terminal.side_${ticket.side}`);
      showToast(
        'success',
        t('terminal.order.pair_placed', { side, what: placedSize(ticket.quantity, pair.base) }),
        waitsFor,
      );
    } else for (const order of placed) announce(order, waitsFor);
    store.setState(afterSent);
  };
}

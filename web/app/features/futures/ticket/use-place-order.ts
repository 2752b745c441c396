import { useTranslation } from '../../../i18n/use-translation.tsx';
import { showToast } from '../../../../ui/toast.tsx';
import { quietCall } from '../../../api/client.ts';
import type { FuturesOrder } from '../../../api/calls/futures.ts';
import { repeatKeyOf } from '../../../api/repeat-key.ts';
import { placeFuturesSurely, placeStopSurely } from '../../../api/calls/sure-orders.ts';
import { ownFills, restByNow } from '../../../live/own-fills.ts';
import { isSet } from '../../../terminal/ticket/typed-units.ts';
import { useFuturesMarket, usePreference } from '../futures-market.ts';
import { placedSize } from '../../../terminal/placed-words.ts';
import { fillsOfOrder } from '../tables/booked-result.ts';
import { useStopWords } from '../tables/stop-words.ts';
import { closedOn, filledOn, placedOn } from '../told-orders.ts';
import { sideWords } from './side-words.ts';
import { positionAgainst } from './ticket-closing.ts';
import { sentOf } from './ticket-order.ts';
import { afterSent, type FuturesTicket } from './ticket.ts';

/** Places the ticket's order; after a lost answer the order itself is looked for, and told as it stands by then. */
export function usePlaceOrder(): (ticket: FuturesTicket, onLost: (key: string) => void) => Promise<void> {
  const { t } = useTranslation();
  const { contract, account, ticket: store } = useFuturesMarket();
  const preference = usePreference();
  const repeat = repeatKeyOf('futures order');
  const { sentenceOf } = useStopWords();
  const wordsOf = ({ quantity }: { readonly quantity: string }, price: string) =>
    placedOn(t, contract, quantity, price);
  const announceFilled = async (order: FuturesOrder, side: string, mayClose: boolean) => {
    const fills = mayClose ? await fillsOfOrder(order) : null;
    const wordsNow = () => {
      const rest = restByNow('futures', order);
      return (fills && closedOn(t, fills, order, contract, rest)) ?? filledOn(t, side, order, contract, rest);
    };
    const { title, description } = wordsNow();
    showToast('success', title, description, { wordsNow });
  };
  const announce = (order: FuturesOrder, side: string, mayClose: boolean) => {
    if (isSet(order.filledQuantity)) void announceFilled(order, side, mayClose);
    else if (order.status === 'NEW')
      showToast('success', t('terminal.order.placed', { side, what: wordsOf(order, order.price) }));
    else showToast('info', t('terminal.order.ended', { side }), t(`terminal.reason_${order.reason || 'NONE'}`));
  };
  return async (ticket, onLost) => {
    // In the words of the button that sent it.
    const side = sideWords(t, ticket.side, ticket, preference.positionMode === 'ONE_WAY');
    const sent = sentOf(ticket, contract.symbol, preference);
    if (sent.kind === 'order') {
      const positions = account.positions.get();
      const mayClose = positions === null || positionAgainst(ticket, { contract, positions, preference }) !== undefined;
      const order = await placeFuturesSurely(quietCall, repeat, sent.body, onLost);
      account.acceptOrders([order]);
      ownFills()?.markTold('futures', order.orderId);
      announce(order, side, mayClose);
    } else {
      const placed = await placeStopSurely(quietCall, repeat, sent.body, onLost);
      account.acceptStopOrders([placed]);
      const what = placedSize(placed.quantity, contract.base);
      // What only reduces needs no margin.
      const hint = placed.reduceOnly ? '' : t('futures.order.waits_hint');
      showToast('success', t('terminal.order.waits', { side, what }), `${sentenceOf(placed)} ${hint}`.trim());
    }
    store.setState(afterSent);
  };
}

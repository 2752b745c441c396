import { useTranslation } from '../../../i18n/use-translation.tsx';
import { showToast } from '../../../../ui/toast.tsx';
import { quietCall } from '../../../api/client.ts';
import type { FuturesOrder } from '../../../api/calls/futures.ts';
import { repeatKeyOf } from '../../../api/repeat-key.ts';
import { placeFuturesSurely, placeStopSurely } from '../../../api/calls/sure-orders.ts';
import { hasResult, sumOfFutures } from '../../../live/fill-center.ts';
import { orderKey } from '../../../live/order-rests.ts';
import { ownFills, restByNow, takenByNow } from '../../../live/own-fills.ts';
import { isSet } from '../../../terminal/ticket/typed-units.ts';
import { useFuturesMarket, usePreference } from '../futures-market.ts';
import { placedSize } from '../../../terminal/placed-words.ts';
import { fillsOfOrder } from '../tables/booked-result.ts';
import { useStopWords } from '../tables/stop-words.ts';
import { filledFor, placedOn, withDropped } from '../told-orders.ts';
import { sideWords } from './side-words.ts';
import { positionAgainst } from './ticket-closing.ts';
import { sentOf } from './ticket-order.ts';
import { afterSent, type FuturesTicket } from './ticket.ts';

interface Told {
  /** In the words of the button that sent it. */
  readonly side: string;
  readonly mayClose: boolean;
  /** The size that was asked for. */
  readonly sent: string | undefined;
}

/** Places the ticket's order; after a lost answer the order itself is looked for, and told as it stands by then. */
export function usePlaceOrder(): (ticket: FuturesTicket, onLost: (key: string) => void) => Promise<void> {
  const { t } = useTranslation();
  const { contract, account, ticket: store } = useFuturesMarket();
  const preference = usePreference();
  const repeat = repeatKeyOf('futures order');
  const { sentenceOf } = useStopWords();
  const wordsOf = ({ quantity }: { readonly quantity: string }, price: string) =>
    placedOn(t, contract, quantity, price);
  const announceFilled = async (order: FuturesOrder, { side, mayClose, sent }: Told) => {
    const fills = mayClose ? await fillsOfOrder(order) : null;
    const wordsNow = () => {
      const rest = restByNow('futures', order);
      const sum = fills === null ? takenByNow('futures', order) : sumOfFutures(fills);
      const { title, description } = filledFor(t, side, order, contract, { sum, rest });
      return { title, description: withDropped(t, description, sent, order, contract) };
    };
    const { title, description } = wordsNow();
    // The result of what closed is told nowhere else.
    const closes = fills !== null && hasResult(sumOfFutures(fills));
    showToast('success', title, description, {
      wordsNow,
      order: closes ? undefined : orderKey('futures', order.orderId),
    });
  };
  const announce = (order: FuturesOrder, told: Told) => {
    const { side, sent } = told;
    const title = t('terminal.order.placed', { side, what: wordsOf(order, order.price) });
    if (isSet(order.filledQuantity)) void announceFilled(order, told);
    else if (order.status === 'NEW') showToast('success', title, withDropped(t, '', sent, order, contract));
    else showToast('info', t('terminal.order.ended', { side }), t(`terminal.reason_${order.reason || 'NONE'}`));
  };
  return async (ticket, onLost) => {
    const side = sideWords(t, ticket.side, ticket, preference.positionMode === 'ONE_WAY');
    const sent = sentOf(ticket, contract.symbol, preference);
    if (sent.kind === 'order') {
      const positions = account.positions.get();
      const mayClose = positions === null || positionAgainst(ticket, { contract, positions, preference }) !== undefined;
      const order = await placeFuturesSurely(quietCall, repeat, sent.body, onLost);
      account.acceptOrders([order]);
      ownFills()?.markTold('futures', order.orderId);
      announce(order, { side, mayClose, sent: sent.body.quantity });
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

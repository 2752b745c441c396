import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmount, formatNumber } from '../../../../ui/format.ts';
import { showToast } from '../../../../ui/toast.tsx';
import { quietCall } from '../../../api/client.ts';
import { type FuturesOrder, placeFuturesOrder, placeStopOrder } from '../../../api/futures.ts';
import { isLostAnswer, RepeatKey } from '../../../api/repeat-key.ts';
import { refusalText } from '../../../i18n/words.ts';
import { isSet } from '../../../terminal/ticket/typed-units.ts';
import { useFuturesMarket, usePreference } from '../futures-market.ts';
import { sentOf } from './ticket-order.ts';
import type { FuturesTicket } from './ticket.ts';

/** What went wrong with an order is longer to read and worse to miss. */
const LONG_TOAST_MS = 8_000;

/** Sends the ticket; the same one again after a lost answer finds the first order instead of placing another. */
export function useSubmitOrder(onSent: () => void) {
  const { t } = useTranslation();
  const { contract, account, ticket: store } = useFuturesMarket();
  const preference = usePreference();
  const [isBusy, setIsBusy] = useState(false);
  const [repeat] = useState(() => new RepeatKey());
  const announce = (order: FuturesOrder) => {
    const side = t(`futures.side_${order.side}`);
    if (isSet(order.filledQuantity)) {
      const amount = `${formatAmount(order.filledQuantity, 8)} ${contract.base}`;
      const price = `${formatNumber(order.averagePrice, contract.pricePrecision)} ${contract.settle}`;
      showToast('success', t('terminal.order.filled', { side, amount }), `${t('terminal.average_price')}: ${price}`);
    } else if (order.status === 'NEW') showToast('success', t('terminal.order.placed', { side }));
    else showToast('info', t('terminal.order.ended', { side }), t(`terminal.reason_${order.reason || 'NONE'}`));
  };
  const submit = async (ticket: FuturesTicket) => {
    setIsBusy(true);
    const sent = sentOf(ticket, contract.symbol, preference);
    try {
      if (sent.kind === 'order') {
        const order = await repeat.send(sent.body, (body, key) => placeFuturesOrder(quietCall, body, key));
        account.acceptOrders([order]);
        announce(order);
      } else {
        account.acceptStopOrders([await repeat.send(sent.body, (body, key) => placeStopOrder(quietCall, body, key))]);
        const side = t(`futures.side_${ticket.side}`);
        showToast('success', t('terminal.order.waits', { side }), t('futures.order.waits_hint'));
      }
      store.setState({ quantity: '' });
      onSent();
    } catch (error) {
      const isLost = isLostAnswer(error);
      const title = t(isLost ? 'terminal.order.not_placed' : 'terminal.order.refused');
      const text = isLost ? t('terminal.order.maybe_placed') : refusalText(t, error);
      showToast('error', title, text, { durationMs: LONG_TOAST_MS });
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, submit };
}

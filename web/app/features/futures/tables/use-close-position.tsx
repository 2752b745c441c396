import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { ask } from '../../../../ui/confirm.ts';
import { formatAmount } from '../../../../ui/format.ts';
import { showToast } from '../../../../ui/toast.tsx';
import { quietCall } from '../../../api/client.ts';
import type { Contract, Position } from '../../../api/calls/futures.ts';
import { RepeatKey } from '../../../api/repeat-key.ts';
import { ownFills } from '../../../live/own-fills.ts';
import { placeFuturesSurely } from '../../../api/calls/sure-orders.ts';
import { refusalText } from '../../../i18n/words.ts';
import { tellChecking } from '../../../terminal/tell-outcome.ts';
import { useFuturesMarket } from '../futures-market.ts';
import { closedAt } from '../told-orders.ts';
import { afterClosing } from './booked-result.ts';
import { closingSide } from './closing.ts';
import { ClosingOfAll } from './closing-of-all.tsx';
import { positionName } from './position-name.ts';
import { createStayingChoice, type StayingChoice, StayingOrders, useCancelStaying } from './staying-orders.tsx';

/** Asks with what it is expected to come to, and closes all of a position by a market order; says what of it the book did not take. */
export function useClosePosition(position: Position, contract: Contract): () => Promise<unknown> {
  const { t } = useTranslation();
  const market = useFuturesMarket();
  const { account } = market;
  const [repeat] = useState(() => new RepeatKey());
  const { symbol, positionSide } = position;
  const side = closingSide(position);
  const values = { symbol, quantity: formatAmount(position.quantity, 8), asset: contract.base };
  const cancelStaying = useCancelStaying();
  const close = async (choice: StayingChoice) => {
    const body = {
      symbol,
      positionSide,
      side,
      type: 'MARKET' as const,
      closePosition: true,
    };
    try {
      const order = await placeFuturesSurely(quietCall, repeat, body, () => tellChecking(t));
      account.acceptOrders([order]);
      // The message below tells of it, so that the bell says nothing more.
      ownFills()?.markTold('futures', order.orderId);
      if (order.status === 'FILLED') {
        await afterClosing({
          orders: [order],
          tell: (result) =>
            showToast('success', t('futures.position.closed', values), closedAt(t, order, contract, result)),
          cancel: () => cancelStaying([position], choice),
        });
      } else {
        const partly = { ...values, filled: formatAmount(order.filledQuantity, 8) };
        showToast('info', t('futures.position.not_closed'), t('futures.position.partly', partly));
      }
    } catch (error) {
      showToast('error', t('futures.position.not_closed'), refusalText(t, error));
    }
  };
  return () => {
    const choice = createStayingChoice();
    return ask({
      title: t('futures.position.close_title', { symbol: positionName(t, position) }),
      text: t(`futures.position.close_text_${side}`, values),
      details: (
        <>
          <ClosingOfAll market={market} position={position} contract={contract} />
          <StayingOrders market={market} positions={[position]} choice={choice} />
        </>
      ),
      confirmLabel: t('futures.position.close'),
      cancelLabel: t('common.keep'),
      isDangerous: true,
      onConfirm: () => close(choice),
    });
  };
}

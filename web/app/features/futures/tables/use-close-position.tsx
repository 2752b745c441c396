import { useTranslation } from '../../../i18n/use-translation.tsx';
import { ask } from '../../../../ui/confirm.ts';
import { formatAmount } from '../../../../ui/format.ts';
import { showToast } from '../../../../ui/toast.tsx';
import { quietCall } from '../../../api/client.ts';
import type { Contract, Position } from '../../../api/calls/futures.ts';
import { ownFills } from '../../../live/own-fills.ts';
import { placeFuturesSurely } from '../../../api/calls/sure-orders.ts';
import { refusalText } from '../../../i18n/words.ts';
import { tellChecking } from '../../../terminal/tell-outcome.ts';
import { useFuturesMarket } from '../futures-market.ts';
import { closedAt } from '../told-orders.ts';
import { afterClosing } from './booked-result.ts';
import { createWayChoice, OrdersInWay, useCancelInWay, type WayChoice } from './cancel-in-way.tsx';
import { closingSide } from './closing.ts';
import { ClosingOfAll } from './closing-of-all.tsx';
import { followPositions } from './followed-positions.ts';
import { FollowedChange, OfPosition } from './followed-question.tsx';
import { positionName } from './position-name.ts';
import { reversalOf } from './reversal.ts';
import {
  createStayingChoice,
  type StayingChoice,
  StayingOrders,
  useCancelStaying,
  useKeptStops,
} from './staying-orders.tsx';
import { repeatKeyOf } from '../../../api/repeat-key.ts';

/**
 * Asks with what it is expected to come to, and closes all of a position by a market order. The question follows the position while it is
 * open.
 */
export function useClosing(): (position: Position, contract: Contract) => Promise<unknown> {
  const { t } = useTranslation();
  const market = useFuturesMarket();
  const close = useClose();
  return (asked, contract) => {
    const choice = createStayingChoice();
    const way = createWayChoice();
    const followed = followPositions(market.account.positions, [asked]);
    const onConfirm = async () => {
      followed.stop();
      for (const position of followed.now.get()) await close(position, contract, choice, way);
    };
    return ask({
      title: t('futures.position.close_title', { symbol: positionName(t, asked) }),
      text: (
        <OfPosition followed={followed}>
          {({ quantity }) =>
            t(`futures.position.close_text_${closingSide(asked)}`, {
              quantity: formatAmount(quantity, 8),
              asset: contract.base,
            })
          }
        </OfPosition>
      ),
      details: (
        <>
          <FollowedChange followed={followed} contract={contract} />
          <OfPosition followed={followed}>
            {(position) => (
              <>
                <ClosingOfAll market={market} position={position} contract={contract} />
                <OrdersInWay market={market} positions={[position]} choice={way} />
              </>
            )}
          </OfPosition>
          <StayingOrders market={market} positions={[asked]} choice={choice} />
        </>
      ),
      confirmLabel: t('futures.position.close'),
      cancelLabel: t('futures.position.keep'),
      isDangerous: true,
      off: followed.off,
      onConfirm,
    }).finally(followed.stop);
  };
}

type Close = (position: Position, contract: Contract, choice: StayingChoice, way: WayChoice) => Promise<void>;

/** Closes a position as it was last shown; says what of it the book did not take. */
function useClose(): Close {
  const { t } = useTranslation();
  const { account } = useFuturesMarket();
  const cancelStaying = useCancelStaying();
  const cancelInWay = useCancelInWay();
  const withKeptStops = useKeptStops();
  return async (position, contract, choice, way) => {
    await cancelInWay(way);
    const { closing } = reversalOf(position);
    const values = { symbol: position.symbol, quantity: formatAmount(position.quantity, 8), asset: contract.base };
    try {
      const repeat = repeatKeyOf(`close ${position.positionId}`);
      const order = await placeFuturesSurely(quietCall, repeat, closing, () => tellChecking(t));
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
        const why = t('futures.position.partly', partly);
        showToast('info', t('futures.position.not_closed'), withKeptStops(why, [position], choice));
      }
    } catch (error) {
      const why = refusalText(t, error);
      showToast('error', t('futures.position.not_closed'), withKeptStops(why, [position], choice));
    }
  };
}

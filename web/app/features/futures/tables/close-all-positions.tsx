import { useTranslation } from '../../../i18n/use-translation.tsx';
import { Button } from '../../../../ui/button.tsx';
import { ask } from '../../../../ui/confirm.ts';
import { showToast } from '../../../../ui/toast.tsx';
import { quietCall } from '../../../api/client.ts';
import type { FuturesOrder, Position } from '../../../api/calls/futures.ts';
import { placeFuturesSurely } from '../../../api/calls/sure-orders.ts';
import { tellChecking } from '../../../terminal/tell-outcome.ts';
import { ownFills } from '../../../live/own-fills.ts';
import { refusalText } from '../../../i18n/words.ts';
import { useFuturesMarket } from '../futures-market.ts';
import { createWayChoice, OrdersInWay, useCancelInWay, type WayChoice } from './cancel-in-way.tsx';
import { closedOfMany, type Closing } from './closed-of-many.ts';
import { ClosingOfMany } from './closing-of-all.tsx';
import { faultOfClosing, isTurned, followPositions } from './followed-positions.ts';
import { FollowedChanges, OfPositions } from './followed-question.tsx';
import { bookedWords } from '../told-orders.ts';
import { afterClosing } from './booked-result.ts';
import { reversalOf } from './reversal.ts';
import {
  createStayingChoice,
  type StayingChoice,
  StayingLimits,
  StayingOrders,
  useCancelStaying,
  useKeptStops,
} from './staying-orders.tsx';
import { repeatKeyOf } from '../../../api/repeat-key.ts';

/**
 * Asks, and closes the positions that were open then, of all contracts, by market orders, one after the other; names those that are still
 * open. Orders that would stay are named in the question, and the conditional ones that are ticked end with their positions.
 */
export function CloseAllButton({ positions: open }: { positions: readonly Position[] }) {
  const { t } = useTranslation();
  const market = useFuturesMarket();
  const { account } = market;
  const withKeptStops = useKeptStops();
  const close = async (position: Position): Promise<Closing> => {
    const isGone = () => {
      const open = account.positions.get();
      return faultOfClosing(position, open) === 'gone' && !isTurned(position, open);
    };
    const fault = faultOfClosing(position, account.positions.get());
    if (isGone()) return 'gone';
    if (fault !== null) return { why: t(`futures.position.${fault}`) };
    try {
      const order: FuturesOrder = await placeFuturesSurely(
        quietCall,
        repeatKeyOf(`close ${position.positionId}`),
        reversalOf(position).closing,
        () => tellChecking(t),
      );
      account.acceptOrders([order]);
      ownFills()?.markTold('futures', order.orderId);
      if (order.status === 'FILLED') return order;
      return isGone() ? 'gone' : { why: t(`terminal.reason_${order.reason || 'NONE'}`) };
    } catch (error) {
      // Refused, it may be, because something else closed it while the order was on its way.
      return isGone() ? 'gone' : { why: refusalText(t, error) };
    }
  };
  const cancelStaying = useCancelStaying();
  const cancelInWay = useCancelInWay();
  const closeAll = async (positions: readonly Position[], choice: StayingChoice, way: WayChoice) => {
    await cancelInWay(way);
    const came: (readonly [Position, Closing])[] = [];
    for (const position of positions) came.push([position, await close(position)]);
    const { closed, orders, stillOpen, reasons } = closedOfMany(came);
    const symbols = [...new Set(positions.map(({ symbol }) => symbol))].join(', ');
    // The orders of a position end only when all of it is closed: what is left of it stays protected.
    const cancel = () => cancelStaying(closed, choice);
    if (stillOpen.length > 0) {
      const title = t('futures.position.not_all_closed', { count: String(stillOpen.length) });
      showToast('error', title, withKeptStops(reasons.join(' '), stillOpen, choice));
      await cancel();
      return;
    }
    const tell = (result: bigint | null) => {
      // Of one that something else closed, no order of ours knows the result.
      const isPart = orders.length < closed.length;
      const what = result === null || isPart ? symbols : `${symbols} · ${bookedWords(t, result, market.contract)}`;
      showToast('success', t('futures.position.all_closed', { count: String(positions.length) }), what);
    };
    await afterClosing({ orders, tell, cancel });
  };
  const askFirst = () => {
    const choice = createStayingChoice();
    const way = createWayChoice();
    const followed = followPositions(account.positions, open);
    return ask({
      title: t('futures.position.close_all_title'),
      text: (
        <OfPositions followed={followed}>
          {({ length }) => t('futures.position.close_all_text', { count: String(length) })}
        </OfPositions>
      ),
      details: (
        <>
          <FollowedChanges followed={followed} open={account.positions} />
          <OfPositions followed={followed}>
            {(positions) => (
              <>
                <ClosingOfMany market={market} positions={positions} />
                <OrdersInWay market={market} positions={positions} choice={way} />
                <StayingOrders market={market} positions={positions} choice={choice} />
              </>
            )}
          </OfPositions>
          <StayingLimits market={market} inWay={way.shown} />
        </>
      ),
      confirmLabel: t('futures.position.close_all'),
      cancelLabel: t('futures.position.keep_all'),
      isDangerous: true,
      off: followed.off,
      onConfirm: () => {
        followed.stop();
        return closeAll(followed.now.get(), choice, way);
      },
    }).finally(followed.stop);
  };
  return (
    <Button size="xs" onClick={() => void askFirst()}>
      {t('futures.position.close_all')}
    </Button>
  );
}

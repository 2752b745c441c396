import { useTranslation } from '../../../i18n/use-translation.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { showToast } from '../../../../ui/toast.tsx';
import { quietCall } from '../../../api/client.ts';
import type { FuturesOrder, Position, StopOrder } from '../../../api/calls/futures.ts';
import { cancelStopSurely } from '../../../api/calls/sure-orders.ts';
import { refusalText } from '../../../i18n/words.ts';
import { createStore, type Store } from '../../../live/store.ts';
import { useStore } from '../../../live-views/use-store.ts';
import { statusText } from '../../../terminal/tables/status-text.ts';
import { tellChecking } from '../../../terminal/tell-outcome.ts';
import { useFuturesMarket, type FuturesMarket } from '../futures-market.ts';
import { isTicked, stayingLimits, stayingStops, stopsToCancel, type Ticks } from './staying-stops.ts';
import { useWordsOf } from './stop-words.ts';

type Closed = Pick<Position, 'symbol' | 'positionSide'>;

/** What is ticked in a question that is open: its details write it, what runs once it is answered reads it. */
export type StayingChoice = Store<Ticks>;
export const createStayingChoice = (): StayingChoice => createStore<Ticks>(new Map());

type StayingOrdersProps = {
  readonly market: Pick<FuturesMarket, 'account' | 'contracts'>;
  readonly positions: readonly Closed[];
  readonly choice: StayingChoice;
};

/** The conditional orders that stay when these positions are closed, each with a tick for canceling it along. */
export function StayingOrders({ market: { account, contracts }, positions, choice }: StayingOrdersProps) {
  const { t } = useTranslation();
  const words = useWordsOf(contracts);
  const ticks = useStore(choice);
  const open = useStore(account.positions);
  const stops = stayingStops(useStore(account.stopOrders) ?? [], positions);
  if (stops.length === 0) return null;
  const tick = (stop: StopOrder, isOn: boolean) => choice.set(new Map(ticks).set(stop.stopOrderId, isOn));
  return (
    <fieldset className="grid min-w-0 gap-1 text-13">
      <legend className="mb-1 text-muted">{t('futures.position.stops_stay')}</legend>
      <div className="grid min-w-0 gap-y-1">
        {stops.map((stop) => (
          <Checkbox
            key={stop.stopOrderId}
            checked={isTicked(stop, ticks)}
            onChange={(isOn) => tick(stop, isOn)}
            className="min-h-11 min-w-0 !whitespace-normal md:min-h-7"
          >
            <span className="min-w-0">{words.nameOf(stop, open)}</span>
          </Checkbox>
        ))}
      </div>
    </fieldset>
  );
}

type StayingLimitsProps = Pick<StayingOrdersProps, 'market'> & {
  /** Those are named already. */
  readonly inWay: Store<readonly FuturesOrder[]>;
};

/** The orders of the book that stay when all positions are closed, by name. */
export function StayingLimits({ market: { account, contracts }, inWay }: StayingLimitsProps) {
  const { t } = useTranslation();
  const words = useWordsOf(contracts);
  const named = new Set(useStore(inWay).map(({ orderId }) => orderId));
  const orders = stayingLimits(useStore(account.orders) ?? []).filter(({ orderId }) => !named.has(orderId));
  if (orders.length === 0) return null;
  return (
    <section className="grid min-w-0 gap-1 text-13">
      <p className="text-muted">{t('futures.position.orders_stay')}</p>
      <ul className="grid min-w-0 gap-y-1">
        {orders.map((order) => (
          <li key={order.orderId} className="break-words">
            {words.nameOf(order)}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Says after why positions are still open that the orders that were ticked stay with them; where none was, there is nothing to say. */
export function useKeptStops(): (why: string, stillOpen: readonly Closed[], choice: StayingChoice) => string {
  const { t } = useTranslation();
  const { account } = useFuturesMarket();
  return (why, stillOpen, choice) => {
    const kept = stopsToCancel(account.stopOrders.get() ?? [], stillOpen, choice.get()).length;
    return kept === 0 ? why : `${why} ${t('futures.position.stops_with_open', { count: String(kept) })}`;
  };
}

/** Cancels what was ticked of positions that are closed now, and tells how many are canceled and which are not, with the reason. */
export function useCancelStaying(): (closed: readonly Closed[], choice: StayingChoice) => Promise<void> {
  const { t } = useTranslation();
  const { account, contracts } = useFuturesMarket();
  const words = useWordsOf(contracts);
  return async (closed, choice) => {
    const wanted = stopsToCancel(account.stopOrders.get() ?? [], closed, choice.get());
    let canceled = 0;
    const kept: string[] = [];
    for (const stop of wanted) {
      try {
        const ended = await cancelStopSurely(quietCall, stop, () => tellChecking(t));
        account.acceptStopOrders([ended]);
        if (ended.status === 'CANCELED') canceled += 1;
        // It fired while the positions were being closed.
        else kept.push(`${words.nameOf(stop)}: ${statusText(t, ended)}`);
      } catch (error) {
        kept.push(`${words.nameOf(stop)}: ${refusalText(t, error)}`);
      }
    }
    if (canceled > 0) showToast('success', t('futures.position.stops_canceled', { count: String(canceled) }));
    if (kept.length > 0)
      showToast('error', t('futures.position.stops_kept', { count: String(kept.length) }), kept.join(' '));
  };
}

import { useLayoutEffect } from 'react';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { showToast } from '../../../../ui/toast.tsx';
import { quietCall } from '../../../api/client.ts';
import type { FuturesOrder, Position } from '../../../api/calls/futures.ts';
import { cancelFuturesSurely } from '../../../api/calls/sure-orders.ts';
import { refusalText } from '../../../i18n/words.ts';
import { createStore, type Store } from '../../../live/store.ts';
import { useStore } from '../../../live-views/use-store.ts';
import { tellChecking } from '../../../terminal/tell-outcome.ts';
import { contractOf, FuturesMarketContext, useFuturesMarket, type FuturesMarket } from '../futures-market.ts';
import { unitsOf } from '../margin.ts';
import { isTickedInWay, ordersInWay, type Taken, type WayTicks } from './orders-in-way.ts';
import { useWordsOf } from './stop-words.ts';
import { useEstimatePrices } from './use-closing-estimate.ts';

/** What a question that is open shows and what is ticked in it: its details write it, what runs once it is answered reads it. */
export interface WayChoice {
  readonly ticks: Store<WayTicks>;
  readonly shown: Store<readonly FuturesOrder[]>;
}
export const createWayChoice = (): WayChoice => ({
  ticks: createStore<WayTicks>(new Map()),
  shown: createStore<readonly FuturesOrder[]>([]),
});

type WayProps = {
  readonly market: FuturesMarket;
  readonly positions: readonly Position[];
  readonly choice: WayChoice;
  /** What of each the order takes from the book; all of it at the market unless said. */
  readonly takenOf?: (position: Position) => Taken;
};

const allOf = ({ quantity }: Position): Taken => ({ quantity: unitsOf(quantity) });

/** The own orders that a closing order would end at, each with a tick for canceling it first. The question stands outside of the market's page. */
export function OrdersInWay({ market, ...rest }: WayProps) {
  return (
    <FuturesMarketContext value={market}>
      <InWay {...rest} />
    </FuturesMarketContext>
  );
}

function InWay({ positions, choice: { ticks, shown }, takenOf = allOf }: Omit<WayProps, 'market'>) {
  const { t } = useTranslation();
  const { account, contracts } = useFuturesMarket();
  const words = useWordsOf(contracts);
  const pricesOf = useEstimatePrices();
  const open = useStore(account.orders) ?? [];
  const ticked = useStore(ticks);
  const orders = positions.flatMap((position) => {
    const contract = contractOf(contracts, position);
    if (contract === undefined) return [];
    return ordersInWay(position, open, contract, { ...pricesOf(position, contract), ...takenOf(position) });
  });
  // Only what was on the screen is canceled.
  useLayoutEffect(() => shown.set(orders));
  if (orders.length === 0) return null;
  return (
    <fieldset className="grid min-w-0 gap-1 text-13">
      <legend className="mb-1 text-warn">{t('futures.position.orders_in_way')}</legend>
      <div className="grid max-h-40 min-w-0 gap-y-1 overflow-y-auto">
        {orders.map((order) => (
          <Checkbox
            key={order.orderId}
            checked={isTickedInWay(order, ticked)}
            onChange={(isOn) => ticks.set(new Map(ticks.get()).set(order.orderId, isOn))}
            className="min-h-11 min-w-0 !whitespace-normal md:min-h-7"
          >
            <span className="min-w-0">{words.nameOf(order)}</span>
          </Checkbox>
        ))}
      </div>
    </fieldset>
  );
}

/** Cancels what was shown and ticked, before anything is closed; tells which are not canceled, with the reason. */
export function useCancelInWay(): (choice: WayChoice) => Promise<void> {
  const { t } = useTranslation();
  const { account, contracts } = useFuturesMarket();
  const words = useWordsOf(contracts);
  return async ({ ticks, shown }) => {
    const wanted = shown.get().filter((order) => isTickedInWay(order, ticks.get()));
    const kept: string[] = [];
    for (const order of wanted) {
      try {
        account.acceptOrders([await cancelFuturesSurely(quietCall, order, () => tellChecking(t))]);
      } catch (error) {
        kept.push(`${words.nameOf(order)}: ${refusalText(t, error)}`);
      }
    }
    if (kept.length > 0) showToast('error', t('terminal.order.not_canceled'), kept.join(' '));
  };
}

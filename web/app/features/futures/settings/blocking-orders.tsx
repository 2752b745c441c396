import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { Button } from '../../../../ui/button.tsx';
import { showToast } from '../../../../ui/toast.tsx';
import { quietCall } from '../../../api/client.ts';
import { cancelAllFutures } from '../../../api/calls/futures.ts';
import { listed } from '../../../i18n/isolated.ts';
import { refusalText } from '../../../i18n/words.ts';
import { useStore } from '../../../live-views/use-store.ts';
import { canceledManyWords } from '../../../terminal/tell-outcome.ts';
import { useFuturesMarket } from '../futures-market.ts';
import { useStopWords } from '../tables/stop-words.ts';
import { inTheWay } from './in-the-way.ts';

type BlockingOrdersProps = {
  /** Of this contract, or undefined: of all. */
  readonly symbol: string | undefined;
};

/**
 * What a change of mode was refused for, by name: positions, orders and conditional orders; and a button that cancels the orders. No such
 * button while a position is open: the mode would not change all the same, and the position would lose its stop-loss. Nothing once none of
 * them is left.
 */
export function BlockingOrders({ symbol }: BlockingOrdersProps) {
  const { t } = useTranslation();
  const { account } = useFuturesMarket();
  const words = useStopWords();
  const [isBusy, setIsBusy] = useState(false);
  const open = {
    positions: useStore(account.positions),
    orders: useStore(account.orders),
    stops: useStore(account.stopOrders),
  };
  const { positions, orders, stops, isNothing } = inTheWay(open, symbol);
  if (isNothing) return null;
  const kinds: readonly (readonly [name: string, lines: readonly string[]])[] = [
    [
      t('futures.table.positions'),
      positions.map((one) => listed([one.symbol, t(one.direction === 'LONG' ? 'futures.long' : 'futures.short')])),
    ],
    [t('futures.table.open_orders'), orders.map((order) => words.nameOf(order, positions))],
    [t('terminal.ticket.conditional'), stops.map((stop) => words.nameOf(stop, positions))],
  ];
  const known = kinds.filter(([, lines]) => lines.length > 0);
  const cancel = async () => {
    setIsBusy(true);
    try {
      const ended = await cancelAllFutures(quietCall, symbol);
      account.acceptOrders(ended.orders);
      account.acceptStopOrders(ended.stopOrders);
      showToast('success', ...canceledManyWords(t, symbol, [...ended.orders, ...ended.stopOrders]));
    } catch (error) {
      showToast('error', t('terminal.order.not_canceled'), refusalText(t, error));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <section role="alert" className="grid min-w-0 gap-2 rounded-2 border border-line-field p-3 text-12">
      <p className="font-semibold">{t('futures.settings.in_the_way')}</p>
      <dl className="grid min-w-0 gap-1">
        {known.map(([name, lines]) => (
          <div key={name} className="min-w-0">
            <dt className="text-muted">{name}</dt>
            {lines.map((line, at) => (
              <dd key={`${at} ${line}`} className="min-w-0 break-words">
                {line}
              </dd>
            ))}
          </div>
        ))}
      </dl>
      {positions.length === 0 && orders.length + stops.length > 0 ? (
        <Button className="justify-self-start max-md:h-11" busy={isBusy} onClick={() => void cancel()}>
          {t('futures.settings.cancel_these', { count: String(orders.length + stops.length) })}
        </Button>
      ) : null}
    </section>
  );
}

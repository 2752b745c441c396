import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../../ui/format.ts';
import type { Order } from '../../api/types.ts';
import { useStore } from '../../live-views/use-store.ts';
import type { ChartLine } from '../../terminal/chart/chart-lines.ts';
import { ChartPanel } from '../../terminal/chart/chart-panel.tsx';
import type { CandleSource } from '../../terminal/terminal-market.ts';
import { isSet } from '../../terminal/ticket/typed-units.ts';
import { useSpotMarket } from './spot-market.ts';

/** The chart with the user's own orders: where they rest, and where those that wait would fire. */
export function SpotChart({ candles, className }: { candles: CandleSource; className: string }) {
  const { t } = useTranslation();
  const { pair, account } = useSpotMarket();
  const orders = useStore(account.openOrders);
  const lines = useMemo(() => {
    const label = (order: Order) =>
      `${t(`terminal.side_${order.side}`)} ${formatAmount(order.quantity, pair.basePrecision)}`;
    const lineOf = (order: Order): ChartLine[] => {
      const waits = order.status === 'UNTRIGGERED';
      const price = waits ? order.stopPrice : order.price;
      if (!isSet(price)) return [];
      return [
        {
          id: String(order.orderId),
          price: Number(price),
          tone: order.side === 'BUY' ? 'up' : 'down',
          label: waits ? `${t('terminal.ticket.trigger')} · ${label(order)}` : label(order),
        },
      ];
    };
    return (orders ?? []).filter((order) => order.symbol === pair.symbol).flatMap(lineOf);
  }, [orders, pair, t]);
  return <ChartPanel candles={candles} lines={lines} className={className} />;
}

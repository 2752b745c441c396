import { useTranslation } from 'react-i18next';
import { formatAmount, formatNumber } from '../../../../ui/format.ts';
import { quietCall } from '../../../api/client.ts';
import { getOrderHistory } from '../../../api/spot.ts';
import type { Order } from '../../../api/types.ts';
import type { Column } from '../../../terminal/tables/data-table.tsx';
import { HistoryPage } from '../../../terminal/tables/history-page.tsx';
import { priceText } from './open-orders.tsx';
import { FilledCell, MarketCell, SideCell, TimeCell, TypeCell } from './order-cells.tsx';
import { useSpotMarket } from '../spot-market.ts';

export function OrderHistory({ symbol }: { symbol: string | undefined }) {
  const { t } = useTranslation();
  const { pairs } = useSpotMarket();
  const pairOf = (order: Order) => pairs.find((pair) => pair.symbol === order.symbol);
  const columns: readonly Column<Order>[] = [
    { key: 'time', label: t('terminal.time'), cell: (order) => <TimeCell time={order.createdAt} /> },
    {
      key: 'market',
      label: t('terminal.market'),
      cell: (order) => <MarketCell pair={pairOf(order)} symbol={order.symbol} />,
    },
    { key: 'type', label: t('terminal.ticket.type'), isExtra: true, cell: (order) => <TypeCell order={order} /> },
    { key: 'side', label: t('terminal.ticket.side'), cell: (order) => <SideCell side={order.side} /> },
    {
      key: 'price',
      label: t('terminal.ticket.price'),
      isEnd: true,
      isExtra: true,
      cell: (order) => <bdi>{priceText(order, pairOf(order))}</bdi>,
    },
    {
      key: 'average',
      label: t('terminal.average_price'),
      isEnd: true,
      cell: (order) => (
        <bdi>
          {/[1-9]/.test(order.averagePrice)
            ? formatNumber(order.averagePrice, pairOf(order)?.quotePrecision ?? 8)
            : '–'}
        </bdi>
      ),
    },
    {
      key: 'quantity',
      label: t('terminal.ticket.quantity'),
      isEnd: true,
      cell: (order) => <bdi>{quantityText(order, pairOf(order)?.base, pairOf(order)?.quote)}</bdi>,
    },
    {
      key: 'filled',
      label: t('terminal.filled'),
      isEnd: true,
      isExtra: true,
      cell: (order) => <FilledCell order={order} />,
    },
    {
      key: 'status',
      label: t('terminal.status'),
      isEnd: true,
      cell: (order) => (
        <span title={order.reason ? t(`terminal.reason_${order.reason}`) : undefined}>
          {t(`terminal.status_${order.status}`)}
        </span>
      ),
    },
  ];
  return (
    <HistoryPage
      name="order-history"
      caption={t('terminal.tab_history')}
      empty={t('terminal.no_history')}
      symbol={symbol}
      load={(page, market) => getOrderHistory(quietCall, page, market)}
      columns={columns}
      keyOf={(order) => String(order.orderId)}
    />
  );
}

function quantityText(order: Order, base: string | undefined, quote: string | undefined): string {
  if (/[1-9]/.test(order.quantity)) return `${formatAmount(order.quantity, 8)} ${base ?? ''}`;
  return `${formatAmount(order.quoteAmount, 8)} ${quote ?? ''}`;
}

import { useTranslation } from 'react-i18next';
import { formatAmount, formatNumber } from '../../../../ui/format.ts';
import { quietCall } from '../../../api/client.ts';
import { getFills } from '../../../api/spot.ts';
import type { Fill } from '../../../api/types.ts';
import type { Column } from './data-table.tsx';
import { HistoryPage } from './history-page.tsx';
import { MarketCell, SideCell, TimeCell } from './order-cells.tsx';
import { useSpotMarket } from '../spot-market.ts';

export function FillHistory({ symbol }: { symbol: string | undefined }) {
  const { t } = useTranslation();
  const { pairs } = useSpotMarket();
  const pairOf = (fill: Fill) => pairs.find((pair) => pair.symbol === fill.symbol);
  const columns: readonly Column<Fill>[] = [
    { key: 'time', label: t('spot.time'), cell: (fill) => <TimeCell time={fill.time} /> },
    { key: 'market', label: t('spot.market'), cell: (fill) => <MarketCell pair={pairOf(fill)} symbol={fill.symbol} /> },
    { key: 'side', label: t('spot.ticket.side'), cell: (fill) => <SideCell side={fill.side} /> },
    {
      key: 'price',
      label: t('spot.ticket.price'),
      isEnd: true,
      cell: (fill) => <bdi>{formatNumber(fill.price, pairOf(fill)?.quotePrecision ?? 8)}</bdi>,
    },
    {
      key: 'quantity',
      label: t('spot.ticket.quantity'),
      isEnd: true,
      cell: (fill) => <bdi>{`${formatAmount(fill.quantity, 8)} ${pairOf(fill)?.base ?? ''}`}</bdi>,
    },
    {
      key: 'amount',
      label: t('spot.ticket.total'),
      isEnd: true,
      isExtra: true,
      cell: (fill) => <bdi>{`${formatAmount(fill.amount, 4)} ${pairOf(fill)?.quote ?? ''}`}</bdi>,
    },
    {
      key: 'fee',
      label: t('spot.fee'),
      isEnd: true,
      cell: (fill) => <bdi>{`${formatAmount(fill.fee, 8)} ${fill.feeAsset}`}</bdi>,
    },
    {
      key: 'role',
      label: t('spot.role'),
      isEnd: true,
      isExtra: true,
      cell: (fill) => t(fill.isMaker ? 'spot.ticket.maker' : 'spot.ticket.taker'),
    },
  ];
  return (
    <HistoryPage
      name="fills"
      caption={t('spot.tab_fills')}
      empty={t('spot.no_fills')}
      symbol={symbol}
      load={(page, market) => getFills(quietCall, page, market)}
      columns={columns}
      keyOf={(fill) => `${fill.tradeId} ${fill.orderId}`}
    />
  );
}

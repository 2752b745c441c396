import { useTranslation } from 'react-i18next';
import { formatAmount, formatNumber } from '../../../../ui/format.ts';
import { quietCall } from '../../../api/client.ts';
import { getFills } from '../../../api/spot.ts';
import type { Fill } from '../../../api/types.ts';
import type { Column } from '../../../terminal/tables/data-table.tsx';
import { HistoryPage } from '../../../terminal/tables/history-page.tsx';
import { MarketCell, SideCell, TimeCell } from './order-cells.tsx';
import { useSpotMarket } from '../spot-market.ts';

export function FillHistory({ symbol }: { symbol: string | undefined }) {
  const { t } = useTranslation();
  const { pairs } = useSpotMarket();
  const pairOf = (fill: Fill) => pairs.find((pair) => pair.symbol === fill.symbol);
  const columns: readonly Column<Fill>[] = [
    { key: 'time', label: t('terminal.time'), cell: (fill) => <TimeCell time={fill.time} /> },
    {
      key: 'market',
      label: t('terminal.market'),
      cell: (fill) => <MarketCell pair={pairOf(fill)} symbol={fill.symbol} />,
    },
    { key: 'side', label: t('terminal.ticket.side'), cell: (fill) => <SideCell side={fill.side} /> },
    {
      key: 'price',
      label: t('terminal.ticket.price'),
      isEnd: true,
      cell: (fill) => <bdi>{formatNumber(fill.price, pairOf(fill)?.quotePrecision ?? 8)}</bdi>,
    },
    {
      key: 'quantity',
      label: t('terminal.ticket.quantity'),
      isEnd: true,
      cell: (fill) => <bdi>{`${formatAmount(fill.quantity, 8)} ${pairOf(fill)?.base ?? ''}`}</bdi>,
    },
    {
      key: 'amount',
      label: t('terminal.ticket.total'),
      isEnd: true,
      isExtra: true,
      cell: (fill) => <bdi>{`${formatAmount(fill.amount, 4)} ${pairOf(fill)?.quote ?? ''}`}</bdi>,
    },
    {
      key: 'fee',
      label: t('terminal.fee'),
      isEnd: true,
      cell: (fill) => <bdi>{`${formatAmount(fill.fee, 8)} ${fill.feeAsset}`}</bdi>,
    },
    {
      key: 'role',
      label: t('terminal.role'),
      isEnd: true,
      isExtra: true,
      cell: (fill) => t(fill.isMaker ? 'terminal.ticket.maker' : 'terminal.ticket.taker'),
    },
  ];
  return (
    <HistoryPage
      name="fills"
      caption={t('terminal.tab_fills')}
      empty={t('terminal.no_fills')}
      symbol={symbol}
      load={(page, market) => getFills(quietCall, page, market)}
      columns={columns}
      keyOf={(fill) => `${fill.tradeId} ${fill.orderId}`}
    />
  );
}

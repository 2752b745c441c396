import { useTranslation } from '../../../i18n/use-translation.tsx';
import { formatAmount, formatNumber } from '../../../../ui/format.ts';
import { quietCall } from '../../../api/client.ts';
import { receiptOfFill } from '../../../api/calls/receipts.ts';
import { getFills } from '../../../api/calls/spot.ts';
import type { Fill } from '../../../api/types.ts';
import { ReceiptButton } from '../../../receipts/receipt-button.tsx';
import { figureColumn, useColumns } from '../../../terminal/tables/columns.tsx';
import type { Column } from '../../../terminal/tables/data-table.tsx';
import { useHistoryColumns } from '../../../terminal/tables/history-columns.tsx';
import { HistoryPage } from '../../../terminal/tables/history-page.tsx';
import { MarketCell } from './order-cells.tsx';
import { FILL_FILE } from './history-files.ts';
import { useSpotMarket } from '../spot-market.ts';
import { coinAmount } from '../../../figures/coin-amount.ts';

export function FillHistory({ symbol }: { symbol: string | undefined }) {
  const { t } = useTranslation();
  const { pairs } = useSpotMarket();
  const common = useColumns();
  const paired = useHistoryColumns();
  const pairOf = (fill: Fill) => pairs.find((pair) => pair.symbol === fill.symbol);
  const columns: readonly Column<Fill>[] = [
    paired.marketAndSentSide((fill) => <MarketCell pair={pairOf(fill)} symbol={fill.symbol} />),
    common.price((fill) => formatNumber(fill.price, pairOf(fill)?.quotePrecision ?? 8)),
    common.quantity((fill) => `${formatAmount(fill.quantity, 8)} ${pairOf(fill)?.base ?? ''}`),
    figureColumn({
      key: 'amount',
      label: t('terminal.ticket.total'),
      isExtra: true,
      text: (fill) => coinAmount(fill.amount, pairOf(fill)?.quote),
    }),
    common.fee(({ fee, feeAsset }) => [fee, feeAsset]),
    common.time(({ time }) => time),
    common.role(),
    {
      key: 'receipt',
      label: t('common.receipt'),
      isEnd: true,
      cell: (fill) => <ReceiptButton name={receiptOfFill('SPOT_FILL', fill)} />,
    },
  ];
  return (
    <HistoryPage
      name="spot-fills"
      file={FILL_FILE}
      hasSide
      caption={t('terminal.tab_fills')}
      empty={t('terminal.no_fills')}
      symbol={symbol}
      load={(query) => getFills(quietCall, query)}
      columns={columns}
      keyOf={(fill) => `${fill.tradeId} ${fill.orderId}`}
    />
  );
}

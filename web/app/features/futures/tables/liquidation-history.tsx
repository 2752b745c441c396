import { Fragment } from 'react';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import type { Receipt } from '@agio/contracts/http/futures-shapes';
import { formatAmount, formatNumber } from '../../../../ui/format.ts';
import { quietCall } from '../../../api/client.ts';
import { getOwnLiquidations } from '../../../api/calls/futures.ts';
import { formatAverage } from '../../../figures/average-price.ts';
import { ReceiptButton } from '../../../receipts/receipt-button.tsx';
import type { Column } from '../../../terminal/tables/data-table.tsx';
import { HistoryPage } from '../../../terminal/tables/history-page.tsx';
import { isSet } from '../../../terminal/ticket/typed-units.ts';
import { contractOf, useFuturesMarket } from '../futures-market.ts';
import { useColumns } from '../../../terminal/tables/columns.tsx';
import { ContractCell } from './cells.tsx';
import { closedSides, stepText } from './forced-step.ts';
import { LIQUIDATION_FILE } from './history-files.ts';
import { Realized, resultColumn } from './result-column.tsx';

/** What liquidations and deleveragings closed, each with its receipt; the beginning of one is no row of its own. */
export function LiquidationHistory({ symbol }: { readonly symbol: string | undefined }) {
  const { t } = useTranslation();
  const { contracts, contract } = useFuturesMarket();
  const common = useColumns();
  const of = (step: Receipt) => contractOf(contracts, step);
  const columns: readonly Column<Receipt>[] = [
    {
      key: 'market',
      label: t('terminal.market'),
      cell: (step) => (step.symbol === '' ? t('futures.margin_CROSS') : <ContractCell symbol={step.symbol} />),
    },
    {
      key: 'kind',
      label: t('terminal.ticket.type'),
      cell: (step) => stepText(t, step),
    },
    { key: 'side', label: t('terminal.ticket.side'), cell: (step) => <ClosedSides of={step} /> },
    {
      key: 'size',
      label: t('futures.table.size'),
      isEnd: true,
      cell: (step) => (
        <bdi>{isSet(step.quantity) ? `${formatAmount(step.quantity, 8)} ${of(step)?.base ?? ''}` : '–'}</bdi>
      ),
    },
    {
      key: 'price',
      label: t('futures.position.closing_price'),
      isEnd: true,
      cell: (step) => <bdi>{isSet(step.price) ? formatAverage(step.price, of(step)?.pricePrecision ?? 2) : '–'}</bdi>,
    },
    // Of long closed against short no receipt says it.
    resultColumn('realized', <Realized />, ({ direction, realised }) => (direction === null ? null : realised)),
    common.fee(({ fee }) => [fee, contract.settle]),
    common.time(({ time }) => time),
    {
      key: 'mark',
      label: t('futures.mark'),
      isEnd: true,
      cell: (step) => (
        <bdi>{isSet(step.markPrice) ? formatNumber(step.markPrice, of(step)?.pricePrecision ?? 2) : '–'}</bdi>
      ),
    },
    {
      key: 'receipt',
      label: t('common.receipt'),
      isEnd: true,
      cell: ({ kind, receiptId: id }) => <ReceiptButton name={{ kind, id }} />,
    },
  ];
  return (
    <HistoryPage
      name="own-liquidations"
      caption={t('navigation.liquidations')}
      empty={t('futures.table.no_liquidations')}
      symbol={symbol}
      load={(query) => getOwnLiquidations(quietCall, { ...query, closings: 'true' })}
      file={LIQUIDATION_FILE}
      columns={columns}
      keyOf={(step) => step.receiptId}
    />
  );
}

/** Of the position, as positions are called, and not of the order that closed it. */
function ClosedSides({ of: step }: { readonly of: Receipt }) {
  const { t } = useTranslation();
  const sides = closedSides(step);
  if (sides.length === 0) return '–';
  return sides.map((side, at) => (
    <Fragment key={side}>
      {at === 0 ? null : ' · '}
      <span className={side === 'LONG' ? 'text-up' : 'text-down'}>
        {t(side === 'LONG' ? 'futures.long' : 'futures.short')}
      </span>
    </Fragment>
  ));
}

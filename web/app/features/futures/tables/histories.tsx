import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { formatUnits } from '../../../../ui/decimal.ts';
import { formatAmount, formatNumber, formatPercent, shownSign } from '../../../../ui/format.ts';
import { directionClass } from '../../../../ui/price.tsx';
import { Segmented } from '../../../../ui/segmented.tsx';
import { quietCall } from '../../../api/client.ts';
import {
  type ClosedPosition,
  type FundingPayment,
  type FuturesFill,
  type EndedOrder,
  getFundingPayments,
  getFuturesFills,
  getFuturesOrderHistory,
  getPositionHistory,
} from '../../../api/calls/futures.ts';
import { formatAverage } from '../../../figures/average-price.ts';
import { feeText } from '../../../figures/fee-text.ts';
import { receiptOfFill } from '../../../api/calls/receipts.ts';
import { ReceiptButton } from '../../../receipts/receipt-button.tsx';
import { TimeCell, TwoLines, TypeAndTags } from '../../../terminal/tables/cells.tsx';
import { figureColumn, useColumns } from '../../../terminal/tables/columns.tsx';
import type { Column } from '../../../terminal/tables/data-table.tsx';
import { useHistoryColumns } from '../../../terminal/tables/history-columns.tsx';
import { HistoryPage } from '../../../terminal/tables/history-page.tsx';
import { isSet } from '../../../terminal/ticket/typed-units.ts';
import { contractOf, useFuturesMarket } from '../futures-market.ts';
import { signedUnits } from '../margin.ts';
import { FILL_FILE, FUNDING_FILE, ORDER_FILE, POSITION_FILE } from './history-files.ts';
import { ContractCell, PositionCell } from './cells.tsx';
import { closedEntry, closedReturn, closedSize, netResult, tradingFees } from './closed-return.ts';
import { Realized, resultColumn, ResultText } from './result-column.tsx';
import { senderTags } from './sender-tags.ts';
import { StopHistory } from './stop-history.tsx';
import { useStopWords } from './stop-words.ts';

/** Of a position, by the side that opens it. */
const DIRECTIONS = { BUY: 'LONG', SELL: 'SHORT' } as const;

type HistoryProps = { readonly symbol: string | undefined };

/** How prices and amounts of any contract are written. */
function useFigures() {
  const { contracts } = useFuturesMarket();
  const of = (symbol: string) => contractOf(contracts, { symbol });
  return {
    price: (text: string, symbol: string) => (isSet(text) ? formatNumber(text, of(symbol)?.pricePrecision ?? 2) : '–'),
    average: (text: string, symbol: string) =>
      isSet(text) ? formatAverage(text, of(symbol)?.pricePrecision ?? 2) : '–',
    amount: (text: string, symbol: string) => `${formatAmount(text, 8)} ${of(symbol)?.base ?? ''}`,
  };
}

/**
 * The head of what closed positions brought in all, with their ROE: its parts stand beside it. Where room is little it says only that the
 * figure is net, and what is counted is at the pointer.
 */
function NetResult() {
  const { t } = useTranslation();
  const { contract } = useFuturesMarket();
  const of = { asset: contract.settle };
  const net = t('futures.table.net', of);
  return (
    <span title={`${net}. ${t('futures.table.net_hint')}`}>
      <span className="md:in-data-[tight]:hidden">
        {net} / {t('futures.calculator.returned')}
      </span>
      {/* As wide as it takes to need two lines, since each more is taken from the rows. */}
      <span className="hidden min-w-20 md:in-data-[tight]:inline-block">{t('futures.table.net_short', of)}</span>
    </span>
  );
}

const KINDS = ['orders', 'conditional'] as const;

/** Orders of the book, or those that waited for a price. */
export function OrderHistory({ symbol }: HistoryProps) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<(typeof KINDS)[number]>('orders');
  const start = (
    <Segmented
      label={t('futures.table.which_orders')}
      value={kind}
      onChange={setKind}
      options={KINDS.map((value) => ({
        value,
        label: t(value === 'orders' ? 'futures.table.kind_orders' : 'terminal.ticket.conditional'),
      }))}
      // Each as wide as its word: in equal halves a long one has no room beside a short one.
      className="max-md:w-full max-md:[&>label]:flex-auto"
    />
  );
  return kind === 'orders' ? (
    <BookOrderHistory symbol={symbol} start={start} />
  ) : (
    <StopHistory symbol={symbol} start={start} />
  );
}

function BookOrderHistory({ symbol, start }: HistoryProps & { readonly start: ReactNode }) {
  const { t } = useTranslation();
  const { price, average, amount } = useFigures();
  const common = useColumns();
  const paired = useHistoryColumns();
  const words = useStopWords();
  const columns: readonly Column<EndedOrder>[] = [
    paired.marketAndSide(({ symbol }) => <ContractCell symbol={symbol} />),
    paired.filledOfAmount(
      (order) => formatAmount(order.filledQuantity, 8),
      (order) => amount(order.quantity, order.symbol),
    ),
    paired.averageAndPrice(
      (order) => average(order.averagePrice, order.symbol),
      (order) => price(order.price, order.symbol),
    ),
    common.status(),
    common.time(({ createdAt }) => createdAt),
    {
      ...common.type((order) => (
        <TypeAndTags
          type={t(`terminal.type_${order.type}`)}
          tags={senderTags(t, order, words.typeOf)}
          below={order.stop === null ? undefined : words.triggerOf(order.stop)}
        />
      )),
      isExtra: false,
    },
  ];
  return (
    <HistoryPage
      name="futures-order-history"
      file={ORDER_FILE}
      hasSide
      caption={t('futures.table.history')}
      empty={t('terminal.no_history')}
      symbol={symbol}
      start={start}
      load={(query) => getFuturesOrderHistory(quietCall, query)}
      columns={columns}
      keyOf={(order) => String(order.orderId)}
    />
  );
}

export function FillHistory({ symbol }: HistoryProps) {
  const { t } = useTranslation();
  const { contract } = useFuturesMarket();
  const { price, amount } = useFigures();
  const common = useColumns();
  const paired = useHistoryColumns();
  const columns: readonly Column<FuturesFill>[] = [
    paired.marketAndSentSide(({ symbol }) => <ContractCell symbol={symbol} />),
    common.price((fill) => price(fill.price, fill.symbol)),
    common.quantity((fill) => amount(fill.quantity, fill.symbol)),
    resultColumn('realized', <Realized />, ({ realised }) => realised),
    common.fee(({ fee }) => [fee, contract.settle]),
    common.time(({ time }) => time),
    common.role(({ isLiquidation }) => (isLiquidation ? t('futures.table.liquidation_fill') : undefined)),
    {
      key: 'receipt',
      label: t('common.receipt'),
      isEnd: true,
      cell: (fill) => <ReceiptButton name={receiptOfFill('PERP_FILL', fill)} />,
    },
  ];
  return (
    <HistoryPage
      name="futures-fills"
      file={FILL_FILE}
      hasSide
      caption={t('futures.table.fills')}
      empty={t('terminal.no_fills')}
      symbol={symbol}
      load={(query) => getFuturesFills(quietCall, query)}
      columns={columns}
      keyOf={(fill) => `${fill.tradeId} ${fill.orderId}`}
    />
  );
}

export function PositionHistory({ symbol }: HistoryProps) {
  const { t } = useTranslation();
  const { contract } = useFuturesMarket();
  const { average, amount } = useFigures();
  const common = useColumns();
  const columns: readonly Column<ClosedPosition>[] = [
    common.market((position) => <ClosedCell position={position} />),
    {
      key: 'size',
      label: t('futures.table.closed_size'),
      isEnd: true,
      cell: (one) => {
        const size = closedSize(one);
        return size === null ? <NotKept /> : <bdi>{amount(size, one.symbol)}</bdi>;
      },
    },
    {
      key: 'entry',
      label: `${t('futures.table.entry')} / ${t('futures.calculator.exit')}`,
      isEnd: true,
      cell: (one) => {
        const entry = closedEntry(one);
        if (entry === null) return <NotKept />;
        return (
          <TwoLines
            top={<bdi>{average(entry, one.symbol)}</bdi>}
            bottom={<bdi>{average(one.exitPrice, one.symbol)}</bdi>}
          />
        );
      },
    },
    {
      key: 'realized',
      label: <NetResult />,
      isEnd: true,
      cell: (one) => (
        <TwoLines top={<ResultText text={netResult(one)} />} bottom={<ReturnText text={closedReturn(one)} />} />
      ),
    },
    { ...common.time(({ updatedAt }) => updatedAt), label: t('futures.table.closed_at') },
    common.fee((one) => [tradingFees(one), contract.settle]),
    {
      key: 'liquidation_fee',
      label: t('futures.table.liquidation_fee'),
      isEnd: true,
      isExtra: true,
      cell: ({ liquidationFee }) =>
        isSet(liquidationFee) ? <bdi>{feeText(t, liquidationFee, contract.settle)}</bdi> : '–',
    },
    resultColumn('funding', t('futures.funding_short'), ({ funding }) => funding),
    {
      key: 'opened',
      label: t('futures.table.opened_at'),
      isExtra: true,
      cell: ({ openedAt }) => (openedAt > 0 ? <TimeCell time={openedAt} /> : <NotKept />),
    },
  ];
  return (
    <HistoryPage
      name="position-history"
      file={POSITION_FILE}
      hasSide
      sideNames={{ BUY: t('futures.long'), SELL: t('futures.short') }}
      caption={t('futures.table.position_history')}
      empty={t('futures.table.no_closed')}
      symbol={symbol}
      load={({ side, ...query }) =>
        getPositionHistory(quietCall, { ...query, ...(side ? { direction: DIRECTIONS[side] } : {}) })
      }
      columns={columns}
      keyOf={(position) => String(position.positionId)}
    />
  );
}

/** A closed position, and whether it was closed against the will of its owner. */
function ClosedCell({ position }: { position: ClosedPosition }) {
  const { t } = useTranslation();
  const { endedBy } = position;
  const note = endedBy === 'ORDER' ? null : t(endedBy === 'ADL' ? 'futures.table.adl' : 'futures.table.liquidated');
  return <PositionCell position={position} note={note} />;
}

/** What it brought by its margin; null where its margin was not kept. */
function ReturnText({ text }: { text: string | null }) {
  if (text === null) return <NotKept />;
  return <bdi className={directionClass(shownSign(text, 2))}>{formatPercent(text, 2)}</bdi>;
}

/** A figure that was not kept yet when the position was closed: a dash, with the reason as other cells of tables give theirs. */
function NotKept() {
  const { t } = useTranslation();
  const why = t('futures.table.not_kept');
  return (
    <span title={why}>
      –<span className="block text-11 text-muted md:sr-only">{why}</span>
    </span>
  );
}

export function FundingHistory({ symbol }: HistoryProps) {
  const { t } = useTranslation();
  const { contract } = useFuturesMarket();
  const { price, amount } = useFigures();
  const common = useColumns();
  const columns: readonly Column<FundingPayment>[] = [
    common.market(({ symbol }) => <ContractCell symbol={symbol} />),
    figureColumn({ key: 'size', label: t('futures.table.size'), text: (one) => amount(one.quantity, one.symbol) }),
    figureColumn({ key: 'mark', label: t('futures.mark'), text: (one) => price(one.markPrice, one.symbol) }),
    figureColumn({
      key: 'rate',
      label: t('futures.table.rate'),
      text: ({ rate }) => formatPercent(formatUnits(signedUnits(rate) * 100n, 8), 4),
    }),
    resultColumn('amount', t('futures.table.amount', { asset: contract.settle }), (payment) => payment.amount),
    common.time(({ time }) => time),
    {
      key: 'receipt',
      label: t('common.receipt'),
      isEnd: true,
      cell: ({ receiptId: id }) => <ReceiptButton name={{ kind: 'FUNDING', id }} />,
    },
  ];
  return (
    <HistoryPage
      name="funding-payments"
      file={FUNDING_FILE}
      caption={t('futures.table.funding')}
      empty={t('futures.table.no_funding')}
      symbol={symbol}
      load={(query) => getFundingPayments(quietCall, query)}
      columns={columns}
      keyOf={(payment) => `${payment.symbol} ${payment.positionSide} ${payment.time}`}
    />
  );
}

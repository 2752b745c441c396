import { useTranslation } from 'react-i18next';
import { formatUnits } from '../../../../ui/decimal.ts';
import { formatAmount, formatNumber, formatPercent, signOf } from '../../../../ui/format.ts';
import { directionClass } from '../../../../ui/price.tsx';
import { quietCall } from '../../../api/client.ts';
import {
  type FundingPayment,
  type FuturesFill,
  type FuturesOrder,
  getFundingPayments,
  getFuturesFills,
  getFuturesOrderHistory,
  getPositionHistory,
  type Position,
} from '../../../api/futures.ts';
import type { Column } from '../../../terminal/tables/data-table.tsx';
import { HistoryPage } from '../../../terminal/tables/history-page.tsx';
import { isSet } from '../../../terminal/ticket/typed-units.ts';
import { contractOf, useFuturesMarket } from '../futures-market.ts';
import { unitsOf } from '../margin.ts';
import { signedMoney } from '../signed-money.ts';
import { ContractCell, DirectionTag, SideCell, TimeCell } from './cells.tsx';

type HistoryProps = { readonly symbol: string | undefined };

/** How prices and amounts of any contract are written. */
function useFigures() {
  const { contracts } = useFuturesMarket();
  const of = (symbol: string) => contractOf(contracts, { symbol });
  return {
    price: (text: string, symbol: string) => (isSet(text) ? formatNumber(text, of(symbol)?.pricePrecision ?? 2) : '–'),
    amount: (text: string, symbol: string) => `${formatAmount(text, 8)} ${of(symbol)?.base ?? ''}`,
  };
}

function Result({ text }: { text: string }) {
  return <bdi className={directionClass(signOf(text))}>{signedMoney(signedUnits(text))}</bdi>;
}

const signedUnits = (text: string): bigint => (text.startsWith('-') ? -unitsOf(text.slice(1)) : unitsOf(text));

export function OrderHistory({ symbol }: HistoryProps) {
  const { t } = useTranslation();
  const { price, amount } = useFigures();
  const columns: readonly Column<FuturesOrder>[] = [
    { key: 'time', label: t('terminal.time'), cell: (order) => <TimeCell time={order.createdAt} /> },
    { key: 'market', label: t('terminal.market'), cell: (order) => <ContractCell symbol={order.symbol} /> },
    { key: 'type', label: t('terminal.ticket.type'), isExtra: true, cell: ({ type }) => t(`terminal.type_${type}`) },
    { key: 'side', label: t('terminal.ticket.side'), cell: (order) => <SideCell side={order.side} /> },
    {
      key: 'price',
      label: t('terminal.ticket.price'),
      isEnd: true,
      isExtra: true,
      cell: (order) => <bdi>{price(order.price, order.symbol)}</bdi>,
    },
    {
      key: 'average',
      label: t('terminal.average_price'),
      isEnd: true,
      cell: (order) => <bdi>{price(order.averagePrice, order.symbol)}</bdi>,
    },
    {
      key: 'quantity',
      label: t('terminal.ticket.quantity'),
      isEnd: true,
      cell: (order) => <bdi>{amount(order.quantity, order.symbol)}</bdi>,
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
      name="futures-order-history"
      caption={t('futures.table.history')}
      empty={t('terminal.no_history')}
      symbol={symbol}
      load={(page, its) => getFuturesOrderHistory(quietCall, page, its)}
      columns={columns}
      keyOf={(order) => String(order.orderId)}
    />
  );
}

export function FillHistory({ symbol }: HistoryProps) {
  const { t } = useTranslation();
  const { contract } = useFuturesMarket();
  const { price, amount } = useFigures();
  const columns: readonly Column<FuturesFill>[] = [
    { key: 'time', label: t('terminal.time'), cell: (fill) => <TimeCell time={fill.time} /> },
    { key: 'market', label: t('terminal.market'), cell: (fill) => <ContractCell symbol={fill.symbol} /> },
    { key: 'side', label: t('terminal.ticket.side'), cell: (fill) => <SideCell side={fill.side} /> },
    {
      key: 'price',
      label: t('terminal.ticket.price'),
      isEnd: true,
      cell: (fill) => <bdi>{price(fill.price, fill.symbol)}</bdi>,
    },
    {
      key: 'quantity',
      label: t('terminal.ticket.quantity'),
      isEnd: true,
      cell: (fill) => <bdi>{amount(fill.quantity, fill.symbol)}</bdi>,
    },
    {
      key: 'fee',
      label: t('terminal.fee'),
      isEnd: true,
      cell: (fill) => <bdi>{`${formatAmount(fill.fee, 8)} ${contract.settle}`}</bdi>,
    },
    {
      key: 'realized',
      label: t('futures.table.realized', { asset: contract.settle }),
      isEnd: true,
      cell: (fill) => <Result text={fill.realised} />,
    },
    {
      key: 'role',
      label: t('terminal.role'),
      isEnd: true,
      isExtra: true,
      cell: (fill) =>
        fill.isLiquidation
          ? t('futures.table.liquidation_fill')
          : t(fill.isMaker ? 'terminal.ticket.maker' : 'terminal.ticket.taker'),
    },
  ];
  return (
    <HistoryPage
      name="futures-fills"
      caption={t('futures.table.fills')}
      empty={t('terminal.no_fills')}
      symbol={symbol}
      load={(page, its) => getFuturesFills(quietCall, page, its)}
      columns={columns}
      keyOf={(fill) => `${fill.tradeId} ${fill.orderId}`}
    />
  );
}

export function PositionHistory({ symbol }: HistoryProps) {
  const { t } = useTranslation();
  const { contract } = useFuturesMarket();
  const { price, amount } = useFigures();
  const columns: readonly Column<Position>[] = [
    { key: 'time', label: t('terminal.time'), cell: (position) => <TimeCell time={position.updatedAt} /> },
    {
      key: 'market',
      label: t('terminal.market'),
      cell: (position) => (
        <span className="inline-flex items-center gap-2">
          <ContractCell symbol={position.symbol} />
          <DirectionTag position={position} />
        </span>
      ),
    },
    {
      key: 'size',
      label: t('futures.table.size'),
      isEnd: true,
      cell: (position) => <bdi>{amount(position.quantity, position.symbol)}</bdi>,
    },
    {
      key: 'entry',
      label: t('futures.table.entry'),
      isEnd: true,
      cell: (position) => <bdi>{price(position.entryPrice, position.symbol)}</bdi>,
    },
    {
      key: 'realized',
      label: t('futures.table.realized', { asset: contract.settle }),
      isEnd: true,
      cell: (position) => <Result text={position.realised} />,
    },
    {
      key: 'fee',
      label: t('terminal.fee'),
      isEnd: true,
      cell: (position) => <bdi>{formatAmount(position.fees, 8)}</bdi>,
    },
    {
      key: 'funding',
      label: t('futures.table.funding'),
      isEnd: true,
      isExtra: true,
      cell: (position) => <Result text={position.funding} />,
    },
  ];
  return (
    <HistoryPage
      name="position-history"
      caption={t('futures.table.position_history')}
      empty={t('futures.table.no_closed')}
      symbol={symbol}
      load={(page, its) => getPositionHistory(quietCall, page, its)}
      columns={columns}
      keyOf={(position) => String(position.positionId)}
    />
  );
}

export function FundingHistory({ symbol }: HistoryProps) {
  const { t } = useTranslation();
  const { contract } = useFuturesMarket();
  const { price, amount } = useFigures();
  const columns: readonly Column<FundingPayment>[] = [
    { key: 'time', label: t('terminal.time'), cell: (payment) => <TimeCell time={payment.time} /> },
    { key: 'market', label: t('terminal.market'), cell: (payment) => <ContractCell symbol={payment.symbol} /> },
    {
      key: 'size',
      label: t('futures.table.size'),
      isEnd: true,
      cell: (payment) => <bdi>{amount(payment.quantity, payment.symbol)}</bdi>,
    },
    {
      key: 'mark',
      label: t('futures.mark'),
      isEnd: true,
      cell: (payment) => <bdi>{price(payment.markPrice, payment.symbol)}</bdi>,
    },
    {
      key: 'rate',
      label: t('futures.table.rate'),
      isEnd: true,
      cell: (payment) => <bdi>{formatPercent(formatUnits(signedUnits(payment.rate) * 100n, 8), 4)}</bdi>,
    },
    {
      key: 'amount',
      label: t('futures.table.amount', { asset: contract.settle }),
      isEnd: true,
      cell: (payment) => <Result text={payment.amount} />,
    },
  ];
  return (
    <HistoryPage
      name="funding-payments"
      caption={t('futures.table.funding')}
      empty={t('futures.table.no_funding')}
      symbol={symbol}
      load={(page, its) => getFundingPayments(quietCall, page, its)}
      columns={columns}
      keyOf={(payment) => `${payment.symbol} ${payment.positionSide} ${payment.time}`}
    />
  );
}

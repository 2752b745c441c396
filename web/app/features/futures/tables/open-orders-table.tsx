import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { formatNumber, percentOf } from '../../../../ui/format.ts';
import { EmptyState, SkeletonRows } from '../../../../ui/states.tsx';
import { quietCall } from '../../../api/client.ts';
import { cancelAllFutures, type FuturesOrder, type StopOrder } from '../../../api/calls/futures.ts';
import { cancelFuturesSurely } from '../../../api/calls/sure-orders.ts';
import type { PositionSide, Side } from '@agio/core/words';
import { useStore } from '../../../live-views/use-store.ts';
import { HeldNote } from '../../../terminal/market-state.tsx';
import { CancelAllButton, CancelButton } from '../../../terminal/tables/cancel-buttons.tsx';
import { TypeAndTags } from '../../../terminal/tables/cells.tsx';
import { figureColumn, useColumns } from '../../../terminal/tables/columns.tsx';
import { DataTable, type Column } from '../../../terminal/tables/data-table.tsx';
import { TrailState } from '../../../terminal/tables/trail-state.tsx';
import { tellChecking, tellEndedOrder } from '../../../terminal/tell-outcome.ts';
import { isSet } from '../../../terminal/ticket/typed-units.ts';
import { type Closable, closableOf } from '../closable.ts';
import { contractOf, useFuturesMarket } from '../futures-market.ts';
import { AmendButton } from './amend-dialog.tsx';
import { AmendStopButton } from './amend-stop-dialog.tsx';
import { ContractCell } from './cells.tsx';
import { QuantityCell } from './quantity-cell.tsx';
import { useStopWords } from './stop-words.ts';
import { useCancelStop } from './use-cancel-stop.tsx';

/** An order in the book or one that waits: they share a table, newest first. */
interface Row {
  readonly key: string;
  readonly time: number;
  /** When it was changed or filled in part last. */
  readonly updatedAt: number;
  /** The whole of it in one line. */
  readonly name: string;
  readonly symbol: string;
  readonly side: Side;
  readonly positionSide: PositionSide;
  readonly type: string;
  readonly tags: readonly string[];
  readonly price: string;
  readonly closable: Closable;
  readonly filled: number | null;
  /** What its labels tell it apart by. */
  readonly at: string;
  /** What wakes it. */
  readonly condition?: ReactNode;
  /** Changes it, or says why it cannot be changed. */
  readonly pencil: ReactNode;
  readonly cancel: () => Promise<void>;
}

/** Every order and conditional order of the user that is open, of one contract or of all. */
export function useOpenRows(symbol: string | undefined): readonly Row[] | null {
  const { t } = useTranslation();
  const { account, contracts } = useFuturesMarket();
  const words = useStopWords();
  const cancelStop = useCancelStop();
  const orders = useStore(account.orders);
  const stops = useStore(account.stopOrders);
  const positions = useStore(account.positions);
  if (orders === null || stops === null) return null;
  const isShown = (one: { readonly symbol: string }) => symbol === undefined || one.symbol === symbol;
  const decimalsOf = (its: string) => contractOf(contracts, { symbol: its })?.pricePrecision ?? 2;
  const price = (text: string, its: string) => (isSet(text) ? formatNumber(text, decimalsOf(its)) : '–');
  const ofOrder = (order: FuturesOrder): Row => ({
    key: `order ${order.orderId}`,
    time: order.createdAt,
    updatedAt: order.updatedAt,
    name: words.nameOf(order, positions),
    symbol: order.symbol,
    side: order.side,
    positionSide: order.positionSide,
    type: t(`terminal.type_${order.type}`),
    tags: [
      ...(order.reduceOnly ? [t('futures.ticket.reduce_only')] : []),
      ...(order.timeInForce === 'GTX' ? [t('terminal.ticket.post_only')] : []),
    ],
    price: price(order.price, order.symbol),
    closable: closableOf(order, positions),
    filled: Math.floor(percentOf(order.filledQuantity, order.quantity)),
    at: price(order.price, order.symbol),
    pencil: <Amend order={order} />,
    cancel: async () => {
      const ended = await cancelFuturesSurely(quietCall, order, () => tellChecking(t));
      account.acceptOrders([ended]);
      tellEndedOrder(t, 'futures', ended, words.endedName(ended));
    },
  });
  const ofStop = (stop: StopOrder): Row => ({
    key: `stop ${stop.stopOrderId}`,
    time: stop.createdAt,
    updatedAt: stop.updatedAt,
    name: words.nameOf(stop, positions),
    symbol: stop.symbol,
    side: stop.side,
    positionSide: stop.positionSide,
    type: words.typeOf(stop),
    tags: words.tagsOf(stop),
    price: words.priceOf(stop),
    closable: closableOf(stop, positions),
    filled: null,
    at: words.atOf(stop),
    condition: (
      <>
        {words.triggerOf(stop)}
        <TrailState order={stop} decimals={decimalsOf(stop.symbol)} />
        <HeldNote symbol={stop.symbol} />
      </>
    ),
    pencil: <AmendStop stop={stop} />,
    cancel: () => cancelStop(stop),
  });
  return [...orders.filter(isShown).map(ofOrder), ...stops.filter(isShown).map(ofStop)].toSorted(
    (a, b) => b.time - a.time,
  );
}

export function OpenOrdersTable({ rows }: { rows: readonly Row[] | null }) {
  const { t } = useTranslation();
  const common = useColumns();
  const { contracts } = useFuturesMarket();
  if (rows === null) return <SkeletonRows rows={4} label={t('common.loading')} />;
  if (rows.length === 0) return <EmptyState text={t('futures.table.no_orders')} />;
  const base = (symbol: string) => contractOf(contracts, { symbol })?.base ?? '';
  const columns: readonly Column<Row>[] = [
    common.time(
      ({ time }) => time,
      ({ updatedAt }) => updatedAt,
    ),
    common.market(({ symbol }) => <ContractCell symbol={symbol} />),
    { ...common.type(({ type, tags }) => <TypeAndTags type={type} tags={tags} />), isExtra: false },
    common.side(),
    common.price(({ price }) => price),
    common.quantity(({ closable, symbol }) => <QuantityCell closable={closable} base={base(symbol)} />),
    {
      key: 'trigger',
      label: t('futures.table.trigger'),
      cell: ({ condition }) =>
        condition ? (
          <span className="inline-block md:max-w-96 md:min-w-44 md:py-1 md:whitespace-normal">{condition}</span>
        ) : (
          '–'
        ),
    },
    figureColumn({
      key: 'filled',
      label: t('terminal.filled'),
      text: ({ filled }) => (filled === null ? '–' : `${filled}%`),
    }),
    common.actions(({ symbol, at, pencil, cancel, ...row }) => (
      <>
        {pencil}
        <CancelButton market={{ symbol, name: symbol }} order={row} price={at} cancel={cancel} />
      </>
    )),
  ];
  return <DataTable caption={t('futures.table.open_orders')} columns={columns} rows={rows} keyOf={({ key }) => key} />;
}

function Amend({ order }: { order: FuturesOrder }) {
  const { contracts } = useFuturesMarket();
  const contract = contractOf(contracts, order);
  return contract ? <AmendButton order={order} contract={contract} /> : null;
}

function AmendStop({ stop }: { stop: StopOrder }) {
  const { contracts } = useFuturesMarket();
  const contract = contractOf(contracts, stop);
  return contract ? <AmendStopButton stop={stop} contract={contract} /> : null;
}

type CancelAllProps = {
  readonly symbol: string | undefined;
  readonly rows: readonly Pick<Row, 'name'>[];
  readonly isInSight: boolean;
};

export function CancelAllFuturesButton({ symbol, rows, isInSight }: CancelAllProps) {
  const { account } = useFuturesMarket();
  const cancel = async () => {
    const { orders, stopOrders } = await cancelAllFutures(quietCall, symbol);
    account.acceptOrders(orders);
    account.acceptStopOrders(stopOrders);
    return [...orders, ...stopOrders];
  };
  return <CancelAllButton market={symbol} names={rows.map(({ name }) => name)} isInSight={isInSight} cancel={cancel} />;
}

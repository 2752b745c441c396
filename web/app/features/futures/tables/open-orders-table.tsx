import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { ask } from '../../../../ui/confirm.ts';
import { formatUnits } from '../../../../ui/decimal.ts';
import { formatAmount, formatNumber, percentOf } from '../../../../ui/format.ts';
import { EmptyState, SkeletonRows } from '../../../../ui/states.tsx';
import { showToast } from '../../../../ui/toast.tsx';
import { quietCall } from '../../../api/client.ts';
import {
  cancelAllFutures,
  cancelFuturesOrder,
  cancelStopOrder,
  type FuturesOrder,
  type StopOrder,
} from '../../../api/futures.ts';
import type { Side } from '../../../api/types.ts';
import { refusalText } from '../../../i18n/words.ts';
import { useStore } from '../../../live-views/use-store.ts';
import { DataTable, type Column } from '../../../terminal/tables/data-table.tsx';
import { isSet } from '../../../terminal/ticket/typed-units.ts';
import { contractOf, useFuturesMarket } from '../futures-market.ts';
import { unitsOf } from '../margin.ts';
import { ContractCell, SideCell, TimeCell } from './cells.tsx';

/** An order in the book or one that waits: they share a table, newest first. */
interface Row {
  readonly key: string;
  readonly time: number;
  readonly symbol: string;
  readonly side: Side;
  readonly type: string;
  readonly tags: readonly string[];
  readonly price: string;
  readonly quantity: string;
  readonly filled: number | null;
  readonly trigger: string;
  readonly cancel: () => Promise<void>;
}

/** Every order and conditional order of the user that is open, of one contract or of all. */
export function useOpenRows(symbol: string | undefined): readonly Row[] | null {
  const { t } = useTranslation();
  const { account, contracts } = useFuturesMarket();
  const orders = useStore(account.orders);
  const stops = useStore(account.stopOrders);
  if (orders === null || stops === null) return null;
  const isShown = (one: { readonly symbol: string }) => symbol === undefined || one.symbol === symbol;
  const price = (text: string, its: string) =>
    isSet(text) ? formatNumber(text, contractOf(contracts, { symbol: its })?.pricePrecision ?? 2) : '–';
  const ofOrder = (order: FuturesOrder): Row => ({
    key: `order ${order.orderId}`,
    time: order.createdAt,
    symbol: order.symbol,
    side: order.side,
    type: t(`terminal.type_${order.type}`),
    tags: [
      ...(order.reduceOnly ? [t('futures.ticket.reduce_only')] : []),
      ...(order.timeInForce === 'GTX' ? [t('terminal.ticket.post_only')] : []),
    ],
    price: price(order.price, order.symbol),
    quantity: order.quantity,
    filled: Math.floor(percentOf(order.filledQuantity, order.quantity)),
    trigger: '',
    cancel: async () => account.acceptOrders([await cancelFuturesOrder(quietCall, order.symbol, order.orderId)]),
  });
  const triggerOf = (stop: StopOrder): string => {
    const source = t(
      stop.source === 'LAST' ? 'futures.last' : stop.source === 'MARK' ? 'futures.mark' : 'futures.index',
    );
    if (stop.type !== 'TRAILING_STOP') return `${source} ${price(stop.triggerPrice, stop.symbol)}`;
    return `${source} ${formatUnits(unitsOf(stop.callbackRate) * 100n, 8)}%`;
  };
  const ofStop = (stop: StopOrder): Row => ({
    key: `stop ${stop.stopOrderId}`,
    time: stop.createdAt,
    symbol: stop.symbol,
    side: stop.side,
    type: t(stop.type === 'STOP' ? 'futures.ticket.type_STOP' : `terminal.ticket.type_${stop.type}`),
    tags: stop.group === 'OWN' ? [] : [t('futures.ticket.exits')],
    price: isSet(stop.price) ? price(stop.price, stop.symbol) : t('terminal.type_MARKET'),
    quantity: stop.quantity,
    filled: null,
    trigger: triggerOf(stop),
    cancel: async () => account.acceptStopOrders([await cancelStopOrder(quietCall, stop.symbol, stop.stopOrderId)]),
  });
  return [...orders.filter(isShown).map(ofOrder), ...stops.filter(isShown).map(ofStop)].toSorted(
    (a, b) => b.time - a.time,
  );
}

export function OpenOrdersTable({ rows }: { rows: readonly Row[] | null }) {
  const { t } = useTranslation();
  const { contracts } = useFuturesMarket();
  if (rows === null) return <SkeletonRows rows={4} label={t('common.loading')} />;
  if (rows.length === 0) return <EmptyState text={t('futures.table.no_orders')} />;
  const base = (symbol: string) => contractOf(contracts, { symbol })?.base ?? '';
  const columns: readonly Column<Row>[] = [
    { key: 'time', label: t('terminal.time'), cell: ({ time }) => <TimeCell time={time} /> },
    { key: 'market', label: t('terminal.market'), cell: ({ symbol }) => <ContractCell symbol={symbol} /> },
    {
      key: 'type',
      label: t('terminal.ticket.type'),
      cell: ({ type, tags }) => (
        <span className="flex items-center gap-1.5">
          {type}
          {tags.map((tag) => (
            <span key={tag} className="rounded-[3px] bg-hover px-1.5 text-11 text-muted">
              {tag}
            </span>
          ))}
        </span>
      ),
    },
    { key: 'side', label: t('terminal.ticket.side'), cell: ({ side }) => <SideCell side={side} /> },
    { key: 'price', label: t('terminal.ticket.price'), isEnd: true, cell: ({ price }) => <bdi>{price}</bdi> },
    {
      key: 'quantity',
      label: t('terminal.ticket.quantity'),
      isEnd: true,
      cell: ({ quantity, symbol }) => (
        <bdi>{isSet(quantity) ? `${formatAmount(quantity, 8)} ${base(symbol)}` : '–'}</bdi>
      ),
    },
    { key: 'trigger', label: t('futures.table.trigger'), cell: ({ trigger }) => <bdi>{trigger || '–'}</bdi> },
    {
      key: 'filled',
      label: t('terminal.filled'),
      isEnd: true,
      isExtra: true,
      cell: ({ filled }) => <bdi>{filled === null ? '–' : `${filled}%`}</bdi>,
    },
    {
      key: 'actions',
      label: <span className="sr-only">{t('terminal.actions')}</span>,
      isEnd: true,
      cell: (row) => <CancelButton row={row} />,
    },
  ];
  return <DataTable caption={t('futures.table.open_orders')} columns={columns} rows={rows} keyOf={({ key }) => key} />;
}

function CancelButton({ row }: { row: Row }) {
  const { t } = useTranslation();
  const [isBusy, setIsBusy] = useState(false);
  const cancel = async () => {
    setIsBusy(true);
    try {
      await row.cancel();
    } catch (error) {
      showToast('error', t('terminal.order.not_canceled'), refusalText(t, error));
      setIsBusy(false);
    }
  };
  return (
    <IconButton
      label={t('terminal.order.cancel', {
        side: t(`terminal.side_${row.side}`),
        price: row.trigger || row.price,
      })}
      disabled={isBusy}
      onClick={() => void cancel()}
      className="size-8 md:size-6"
    >
      <X aria-hidden className="size-4" />
    </IconButton>
  );
}

/** Cancels many orders with one press, so it asks before: how many, and of which contracts. */
export function CancelAllButton({ symbol, count }: { symbol: string | undefined; count: number }) {
  const { t } = useTranslation();
  const { account } = useFuturesMarket();
  const cancel = async () => {
    try {
      const { orders, stopOrders } = await cancelAllFutures(quietCall, symbol);
      account.acceptOrders(orders);
      account.acceptStopOrders(stopOrders);
      showToast('success', t('terminal.order.all_canceled'));
    } catch (error) {
      showToast('error', t('terminal.order.not_canceled'), refusalText(t, error));
    }
  };
  const values = { count: String(count) };
  const askFirst = () =>
    ask({
      title: t('terminal.order.cancel_all_title'),
      text:
        symbol === undefined
          ? t('terminal.order.cancel_all_everywhere', values)
          : t('terminal.order.cancel_all_here', { ...values, pair: symbol }),
      confirmLabel: t('terminal.order.cancel_all'),
      cancelLabel: t('common.keep'),
      isDangerous: true,
      onConfirm: cancel,
    });
  return (
    <Button size="xs" onClick={() => void askFirst()}>
      {t('terminal.order.cancel_all')}
    </Button>
  );
}

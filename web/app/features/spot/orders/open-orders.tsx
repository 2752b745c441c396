import { Pencil, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { decimal, formatUnits } from '../../../../ui/decimal.ts';
import { formatAmount, formatNumber } from '../../../../ui/format.ts';
import { EmptyState, SkeletonRows } from '../../../../ui/states.tsx';
import { ask } from '../../../../ui/confirm.ts';
import { showToast } from '../../../../ui/toast.tsx';
import { quietCall } from '../../../api/client.ts';
import { cancelAllOrders, cancelOrder } from '../../../api/spot.ts';
import type { Order, Pair } from '../../../api/types.ts';
import { refusalText } from '../../../i18n/words.ts';
import { AmendDialog } from './amend-dialog.tsx';
import { DataTable, type Column } from '../../../terminal/tables/data-table.tsx';
import { ConditionCell, FilledCell, MarketCell, QuantityCell, SideCell, TimeCell, TypeCell } from './order-cells.tsx';
import { useSpotMarket } from '../spot-market.ts';
import { isSet } from '../../../terminal/ticket/typed-units.ts';

export function OpenOrders({ orders }: { orders: readonly Order[] | null }) {
  const { t } = useTranslation();
  const { pairs } = useSpotMarket();
  if (orders === null) return <SkeletonRows rows={4} label={t('common.loading')} />;
  if (orders.length === 0) return <EmptyState text={t('terminal.no_open_orders')} />;
  const pairOf = (order: Order) => pairs.find((pair) => pair.symbol === order.symbol);
  const columns: readonly Column<Order>[] = [
    { key: 'time', label: t('terminal.time'), cell: (order) => <TimeCell time={order.createdAt} /> },
    {
      key: 'market',
      label: t('terminal.market'),
      cell: (order) => (
        <>
          <MarketCell pair={pairOf(order)} symbol={order.symbol} />
          {isConditional(order) ? (
            <span className="block w-48 py-1 text-11 whitespace-normal text-muted lg:hidden">
              {order.status === 'UNTRIGGERED' ? `${t('terminal.waits_until')} ` : null}
              <ConditionCell order={order} pair={pairOf(order)} />
            </span>
          ) : null}
        </>
      ),
    },
    { key: 'type', label: t('terminal.ticket.type'), isExtra: true, cell: (order) => <TypeCell order={order} /> },
    { key: 'side', label: t('terminal.ticket.side'), cell: (order) => <SideCell side={order.side} /> },
    {
      key: 'price',
      label: t('terminal.ticket.price'),
      isEnd: true,
      cell: (order) => <bdi>{priceText(order, pairOf(order))}</bdi>,
    },
    {
      key: 'quantity',
      label: t('terminal.ticket.quantity'),
      isEnd: true,
      cell: (order) => <QuantityCell order={order} pair={pairOf(order)} />,
    },
    ...(orders.some(isConditional)
      ? [
          {
            key: 'condition',
            label: t('terminal.waits_until'),
            isExtra: true,
            cell: (order: Order) => <ConditionCell order={order} pair={pairOf(order)} />,
          },
        ]
      : []),
    { key: 'filled', label: t('terminal.filled'), isEnd: true, cell: (order) => <FilledCell order={order} /> },
    {
      key: 'total',
      label: t('terminal.ticket.total'),
      isEnd: true,
      isExtra: true,
      cell: (order) => (
        <bdi>{isSet(order.price) ? `${formatAmount(totalOf(order), 2)} ${pairOf(order)?.quote ?? ''}` : '–'}</bdi>
      ),
    },
    {
      key: 'actions',
      label: <span className="sr-only">{t('terminal.actions')}</span>,
      isEnd: true,
      cell: (order) => (
        <>
          <AmendButton order={order} pair={pairOf(order)} isLeg={hasPartner(order, orders)} />
          <CancelButton order={order} />
        </>
      ),
    },
  ];
  return (
    <DataTable
      caption={t('terminal.tab_open')}
      columns={columns}
      rows={orders}
      keyOf={(order) => String(order.orderId)}
    />
  );
}

export function priceText(order: Order, pair: Pair | undefined): string {
  return isSet(order.price) ? formatNumber(order.price, pair?.quotePrecision ?? 8) : '–';
}

function totalOf(order: Order): string {
  return formatUnits(decimal(order.price, 8) * decimal(order.quantity, 8), 16);
}

function isConditional({ type }: Order): boolean {
  return type !== 'LIMIT' && type !== 'MARKET';
}

/** Is the other order of its pair open too? Then neither can be changed. */
function hasPartner(order: Order, open: readonly Order[]): boolean {
  return order.ocoId !== 0 && open.some(({ ocoId, orderId }) => ocoId === order.ocoId && orderId !== order.orderId);
}

function AmendButton({ order, pair, isLeg }: { order: Order; pair: Pair | undefined; isLeg: boolean }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  if (!pair || isLeg) return null;
  return (
    <>
      <IconButton
        label={t('terminal.amend.open', { side: t(`terminal.side_${order.side}`), price: triggerOrPrice(order) })}
        onClick={() => setIsOpen(true)}
        className="size-8 md:size-6"
      >
        <Pencil aria-hidden className="size-3.5" />
      </IconButton>
      {isOpen ? <AmendDialog order={order} pair={pair} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

/** What tells the order apart in labels: its price, its trigger price, or how far its trailing stop is away. */
function triggerOrPrice(order: Order): string {
  if (isSet(order.price)) return order.price;
  return isSet(order.stopPrice) ? order.stopPrice : `${formatUnits(BigInt(order.deltaBips), 2)}%`;
}

function CancelButton({ order }: { order: Order }) {
  const { t } = useTranslation();
  const { account } = useSpotMarket();
  const [isBusy, setIsBusy] = useState(false);
  const cancel = async () => {
    setIsBusy(true);
    try {
      account.acceptOrders([await cancelOrder(quietCall, order.symbol, order.orderId)]);
    } catch (error) {
      showToast('error', t('terminal.order.not_canceled'), refusalText(t, error));
      setIsBusy(false);
    }
  };
  return (
    <IconButton
      label={t('terminal.order.cancel', { side: t(`terminal.side_${order.side}`), price: triggerOrPrice(order) })}
      disabled={isBusy}
      onClick={() => void cancel()}
      className="size-8 md:size-6"
    >
      <X aria-hidden className="size-4" />
    </IconButton>
  );
}

/** Cancels many orders with one press, so it asks before: how many, and of which markets. */
export function CancelAllButton({ pair, count }: { pair: Pair | undefined; count: number }) {
  const { t } = useTranslation();
  const { account } = useSpotMarket();
  const cancel = async () => {
    try {
      account.acceptOrders(await cancelAllOrders(quietCall, pair?.symbol));
      showToast('success', t('terminal.order.all_canceled'));
    } catch (error) {
      showToast('error', t('terminal.order.not_canceled'), refusalText(t, error));
    }
  };
  const askFirst = () =>
    ask({
      title: t('terminal.order.cancel_all_title'),
      text:
        pair === undefined
          ? t('terminal.order.cancel_all_everywhere', { count: String(count) })
          : t('terminal.order.cancel_all_here', { count: String(count), pair: `${pair.base}/${pair.quote}` }),
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

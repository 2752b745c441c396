import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { decimal, formatUnits } from '../../../../ui/decimal.ts';
import { formatNumber } from '../../../../ui/format.ts';
import { EmptyState, SkeletonRows } from '../../../../ui/states.tsx';
import { quietCall } from '../../../api/client.ts';
import { cancelAllOrders } from '../../../api/calls/spot.ts';
import type { Order, Pair } from '../../../api/types.ts';
import { AmendDialog } from './amend-dialog.tsx';
import { useHeldWords } from '../../../terminal/market-state.tsx';
import { CancelAllButton, CancelButton } from '../../../terminal/tables/cancel-buttons.tsx';
import { figureColumn, useColumns } from '../../../terminal/tables/columns.tsx';
import { DataTable, type Column } from '../../../terminal/tables/data-table.tsx';
import { FixedPencil, PencilButton } from '../../../terminal/tables/pencil-button.tsx';
import { hasPartner, pairKey, partnerOf, withPairsTogether } from './order-pairs.ts';
import { orderName } from './order-name.ts';
import { useCancelOrder } from './use-cancel-order.ts';
import { ConditionCell, FilledCell, MarketCell, QuantityCell, TypeCell, usePairWords } from './order-cells.tsx';
import { waitingWords } from './waiting-words.ts';
import { useSpotMarket } from '../spot-market.ts';
import { isConditional } from '../../../terminal/ticket/order-kind.ts';
import { isSet } from '../../../terminal/ticket/typed-units.ts';
import { pairName } from '../../../figures/market-name.ts';
import { coinAmount } from '../../../figures/coin-amount.ts';

export function OpenOrders({ orders }: { orders: readonly Order[] | null }) {
  const { t } = useTranslation();
  const { pairs } = useSpotMarket();
  const cancel = useCancelOrder();
  const pairWords = usePairWords();
  const heldWords = useHeldWords();
  const common = useColumns();
  if (orders === null) return <SkeletonRows rows={4} label={t('common.loading')} />;
  if (orders.length === 0) return <EmptyState text={t('terminal.no_open_orders')} />;
  const pairOf = (order: Order) => pairs.find((pair) => pair.symbol === order.symbol);
  const hasConditions = orders.some(isConditional);
  const columns: readonly Column<Order>[] = [
    common.time(
      ({ createdAt }) => createdAt,
      ({ updatedAt }) => updatedAt,
    ),
    common.market((order) => <MarketCell pair={pairOf(order)} symbol={order.symbol} />),
    {
      ...common.type((order) => (
        <TypeCell
          order={order}
          pair={pairWords(order, orders)}
          waiting={waitingWords(t, {
            order,
            pair: pairOf(order),
            partner: partnerOf(order, orders),
            held: heldWords(order.symbol),
          })}
        />
      )),
      isExtra: false,
    },
    common.side(),
    ...(hasConditions
      ? [
          {
            key: 'condition',
            label: t('terminal.waits_until'),
            // On a laptop it stands below the type, so that price and amount keep their places.
            isLesser: true,
            cell: (order: Order) => (
              <span className="inline-block md:max-w-96 md:min-w-44 md:whitespace-normal">
                <ConditionCell order={order} pair={pairOf(order)} partner={partnerOf(order, orders)} />
              </span>
            ),
          },
        ]
      : []),
    common.price((order) => priceText(order, pairOf(order))),
    common.quantity((order) => <QuantityCell order={order} pair={pairOf(order)} hasFilledBelow={hasConditions} />),
    {
      key: 'filled',
      label: t('terminal.filled'),
      isEnd: true,
      // Beside conditions its head would be cut by the buttons on a laptop: it stands below the amount.
      isLesser: hasConditions,
      cell: (order) => <FilledCell order={order} />,
    },
    {
      ...figureColumn<Order>({
        key: 'total',
        label: t('terminal.ticket.total'),
        isExtra: true,
        text: (order) => (isSet(order.price) ? coinAmount(totalOf(order), pairOf(order)?.quote) : '–'),
      }),
      // Beside conditions there is no room for it on a laptop.
      isLeast: hasConditions,
    },
    common.actions((order) => (
      <>
        <AmendButton order={order} pair={pairOf(order)} isLeg={hasPartner(order, orders)} />
        <CancelButton
          market={marketOf(order, pairOf(order))}
          order={order}
          price={triggerOrPrice(order, pairOf(order))}
          isPair={hasPartner(order, orders)}
          cancel={() => cancel(order)}
        />
      </>
    )),
  ];
  return (
    <DataTable
      caption={t('terminal.tab_open')}
      columns={columns}
      rows={withPairsTogether(orders)}
      keyOf={(order) => String(order.orderId)}
      groupOf={(order) => (hasPartner(order, orders) ? pairKey(order) : undefined)}
    />
  );
}

const marketOf = ({ symbol }: Order, pair: Pair | undefined) => ({ symbol, name: pair ? pairName(pair) : symbol });

export function priceText(order: Order, pair: Pair | undefined): string {
  return isSet(order.price) ? formatNumber(order.price, pair?.quotePrecision ?? 8) : '–';
}

function totalOf(order: Order): string {
  return formatUnits(decimal(order.price, 8) * decimal(order.quantity, 8), 16);
}

function AmendButton({ order, pair, isLeg }: { order: Order; pair: Pair | undefined; isLeg: boolean }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  if (!pair) return null;
  if (isLeg) return <FixedPencil why={t('errors.code_70029')} />;
  return (
    <>
      <PencilButton
        label={t('terminal.amend.open', { side: t(`terminal.side_${order.side}`), price: triggerOrPrice(order, pair) })}
        onClick={() => setIsOpen(true)}
      />
      {isOpen ? <AmendDialog order={order} pair={pair} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

/** How labels name the order: by its price, its trigger price, or its callback. */
function triggerOrPrice(order: Order, pair: Pair | undefined): string {
  if (isSet(order.price)) return priceText(order, pair);
  if (isSet(order.stopPrice)) return formatNumber(order.stopPrice, pair?.quotePrecision ?? 8);
  return `${formatUnits(BigInt(order.deltaBips), 2)}%`;
}

type CancelAllProps = {
  readonly pair: Pair | undefined;
  readonly orders: readonly Order[];
  readonly isInSight: boolean;
};

export function CancelAllSpotButton({ pair, orders, isInSight }: CancelAllProps) {
  const { t } = useTranslation();
  const { account, pairs } = useSpotMarket();
  const cancel = async () => {
    const ended = await cancelAllOrders(quietCall, pair?.symbol);
    account.acceptOrders(ended);
    return ended;
  };
  const names = withPairsTogether(orders).map((order) =>
    orderName(
      t,
      order,
      pairs.find(({ symbol }) => symbol === order.symbol),
    ),
  );
  return <CancelAllButton market={pair && pairName(pair)} names={names} isInSight={isInSight} cancel={cancel} />;
}

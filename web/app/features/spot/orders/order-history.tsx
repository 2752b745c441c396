import { useTranslation } from '../../../i18n/use-translation.tsx';
import { formatAmount } from '../../../../ui/format.ts';
import { quietCall } from '../../../api/client.ts';
import { getOrderHistory } from '../../../api/calls/spot.ts';
import type { Order } from '../../../api/types.ts';
import { formatAverage } from '../../../figures/average-price.ts';
import { useColumns } from '../../../terminal/tables/columns.tsx';
import type { Column } from '../../../terminal/tables/data-table.tsx';
import { useHistoryColumns } from '../../../terminal/tables/history-columns.tsx';
import { HistoryPage } from '../../../terminal/tables/history-page.tsx';
import { conditionWords } from '../ticket/condition-words.ts';
import { isSet } from '../../../terminal/ticket/typed-units.ts';
import { priceText } from './open-orders.tsx';
import { MarketCell, TypeCell, usePairWords } from './order-cells.tsx';
import { pairKey } from './order-pairs.ts';
import { ORDER_FILE } from './history-files.ts';
import { useSpotMarket } from '../spot-market.ts';
import { coinAmount } from '../../../figures/coin-amount.ts';

export function OrderHistory({ symbol }: { symbol: string | undefined }) {
  const { t } = useTranslation();
  const { pairs } = useSpotMarket();
  const common = useColumns();
  const paired = useHistoryColumns();
  const pairWords = usePairWords();
  const pairOf = (order: Order) => pairs.find((pair) => pair.symbol === order.symbol);
  const columns: readonly Column<Order>[] = [
    paired.marketAndSide((order) => <MarketCell pair={pairOf(order)} symbol={order.symbol} />),
    paired.filledOfAmount(
      (order) => `${formatAmount(order.filledQuantity, 8)} ${pairOf(order)?.base ?? ''}`,
      (order) => quantityText(order, pairOf(order)?.base, pairOf(order)?.quote),
    ),
    paired.averageAndPrice(
      (order) =>
        isSet(order.averagePrice) ? formatAverage(order.averagePrice, pairOf(order)?.quotePrecision ?? 8) : '–',
      (order) => priceText(order, pairOf(order)),
    ),
    common.status(),
    common.time(({ createdAt }) => createdAt),
    {
      ...common.type((order, page) => (
        <TypeCell
          order={order}
          pair={pairWords(order, page)}
          condition={conditionWords(t, pairOf(order)).ofOrder(order)}
        />
      )),
      isExtra: false,
    },
  ];
  return (
    <HistoryPage
      name="spot-order-history"
      file={ORDER_FILE}
      hasSide
      caption={t('terminal.tab_history')}
      empty={t('terminal.no_history')}
      symbol={symbol}
      load={(query) => getOrderHistory(quietCall, query)}
      columns={columns}
      keyOf={(order) => String(order.orderId)}
      groupOf={pairKey}
    />
  );
}

function quantityText(order: Order, base: string | undefined, quote: string | undefined): string {
  if (isSet(order.quantity)) return `${formatAmount(order.quantity, 8)} ${base ?? ''}`;
  return coinAmount(order.quoteAmount, quote);
}

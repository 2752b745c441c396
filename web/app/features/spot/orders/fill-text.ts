import type { Translate } from '../../../i18n/translator.ts';
import { decimalsOf } from '../../../../ui/decimal.ts';
import { formatAmount } from '../../../../ui/format.ts';
import type { Order, Pair } from '../../../api/types.ts';
import { formatAverage } from '../../../figures/average-price.ts';
import { withRest } from '../../../figures/rest-text.ts';
import type { FillSum } from '../../../live/fill-center.ts';
import { type OrderRest, restOf } from '../../../live/order-rests.ts';
import { fillWords } from '../../../terminal/fill-words.ts';

export interface FillText {
  readonly title: string;
  readonly description: string;
}

/** The same with the fee, where the fills are known by then. */
export function filledFor(
  t: Translate,
  order: Order,
  pair: Pair,
  { sum, rest }: { readonly sum: FillSum | null; readonly rest: OrderRest | null },
): FillText {
  const told = filledText(t, order, order.filledQuantity, pair, rest);
  if (sum === null) return told;
  const { description } = fillWords(t, sum, { ...pair, priceDecimals: decimalsOf(pair.tickSize) }, rest);
  return { ...told, description };
}

/** What an order filled at once, with its average price and what it has left. */
export function filledText(
  t: Translate,
  order: Order,
  quantity: string,
  pair: Pair,
  rest: OrderRest | null = restOf(order),
): FillText {
  const average = formatAverage(order.averagePrice, decimalsOf(pair.tickSize));
  return {
    title: t('terminal.order.filled', {
      side: t(`terminal.side_${order.side}`),
      amount: `${formatAmount(quantity, pair.basePrecision)} ${pair.base}`,
    }),
    description: withRest(t, `${t('terminal.average_price')}: ${average} ${pair.quote}`, rest, pair.base),
  };
}

import type { TFunction } from 'i18next';
import { decimalsOf } from '../../../../ui/decimal.ts';
import { formatAmount, formatNumber } from '../../../../ui/format.ts';
import type { Fill, Order, Pair } from '../../../api/types.ts';

export interface FillText {
  readonly title: string;
  readonly description: string;
}

/** A fill in words: how much of which coin, at what price, for what fee. `pairs`: the markets that are known here. */
export function fillText(t: TFunction, fill: Fill, pairs: readonly Pair[]): FillText {
  const pair = pairs.find(({ symbol }) => symbol === fill.symbol);
  return {
    title: t('spot.order.filled', {
      side: t(`spot.side_${fill.side}`),
      amount: `${formatAmount(fill.quantity, 8)} ${pair?.base ?? fill.symbol}`,
    }),
    description: `${t('spot.ticket.price')}: ${priceText(fill.price, pair)} · ${t('spot.fee')}: ${formatAmount(fill.fee, 8)} ${fill.feeAsset}`,
  };
}

/** What an order filled at once, with its average price. */
export function filledText(t: TFunction, order: Order, quantity: string, pair: Pair): FillText {
  return {
    title: t('spot.order.filled', {
      side: t(`spot.side_${order.side}`),
      amount: `${formatAmount(quantity, pair.basePrecision)} ${pair.base}`,
    }),
    description: `${t('spot.average_price')}: ${priceText(order.averagePrice, pair)}`,
  };
}

const priceText = (price: string, pair: Pair | undefined): string =>
  pair === undefined ? formatAmount(price, 8) : `${formatNumber(price, decimalsOf(pair.tickSize))} ${pair.quote}`;

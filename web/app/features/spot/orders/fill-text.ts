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
    title: t('terminal.order.filled', {
      side: t(`terminal.side_${fill.side}`),
      amount: `${formatAmount(fill.quantity, 8)} ${pair?.base ?? fill.symbol}`,
    }),
    description: `${t('terminal.ticket.price')}: ${priceText(fill.price, pair)} · ${t('terminal.fee')}: ${formatAmount(fill.fee, 8)} ${fill.feeAsset}`,
  };
}

/** What an order filled at once, with its average price. */
export function filledText(t: TFunction, order: Order, quantity: string, pair: Pair): FillText {
  return {
    title: t('terminal.order.filled', {
      side: t(`terminal.side_${order.side}`),
      amount: `${formatAmount(quantity, pair.basePrecision)} ${pair.base}`,
    }),
    description: `${t('terminal.average_price')}: ${priceText(order.averagePrice, pair)}`,
  };
}

const priceText = (price: string, pair: Pair | undefined): string =>
  pair === undefined ? formatAmount(price, 8) : `${formatNumber(price, decimalsOf(pair.tickSize))} ${pair.quote}`;

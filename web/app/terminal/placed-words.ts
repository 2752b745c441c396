import type { Translate } from '../i18n/translator.ts';
import { formatAmount, formatNumber } from '../../ui/format.ts';
import { isSet } from './ticket/typed-units.ts';

interface PlacedSize {
  readonly base: string;
  readonly quote: string;
  readonly priceDecimals: number;
  readonly quantity: string;
  /** What it waits for, in the book or for its trigger; "0" where it has none. */
  readonly price: string;
}

/** The size of an order that was placed and its price, in words: 0.5 SOL at 213.60 USDT. */
export function placedWords(t: Translate, { base, quote, priceDecimals, quantity, price }: PlacedSize): string {
  const amount = placedSize(quantity, base);
  if (!isSet(price)) return amount;
  return t('terminal.order.at', { amount, price: `${formatNumber(price, priceDecimals)} ${quote}` });
}

/** Its size alone: 0.5 SOL. */
export const placedSize = (quantity: string, base: string | undefined): string =>
  `${formatAmount(quantity, 8)} ${base ?? ''}`.trim();

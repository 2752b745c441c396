/**
 * How the page of assets shows what coins are worth. Each smallest part (what orders hold of a coin, what they do not, a wallet with
 * positions) is cut to the shown digits once, and every sum adds up these: so what is shown adds up to the shown total, and none of it
 * is more than there is.
 */
import { formatNumber, truncate } from '../../../ui/format.ts';
import type { Money } from '../../figures/money.ts';
import { VALUE_CURRENCY, VALUE_DECIMALS } from './value-currency.ts';

export interface ShownValues {
  readonly currency: string;
  /** A value in VALUE_CURRENCY as it is shown: in the chosen currency, cut to its digits. */
  cut(value: string): string;
  /** The text of a sum of cut values. */
  text(sum: string): string;
  /** The same without the currency, for a place beside its code. */
  figure(sum: string): string;
}

/** In the chosen currency, or without a rate to it in the one that values are counted in. */
export function valuesIn(money: Money): ShownValues {
  const minus = (sum: string) => (sum.startsWith('-') ? '−' : '');
  const size = (sum: string) => sum.replace('-', '');
  const figure = (decimals: number) => (sum: string) => minus(sum) + formatNumber(size(sum), decimals);
  if (money.convert('0', VALUE_CURRENCY) === null)
    return {
      currency: VALUE_CURRENCY,
      cut: cutInCoin,
      text: (sum) => `${figure(VALUE_DECIMALS)(sum)} ${VALUE_CURRENCY}`,
      figure: figure(VALUE_DECIMALS),
    };
  return {
    currency: money.currency,
    cut: (value) => truncate(money.convert(value, VALUE_CURRENCY) ?? '0', money.decimals),
    text: (sum) => minus(sum) + money.sign + formatNumber(size(sum), money.decimals),
    figure: figure(money.decimals),
  };
}

/** In the coin that values are counted in. */
export const cutInCoin = (value: string): string => truncate(value, VALUE_DECIMALS);

import { AMOUNT_DECIMALS } from '../../ui/decimal.ts';
import { formatAmount, formatNumber, signOf, truncate } from '../../ui/format.ts';

/** Coins of which one is worth about one unit of money. */
const MONEY: ReadonlySet<string> = new Set(['USDT', 'USDC', 'USD', 'EUR']);
const CENTS = 2;

export const isMoney = (asset: string): boolean => MONEY.has(asset);

/**
 * An amount of a coin to be read, without its name. Of money two decimals always, so that amounts below each other can be compared, and
 * all that it has where it is less than a cent, so that it is not 0. Of other coins every digit that they have and no zeros behind them.
 */
export function coinFigure(amount: string, asset: string): string {
  if (!isMoney(asset)) return formatAmount(amount, AMOUNT_DECIMALS);
  const isBelowCent = signOf(amount) !== 0 && signOf(truncate(amount, CENTS)) === 0;
  return isBelowCent ? formatAmount(amount, AMOUNT_DECIMALS) : formatNumber(amount, CENTS);
}

/** The same with the coin behind it; without a coin that is not known (undefined). */
export const coinAmount = (amount: string, asset: string | undefined): string =>
  `${coinFigure(amount, asset ?? '')} ${asset ?? ''}`.trim();

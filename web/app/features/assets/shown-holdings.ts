/** Which coins of a portfolio the table lists: what somebody looks for, with or without what is worth next to nothing. */
import { compareDecimals } from '../../../ui/decimal.ts';
import type { Holding } from './portfolio.ts';

/** Below this a balance is small. In VALUE_CURRENCY. */
export const SMALL_BALANCE = '1';

export interface HoldingFilter {
  /** A part of a coin's code or name, in any case; nothing: all coins. */
  readonly text: string;
  /** Leaves out balances below SMALL_BALANCE. What no market prices stays: nobody knows that it is small. */
  readonly hidesSmall: boolean;
}

/** `nameOf`: the coin's name by its code, where it has one. The order stays. */
export function shownHoldings(
  holdings: readonly Holding[],
  { text, hidesSmall }: HoldingFilter,
  nameOf: (asset: string) => string | undefined,
): readonly Holding[] {
  const wanted = text.trim().toLowerCase();
  return holdings.filter(
    (holding) =>
      (wanted === '' ||
        holding.asset.toLowerCase().includes(wanted) ||
        (nameOf(holding.asset) ?? '').toLowerCase().includes(wanted)) &&
      !(hidesSmall && isSmall(holding)),
  );
}

export function isSmall({ value }: Holding): boolean {
  return value !== null && compareDecimals(value, SMALL_BALANCE) < 0;
}

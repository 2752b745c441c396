/** What of a wallet is its own money and free, for margin that is moved into isolated positions. Amounts are units of 10^-8. */
import { accountAtMarks, type AccountState } from './account-at-marks.ts';
import { unitsOf } from './margin.ts';

export interface Funds {
  /** What needs leave of all that the account has: below zero when prices went against it (trading B6). */
  readonly free: bigint;
  /** Own money beside isolated orders and the maintenance of cross positions: their gains are not moved (trading B16). */
  readonly own: bigint;
  /** What can leave the cross positions without their liquidation; null without one (trading B13). */
  readonly aboveLiquidation: bigint | null;
}

/** Equity and needs are both those at the marks of now: of two moments they would offer what the engine refuses, or less than it takes. */
export function fundsOf(account: AccountState): Funds {
  const { free, equity, maintenance, isolatedOrders } = accountAtMarks(account);
  const hasCross = account.positions.some(({ marginMode }) => marginMode === 'CROSS');
  return {
    free,
    own: unitsOf(account.capital.balance) - isolatedOrders - maintenance,
    aboveLiquidation: hasCross ? equity - maintenance - 1n : null,
  };
}

/** The most that may be added to isolated positions: own money that no cross position or order needs (trading B16). */
export function addableMargin(account: AccountState): bigint {
  const { free, own, aboveLiquidation } = fundsOf(account);
  const least = [free, own, aboveLiquidation ?? own].reduce((sum, one) => (one < sum ? one : sum));
  return least > 0n ? least : 0n;
}

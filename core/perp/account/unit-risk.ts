/**
 * Whether the cross scope of an account bears what it holds, and a fill more, in numbers that doubles hold exactly: what nearly every fill
 * is judged by. The rule is in risk.ts and fill-checks.ts, in BigInt, and decides wherever a figure could pass 2^53 - 1; unit-risk.test.ts
 * holds the two together.
 *
 * Bonus and wallets beyond 2^53 - 1 are counted by what they are at least: what is borne even then, is.
 */
import { MAX_UNITS, mulDivCeil, mulDivFloor, RATE_ONE, safeOrNaN } from '../../fixed.ts';
import { maintenanceUnits } from '../../formulas/perp/tiers.ts';
import type { Contract } from '../contract/contract.ts';
import type { Holding, MarginAccount, OpenPosition } from './accounts.ts';
import type { MarginAccounts } from './margin-accounts.ts';
import type { BonusSource } from './bonus-source.ts';
import type { FillPlan } from './fill-plan.ts';
import { PositionSums, resultOf, worthOf } from './position-sums.ts';

/** Null: the rule must decide. */
type Verdict = boolean | null;

export class UnitRisk {
  private readonly accounts: MarginAccounts;
  private readonly bonus: BonusSource;
  private readonly settle: () => number;

  constructor(parts: { accounts: MarginAccounts; bonus: BonusSource; settle: () => number }) {
    this.accounts = parts.accounts;
    this.bonus = parts.bonus;
    this.settle = parts.settle;
  }

  /** What the account's cross positions come to at the present marks. */
  sumsOf(account: MarginAccount): PositionSums<Holding> {
    const sums = (account.positionSums ??= new PositionSums(account.holdings.values()));
    sums.refresh();
    return sums;
  }

  /** As Risk.isSafe of the cross scope (trading B11). */
  isSafe(account: MarginAccount): Verdict {
    return this.isSafeWith(account, this.sumsOf(account));
  }

  /** As Risk.isAllSafe. */
  isAllSafe(account: MarginAccount): boolean {
    const sums = this.sumsOf(account);
    return sums.isolatedCount === 0 && this.isSafeWith(account, sums) === true;
  }

  private isSafeWith(account: MarginAccount, sums: PositionSums<Holding>): Verdict {
    if (sums.crossCount === 0) return true;
    return this.isAbove(account, safeOrNaN(sums.results - sums.maintenance));
  }

  /** As Risk.permits of a fill under cross margin that opens something (trading B7). */
  permits(account: MarginAccount, { contract }: Holding, plan: FillPlan, fee: bigint): Verdict {
    const { before, next } = plan;
    if (next === null) return null;
    const sums = this.sumsOf(account);
    const notional = worthOf(contract, Number(next.quantity));
    const after = resultOf(next.direction, notional, Number(next.cost));
    const needed = maintenanceUnits(contract.tiersInUnits, notional);
    let [result, kept] = [0, 0];
    if (before !== null) {
      const held = worthOf(contract, Number(before.quantity));
      result = resultOf(before.direction, held, Number(before.cost));
      kept = maintenanceUnits(contract.tiersInUnits, held);
    }
    const [realised, charge] = [Number(plan.realised), Number(fee)];
    const { results, maintenance } = sums;
    const size =
      Math.abs(results) + maintenance + Math.abs(after) + Math.abs(result) + needed + kept + Math.abs(realised);
    if (!(size + Math.abs(charge) <= MAX_UNITS)) return null;
    return this.isAbove(account, results - result + after + realised - charge - (maintenance - kept + needed));
  }

  /**
   * Whether a cross position may be closed at this price: false where only the rule can say (trading B17). What rounds a share of the
   * equity goes to the last position, so that each has at least its share rounded down (trading B12).
   */
  closesWithin(account: MarginAccount, contract: Contract, position: OpenPosition, price: bigint): boolean {
    const sums = this.sumsOf(account);
    const quantity = Number(position.quantity);
    const notional = worthOf(contract, quantity);
    const equity = Math.min(MAX_UNITS, this.least(account) + sums.results);
    // Of a wallet of which only the least is known the share is the least, too.
    if (!(equity >= 0 && sums.notional > 0)) return false;
    const share = mulDivFloor(equity, notional, sums.notional);
    const units = Number(price);
    if (!(units <= MAX_UNITS)) return false;
    return position.direction === 1n
      ? mulDivFloor(quantity, units, RATE_ONE) >= notional - share
      : mulDivCeil(quantity, units, RATE_ONE) <= notional + share;
  }

  /** Does the wallet with its bonus stay above zero with `rest` added to it, which is NaN where a double may not hold it? */
  private isAbove(account: MarginAccount, rest: number): Verdict {
    const units = this.accounts.walletUnits(account, this.settle());
    const least = this.leastOf(account, units);
    // The sign of a sum of two safe integers is that of the exact sum.
    if (least + rest > 0) return true;
    return least === units && least + rest <= 0 && this.bonus.free(account) === 0n ? false : null;
  }

  private least(account: MarginAccount): number {
    return this.leastOf(account, this.accounts.walletUnits(account, this.settle()));
  }

  /** The wallet, or of one that a double may not hold what it is at least; NaN where that is not known. */
  private leastOf(account: MarginAccount, units: number): number {
    if (!Number.isNaN(units)) return units;
    return this.accounts.balance(account, this.settle()) > 0n ? MAX_UNITS : NaN;
  }
}

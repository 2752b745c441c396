/**
 * Limits and margin of an order, in numbers that doubles hold exactly: what nearly every order is judged by. The rule is in
 * orders/order-checks.ts, in BigInt, and decides wherever a figure could pass 2^53 - 1 and for accounts with bonus; unit-checks.test.ts holds the two together
 * (decision 086).
 */
import { BUY, type OrderPool } from '../../book/order-pool.ts';
import { MAX_UNITS, mulDivCeil, RATE_ONE } from '../../fixed.ts';
import { SHARE_CAP, SHARE_CAP_FROM } from '../../formulas/order-limits.ts';
import { tierAt } from '../../formulas/perp/tiers.ts';
import type { RejectCode } from '../../protocol/rejects.ts';
import type { Holding, MarginAccount, MarginAccounts, OpenPosition } from './accounts.ts';
import type { BonusSource } from './bonus-source.ts';
import { offsetOf, type PlannedOrder } from './order-needs.ts';
import { UnitNeeds } from './unit-needs.ts';
import type { Contract } from '../contract/contract.ts';

/** The rule must decide. */
export const UNDECIDED = 'UNDECIDED';
type Verdict = RejectCode | null | typeof UNDECIDED;

/** What the orders and positions of an account need, in units of the settlement asset (Needs of risk.ts). */
class Sums {
  total = 0;
  isolatedOrders = 0;

  clear(): void {
    this.total = 0;
    this.isolatedOrders = 0;
  }

  /** `needs`: of the orders of this contract. */
  add(account: MarginAccount, holding: Holding, needs: UnitNeeds): void {
    const { contract, longLeverage, shortLeverage } = holding;
    const { buys, sells } = needs;
    const isCross = holding.marginMode === 'CROSS';
    let margin: number;
    if (account.mode === 'HEDGE') {
      const longs = isCross ? worthOf(contract, holding.long) : 0;
      const shorts = isCross ? worthOf(contract, holding.short) : 0;
      margin = mulDivCeil(exact(longs + buys), 1, longLeverage) + mulDivCeil(exact(shorts + sells), 1, shortLeverage);
    } else {
      const signed = signedWorth(holding);
      margin = mulDivCeil(exact(Math.max(Math.abs(signed + buys), Math.abs(signed - sells))), 1, longLeverage);
      if (!isCross) margin = Math.max(0, margin - mulDivCeil(Math.abs(signed), 1, longLeverage));
    }
    this.total += margin + needs.openingLoss + needs.feeReserve;
    if (!isCross) this.isolatedOrders += margin;
  }
}

export class UnitChecks {
  private readonly accounts: MarginAccounts;
  private readonly bonus: BonusSource;
  private readonly settle: () => number;
  /** What orders come to in the planned order's contract with it, there without it, and in another contract. */
  private readonly withIt: UnitNeeds;
  private readonly withoutIt: UnitNeeds;
  private readonly elsewhere: UnitNeeds;
  private readonly after = new Sums();
  private readonly before = new Sums();
  /** The order that `withIt` was counted for. */
  private counted: PlannedOrder | null = null;
  /** Results of cross positions at mark: their sum, and the sum of their sizes, which no part of the sum passes. */
  private results = 0;
  private sizeOfResults = 0;

  constructor(parts: { orders: OrderPool; accounts: MarginAccounts; bonus: BonusSource; settle: () => number }) {
    const { orders, accounts, bonus, settle } = parts;
    this.accounts = accounts;
    this.bonus = bonus;
    this.settle = settle;
    this.withIt = new UnitNeeds(orders);
    this.withoutIt = new UnitNeeds(orders);
    this.elsewhere = new UnitNeeds(orders);
  }

  /** As checkLimits of order-checks.ts (trading B2, B18). */
  limits(account: MarginAccount, planned: PlannedOrder): Verdict {
    const { holding, side, lots } = planned;
    const { contract } = holding;
    const { withIt } = this;
    if (!withIt.count(account, holding, planned)) return UNDECIDED;
    this.counted = planned;
    const all = (side === BUY ? withIt.buyLots : withIt.sellLots) * contract.stepSize;
    if (all > MAX_UNITS) return UNDECIDED;
    const offset = account.mode === 'ONE_WAY' ? Number(offsetOf(holding, side)) : 0;
    const opening = Math.min(lots * contract.stepSize, Math.max(0, all - offset));
    if (opening === 0) return null;
    const notional = this.sideNotional(account, holding, side);
    const { openUnits } = contract;
    if (notional > MAX_UNITS || openUnits > MAX_UNITS) return UNDECIDED;
    const interest = mulDivCeil(openUnits, contract.markUnits, RATE_ONE);
    const opened = mulDivCeil(opening, contract.markUnits, RATE_ONE);
    if (interest + opened > MAX_UNITS) return UNDECIDED;
    const leverage = side === BUY ? holding.longLeverage : holding.shortLeverage;
    const { tiersInUnits: tiers } = contract;
    if (leverage > tierAt(tiers, notional).maxLeverage) return 'LEVERAGE_TIER';
    const isTooLargeAShare = interest > SHARE_CAP_FROM && notional > Math.floor(interest / SHARE_CAP);
    if (notional > tiers[tiers.length - 1].cap || isTooLargeAShare) return 'POSITION_LIMIT';
    const { openInterestCap } = contract.parameters;
    return openInterestCap !== 0 && interest + opened > openInterestCap ? 'OPEN_INTEREST_CAP' : null;
  }

  /** As checkMargin of order-checks.ts (trading B5, B7, B19). */
  margin(account: MarginAccount, planned: PlannedOrder): Verdict {
    const { holding } = planned;
    const { after, before } = this;
    if (this.counted !== planned && !this.withIt.count(account, holding, planned)) return UNDECIDED;
    this.counted = null;
    after.clear();
    after.add(account, holding, this.withIt);
    if (!(after.total <= MAX_UNITS)) return UNDECIDED;
    // Of a wallet's only contract all is known already: an order that it can bear is not compared with what was before.
    if (account.holdings.size === 1 && this.bears(account, holding)) return null;
    if (!this.withoutIt.count(account, holding, null)) return UNDECIDED;
    before.clear();
    before.add(account, holding, this.withoutIt);
    if (!(before.total <= MAX_UNITS)) return UNDECIDED;
    if (after.total <= before.total) return null;
    const isMoreIsolated = after.isolatedOrders > before.isolatedOrders;
    if (this.bonus.free(account) !== 0n || !this.addOthers(account, holding)) return UNDECIDED;
    const wallet = this.accounts.walletUnits(account, this.settle());
    if (!(Math.abs(wallet) + this.sizeOfResults <= MAX_UNITS && after.total <= MAX_UNITS)) return UNDECIDED;
    if (wallet + this.results - after.total < 0) return 'INSUFFICIENT_BALANCE';
    return isMoreIsolated && after.isolatedOrders > wallet ? 'INSUFFICIENT_BALANCE' : null;
  }

  /**
   * Does the wallet, with the results of the only contract, cover all of `after`? Under isolated margin that contract has no results, so the
   * wallet covers by itself what must be its own. False where the rule must decide, too.
   */
  private bears(account: MarginAccount, holding: Holding): boolean {
    const { after } = this;
    if (this.bonus.free(account) !== 0n || !this.addOthers(account, holding)) return false;
    const wallet = this.accounts.walletUnits(account, this.settle());
    return Math.abs(wallet) + this.sizeOfResults <= MAX_UNITS && wallet + this.results - after.total >= 0;
  }

  /** The needs of the other contracts to `after`, and the results of all cross positions. */
  private addOthers(account: MarginAccount, holding: Holding): boolean {
    this.results = 0;
    this.sizeOfResults = 0;
    for (const other of account.holdings.values()) {
      if (!other.isFlat) this.addResults(other);
      if (other === holding || (other.orders.size === 0 && other.isFlat)) continue;
      if (!this.elsewhere.count(account, other, null)) return false;
      this.after.add(account, other, this.elsewhere);
    }
    return true;
  }

  private addResults({ contract, both, long, short }: Holding): void {
    this.addResult(contract, both);
    this.addResult(contract, long);
    this.addResult(contract, short);
  }

  private addResult(contract: Contract, position: OpenPosition | null): void {
    if (position === null || position.isolated) return;
    const gain = worthOf(contract, position) - Number(position.cost);
    // Of two numbers within 2^53 - 1 the difference is exact where it is, too; what is not makes the size too large.
    this.results += position.direction === 1n ? gain : -gain;
    this.sizeOfResults += position.cost > MAX_COST ? Infinity : Math.abs(gain);
  }

  /** Notional of a side as it would be if all its orders filled. */
  private sideNotional(account: MarginAccount, holding: Holding, side: number): number {
    const { contract } = holding;
    const orders = side === BUY ? this.withIt.buys : this.withIt.sells;
    if (account.mode === 'HEDGE') return orders + worthOf(contract, side === BUY ? holding.long : holding.short);
    const signed = signedWorth(holding);
    if (Math.abs(signed) > MAX_UNITS) return Infinity;
    return Math.max(0, side === BUY ? signed + orders : orders - signed);
  }
}

const MAX_COST = BigInt(MAX_UNITS);

/** A sum that may be rounded becomes Infinity, before a division hides that it was. */
const exact = (sum: number): number => (sum <= MAX_UNITS ? sum : Infinity);

/** Notional at mark; Infinity where a double may not hold it. */
function worthOf(contract: Contract, position: OpenPosition | null): number {
  if (position === null) return 0;
  const quantity = Number(position.quantity);
  return quantity > MAX_UNITS ? Infinity : mulDivCeil(quantity, contract.markUnits, RATE_ONE);
}

/** Of the one-way position: above 0 a long, below a short. */
function signedWorth({ contract, both }: Holding): number {
  if (both === null) return 0;
  const worth = worthOf(contract, both);
  return both.direction === 1n ? worth : -worth;
}

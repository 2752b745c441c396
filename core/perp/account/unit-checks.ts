/**
 * Limits and margin of an order, in numbers that doubles hold exactly: what nearly every order is judged by. The rule is in
 * orders/order-checks.ts, in BigInt, and decides wherever a figure could pass 2^53 - 1 and for accounts with bonus; unit-checks.test.ts holds the two together
 * (decision 086).
 */
import { BUY, type OrderPool } from '../../book/order-pool.ts';
import { MAX_UNITS, mulDivCeil, RATE_ONE } from '../../fixed.ts';
import { SHARE_CAP, SHARE_CAP_FROM } from '../../formulas/order-limits.ts';
import { maintenanceUnits, tierAt } from '../../formulas/perp/tiers.ts';
import type { RejectCode } from '../../protocol/rejects.ts';
import type { Holding, MarginAccount, OpenPosition } from './accounts.ts';
import type { MarginAccounts } from './margin-accounts.ts';
import type { BonusSource } from './bonus-source.ts';
import { offsetOf, type PlannedOrder } from './order-needs.ts';
import { UnitNeeds } from './unit-needs.ts';
import { IS_TOUCHED } from '../../kernel/perp-layout.ts';
import type { Figures, WalletSums } from './wallet-sums.ts';
import type { Contract } from '../contract/contract.ts';

/** The rule must decide. */
export const UNDECIDED = 'UNDECIDED';
type Verdict = RejectCode | null | typeof UNDECIDED;

class ContractFigures implements Figures {
  total = 0;
  isolatedOrders = 0;
  results = 0;
  sizeOfResults = 0;
  maintenance = 0;
  notional = 0;

  /** Those of a holding whose orders need this. */
  count(account: MarginAccount, holding: Holding, needs: UnitNeeds): void {
    const { contract, longLeverage, shortLeverage } = holding;
    const { buys, sells } = needs;
    const isCross = holding.marginMode === 'CROSS';
    let margin: number;
    if (account.mode === 'HEDGE') {
      const longs = isCross ? worthOf(contract, holding.long) : 0;
      const shorts = isCross ? worthOf(contract, holding.short) : 0;
      margin = divCeil(exact(longs + buys), longLeverage) + divCeil(exact(shorts + sells), shortLeverage);
    } else {
      const signed = signedWorth(holding);
      margin = divCeil(exact(Math.max(Math.abs(signed + buys), Math.abs(signed - sells))), longLeverage);
      if (!isCross) margin = Math.max(0, margin - divCeil(Math.abs(signed), longLeverage));
    }
    this.total = margin + needs.openingLoss + needs.feeReserve;
    this.isolatedOrders = isCross ? 0 : margin;
    this.results = 0;
    this.sizeOfResults = 0;
    this.maintenance = 0;
    this.notional = 0;
    if (holding.isFlat) return;
    this.addResult(contract, holding.both);
    this.addResult(contract, holding.long);
    this.addResult(contract, holding.short);
  }

  private addResult(contract: Contract, position: OpenPosition | null): void {
    if (position === null || position.isolated) return;
    const worth = worthOf(contract, position);
    const gain = worth - Number(position.cost);
    // Of two numbers within 2^53 - 1 the difference is exact where it is, too; what is not makes the size too large.
    this.results += position.direction === 1n ? gain : -gain;
    this.sizeOfResults += position.cost > MAX_COST ? Infinity : Math.abs(gain);
    this.maintenance += worth > MAX_UNITS ? Infinity : maintenanceUnits(contract.tiersInUnits, worth);
    this.notional += worth;
  }
}

export class UnitChecks {
  private readonly accounts: MarginAccounts;
  private readonly bonus: BonusSource;
  private readonly settle: () => number;
  /** What orders come to in the planned order's contract with it, and in another contract or without it. */
  private readonly withIt: UnitNeeds;
  private readonly asItIs: UnitNeeds;
  /** Of the planned order's contract with it and without it, and of all others. */
  private readonly after = new ContractFigures();
  private readonly before = new ContractFigures();
  private readonly others = new ContractFigures();
  /** The order that `withIt` was counted for, and the one that `after` was and that was let through. */
  private counted: PlannedOrder | null = null;
  private letThrough: PlannedOrder | null = null;

  constructor(parts: { orders: OrderPool; accounts: MarginAccounts; bonus: BonusSource; settle: () => number }) {
    const { orders, accounts, bonus, settle } = parts;
    this.accounts = accounts;
    this.bonus = bonus;
    this.settle = settle;
    this.withIt = new UnitNeeds(orders);
    this.asItIs = new UnitNeeds(orders);
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
    const { openUnits, tiersInUnits: tiers } = contract;
    const { openInterestCap } = contract.parameters;
    const leverage = side === BUY ? holding.longLeverage : holding.shortLeverage;
    if (notional <= NO_SHARE && openInterestCap === 0) {
      // So small a side is no share of the open interest that counts.
      if (leverage > tierAt(tiers, notional).maxLeverage) return 'LEVERAGE_TIER';
      return notional > tiers[tiers.length - 1].cap ? 'POSITION_LIMIT' : null;
    }
    if (notional > MAX_UNITS || openUnits > MAX_UNITS) return UNDECIDED;
    const interest = mulDivCeil(openUnits, contract.markUnits, RATE_ONE);
    const opened = mulDivCeil(opening, contract.markUnits, RATE_ONE);
    if (interest + opened > MAX_UNITS) return UNDECIDED;
    if (leverage > tierAt(tiers, notional).maxLeverage) return 'LEVERAGE_TIER';
    const isTooLargeAShare = interest > SHARE_CAP_FROM && notional > Math.floor(interest / SHARE_CAP);
    if (notional > tiers[tiers.length - 1].cap || isTooLargeAShare) return 'POSITION_LIMIT';
    return openInterestCap !== 0 && interest + opened > openInterestCap ? 'OPEN_INTEREST_CAP' : null;
  }

  /** As checkMargin of order-checks.ts (trading B5, B7, B19). */
  margin(account: MarginAccount, planned: PlannedOrder): Verdict {
    const { sums, hasUnrecorded } = account;
    // A holding without a record is in no sum.
    const verdict = sums === null || hasUnrecorded ? UNDECIDED : this.judge(account, sums, planned);
    this.letThrough = verdict === null ? planned : null;
    return verdict;
  }

  /** The planned order is there now, among others that have not changed since it was let through: what they come to is known. */
  keep(account: MarginAccount, planned: PlannedOrder): void {
    if (this.letThrough !== planned) return;
    const { holding } = planned;
    // An amended order was judged as the newest of its price, and stands among the others by its age: where an opposite position takes up a
    // part of that price, what rests of it is divided otherwise.
    if (planned.replaces !== 0 && offsetOf(holding, planned.side) !== 0n) return;
    const sums = account.sums!;
    this.bringUpToDate(account, sums, holding);
    sums.set(holding.number, this.after, holding.contract.valuation);
    sums.unmark(holding.number);
  }

  /** What a holding comes to, counted anew. For tests. */
  figuresOf(account: MarginAccount, holding: Holding): Figures {
    const figures = new ContractFigures();
    this.countAsItIs(account, holding, figures);
    return figures;
  }

  private judge(account: MarginAccount, sums: WalletSums, planned: PlannedOrder): Verdict {
    const { holding } = planned;
    const { after, before, others } = this;
    if (this.counted !== planned && !this.withIt.count(account, holding, planned)) return UNDECIDED;
    this.counted = null;
    after.count(account, holding, this.withIt);
    if (!(after.total <= MAX_UNITS)) return UNDECIDED;
    if (this.isNoMore(sums, holding)) return null;
    const hasBonus = this.bonus.free(account) !== 0n;
    this.bringUpToDate(account, sums, holding);
    sums.others(holding.number, others);
    const wallet = this.accounts.walletUnits(account, this.settle());
    // Of a wallet that a double may not hold it is known whether it is larger than all that one may hold.
    const least = !Number.isNaN(wallet) ? wallet : this.accounts.balance(account, this.settle()) > 0n ? MAX_UNITS : NaN;
    const results = others.results + after.results;
    const total = others.total + after.total;
    const isolatedOrders = others.isolatedOrders + after.isolatedOrders;
    const isKnown = !hasBonus && others.sizeOfResults + after.sizeOfResults <= MAX_UNITS && total <= MAX_UNITS;
    const isBorne = isKnown && least + Math.min(0, results) - total >= 0 && isolatedOrders <= least;
    // An order that the wallet can bear, even without its gains, is not compared with what was before.
    if (isBorne) return null;
    if (!this.countAsItIs(account, holding, before)) return UNDECIDED;
    if (after.total <= before.total) return null;
    if (!isKnown || !(Math.abs(wallet) + others.sizeOfResults + after.sizeOfResults <= MAX_UNITS)) return UNDECIDED;
    if (wallet + results - total < 0) return 'INSUFFICIENT_BALANCE';
    return after.isolatedOrders > before.isolatedOrders && isolatedOrders > wallet ? 'INSUFFICIENT_BALANCE' : null;
  }

  /** Is it known already that the contract needs no more with the planned order than without it? */
  private isNoMore(sums: WalletSums, { contract, number }: Holding): boolean {
    const { records } = this.accounts;
    if (!sums.has(number) || records.has(number, IS_TOUCHED) || sums.valuationOf(number) !== contract.valuation)
      return false;
    return this.after.total <= sums.totalOf(number);
  }

  /** From then on all figures of the account's sums hold but those of `holding`, which may be old ones; it is then among the touched. */
  private bringUpToDate(account: MarginAccount, sums: WalletSums, holding: Holding): void {
    const { valuations } = holding.contract.shared;
    const { records } = this.accounts;
    if (sums.valuedAt !== valuations) {
      for (const number of sums.summed())
        if (sums.valuationOf(number) !== records.holdingOf(number).contract.valuation) sums.touch(number);
      sums.valuedAt = valuations;
    }
    if (!sums.hasNoOtherTouched(holding.number)) this.recount(account, sums, holding);
  }

  private recount(account: MarginAccount, sums: WalletSums, but: Holding): void {
    for (const number of sums.takeTouched()) {
      const holding = this.accounts.records.holdingOf(number);
      if (holding === but) {
        sums.touch(number);
      } else if (holding.orders.size === 0 && holding.isFlat) {
        sums.remove(number);
      } else {
        this.countAsItIs(account, holding, this.before);
        sums.set(number, this.before, holding.contract.valuation);
      }
    }
  }

  /** What a holding comes to with its present orders. False, and a total of NaN: doubles may not hold it. */
  private countAsItIs(account: MarginAccount, holding: Holding, into: ContractFigures): boolean {
    const isExact = this.asItIs.count(account, holding, null);
    into.count(account, holding, this.asItIs);
    if (!isExact || !(into.total <= MAX_UNITS)) into.total = NaN;
    return into.total <= MAX_UNITS;
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
/** A side's notional up to which no open interest makes it too large a share. */
const NO_SHARE = Math.floor(SHARE_CAP_FROM / SHARE_CAP);

/** A sum that may be rounded becomes Infinity, before a division hides that it was. */
const exact = (sum: number): number => (sum <= MAX_UNITS ? sum : Infinity);

/** ceil(units / by): units a safe integer that is not negative, or Infinity; by from 1 to 1000 or so. */
function divCeil(units: number, by: number): number {
  // The quotient may be rounded up to the next whole number: then nothing is left, or less.
  const quotient = Math.floor(units / by);
  return units - quotient * by > 0 ? quotient + 1 : quotient;
}

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

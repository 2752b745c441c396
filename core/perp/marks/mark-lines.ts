/**
 * Which accounts a mark can liquidate (decision 075): each account with positions has, in each of its contracts, the marks at which it
 * would be looked at, so that a tick looks at those whose line it passed and at nobody else. A line may be too early, never too late.
 * Derived state: it is in no snapshot, and what it finds is judged by the exact rules.
 */
import { type Exposure, exposureOf, reachOf, reserveOf } from '../../formulas/perp/lines.ts';
import { notionalOf } from '../../formulas/rounding.ts';
import { maintenanceUnits } from '../../formulas/perp/tiers.ts';
import { ACCOUNT_LINE_RESERVE } from '../../kernel/perp-layout.ts';
import { safeOrNaN } from '../../fixed.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Holding, MarginAccount, OpenPosition } from '../account/accounts.ts';
import type { MarginAccounts } from '../account/margin-accounts.ts';
import { resultOf, worthOf } from '../account/position-sums.ts';
import type { Risk } from '../account/risk.ts';
import type { Contract } from '../contract/contract.ts';
import { LineHeap } from './line-heap.ts';
import { LineTable } from './line-table.ts';

/** Of all accounts in one contract. */
interface ContractLines {
  /** Keys are marks below zero: the highest is the nearest. */
  readonly falling: LineHeap;
  readonly rising: LineHeap;
}

/** The marks at and beyond which an account is looked at, as far as they are known. */
interface Bounds {
  readonly contract: Contract;
  low: number;
  high: number;
}

/** A one-way position under cross margin, in units: the quantity is below 0 for a short. */
export interface PlainPosition {
  readonly contract: Contract;
  readonly quantity: number;
  readonly cost: number;
}

/** How far marks may move before an account is looked at, and what its wallet may pay before that does not hold, in units. */
interface Reach {
  readonly reach: number;
  readonly reserve: number;
}

export class MarkLines {
  /** Accounts that were looked at since the start: by a check after a tick, or to make their lines. */
  looked = 0;
  private readonly byContract: ContractLines[] = [];
  private readonly table = new LineTable();
  /** Accounts with lines, by index, whose user may have others as well, which the records of users do not name, by user. */
  private readonly others = new Map<number, Set<number>>();
  /** Accounts whose lines do not hold: a mark passed them, or the account changed. */
  private readonly stale = new Set<MarginAccount>();
  private readonly ledger: Ledger;
  private readonly accounts: MarginAccounts;
  private readonly risk: Risk;

  constructor(parts: { ledger: Ledger; accounts: MarginAccounts; risk: Risk }) {
    this.ledger = parts.ledger;
    this.accounts = parts.accounts;
    this.risk = parts.risk;
  }

  /** The accounts with a position in the contract that its new mark may have made unsafe; `remake` is due when they are dealt with. */
  passed(contract: Contract): MarginAccount[] {
    this.collectChanged();
    const { falling, rising } = this.of(contract);
    const mark = Number(contract.mark);
    for (let line = falling.takePassed(-mark); line !== 0; line = falling.takePassed(-mark))
      this.stale.add(this.accounts.at(this.table.accountOf(line)));
    for (let line = rising.takePassed(mark); line !== 0; line = rising.takePassed(mark))
      this.stale.add(this.accounts.at(this.table.accountOf(line)));
    const found = [...this.stale].filter(({ holdings }) => holdings.get(contract.index)?.isFlat === false);
    this.looked += found.length;
    return found;
  }

  /** New lines for all accounts whose lines do not hold. */
  remake(): void {
    this.collectChanged();
    for (const account of this.stale) this.make(account);
    this.stale.clear();
  }

  /** Do the account's lines wait to be made anew? */
  isStale(account: MarginAccount): boolean {
    this.collectChanged();
    return this.stale.has(account);
  }

  /** The marks at and beyond which the account is looked at; null when it has no lines there. For tests. */
  boundsOf(holding: Holding): { readonly low: number; readonly high: number } | null {
    const lines = this.table.find(holding.account.index, holding.contract.index);
    if (lines === 0) return null;
    const { falling, rising } = this.table;
    return {
      low: falling.places[lines] < 0 ? 0 : -falling.keys[lines],
      high: rising.places[lines] < 0 ? Infinity : rising.keys[lines],
    };
  }

  private collectChanged(): void {
    for (const account of this.accounts.takeChanged()) this.stale.add(account);
    for (const user of this.ledger.takeMarginOwners()) {
      const futures = this.accounts.futuresOf(user);
      if (this.table.has(futures)) this.stale.add(this.accounts.at(futures));
      for (const index of this.others.get(user) ?? []) this.stale.add(this.accounts.at(index));
    }
  }

  private of({ index }: Contract): ContractLines {
    const { falling, rising } = this.table;
    while (this.byContract.length <= index)
      this.byContract.push({ falling: new LineHeap(falling), rising: new LineHeap(rising) });
    return this.byContract[index];
  }

  /** New lines for one account, by what it holds now. */
  make(account: MarginAccount): void {
    this.looked += 1;
    const crossReach = this.crossReach(account);
    const bounds: Bounds[] = [];
    let isAlways = crossReach === 0;
    for (const holding of account.holdings.values()) {
      if (holding.isFlat) {
        this.clear(account.index, holding.contract);
        continue;
      }
      const own = { contract: holding.contract, low: 0, high: Infinity };
      const { both, long, short } = holding;
      if (!this.narrow(own, holding, both, crossReach)) isAlways = true;
      if (!this.narrow(own, holding, long, crossReach)) isAlways = true;
      if (!this.narrow(own, holding, short, crossReach)) isAlways = true;
      bounds.push(own);
    }
    for (const { contract, low, high } of bounds) {
      if (isAlways) this.put(account.index, contract, Infinity, Infinity);
      else this.put(account.index, contract, low, high);
    }
    this.enlist(account, bounds.length > 0);
  }

  /**
   * As the lines of `make` are found, in numbers: of an account with these positions and with so much in its wallet, without bonus. Null where doubles may
   * not hold one of its figures, and where it is to be looked at at once.
   */
  plainReach(wallet: number, positions: readonly PlainPosition[]): Reach | null {
    if (!(wallet >= 0)) return null;
    if (positions.length === 0) return { reach: 1, reserve: 0 };
    let slack = wallet;
    const exposures: Exposure[] = [];
    for (const { contract, quantity, cost } of positions) {
      const notional = worthOf(contract, Math.abs(quantity));
      slack = safeOrNaN(slack + resultOf(quantity > 0 ? 1n : -1n, notional, cost));
      slack = safeOrNaN(slack - maintenanceUnits(contract.tiersInUnits, notional));
      const [longs, shorts] = quantity > 0 ? [notional, 0] : [0, notional];
      exposures.push(exposureOf(contract.tiersInUnits, longs, shorts));
    }
    const found = reachAndReserve(slack, exposures);
    return found.reach > 0 ? found : null;
  }

  /** The lines of an account that is a record only, as `plainReach` found them. */
  makePlain(account: number, positions: readonly PlainPosition[], { reach, reserve }: Reach): void {
    this.looked += 1;
    this.accounts.records.setAccountNum(account, ACCOUNT_LINE_RESERVE, reserve);
    for (const { contract, quantity } of positions) {
      const mark = contract.markUnits;
      if (quantity > 0) this.put(account, contract, mark * (1 - reach), Infinity);
      else this.put(account, contract, 0, mark * (1 + reach));
    }
  }

  /** Brings the bounds in to those of one of the holding's positions; answers false for a position that every mark may make unsafe. */
  private narrow(bounds: Bounds, holding: Holding, position: OpenPosition | null, crossReach: number): boolean {
    if (position === null) return true;
    const mark = Number(holding.contract.mark);
    const reach = position.isolated ? this.isolatedReach(holding.account, holding, position) : crossReach;
    if (position.direction === 1n) bounds.low = Math.max(bounds.low, mark * (1 - reach));
    else bounds.high = Math.min(bounds.high, mark * (1 + reach));
    return reach > 0;
  }

  /** Sets the account's `lineReserve` too: the lines are made as if it had been paid (decision 080). */
  private crossReach(account: MarginAccount): number {
    const exposures: Exposure[] = [];
    for (const { contract, both, long, short } of account.holdings.values()) {
      const [longs, shorts] = [crossOf(both, 1n) + crossOf(long, 1n), crossOf(both, -1n) + crossOf(short, -1n)];
      if (longs + shorts > 0n) exposures.push(exposureIn(contract, longs, shorts));
    }
    account.lineReserve = 0;
    if (exposures.length === 0) return 1;
    const slack = Number(this.risk.slack({ account, isolated: null }));
    // An account without a record has nowhere to keep a reserve.
    if (account.records === null) return reachOf(slack, exposures);
    const { reach, reserve } = reachAndReserve(slack, exposures);
    account.lineReserve = reserve;
    return reach;
  }

  private isolatedReach(account: MarginAccount, holding: Holding, position: OpenPosition): number {
    const { contract } = holding;
    const { direction, quantity } = position;
    const [long, short] = direction === 1n ? [quantity, 0n] : [0n, quantity];
    const slack = this.risk.slack({ account, isolated: { holding, position } });
    return reachOf(Number(slack), [exposureIn(contract, long, short)]);
  }

  /** A low line of Infinity is passed by every mark. */
  private put(account: number, contract: Contract, low: number, high: number): void {
    const { table } = this;
    const lines = table.find(account, contract.index) || table.add(account, contract.index);
    const { falling, rising } = this.of(contract);
    falling.set(lines, low === 0 ? Infinity : -low);
    rising.set(lines, high);
  }

  private clear(account: number, contract: Contract): void {
    const lines = this.table.find(account, contract.index);
    if (lines === 0) return;
    const { falling, rising } = this.of(contract);
    falling.remove(lines);
    rising.remove(lines);
    this.table.drop(lines);
  }

  private enlist({ index, user }: MarginAccount, isHolder: boolean): void {
    if (this.accounts.futuresOf(user.index) === index) return;
    const others = this.others.get(user.index);
    if (isHolder && others === undefined) this.others.set(user.index, new Set([index]));
    else if (isHolder) others?.add(index);
    else if (others?.delete(index) === true && others.size === 0) this.others.delete(user.index);
  }
}

/** The lines are made as if the reserve had been paid (decision 080). */
function reachAndReserve(slack: number, exposures: readonly Exposure[]): Reach {
  const reserve = reserveOf(slack, exposures);
  return { reach: reachOf(slack - reserve, exposures), reserve };
}

function exposureIn({ tiersInUnits, mark }: Contract, longs: bigint, shorts: bigint): Exposure {
  return exposureOf(tiersInUnits, Number(notionalOf(longs, mark)), Number(notionalOf(shorts, mark)));
}

/** The quantity of a position under cross margin that stands this way. */
function crossOf(position: OpenPosition | null, direction: bigint): bigint {
  return position === null || position.isolated || position.direction !== direction ? 0n : position.quantity;
}

/**
 * Which accounts a mark can liquidate (decision 075): each account with positions has, in each of its contracts, the marks at which it
 * would be looked at, so that a tick looks at those whose line it passed and at nobody else. A line may be too early, never too late.
 * Derived state: it is in no snapshot, and what it finds is judged by the exact rules.
 */
import { type Exposure, exposureOf, reachOf, reserveOf } from '../../formulas/perp/lines.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Holding, MarginAccount, MarginAccounts, OpenPosition } from '../account/accounts.ts';
import type { Risk } from '../account/risk.ts';
import type { Contract } from '../contract/contract.ts';
import { Line, LineHeap } from './line-heap.ts';

/** Of all accounts in one contract. */
interface ContractLines {
  /** Keys are marks below zero: the highest is the nearest. */
  readonly falling: LineHeap;
  readonly rising: LineHeap;
}

/** Of one account in one contract: the marks at which it is looked at, 0 and Infinity for none. */
export interface HoldingLines {
  readonly falling: Line;
  readonly rising: Line;
}

/** The marks at and beyond which an account is looked at, as far as they are known. */
interface Bounds {
  readonly holding: Holding;
  low: number;
  high: number;
}

export class MarkLines {
  /** Accounts that were looked at since the start: by a check after a tick, or to make their lines. */
  looked = 0;
  private readonly byContract: ContractLines[] = [];
  private readonly byHolding = new Map<Holding, HoldingLines>();
  /** Accounts with lines, by user. */
  private readonly byUser = new Map<number, MarginAccount[]>();
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
    for (let line = falling.takePassed(-mark); line !== null; line = falling.takePassed(-mark))
      this.stale.add(line.account);
    for (let line = rising.takePassed(mark); line !== null; line = rising.takePassed(mark))
      this.stale.add(line.account);
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
    const lines = this.byHolding.get(holding);
    if (lines === undefined) return null;
    const { falling, rising } = lines;
    return { low: falling.place < 0 ? 0 : -falling.key, high: rising.place < 0 ? Infinity : rising.key };
  }

  private collectChanged(): void {
    for (const account of this.accounts.takeChanged()) this.stale.add(account);
    for (const user of this.ledger.takeMarginOwners()) {
      const known = this.byUser.get(user);
      if (known !== undefined) for (const account of known) this.stale.add(account);
    }
  }

  private of({ index }: Contract): ContractLines {
    while (this.byContract.length <= index) this.byContract.push({ falling: new LineHeap(), rising: new LineHeap() });
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
        this.clear(holding);
        continue;
      }
      const own = { holding, low: 0, high: Infinity };
      const { both, long, short } = holding;
      if (!this.narrow(own, both, crossReach)) isAlways = true;
      if (!this.narrow(own, long, crossReach)) isAlways = true;
      if (!this.narrow(own, short, crossReach)) isAlways = true;
      bounds.push(own);
    }
    for (const { holding, low, high } of bounds) {
      if (isAlways) this.put(account, holding, Infinity, Infinity);
      else this.put(account, holding, low, high);
    }
    this.enlist(account, bounds.length > 0);
  }

  /** Brings the bounds in to those of one of the holding's positions; answers false for a position that every mark may make unsafe. */
  private narrow(bounds: Bounds, position: OpenPosition | null, crossReach: number): boolean {
    if (position === null) return true;
    const { holding } = bounds;
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
      if (longs + shorts > 0n) exposures.push(exposureOf(contract.tiers, longs, shorts, contract.mark));
    }
    account.lineReserve = 0;
    if (exposures.length === 0) return 1;
    const slack = this.risk.slack({ account, isolated: null });
    account.lineReserve = reserveOf(slack, exposures);
    return reachOf(slack - BigInt(account.lineReserve), exposures);
  }

  private isolatedReach(account: MarginAccount, holding: Holding, position: OpenPosition): number {
    const { contract } = holding;
    const { direction, quantity } = position;
    const [long, short] = direction === 1n ? [quantity, 0n] : [0n, quantity];
    const slack = this.risk.slack({ account, isolated: { holding, position } });
    return reachOf(slack, [exposureOf(contract.tiers, long, short, contract.mark)]);
  }

  /** A low line of Infinity is passed by every mark. */
  private put(account: MarginAccount, holding: Holding, low: number, high: number): void {
    let lines = this.byHolding.get(holding);
    if (lines === undefined) {
      lines = { falling: new Line(account), rising: new Line(account) };
      this.byHolding.set(holding, lines);
    }
    const { falling, rising } = this.of(holding.contract);
    falling.set(lines.falling, low === 0 ? Infinity : -low);
    rising.set(lines.rising, high);
  }

  private clear(holding: Holding): void {
    const lines = this.byHolding.get(holding);
    if (lines === undefined) return;
    const { falling, rising } = this.of(holding.contract);
    falling.remove(lines.falling);
    rising.remove(lines.rising);
    this.byHolding.delete(holding);
  }

  private enlist(account: MarginAccount, isHolder: boolean): void {
    const { index } = account.user;
    const known = this.byUser.get(index);
    if (isHolder) {
      if (known === undefined) this.byUser.set(index, [account]);
      else if (!known.includes(account)) known.push(account);
    } else if (known !== undefined) {
      const left = known.filter((one) => one !== account);
      if (left.length === 0) this.byUser.delete(index);
      else this.byUser.set(index, left);
    }
  }
}

/** The quantity of a position under cross margin that stands this way. */
function crossOf(position: OpenPosition | null, direction: bigint): bigint {
  return position === null || position.isolated || position.direction !== direction ? 0n : position.quantity;
}

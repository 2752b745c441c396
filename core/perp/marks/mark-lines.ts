/**
 * Which accounts a mark can liquidate (decision 075): each account with positions has, in each of its contracts, the marks at which it
 * would be looked at, so that a tick looks at those whose line it passed and at nobody else. A line may be too early, never too late.
 * Derived state: it is in no snapshot, and what it finds is judged by the exact rules.
 */
import { exposureOf, reachOf, reserveOf } from '../../formulas/perp/lines.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Holding, MarginAccount, MarginAccounts, OpenPosition } from '../account/accounts.ts';
import type { Risk, Scope } from '../account/risk.ts';
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

export class MarkLines {
  /** Accounts that were looked at since the start: by a check after a tick, or to make their lines. */
  looked = 0;
  private readonly byContract: ContractLines[] = [];
  private readonly byHolding = new Map<Holding, HoldingLines>();
  /** Accounts with lines, by user. */
  private readonly byUser = new Map<number, Set<MarginAccount>>();
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
    for (const account of this.stale) this.place(account);
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

  private place(account: MarginAccount): void {
    this.looked += 1;
    const crossReach = this.crossReach(account);
    const reaches = new Map<OpenPosition, number>();
    let isAlways = crossReach === 0;
    let isHolder = false;
    for (const holding of account.holdings.values()) {
      for (const position of holding.positions()) {
        isHolder = true;
        const reach = position.isolated ? this.isolatedReach(account, holding, position) : crossReach;
        reaches.set(position, reach);
        if (reach === 0) isAlways = true;
      }
    }
    for (const holding of account.holdings.values()) {
      if (holding.isFlat) this.clear(holding);
      else if (isAlways) this.put(account, holding, Infinity, Infinity);
      else this.putReaches(account, holding, reaches);
    }
    this.enlist(account, isHolder);
  }

  /** The nearest lines of the contract's positions. */
  private putReaches(account: MarginAccount, holding: Holding, reaches: ReadonlyMap<OpenPosition, number>): void {
    const mark = Number(holding.contract.mark);
    let [low, high] = [0, Infinity];
    for (const position of holding.positions()) {
      const reach = reaches.get(position) ?? 0;
      if (position.direction === 1n) low = Math.max(low, mark * (1 - reach));
      else high = Math.min(high, mark * (1 + reach));
    }
    this.put(account, holding, low, high);
  }

  /** Sets the account's `lineReserve` too: the lines are made as if it had been paid (decision 080). */
  private crossReach(account: MarginAccount): number {
    const scope: Scope = { account, isolated: null };
    const exposures = [...account.holdings.values()].flatMap((holding) => {
      const { contract } = holding;
      let [long, short] = [0n, 0n];
      for (const { isolated, direction, quantity } of holding.positions()) {
        if (isolated) continue;
        if (direction === 1n) long += quantity;
        else short += quantity;
      }
      return long + short === 0n ? [] : [exposureOf(contract.tiers, long, short, contract.mark)];
    });
    account.lineReserve = 0;
    if (exposures.length === 0) return 1;
    const slack = this.slackOf(scope);
    account.lineReserve = reserveOf(slack, exposures);
    return reachOf(slack - BigInt(account.lineReserve), exposures);
  }

  private isolatedReach(account: MarginAccount, holding: Holding, position: OpenPosition): number {
    const { contract } = holding;
    const { direction, quantity } = position;
    const [long, short] = direction === 1n ? [quantity, 0n] : [0n, quantity];
    const slack = this.slackOf({ account, isolated: { holding, position } });
    return reachOf(slack, [exposureOf(contract.tiers, long, short, contract.mark)]);
  }

  private slackOf(scope: Scope): bigint {
    return this.risk.equity(scope) - this.risk.maintenance(scope);
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
      if (known === undefined) this.byUser.set(index, new Set([account]));
      else known.add(account);
    } else if (known?.delete(account) === true && known.size === 0) {
      this.byUser.delete(index);
    }
  }
}

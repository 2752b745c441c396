/** Fill or kill: finds out whether an order would fill whole, with every maker and its own account judged as in a match (trading A2, B7). */
import {
  ACCOUNT,
  EXPIRE_MAKER,
  FEE_REST,
  INT_STRIDE,
  KEY,
  LOTS,
  NUM_STRIDE,
  sideOf,
  FLAGS,
  STP_NONE,
  stpModeOf,
  timeInForceOf,
  USER,
} from '../../book/order-pool.ts';
import { canFillAll } from '../../book/reach.ts';
import type { Contract } from '../contract/contract.ts';
import { DraftLedger } from '../../ledger/draft-ledger.ts';
import { type Deal, dealOf, planFill } from '../account/fill-plan.ts';
import { draftOf, type FillDraft } from './draft.ts';
import { type CheckedFill, FillChecks } from './fill-checks.ts';
import type { PerpParts } from '../account/parts.ts';
import { isFillOrKill } from './order-checks.ts';

/** The fields of an order that a trial changes, with their values before it. */
interface Kept {
  readonly order: number;
  readonly lots: number;
  readonly feeRest: number;
}

/** A fill that is found possible. */
interface Tried {
  readonly fill: CheckedFill;
  readonly deal: Deal;
}

/** What a trial knows of the fills before: of each account, by index, its only one so far, or that its fills are in the draft. */
interface Trial {
  readonly contract: Contract;
  readonly timeMs: number;
  readonly kept: Kept[];
  readonly first: Map<number, Tried>;
  /** Made when an account has a second fill: no fill changes what those of others are judged by. */
  draft: FillDraft | null;
  readonly drafted: Set<number>;
}

export class FillOrKill {
  private readonly parts: PerpParts;
  private readonly real: FillChecks;
  /** Made once: it has memory of its own. */
  private ledger: DraftLedger | null = null;

  constructor(parts: PerpParts) {
    this.parts = parts;
    this.real = new FillChecks(parts);
  }

  /** Must an order that is accepted and in no book fill whole, and would not? */
  isInVain(contract: Contract, order: number, timeMs: number): boolean {
    const { orders, users } = this.parts;
    const { int, num } = orders;
    const flags = int[order * INT_STRIDE + FLAGS];
    if (!isFillOrKill(timeInForceOf(flags))) return false;
    const asked = {
      side: sideOf(flags),
      ticks: Math.abs(int[order * INT_STRIDE + KEY]),
      lots: num[order * NUM_STRIDE + LOTS],
      stpMode: stpModeOf(flags),
    };
    // The book is counted first: most orders that it cannot fill need no trial.
    const canFill = canFillAll(contract, orders, asked, users, int[order * INT_STRIDE + USER]);
    return !canFill || !this.fillsWhole(contract, order, timeMs);
  }

  /**
   * The order is accepted and in no book. Its fills are tried, one maker after the other, by the accounts as they are, or where an account
   * has fills already by a draft with these. Makers that a match would drop are passed over. Nothing of it stays, and no maker is touched.
   */
  private fillsWhole(contract: Contract, taker: number, timeMs: number): boolean {
    const trial: Trial = { contract, timeMs, kept: [], first: new Map(), draft: null, drafted: new Set() };
    try {
      return this.tryFills(trial, taker);
    } finally {
      const { int, num } = this.parts.orders;
      for (const { order, lots, feeRest } of trial.kept.reverse()) {
        num[order * NUM_STRIDE + LOTS] = lots;
        int[order * INT_STRIDE + FEE_REST] = feeRest;
      }
      this.ledger?.clear();
    }
  }

  private tryFills(trial: Trial, taker: number): boolean {
    const { int, num } = this.parts.orders;
    const { book } = trial.contract;
    const flags = int[taker * INT_STRIDE + FLAGS];
    const limit = -int[taker * INT_STRIDE + KEY];
    this.keep(taker, trial);
    for (let maker = book.first(1 - sideOf(flags)); maker !== 0; maker = book.next(maker)) {
      const key = int[maker * INT_STRIDE + KEY];
      if (key > limit) return false;
      this.keep(maker, trial);
      const isOwn = this.parts.users.areOne(int[taker * INT_STRIDE + USER], int[maker * INT_STRIDE + USER]);
      if (isOwn && stpModeOf(flags) !== STP_NONE) {
        if (stpModeOf(flags) !== EXPIRE_MAKER) return false;
        // What their accounts have filled so far was judged beside this order.
        for (const order of [taker, maker]) this.checksOf(trial, order);
        num[maker * NUM_STRIDE + LOTS] = 0;
        continue;
      }
      if (!this.tryFill(trial, maker, taker, Math.abs(key))) return false;
      if (num[taker * NUM_STRIDE + LOTS] === 0) return true;
    }
    return false;
  }

  /** Tries one maker; false if the taker would stop. A maker that the match would cancel is skipped. */
  private tryFill(trial: Trial, maker: number, taker: number, ticks: number): boolean {
    const { num } = this.parts.orders;
    const { contract, timeMs } = trial;
    const left = num[taker * NUM_STRIDE + LOTS];
    const standing = num[maker * NUM_STRIDE + LOTS];
    const ofTaker = this.checksOf(trial, taker);
    if (ofTaker.executable(contract, taker, left) < left) return false;
    const ofMaker = this.checksOf(trial, maker);
    const lots = Math.min(left, ofMaker.executable(contract, maker, standing));
    if (lots > 0) {
      const deal = dealOf(contract, ticks, lots);
      const bought = ofTaker.judge(contract, taker, deal, true, timeMs);
      if (typeof bought === 'number') return false;
      const sold = ofMaker.judge(contract, maker, deal, false, timeMs);
      if (typeof sold !== 'number') {
        this.note(trial, { fill: sold, deal });
        this.note(trial, { fill: bought, deal });
        if (lots === left || lots === standing) return true;
      }
    }
    num[maker * NUM_STRIDE + LOTS] = 0;
    return true;
  }

  /** What the order's next fill is judged by. An account's second one takes the account into the draft, with the first. */
  private checksOf(trial: Trial, order: number): FillChecks {
    const index = this.parts.orders.int[order * INT_STRIDE + ACCOUNT];
    const first = trial.first.get(index);
    if (first !== undefined) {
      trial.first.delete(index);
      trial.drafted.add(index);
      trial.draft ??= draftOf(this.parts, (this.ledger ??= new DraftLedger(this.parts.ledger)), trial.contract);
      this.book(trial, trial.draft, first);
    }
    return trial.draft !== null && trial.drafted.has(index) ? trial.draft.judge : this.real;
  }

  /** The fill will be, as far as this trial goes. */
  private note(trial: Trial, tried: Tried): void {
    const { int, num } = this.parts.orders;
    const { order, account, feeRest } = tried.fill;
    int[order * INT_STRIDE + FEE_REST] = feeRest;
    num[order * NUM_STRIDE + LOTS] -= tried.deal.lots;
    if (trial.draft !== null && trial.drafted.has(account.index)) this.book(trial, trial.draft, tried);
    else trial.first.set(account.index, tried);
  }

  /** Books a fill in the draft, whose account and position are others than those by which its first fill was judged. */
  private book(trial: Trial, { accounts, settler }: FillDraft, { fill, deal }: Tried): void {
    const { contract, timeMs } = trial;
    const account = accounts.at(fill.account.index);
    const holding = account.holding(contract);
    const flags = this.parts.orders.int[fill.order * INT_STRIDE + FLAGS];
    const plan = planFill(holding, sideOf(flags), fill.plan.side, deal.quantity, deal.price, deal.value);
    settler.apply(account, holding, plan, { fee: fill.fee, isLiquidation: false }, timeMs);
  }

  private keep(order: number, { kept }: Trial): void {
    const { int, num } = this.parts.orders;
    kept.push({ order, lots: num[order * NUM_STRIDE + LOTS], feeRest: int[order * INT_STRIDE + FEE_REST] });
  }
}

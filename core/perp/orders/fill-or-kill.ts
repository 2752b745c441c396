/** Fill or kill: finds out whether an order would fill whole, with every maker and its own account judged as in a match (trading A2, B7). */
import {
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
  USER,
} from '../../book/order-pool.ts';
import type { Contract } from '../contract/contract.ts';
import { draftOf, type FillDraft } from './draft.ts';
import type { CheckedFill } from './fill-checks.ts';
import type { PerpParts } from '../account/parts.ts';

/** The fields of an order that a trial changes, with their values before it. */
interface Kept {
  readonly order: number;
  readonly lots: number;
  readonly feeRest: number;
}

export class FillOrKill {
  private readonly parts: PerpParts;

  constructor(parts: PerpParts) {
    this.parts = parts;
  }

  /**
   * The order is accepted and in no book. Its fills are tried in a draft, one maker after the other; makers that a match
   * would drop are passed over. Nothing of it stays, and no maker is touched.
   */
  fillsWhole(contract: Contract, taker: number, timeMs: number): boolean {
    const kept: Kept[] = [];
    try {
      return this.tryFills(draftOf(this.parts, contract), taker, timeMs, kept);
    } finally {
      const { int, num } = this.parts.orders;
      for (const { order, lots, feeRest } of kept.reverse()) {
        num[order * NUM_STRIDE + LOTS] = lots;
        int[order * INT_STRIDE + FEE_REST] = feeRest;
      }
    }
  }

  private tryFills(draft: FillDraft, taker: number, timeMs: number, kept: Kept[]): boolean {
    const { int, num } = this.parts.orders;
    const { book } = draft.contract;
    const flags = int[taker * INT_STRIDE + FLAGS];
    const limit = -int[taker * INT_STRIDE + KEY];
    this.keep(taker, kept);
    for (let maker = book.first(1 - sideOf(flags)); maker !== 0; maker = book.next(maker)) {
      const key = int[maker * INT_STRIDE + KEY];
      if (key > limit) return false;
      this.keep(maker, kept);
      const isOwn = this.parts.users.areOne(int[taker * INT_STRIDE + USER], int[maker * INT_STRIDE + USER]);
      if (isOwn && stpModeOf(flags) !== STP_NONE) {
        if (stpModeOf(flags) !== EXPIRE_MAKER) return false;
        num[maker * NUM_STRIDE + LOTS] = 0;
        continue;
      }
      if (!this.tryFill(draft, { maker, taker, ticks: Math.abs(key) }, timeMs)) return false;
      if (num[taker * NUM_STRIDE + LOTS] === 0) return true;
    }
    return false;
  }

  /** Tries one maker; false if the taker would stop. A maker that the match would cancel is skipped. */
  private tryFill(
    { contract, judge, settler }: FillDraft,
    { maker, taker, ticks }: { readonly maker: number; readonly taker: number; readonly ticks: number },
    timeMs: number,
  ): boolean {
    const { num } = this.parts.orders;
    const left = num[taker * NUM_STRIDE + LOTS];
    const standing = num[maker * NUM_STRIDE + LOTS];
    if (judge.executable(contract, taker, left) < left) return false;
    const lots = Math.min(left, judge.executable(contract, maker, standing));
    if (lots > 0) {
      const bought = judge.judge(contract, taker, ticks, lots, true, timeMs);
      if (typeof bought === 'number') return false;
      const sold = judge.judge(contract, maker, ticks, lots, false, timeMs);
      if (typeof sold !== 'number') {
        for (const fill of [sold, bought]) this.book(contract, settler, fill, { ticks, lots }, timeMs);
        if (lots === left || lots === standing) return true;
      }
    }
    num[maker * NUM_STRIDE + LOTS] = 0;
    return true;
  }

  private book(
    contract: Contract,
    settler: FillDraft['settler'],
    { order, account, holding, plan, fee, feeRest }: CheckedFill,
    { ticks, lots }: { readonly ticks: number; readonly lots: number },
    timeMs: number,
  ): void {
    const { int, num } = this.parts.orders;
    int[order * INT_STRIDE + FEE_REST] = feeRest;
    num[order * NUM_STRIDE + LOTS] -= lots;
    settler.apply(account, holding, plan, { price: contract.priceOf(ticks), fee, isLiquidation: false }, timeMs);
  }

  private keep(order: number, kept: Kept[]): void {
    const { int, num } = this.parts.orders;
    kept.push({ order, lots: num[order * NUM_STRIDE + LOTS], feeRest: int[order * INT_STRIDE + FEE_REST] });
  }
}

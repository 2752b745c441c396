/**
 * Positions that the liquidation engine took over from liquidated scopes and has not sold yet, one per contract (trading B13, B14). The
 * cost is the value at which it took over; a gain on selling goes to the insurance fund, a loss comes from it.
 */
import { BUY, SELL } from '../../book/order-pool.ts';
import { ceilDiv, floorDiv, max, min } from '../../formulas/rounding.ts';
import { MAX_TICKS } from '../../formulas/order-limits.ts';
import { valueAtCost } from '../../formulas/perp/adl.ts';
import { ceilShift, floorShift } from '../../formulas/price-bounds.ts';
import { MINUTE_MS } from '../../protocol/durations.ts';
import { assert } from '../../protocol/invariant.ts';
import type { Contract } from '../contract/contract.ts';
import type { LiquidationTaker, PerpMatcher } from '../orders/match-orders.ts';
import type { PerpMoney } from '../account/money.ts';
import type { PerpParts } from '../account/parts.ts';

/** It sells and buys within 1 % of the mark, once a second (trading B13). */
const REACH = 1_000_000;
/** For how long the fund's highest level counts, in samples of a minute (trading B14). */
const PEAK_MINUTES = 480;
/** Percent of the fund's highest level; a loss of that much makes deleveraging due (trading B14). */
const DRAWDOWN = 30n;

export interface TakeoverPosition {
  direction: 1n | -1n;
  quantity: bigint;
  cost: bigint;
}

export class TakeoverInventory {
  readonly byContract = new Map<number, TakeoverPosition>();
  /** Highest level of the fund in each of the last minutes: [minute, level]. */
  readonly peaks: [minute: number, level: bigint][] = [];
  private readonly parts: PerpParts;
  private readonly money: PerpMoney;
  private readonly matcher: PerpMatcher;

  constructor(parts: PerpParts, money: PerpMoney, matcher: PerpMatcher) {
    this.parts = parts;
    this.money = money;
    this.matcher = matcher;
  }

  of(contract: Contract): TakeoverPosition | null {
    return this.byContract.get(contract.index) ?? null;
  }

  /** Takes a position over at a value. What it holds on the other side is closed against it first. */
  take(contract: Contract, direction: 1n | -1n, quantity: bigint, value: bigint): void {
    const held = this.of(contract);
    if (held === null || held.direction === direction) {
      if (direction === 1n) contract.openQuantity += quantity;
      this.byContract.set(contract.index, {
        direction,
        quantity: (held?.quantity ?? 0n) + quantity,
        cost: (held?.cost ?? 0n) + value,
      });
    } else {
      const closed = min(quantity, held.quantity);
      const part = closed === quantity ? value : floorDiv(value * closed, quantity);
      this.give(contract, closed, part);
      if (closed < quantity) this.take(contract, direction, quantity - closed, value - part);
    }
    this.tell(contract, 0n);
  }

  /** Gives a part away for a value: the fund gets the gain or pays the loss. */
  give(contract: Contract, quantity: bigint, value: bigint): void {
    const held = this.of(contract);
    assert(held !== null, 'the liquidation engine that gives away has taken something over');
    const removed = this.remove(contract, held, quantity);
    const covered = this.money.takeoverResult(contract, held.direction * (value - removed));
    this.tell(contract, covered);
  }

  /** Gives a part away at cost, without gain or loss (trading B14). Answers the cost. */
  giveAtCost(contract: Contract, quantity: bigint): bigint {
    const held = this.of(contract);
    assert(
      held !== null && quantity <= held.quantity,
      'the liquidation engine gives away at cost no more than it holds',
    );
    const value = valueAtCost(held, quantity);
    if (held.direction === 1n) contract.openQuantity -= quantity;
    held.quantity -= quantity;
    held.cost -= value;
    if (held.quantity === 0n) this.byContract.delete(contract.index);
    return value;
  }

  /** The loss of the fund if the takeover inventory were closed at mark. */
  shortfall(contract: Contract): bigint {
    const held = this.of(contract);
    if (held === null) return 0n;
    return max(0n, held.direction * (held.cost - (held.quantity * contract.mark) / 100_000_000n));
  }

  /** Deleveraging is due when the fund cannot cover, or has lost 30 % of its highest level of 8 hours (trading B14). */
  needsAdl(contract: Contract): 'FUND_SHORT' | 'FUND_FELL' | null {
    const shortfall = this.shortfall(contract);
    if (shortfall === 0n) return null;
    const { fund } = this.money;
    if (shortfall > fund) return 'FUND_SHORT';
    const peak = this.peaks.reduce((highest, [, level]) => max(highest, level), fund);
    return (peak - fund) * 100n >= peak * DRAWDOWN && peak > 0n ? 'FUND_FELL' : null;
  }

  /** Once a second: remembers the fund's level and sells what the book takes near the mark. */
  trade(contract: Contract, timeMs: number): void {
    this.notePeak(timeMs);
    const held = this.of(contract);
    if (held === null || contract.mark === 0n) return;
    const mark = contract.markTicks;
    const side = held.direction === 1n ? SELL : BUY;
    const limit = side === SELL ? Math.max(1, ceilShift(mark, -REACH)) : Math.min(MAX_TICKS, floorShift(mark, REACH));
    const taker: LiquidationTaker = { filled: (quantity, value) => this.give(contract, quantity, value) };
    this.matcher.takeForLiquidation(contract, side, contract.lotsOf(held.quantity), limit, taker, timeMs);
  }

  /** Money that operators put into the fund or take out moves its peak along: it is neither gain nor loss (trading B14). */
  fundMoved(amount: bigint): void {
    for (const peak of this.peaks) peak[1] = max(0n, peak[1] + amount);
  }

  tell(contract: Contract, coveredByHouse: bigint): void {
    const held = this.of(contract);
    this.parts.report.tell({
      kind: 'InsuranceChanged',
      symbol: contract.symbol,
      direction: held === null ? '' : held.direction === 1n ? 'LONG' : 'SHORT',
      quantity: held?.quantity ?? 0n,
      cost: held?.cost ?? 0n,
      fund: this.money.fund,
      coveredByHouse,
    });
  }

  private remove(contract: Contract, held: TakeoverPosition, quantity: bigint): bigint {
    assert(quantity <= held.quantity, 'the liquidation engine gives away no more than it holds');
    const share = held.direction === 1n ? ceilDiv : floorDiv;
    const removed = quantity === held.quantity ? held.cost : share(held.cost * quantity, held.quantity);
    if (held.direction === 1n) contract.openQuantity -= quantity;
    held.quantity -= quantity;
    held.cost -= removed;
    if (held.quantity === 0n) this.byContract.delete(contract.index);
    return removed;
  }

  private notePeak(timeMs: number): void {
    const minute = Math.floor(timeMs / MINUTE_MS);
    const last = this.peaks.at(-1);
    const { fund } = this.money;
    if (last !== undefined && last[0] === minute) last[1] = max(last[1], fund);
    else this.peaks.push([minute, fund]);
    while (this.peaks.length > 0 && this.peaks[0][0] <= minute - PEAK_MINUTES) this.peaks.shift();
  }
}

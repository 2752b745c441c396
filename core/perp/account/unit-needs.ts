/**
 * What the orders of one holding come to (trading B5), in numbers that doubles hold exactly. It is asked several times for every order, and
 * big integers made it most of what an order costs. The rule itself is in order-needs.ts, in BigInt, which also takes over wherever a figure
 * could pass 2^53 - 1; unit-needs.test.ts holds the two together.
 */
import {
  BUY,
  FLAGS,
  INT_STRIDE,
  isReduceOnly,
  KEY,
  LOTS,
  NUM_STRIDE,
  type OrderPool,
  positionSideOf,
  SELL,
  sideOf,
} from '../../book/order-pool.ts';
import { MAX_UNITS, mulDivCeil, RATE_ONE } from '../../fixed.ts';
import type { Contract } from '../contract/contract.ts';
import type { Holding, MarginAccount } from './accounts.ts';
import type { PlannedOrder } from './order-needs.ts';
import type { PositionMode } from '../../protocol/words.ts';
import { SUMS_OF_BUYS, SUMS_OF_SELLS } from '../../kernel/perp-layout.ts';
import { opens, type OrderLine, SideSums } from './order-sums.ts';

/** The results are those of the last `count` that answered true. Amounts in units of the settlement asset. */
export class UnitNeeds {
  /** Notional of all orders of the side that may open. */
  buys = 0;
  sells = 0;
  /** Lots of them. */
  buyLots = 0;
  sellLots = 0;
  openingLoss = 0;
  feeReserve = 0;
  private readonly orders: OrderPool;
  private readonly ofBuys = new SideSums();
  private readonly ofSells = new SideSums();

  constructor(orders: OrderPool) {
    this.orders = orders;
  }

  /** Counts them with an order that is only planned, which may replace one. False: a figure may not be exact, and nothing is told. */
  count(account: MarginAccount, holding: Holding, extra: PlannedOrder | null): boolean {
    const { contract, both } = holding;
    const { ofBuys, ofSells } = this;
    if (!this.addLive(account, holding, extra?.replaces ?? 0)) return false;
    if (extra !== null) {
      if (extra.lots * contract.stepSize > MAX_UNITS) return false;
      const side = extra.side === BUY ? ofBuys : ofSells;
      side.change(contract, extra.side, extra.ticks, extra.lots, 1);
    }
    // Before parts are taken off again: a sum that was rounded stays wrong.
    if (!ofBuys.isExact || !ofSells.isExact) return false;
    if (both !== null && account.mode === 'ONE_WAY') {
      const offset = Number(both.quantity);
      if (offset > MAX_UNITS) return false;
      this.useUp(holding, both.direction === -1n ? BUY : SELL, offset, extra);
    }
    this.buys = ofBuys.notional;
    this.sells = ofSells.notional;
    this.buyLots = ofBuys.lots;
    this.sellLots = ofSells.lots;
    this.openingLoss = ofBuys.loss + ofSells.loss;
    this.feeReserve = ofBuys.fees + ofSells.fees;
    return (
      contract.markUnits <= MAX_UNITS &&
      this.buys <= MAX_UNITS &&
      this.sells <= MAX_UNITS &&
      this.openingLoss <= MAX_UNITS &&
      this.feeReserve <= MAX_UNITS
    );
  }

  /** The live orders but the one that is replaced: their sums are kept. */
  private addLive({ mode, records }: MarginAccount, holding: Holding, replaced: number): boolean {
    const { contract, orderSums, number } = holding;
    if (orderSums === null || records === null) return false;
    if (!orderSums.isFresh(contract, mode) && !orderSums.recount(this.orders, holding)) return false;
    this.ofBuys.load(records, number, SUMS_OF_BUYS);
    this.ofSells.load(records, number, SUMS_OF_SELLS);
    if (replaced !== 0) this.add(contract, mode, replaced, -1);
    return true;
  }

  private add(contract: Contract, mode: PositionMode, order: number, sign: number): void {
    const { int, num } = this.orders;
    const flags = int[order * INT_STRIDE + FLAGS];
    const side = sideOf(flags);
    if (isReduceOnly(flags) || !opens(mode, side, positionSideOf(flags))) return;
    const key = int[order * INT_STRIDE + KEY];
    const sums = side === BUY ? this.ofBuys : this.ofSells;
    sums.change(contract, side, key < 0 ? -key : key, num[order * NUM_STRIDE + LOTS], sign);
  }

  /** An opposite position takes up the best orders of the side first: only what is left of them opens, costs a fee and may lose. */
  private useUp(holding: Holding, side: number, offset: number, extra: PlannedOrder | null): void {
    const sums = side === BUY ? this.ofBuys : this.ofSells;
    if (sums.count === 0) return;
    const { contract } = holding;
    if (sums.lots * contract.stepSize <= offset) {
      sums.loss = 0;
      sums.fees = 0;
      return;
    }
    const { int, num } = this.orders;
    const { slots, length } = this.lineOf(holding, side);
    const isPlannedHere = extra !== null && extra.side === side;
    // Without a planned order on this side its key stands behind every order, so that none of them waits for it.
    const plannedKey = isPlannedHere ? (side === BUY ? -extra.ticks : extra.ticks) : Infinity;
    let isWaiting = isPlannedHere;
    let left = offset;
    for (let at = 0; left > 0 && (at < length || isWaiting);) {
      const order = slots[at];
      if (at < length && order === extra?.replaces) {
        at += 1;
        continue;
      }
      // The planned one is the newest: of equal prices it comes last.
      const isPlanned = isWaiting && (at === length || plannedKey < int[order * INT_STRIDE + KEY]);
      const key = isPlanned ? plannedKey : int[order * INT_STRIDE + KEY];
      const lots = isPlanned ? extra!.lots : num[order * NUM_STRIDE + LOTS];
      if (isPlanned) isWaiting = false;
      else at += 1;
      left = this.close(sums, contract, side, key < 0 ? -key : key, lots, left);
    }
  }

  /** Takes off what closes of an order, up to `most`; answers what is left of that. */
  private close(sums: SideSums, contract: Contract, side: number, ticks: number, lots: number, most: number): number {
    const quantity = lots * contract.stepSize;
    sums.changeOpening(contract, side, ticks, quantity, ticks * lots * contract.unit, -1);
    if (quantity <= most) return most - quantity;
    const opening = quantity - most;
    const notional = mulDivCeil(opening, ticks * contract.tickSize, RATE_ONE);
    sums.changeOpening(contract, side, ticks, opening, notional, 1);
    return 0;
  }

  /** The orders of one side that may open, also the one that is to be replaced; they are of one-way mode. */
  private lineOf(holding: Holding, side: number): OrderLine {
    const lines = holding.orderSums!.lines(this.orders, holding);
    return side === BUY ? lines.buys : lines.sells;
  }
}

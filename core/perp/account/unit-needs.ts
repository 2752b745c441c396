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
import { opens, type PlannedOrder } from './order-needs.ts';

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
  /** Of the contract: mark, tick and rate. */
  private mark = 0;
  private takerRate = 0;
  private contract: Contract | null = null;
  /** Orders of the side against an open position, the one first that closes first: `queued` of them, in ticks and lots by turns. */
  private readonly queue: number[] = [];
  private queued = 0;
  /** The largest quantity of an order. */
  private largest = 0;

  constructor(orders: OrderPool) {
    this.orders = orders;
  }

  /** Counts them with an order that is only planned, which may replace one. False: a figure may not be exact, and nothing is told. */
  count(account: MarginAccount, holding: Holding, extra: PlannedOrder | null): boolean {
    const { contract, both } = holding;
    this.begin(contract);
    const isOneWay = account.mode === 'ONE_WAY';
    const offset = isOneWay && both !== null ? Number(both.quantity) : 0;
    const offsetSide = both !== null && both.direction === -1n ? BUY : SELL;
    const { int, num } = this.orders;
    for (const order of holding.orders) {
      if (order === extra?.replaces) continue;
      const flags = int[order * INT_STRIDE + FLAGS];
      const side = sideOf(flags);
      if (isReduceOnly(flags) || !opens(account, side, positionSideOf(flags))) continue;
      const key = int[order * INT_STRIDE + KEY];
      const isQueued = offset !== 0 && side === offsetSide;
      this.take(side, key < 0 ? -key : key, num[order * NUM_STRIDE + LOTS], isQueued);
    }
    if (extra !== null) this.take(extra.side, extra.ticks, extra.lots, offset !== 0 && extra.side === offsetSide);
    if (this.queued > 0) this.useUp(offsetSide, offset);
    return (
      offset <= MAX_UNITS &&
      this.mark <= MAX_UNITS &&
      this.largest <= MAX_UNITS &&
      this.buys <= MAX_UNITS &&
      this.sells <= MAX_UNITS &&
      this.openingLoss <= MAX_UNITS &&
      this.feeReserve <= MAX_UNITS
    );
  }

  private begin(contract: Contract): void {
    this.contract = contract;
    this.mark = contract.markUnits;
    this.takerRate = contract.parameters.takerFeeRate;
    this.buys = 0;
    this.sells = 0;
    this.buyLots = 0;
    this.sellLots = 0;
    this.openingLoss = 0;
    this.feeReserve = 0;
    this.queued = 0;
    this.largest = 0;
  }

  private take(side: number, ticks: number, lots: number, isQueued: boolean): void {
    if (isQueued) this.enqueue(side, ticks, lots);
    else this.add(side, ticks, lots, lots * this.contract!.stepSize);
  }

  /** Best price first; of equal prices the older order. */
  private enqueue(side: number, ticks: number, lots: number): void {
    const { queue } = this;
    let at = this.queued * 2;
    while (at > 0 && (side === BUY ? queue[at - 2] < ticks : queue[at - 2] > ticks)) {
      queue[at] = queue[at - 2];
      queue[at + 1] = queue[at - 1];
      at -= 2;
    }
    queue[at] = ticks;
    queue[at + 1] = lots;
    this.queued += 1;
  }

  /** The opposite position takes up the best orders first: only what is left of them opens. */
  private useUp(side: number, offset: number): void {
    const { stepSize } = this.contract!;
    let left = offset;
    for (let at = 0; at < this.queued * 2; at += 2) {
      const quantity = this.queue[at + 1] * stepSize;
      this.add(side, this.queue[at], this.queue[at + 1], quantity > left ? quantity - left : 0);
      left = quantity > left ? 0 : left - quantity;
    }
  }

  /** `opening`: the part of its quantity that opens. */
  private add(side: number, ticks: number, lots: number, opening: number): void {
    const { tickSize, stepSize, unit } = this.contract!;
    const notional = ticks * lots * unit;
    const quantity = lots * stepSize;
    if (quantity > this.largest) this.largest = quantity;
    if (side === BUY) {
      this.buys += notional;
      this.buyLots += lots;
    } else {
      this.sells += notional;
      this.sellLots += lots;
    }
    if (opening === 0) return;
    const price = ticks * tickSize;
    const adverse = side === BUY ? price - this.mark : this.mark - price;
    if (adverse > 0) this.openingLoss += mulDivCeil(opening, adverse, RATE_ONE);
    const opened = opening === quantity ? notional : mulDivCeil(opening, price, RATE_ONE);
    this.feeReserve += mulDivCeil(opened, this.takerRate, RATE_ONE);
  }
}

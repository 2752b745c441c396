/**
 * One incoming order of a perpetual against the resting ones: price, then time, self-trade prevention, and just before each
 * match whether both sides can bear the fill (trading B7, B17).
 */
import {
  ACCOUNT,
  BANKRUPTCY_PRICE,
  BUY,
  CANCELED,
  EXPIRE_BOTH,
  EXPIRE_TAKER,
  EXPIRED_IN_MATCH,
  FEE_REST,
  FILLED,
  FILLED_AMOUNT,
  FILLED_LOTS,
  FLAGS,
  ID,
  INT_STRIDE,
  isReduceOnly,
  KEY,
  LOTS,
  NO_LIQUIDITY,
  NO_MARGIN,
  NO_REASON,
  NOTHING_TO_REDUCE,
  NUM_STRIDE,
  originOf,
  PARTIALLY_FILLED,
  positionSideOf,
  PRICE_CAP,
  SELF_TRADE,
  sideOf,
  SIDES,
  STP_NONE,
  stpModeOf,
  UPDATED,
  USER,
} from '../book/order-pool.ts';
import type { Amount, Price } from '../fixed.ts';
import { cumulativeFee, nextFeeRest } from '../formulas/fee.ts';
import { ceilDiv, floorDiv, min } from '../formulas/perp/rounding.ts';
import type { Holding, MarginAccount } from './accounts.ts';
import type { Contract } from './contract.ts';
import { futuresRate } from './futures-rate.ts';
import { type FillPlan, planFill } from './fill-plan.ts';
import type { PerpParts } from './parts.ts';
import type { PerpOrders } from './perp-orders.ts';
import { liquidationFee, type Settling } from './settling.ts';
import { SIDES_OF_POSITIONS } from './views.ts';

/** The origin of an order that a liquidation sent. */
export const FROM_LIQUIDATION = 2;

/** A side of a fill, judged and ready to be booked. */
interface Side {
  readonly order: number;
  readonly account: MarginAccount;
  readonly holding: Holding;
  readonly plan: FillPlan;
  readonly fee: bigint;
  readonly feeRest: number;
}

/** Whoever takes without an order: the engine that gets rid of what it took over. */
export interface EngineTaker {
  /** Books what the maker gave. */
  filled(quantity: bigint, value: bigint): void;
}

export class PerpMatching {
  /** Accounts whose fills may have made a scope unsafe; the liquidator looks at them when the command's own work is done. */
  readonly shaken = new Set<MarginAccount>();
  /** Prints of the present command, in order: they wake conditional orders. */
  readonly prints: { readonly contract: Contract; readonly ticks: number }[] = [];
  private readonly parts: PerpParts;
  private readonly lifecycle: PerpOrders;
  private readonly settling: Settling;
  private readonly prevented: number[] = [];

  constructor(parts: PerpParts, lifecycle: PerpOrders, settling: Settling) {
    this.parts = parts;
    this.lifecycle = lifecycle;
    this.settling = settling;
  }

  /** Trades what can be traded. Answers why it stopped: NO_REASON when nothing is left or the book has no better price. */
  run(contract: Contract, taker: number, timeMs: number): number {
    const { int, num } = this.parts.orders;
    const flags = int[taker * INT_STRIDE + FLAGS];
    const side = sideOf(flags);
    const limit = -int[taker * INT_STRIDE + KEY];
    const stpMode = originOf(flags) === FROM_LIQUIDATION ? STP_NONE : stpModeOf(flags);
    for (;;) {
      const left = num[taker * NUM_STRIDE + LOTS];
      if (left === 0) return NO_REASON;
      const maker = contract.book.first(1 - side);
      if (maker === 0) return NO_LIQUIDITY;
      const key = int[maker * INT_STRIDE + KEY];
      if (key > limit) return PRICE_CAP;
      const [own, other] = [int[taker * INT_STRIDE + USER], int[maker * INT_STRIDE + USER]];
      if (stpMode !== STP_NONE && this.parts.users.areOne(own, other)) {
        if (stpMode === EXPIRE_TAKER) return SELF_TRADE;
        this.lifecycle.end(this.takeOut(contract, maker), EXPIRED_IN_MATCH, SELF_TRADE, timeMs);
        this.prevented.push(maker);
        if (stpMode === EXPIRE_BOTH) return SELF_TRADE;
        continue;
      }
      const stopped = this.meet(contract, maker, taker, side === BUY ? key : -key, timeMs);
      if (stopped !== NO_REASON) return stopped;
    }
  }

  /** The best price of a side, 0 for none. */
  bestTicks(contract: Contract, side: number): number {
    const best = contract.book.first(side);
    return best === 0 ? 0 : Math.abs(this.parts.orders.int[best * INT_STRIDE + KEY]);
  }

  /** Resting orders that self-trade prevention ended, told after the incoming order's own end (trading B20). */
  tellPrevented(): void {
    for (const order of this.prevented) this.parts.report.order(order, 'ENDED');
    this.prevented.length = 0;
  }

  /** The engine takes from the book up to a limit; answers how many lots it could not. */
  takeForEngine(
    contract: Contract,
    side: number,
    lots: number,
    limitTicks: number,
    engine: EngineTaker,
    timeMs: number,
  ): number {
    const { int, num } = this.parts.orders;
    let left = lots;
    while (left > 0) {
      const maker = contract.book.first(1 - side);
      if (maker === 0) break;
      const ticks = Math.abs(int[maker * INT_STRIDE + KEY]);
      if (side === BUY ? ticks > limitTicks : ticks < limitTicks) break;
      const quantity = Math.min(left, this.executable(contract, maker, num[maker * NUM_STRIDE + LOTS]));
      if (quantity === 0) {
        this.lifecycle.cancel(maker, CANCELED, NOTHING_TO_REDUCE, timeMs);
        continue;
      }
      const judged = this.judge(contract, maker, ticks, quantity, false, timeMs);
      if (typeof judged === 'number') {
        this.lifecycle.cancel(maker, CANCELED, judged, timeMs);
        continue;
      }
      const value = contract.valueOf(ticks, quantity);
      this.print(contract, ticks);
      this.tellTrade(contract, judged, null, side, ticks, quantity, timeMs);
      this.bookMaker(contract, judged, ticks, quantity, timeMs);
      engine.filled(contract.quantityOf(quantity), value);
      left -= quantity;
    }
    return left;
  }

  /** One maker: a trade, the maker's end, or the reason why the taker stops. */
  private meet(contract: Contract, maker: number, taker: number, ticks: number, timeMs: number): number {
    const { num } = this.parts.orders;
    const takerLots = this.executable(contract, taker, num[taker * NUM_STRIDE + LOTS]);
    if (takerLots === 0) return NOTHING_TO_REDUCE;
    const makerLots = this.executable(contract, maker, num[maker * NUM_STRIDE + LOTS]);
    if (makerLots === 0) {
      this.lifecycle.cancel(maker, CANCELED, NOTHING_TO_REDUCE, timeMs);
      return NO_REASON;
    }
    const lots = Math.min(takerLots, makerLots);
    const buyer = this.judge(contract, taker, ticks, lots, true, timeMs);
    if (typeof buyer === 'number') return buyer;
    const seller = this.judge(contract, maker, ticks, lots, false, timeMs);
    if (typeof seller === 'number') {
      this.lifecycle.cancel(maker, CANCELED, seller, timeMs);
      return NO_REASON;
    }
    this.print(contract, ticks);
    this.tellTrade(contract, seller, buyer, sideOf(this.flagsOf(taker)), ticks, lots, timeMs);
    this.bookMaker(contract, seller, ticks, lots, timeMs);
    this.bookTaker(contract, buyer, ticks, lots, timeMs);
    return NO_REASON;
  }

  /** A reduce-only order trades at most what its position has (trading B17). */
  private executable(contract: Contract, order: number, lots: number): number {
    const flags = this.flagsOf(order);
    if (!isReduceOnly(flags)) return lots;
    const holding = this.accountOf(order).holding(contract);
    const position = holding.position(SIDES_OF_POSITIONS[positionSideOf(flags)]);
    if (position === null || position.direction === (sideOf(flags) === BUY ? 1n : -1n)) return 0;
    return Math.min(lots, contract.lotsOf(position.quantity));
  }

  /** The side of the fill, or why it may not be. */
  private judge(
    contract: Contract,
    order: number,
    ticks: number,
    lots: number,
    isTaker: boolean,
    timeMs: number,
  ): Side | number {
    const { risk, orders } = this.parts;
    const account = this.accountOf(order);
    const holding = account.holding(contract);
    const flags = this.flagsOf(order);
    const price = contract.priceOf(ticks);
    const side = SIDES_OF_POSITIONS[positionSideOf(flags)];
    const plan = planFill(holding, sideOf(flags), side, contract.quantityOf(lots), price);
    const isLiquidation = originOf(flags) === FROM_LIQUIDATION;
    const amount = ticks * lots * contract.unit;
    const rest = orders.int[order * INT_STRIDE + FEE_REST];
    let fee: bigint;
    let feeRest = rest;
    if (isLiquidation) {
      fee = this.liquidationFeeOf(account, holding, plan, contract.valueOf(ticks, lots));
    } else {
      const rate = futuresRate(contract, account.user.tier, isTaker, timeMs);
      fee = BigInt(cumulativeFee(amount, rate, rest));
      feeRest = nextFeeRest(amount, rate, rest);
    }
    if (plan.closing > 0n && this.isBeyondBankruptcy(account, holding, plan, price)) return BANKRUPTCY_PRICE;
    if (!risk.permits(account, holding, plan, price, fee)) return NO_MARGIN;
    return { order, account, holding, plan, fee, feeRest };
  }

  private liquidationFeeOf(account: MarginAccount, holding: Holding, plan: FillPlan, value: bigint): bigint {
    const { risk, accounts } = this.parts;
    if (plan.before === null) return 0n;
    const { contract } = holding;
    const scope = risk.scopeOf(account, holding, plan.before);
    // What the scope has when this part is sold at this price instead of standing at mark.
    const marked = plan.before.direction * (contract.mark * plan.closing);
    const traded = plan.before.direction * (value * 100_000_000n);
    const equity = risk.equity(scope) + floorDiv(traded - marked, 100_000_000n);
    // Gains not yet realised pay nothing: an isolated margin pays with what it holds (trading C4.2).
    const margin = accounts.margin(account, contract, plan.before);
    const left = plan.before.isolated ? min(equity, margin + plan.realised) : equity;
    return liquidationFee(left, value, BigInt(contract.parameters.liquidationFeeRate));
  }

  /** Sells not below, buys not above the scope's bankruptcy price: a close leaves no debt (trading B17). */
  private isBeyondBankruptcy(account: MarginAccount, holding: Holding, plan: FillPlan, price: bigint): boolean {
    const { risk } = this.parts;
    const position = plan.before;
    if (position === null) return false;
    const values = risk.bankruptcy(risk.scopeOf(account, holding, position));
    const found = values.find((candidate) => candidate.position === position);
    return found !== undefined && isWorse(holding.contract, position.direction, found.value, position.quantity, price);
  }

  private bookMaker(contract: Contract, side: Side, ticks: number, lots: number, timeMs: number): void {
    const { orders, report } = this.parts;
    const { num } = orders;
    const { order } = side;
    this.countFill(contract, side, ticks, lots, timeMs);
    contract.touchLevel(orders.int[order * INT_STRIDE + KEY]);
    if (num[order * NUM_STRIDE + LOTS] > lots) {
      contract.book.reduce(order, lots);
      orders.setStatus(order, PARTIALLY_FILLED, NO_REASON);
    } else {
      contract.book.remove(order);
      this.lifecycle.end(order, FILLED, NO_REASON, timeMs);
    }
    report.order(order, 'FILL');
    this.settle(contract, side, ticks, timeMs);
  }

  private bookTaker(contract: Contract, side: Side, ticks: number, lots: number, timeMs: number): void {
    this.countFill(contract, side, ticks, lots, timeMs);
    this.parts.orders.num[side.order * NUM_STRIDE + LOTS] -= lots;
    this.settle(contract, side, ticks, timeMs);
  }

  private countFill(contract: Contract, { order, feeRest }: Side, ticks: number, lots: number, timeMs: number): void {
    const { int, num } = this.parts.orders;
    int[order * INT_STRIDE + FEE_REST] = feeRest;
    num[order * NUM_STRIDE + FILLED_LOTS] += lots;
    num[order * NUM_STRIDE + FILLED_AMOUNT] += ticks * lots * contract.unit;
    num[order * NUM_STRIDE + UPDATED] = timeMs;
  }

  private settle(contract: Contract, side: Side, ticks: number, timeMs: number): void {
    const { account, holding, plan, fee } = side;
    const isLiquidation = originOf(this.flagsOf(side.order)) === FROM_LIQUIDATION;
    this.settling.apply(account, holding, plan, { price: contract.priceOf(ticks), fee, isLiquidation }, timeMs);
    this.onFilled(side.order, account, holding, plan, timeMs);
    this.shaken.add(account);
  }

  /** Set by the conditional orders: the exits of an order begin to wait with its fills (trading B15). */
  onFilled: (order: number, account: MarginAccount, holding: Holding, plan: FillPlan, timeMs: number) => void =
    () => {};

  private print(contract: Contract, ticks: number): void {
    contract.lastTicks = ticks;
    contract.lastTradeId += 1;
    this.prints.push({ contract, ticks });
  }

  private tellTrade(
    contract: Contract,
    maker: Side,
    taker: Side | null,
    takerSide: number,
    ticks: number,
    lots: number,
    timeMs: number,
  ): void {
    const idOf = (side: Side): number => this.parts.orders.num[side.order * NUM_STRIDE + ID];
    this.parts.report.tell({
      kind: 'PerpTraded',
      tradeId: contract.lastTradeId,
      symbol: contract.symbol,
      price: (ticks * contract.tickSize) as Price,
      quantity: (lots * contract.stepSize) as Amount,
      amount: contract.valueOf(ticks, lots),
      takerSide: SIDES[takerSide],
      makerOrderId: idOf(maker),
      takerOrderId: taker === null ? 0 : idOf(taker),
      makerUid: maker.account.user.uid,
      takerUid: taker?.account.user.uid ?? 0,
      makerWallet: maker.account.wallet,
      takerWallet: taker?.account.wallet ?? '',
      makerFee: maker.fee,
      takerFee: taker?.fee ?? 0n,
      makerRealised: maker.plan.realised,
      takerRealised: taker?.plan.realised ?? 0n,
      isLiquidation: taker === null || originOf(this.flagsOf(taker.order)) === FROM_LIQUIDATION,
      timeMs,
    });
  }

  private takeOut(contract: Contract, order: number): number {
    contract.touchLevel(this.parts.orders.int[order * INT_STRIDE + KEY]);
    contract.book.remove(order);
    return order;
  }

  private accountOf(order: number): MarginAccount {
    return this.parts.accounts.at(this.parts.orders.int[order * INT_STRIDE + ACCOUNT]);
  }

  private flagsOf(order: number): number {
    return this.parts.orders.int[order * INT_STRIDE + FLAGS];
  }
}

/** Is a price beyond the value V of the whole quantity, on the tick grid? (trading B17) */
export function isWorse(
  contract: Contract,
  direction: bigint,
  value: bigint,
  quantity: bigint,
  price: bigint,
): boolean {
  return direction === 1n
    ? price < bankruptcyTicks(contract, 1n, value, quantity) * contract.tick
    : price > bankruptcyTicks(contract, -1n, value, quantity) * contract.tick;
}

/** A long sells not below ceilTick(V/q), a short buys not above floorTick(V/q). */
export function bankruptcyTicks(contract: Contract, direction: bigint, value: bigint, quantity: bigint): bigint {
  const round = direction === 1n ? ceilDiv : floorDiv;
  return round(value * 100_000_000n, quantity * contract.tick);
}

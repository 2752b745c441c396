/**
 * One incoming order of a perpetual against the resting ones: price, then time, self-trade prevention, and just before each
 * match whether both sides can bear the fill (trading B7, B17).
 */
import {
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
  KEY,
  LOTS,
  NO_LIQUIDITY,
  NO_REASON,
  NOTHING_TO_REDUCE,
  NUM_STRIDE,
  originOf,
  PARTIALLY_FILLED,
  PRICE_CAP,
  SELF_TRADE,
  sideOf,
  STP_NONE,
  stpModeOf,
  UPDATED,
  USER,
} from '../../book/order-pool.ts';
import type { Amount, Price } from '../../fixed.ts';
import { assert } from '../../protocol/invariant.ts';
import type { Holding, MarginAccount } from '../account/accounts.ts';
import type { Contract } from '../contract/contract.ts';
import { FillChecks, FROM_LIQUIDATION, type CheckedFill } from './fill-checks.ts';
import { type Deal, dealOf, type FillPlan } from '../account/fill-plan.ts';
import type { PerpParts } from '../account/parts.ts';
import type { PerpOrders } from './perp-orders.ts';
import type { FillSettler } from '../account/settle-fills.ts';
import { SIDES } from '../../protocol/words.ts';

/** A taker without an order: the liquidation engine, selling positions that it took over. */
export interface LiquidationTaker {
  /** Books what the maker gave. */
  filled(quantity: bigint, value: bigint): void;
}

export class PerpMatcher {
  /** Accounts whose fills may have made a scope unsafe; the liquidator looks at them when the command's own work is done. */
  readonly accountsToRecheck = new Set<MarginAccount>();
  /** Prints of the present command, in order: they wake conditional orders. */
  readonly prints: { readonly contract: Contract; readonly ticks: number }[] = [];
  private readonly parts: PerpParts;
  private readonly lifecycle: PerpOrders;
  private readonly settler: FillSettler;
  private readonly fills: FillChecks;
  private readonly prevented: number[] = [];

  constructor(parts: PerpParts, lifecycle: PerpOrders, settler: FillSettler) {
    this.parts = parts;
    this.lifecycle = lifecycle;
    this.settler = settler;
    this.fills = new FillChecks(parts);
  }

  /** Trades as much as possible. Answers why it stopped; NO_REASON when the order is filled. */
  run(contract: Contract, taker: number, timeMs: number): number {
    const { orders } = this.parts;
    const flags = this.flagsOf(taker);
    const side = sideOf(flags);
    const limit = -orders.int[taker * INT_STRIDE + KEY];
    const stpMode = originOf(flags) === FROM_LIQUIDATION ? STP_NONE : stpModeOf(flags);
    for (;;) {
      // Anew for each maker: a fill may open accounts, and what grows then may replace the arrays.
      const { int, num } = orders;
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
    if (this.prevented.length === 0) return;
    for (const order of this.prevented) this.parts.report.order(order, 'ENDED');
    this.prevented.length = 0;
  }

  /** The liquidation engine takes from the book up to a limit; answers how many lots it could not. */
  takeForLiquidation(
    contract: Contract,
    side: number,
    lots: number,
    limitTicks: number,
    taker: LiquidationTaker,
    timeMs: number,
  ): number {
    const { orders } = this.parts;
    let left = lots;
    while (left > 0) {
      const { int, num } = orders;
      const maker = contract.book.first(1 - side);
      if (maker === 0) break;
      const ticks = Math.abs(int[maker * INT_STRIDE + KEY]);
      if (side === BUY ? ticks > limitTicks : ticks < limitTicks) break;
      const quantity = Math.min(left, this.fills.executable(contract, maker, num[maker * NUM_STRIDE + LOTS]));
      if (quantity === 0) {
        this.lifecycle.cancel(maker, CANCELED, NOTHING_TO_REDUCE, timeMs);
        continue;
      }
      const deal = dealOf(contract, ticks, quantity);
      const judged = this.fills.judge(contract, maker, deal, false, timeMs);
      if (typeof judged === 'number') {
        this.lifecycle.cancel(maker, CANCELED, judged, timeMs);
        continue;
      }
      this.print(contract, ticks);
      this.tellTrade(contract, judged, null, side, deal, timeMs);
      this.bookMaker(contract, judged, deal, timeMs);
      taker.filled(deal.quantity, deal.value);
      left -= quantity;
    }
    return left;
  }

  /** One maker: a trade, the maker's end, or the reason why the taker stops. */
  private meet(contract: Contract, maker: number, taker: number, ticks: number, timeMs: number): number {
    const { num } = this.parts.orders;
    const takerLots = this.fills.executable(contract, taker, num[taker * NUM_STRIDE + LOTS]);
    if (takerLots === 0) return NOTHING_TO_REDUCE;
    const makerLots = this.fills.executable(contract, maker, num[maker * NUM_STRIDE + LOTS]);
    if (makerLots === 0) {
      this.lifecycle.cancel(maker, CANCELED, NOTHING_TO_REDUCE, timeMs);
      return NO_REASON;
    }
    const lots = Math.min(takerLots, makerLots);
    const deal = dealOf(contract, ticks, lots);
    const buyer = this.fills.judge(contract, taker, deal, true, timeMs);
    if (typeof buyer === 'number') return buyer;
    const seller = this.fills.judge(contract, maker, deal, false, timeMs);
    if (typeof seller === 'number') {
      this.lifecycle.cancel(maker, CANCELED, seller, timeMs);
      return NO_REASON;
    }
    this.print(contract, ticks);
    this.tellTrade(contract, seller, buyer, sideOf(this.flagsOf(taker)), deal, timeMs);
    this.bookMaker(contract, seller, deal, timeMs);
    this.bookTaker(buyer, deal, timeMs);
    return NO_REASON;
  }

  private bookMaker(contract: Contract, side: CheckedFill, deal: Deal, timeMs: number): void {
    const { lots } = deal;
    const { orders, report } = this.parts;
    const { num } = orders;
    const { order, holding } = side;
    this.countFill(side, deal, timeMs);
    contract.touchLevel(orders.int[order * INT_STRIDE + KEY]);
    if (num[order * NUM_STRIDE + LOTS] > lots) {
      holding.orderLeaves(orders, order);
      contract.book.reduce(order, lots);
      holding.orderEnters(orders, order);
      orders.setStatus(order, PARTIALLY_FILLED, NO_REASON);
    } else {
      contract.book.remove(order);
      this.lifecycle.end(order, FILLED, NO_REASON, timeMs);
    }
    report.order(order, 'FILL');
    this.settle(side, timeMs);
  }

  private bookTaker(side: CheckedFill, deal: Deal, timeMs: number): void {
    const { orders } = this.parts;
    const { order, holding } = side;
    this.countFill(side, deal, timeMs);
    holding.orderLeaves(orders, order);
    orders.num[order * NUM_STRIDE + LOTS] -= deal.lots;
    holding.orderEnters(orders, order);
    this.settle(side, timeMs);
  }

  private countFill({ order, feeRest }: CheckedFill, { lots, amount }: Deal, timeMs: number): void {
    const { int, num } = this.parts.orders;
    assert(
      lots > 0 && lots <= num[order * NUM_STRIDE + LOTS],
      'an order of a contract trades no more than is left of it',
    );
    int[order * INT_STRIDE + FEE_REST] = feeRest;
    num[order * NUM_STRIDE + FILLED_LOTS] += lots;
    num[order * NUM_STRIDE + FILLED_AMOUNT] += amount;
    num[order * NUM_STRIDE + UPDATED] = timeMs;
  }

  private settle(side: CheckedFill, timeMs: number): void {
    const { account, holding, plan, fee } = side;
    const isLiquidation = originOf(this.flagsOf(side.order)) === FROM_LIQUIDATION;
    this.settler.apply(account, holding, plan, { fee, isLiquidation }, timeMs);
    this.onFilled(side.order, account, holding, plan, timeMs);
    this.accountsToRecheck.add(account);
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
    maker: CheckedFill,
    taker: CheckedFill | null,
    takerSide: number,
    deal: Deal,
    timeMs: number,
  ): void {
    if (this.parts.report.countUnheard(null)) return;
    const idOf = (side: CheckedFill): number => this.parts.orders.num[side.order * NUM_STRIDE + ID];
    this.parts.report.tell({
      kind: 'PerpTraded',
      tradeId: contract.lastTradeId,
      symbol: contract.symbol,
      price: (deal.ticks * contract.tickSize) as Price,
      quantity: (deal.lots * contract.stepSize) as Amount,
      amount: deal.value,
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
      makerTerms: maker.terms,
      takerTerms: taker?.terms ?? null,
      isLiquidation: taker === null || originOf(this.flagsOf(taker.order)) === FROM_LIQUIDATION,
      timeMs,
    });
  }

  private takeOut(contract: Contract, order: number): number {
    contract.touchLevel(this.parts.orders.int[order * INT_STRIDE + KEY]);
    contract.book.remove(order);
    return order;
  }

  private flagsOf(order: number): number {
    return this.parts.orders.int[order * INT_STRIDE + FLAGS];
  }
}

/** The naive model: matching, and what a fill does to money and positions (trading A3, A5.3, B4, B7, B17). */
import {
  ceil,
  floor,
  isLive,
  least,
  type ModelAccount,
  type ModelContract,
  type ModelGrant,
  type ModelOrder,
  type ModelPosition,
  most,
  ONE,
  signOf,
  worth,
} from './naive-accounts.ts';
import { type ModelFill, NaiveMargin } from './naive-margin.ts';
import type { PositionSide } from '../../protocol/words.ts';

export interface ModelTrade {
  readonly symbol: string;
  readonly maker: number;
  readonly taker: number;
  readonly price: bigint;
  readonly quantity: bigint;
  readonly makerFee: bigint;
  readonly takerFee: bigint;
}

interface Judged {
  readonly order: ModelOrder;
  readonly fill: ModelFill;
  readonly fee: bigint;
}

export abstract class NaiveFills extends NaiveMargin {
  readonly trades: ModelTrade[] = [];
  prints: { symbol: string; price: bigint }[] = [];
  private lastRank = 0;
  private lastPositionId = 0;

  /** Called when a position closed: its exits end with it (trading B15). */
  protected abstract positionClosed(account: ModelAccount, position: ModelPosition): void;
  protected abstract orderFilled(order: ModelOrder, fill: ModelFill): void;

  /** Open orders of one side, best price first. */
  book(symbol: string, side: 'BUY' | 'SELL'): ModelOrder[] {
    const resting = this.orders.filter((o) => o.symbol === symbol && o.side === side && isLive(o) && o.rank > 0);
    const better = side === 'BUY' ? -1n : 1n;
    return resting.sort((a, b) => Number(better * (a.price - b.price)) || a.rank - b.rank);
  }
  bestOf(symbol: string, side: 'BUY' | 'SELL'): bigint {
    return this.book(symbol, side)[0]?.price ?? 0n;
  }
  end(order: ModelOrder, status: string, reason: string): void {
    Object.assign(order, { status, reason, rest: 0n, rank: 0 });
  }

  /** Matches the taker; answers why matching stopped. */
  match(taker: ModelOrder): string {
    const other = taker.side === 'BUY' ? 'SELL' : 'BUY';
    while (taker.rest > 0n) {
      const [maker] = this.book(taker.symbol, other);
      if (maker === undefined) return 'NO_LIQUIDITY';
      if (signOf(taker.side) * (maker.price - taker.price) > 0n) return 'PRICE_CAP';
      if (!taker.isLiquidation && this.areOne(maker.account, taker.account)) {
        if (taker.stpMode === 'EXPIRE_TAKER') return 'SELF_TRADE';
        this.end(maker, 'EXPIRED_IN_MATCH', 'SELF_TRADE');
        if (taker.stpMode === 'EXPIRE_BOTH') return 'SELF_TRADE';
        continue;
      }
      const stopped = this.meet(maker, taker);
      if (stopped !== '') return stopped;
    }
    return '';
  }

  private meet(maker: ModelOrder, taker: ModelOrder): string {
    const takes = this.executable(taker);
    if (takes === 0n) return 'REDUCE_ONLY';
    const gives = this.executable(maker);
    const x = least(takes, gives);
    const takerSide = gives === 0n ? 'REDUCE_ONLY' : this.judge(taker, maker.price, x, true);
    if (gives > 0n && typeof takerSide === 'string') return takerSide;
    const makerSide = gives === 0n ? 'REDUCE_ONLY' : this.judge(maker, maker.price, x, false);
    if (typeof makerSide === 'string' || typeof takerSide === 'string') {
      this.end(maker, 'CANCELED', String(makerSide));
      return '';
    }
    this.tell(maker, taker.id, x, makerSide.fee, takerSide.fee);
    this.settle(makerSide, maker.price, x);
    this.settle(takerSide, maker.price, x);
    return '';
  }

  /** The liquidation engine sells its takeover inventory, no further than the limit price; `sold` books each part. */
  takeForLiquidation(
    contract: ModelContract,
    side: 'BUY' | 'SELL',
    quantity: bigint,
    limit: bigint,
    sold: (x: bigint, value: bigint) => void,
  ): void {
    let left = quantity;
    for (;;) {
      const [maker] = this.book(contract.symbol, side === 'BUY' ? 'SELL' : 'BUY');
      if (left === 0n || maker === undefined || signOf(side) * (maker.price - limit) > 0n) return;
      const x = least(left, this.executable(maker));
      const judged = x === 0n ? 'REDUCE_ONLY' : this.judge(maker, maker.price, x, false);
      if (typeof judged === 'string') {
        this.end(maker, 'CANCELED', judged);
        continue;
      }
      this.tell(maker, 0, x, judged.fee, 0n);
      this.settle(judged, maker.price, x);
      sold(x, worth(x, maker.price));
      left -= x;
    }
  }

  private tell(maker: ModelOrder, taker: number, quantity: bigint, makerFee: bigint, takerFee: bigint): void {
    const { symbol, price } = maker;
    this.contract(symbol).last = price;
    this.prints.push({ symbol, price });
    this.trades.push({ symbol, maker: maker.id, taker, price, quantity, makerFee, takerFee });
  }

  private executable(order: ModelOrder): bigint {
    if (!order.reduceOnly) return order.rest;
    const position = this.position(order.account, order.symbol, order.positionSide);
    return position === undefined || position.s === signOf(order.side) ? 0n : least(order.rest, position.q);
  }

  private judge(order: ModelOrder, price: bigint, x: bigint, isTaker: boolean): Judged | string {
    const { account, symbol, isLiquidation } = order;
    const fill = this.plan(account, symbol, order.side, order.positionSide, x, price);
    const { before, closing } = fill;
    const { p, mark } = this.contract(symbol);
    let fee = this.feeOf(order, x, price, this.rate(account, this.contract(symbol), isTaker));
    if (isLiquidation && before !== undefined) {
      const atMark = this.equity(this.scopeOf(account, before)) + before.s * (worth(x, price) - worth(x, mark));
      const left = before.isolated ? least(atMark, before.margin + fill.realised) : atMark;
      fee = most(0n, least(left, ceil(worth(x, price) * BigInt(p.liquidationFeeRate), ONE)));
    }
    if (closing > 0n) {
      const value = this.bankruptcy(this.scopeOf(account, before!)).get(before!)!;
      if (this.isBeyond(before!, value, price)) return 'BANKRUPTCY_PRICE';
    }
    return this.permits(account, symbol, fill, price, fee) ? { order, fill, fee } : 'NO_MARGIN';
  }

  private settle({ order, fill, fee }: Judged, price: bigint, x: bigint): void {
    order.rest -= x;
    order.filled += x;
    order.value += worth(x, price);
    if (!order.isLiquidation) {
      const rate = this.rate(order.account, this.contract(order.symbol), order.rank === 0);
      order.exactFees += worth(x, price) * rate;
      order.charged += fee;
    }
    if (order.rank > 0) {
      order.status = order.rest > 0n ? 'PARTIALLY_FILLED' : 'FILLED';
      if (order.rest === 0n) this.end(order, 'FILLED', '');
    }
    this.bookSide(order, fill, fee, price);
    this.orderFilled(order, fill);
  }

  private bookSide(
    { account, symbol, positionSide, isLiquidation }: ModelOrder,
    fill: ModelFill,
    fee: bigint,
    price: bigint,
  ): void {
    const { before, closing, realised, opening, next } = fill;
    if (closing === 0n) this.payFee(account, this.contract(symbol), fee);
    else if (isLiquidation) this.closeInLiquidation(account, before!, closing, realised, fee);
    else this.close(account, before!, closing, realised, fee);
    if (closing > 0n) {
      Object.assign(before!, { realised: before!.realised + realised, fees: before!.fees + fee });
      this.shrink(account, before!, closing, fill.removed);
    }
    if (opening === 0n) return;
    const position =
      this.position(account, symbol, positionSide) ?? this.newPosition(account, symbol, positionSide, next.s);
    if (closing === 0n) position.fees += fee;
    position.q += opening;
    position.cost += worth(opening, price);
    if (!position.isolated) return;
    this.isolate(account, position, ceil(worth(opening, price), this.leverage(account, symbol, next.s)));
  }

  /**
   * Closes a part of a position: its margin is released, then fee and loss are charged. What the margin does not cover comes from the
   * available balance, then from the rest of the wallet.
   */
  close(account: ModelAccount, position: ModelPosition, x: bigint, realised: bigint, fee: bigint): void {
    const available = this.available(account);
    const isAll = x === position.q;
    const released = isAll ? position.margin : floor(position.margin * x, position.q);
    if (position.isolated) this.release(account, position, released);
    const paid = this.payFee(account, this.contract(position.symbol), fee);
    this.realise(account, position.symbol, realised);
    if (!position.isolated || isAll) return;
    const gap = most(0n, paid - released - realised);
    if (gap > available) this.steps.push('GAP_FROM_MARGIN');
    this.release(account, position, least(position.margin, most(0n, gap - available)));
  }

  /**
   * Like `close`, for a liquidation: the insurance fund gets the fee, and isolated margin is released only when the whole position is
   * closed (trading E2).
   */
  private closeInLiquidation(
    account: ModelAccount,
    position: ModelPosition,
    x: bigint,
    realised: bigint,
    fee: bigint,
  ): void {
    this.pay('INSURANCE', fee);
    if (position.isolated && x < position.q) {
      this.chargeMargin(account, position, fee);
      this.pay(`CLEARING:${position.symbol}`, -realised);
      if (realised < 0n) this.chargeMargin(account, position, -realised);
      else position.margin += realised;
      return;
    }
    if (position.isolated) this.release(account, position, position.margin);
    this.charge(account, fee);
    this.realise(account, position.symbol, realised);
  }

  shrink(account: ModelAccount, position: ModelPosition, x: bigint, removed: bigint): void {
    position.q -= x;
    position.cost -= removed;
    if (position.q > 0n) return;
    account.positions.delete(`${position.symbol} ${position.side}`);
    this.positionClosed(account, position);
  }

  private newPosition(account: ModelAccount, symbol: string, side: PositionSide, s: 1n | -1n): ModelPosition {
    const isolated = account.isolated.has(symbol);
    const zero = { q: 0n, cost: 0n, margin: 0n, realised: 0n, fees: 0n, funding: 0n, autoAdd: false };
    const lent = new Map<ModelGrant, bigint>();
    const position = { id: (this.lastPositionId += 1), symbol, side, s, isolated, lent, ...zero };
    account.positions.set(`${symbol} ${side}`, position);
    return position;
  }

  /** Matches an order; the rest of it enters the book or ends. */
  enter(order: ModelOrder): void {
    order.rank = 0;
    const before = order.filled;
    const stopped = this.match(order);
    if (order.rest === 0n) this.end(order, 'FILLED', '');
    else {
      if (order.filled > before) order.status = 'PARTIALLY_FILLED';
      const mayRest = order.timeInForce === 'GTC' || order.timeInForce === 'GTX';
      if ((stopped === 'NO_LIQUIDITY' || stopped === 'PRICE_CAP') && mayRest) order.rank = this.lastRank += 1;
      else if (stopped === 'SELF_TRADE') this.end(order, 'EXPIRED_IN_MATCH', 'SELF_TRADE');
      else {
        const own = ['NO_MARGIN', 'BANKRUPTCY_PRICE', 'REDUCE_ONLY'].includes(stopped) || order.isMarket;
        this.end(order, 'EXPIRED', own ? stopped : 'TIME_IN_FORCE');
      }
    }
    if (order.reduceOnly) this.trim(order.account, order.symbol);
  }

  /**
   * Cuts reduce-only orders so that together they do not exceed the position; those with the best price, then the oldest, keep their
   * quantity (trading B17).
   */
  trim(account: ModelAccount, symbol: string): void {
    for (const positionSide of ['BOTH', 'LONG', 'SHORT'])
      for (const side of ['BUY', 'SELL'] as const) {
        const position = this.position(account, symbol, positionSide);
        let left = position !== undefined && position.s !== signOf(side) ? position.q : 0n;
        const resting = this.liveOrders(account, symbol)
          .filter((o) => o.reduceOnly && o.side === side && o.positionSide === positionSide)
          .sort((a, b) => Number(signOf(side) * (b.price - a.price)) || a.id - b.id);
        for (const order of resting) {
          if (left === 0n) this.end(order, 'CANCELED', 'REDUCE_ONLY');
          else if (order.rest > left) {
            order.quantity -= order.rest - left;
            order.rest = left;
          }
          left = most(0n, left - order.rest);
        }
      }
  }
}

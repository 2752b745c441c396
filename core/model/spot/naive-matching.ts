/**
 * The naive model's market: balances, books, matching and firing. It uses bigint, plain objects and arrays that are
 * sorted when needed, and shares nothing with the core but types.
 */
import {
  ceilDiv,
  isLive,
  marketCap,
  min,
  modelAmount,
  type ModelMarket,
  type ModelOrder,
  type ModelTier,
  type ModelTrade,
  ONE,
  refuseByAmount,
  refuseByDistance,
  rests,
} from './naive-limits.ts';
import { woken } from './naive-triggers.ts';

export class NaiveMatching {
  readonly scales = new Map<string, number>();
  readonly markets = new Map<string, ModelMarket>();
  readonly orders: ModelOrder[] = [];
  readonly trades: ModelTrade[] = [];
  readonly tiers = new Map<number, ModelTier>();
  /** Trade groups of users; a user with 0 or without an entry is in no group. */
  readonly groups = new Map<number, number>();
  /** Ids of the orders that fired, in the order in which they fired. */
  readonly firings: number[] = [];
  /** "uid asset bucket" → units; uid 0 is the house, -1 the outside. */
  readonly balances = new Map<string, bigint>();
  protected rank = 0;
  protected timeMs = 0;
  private prints: { readonly symbol: string; readonly price: bigint }[] = [];
  private readonly fired = new Set<ModelOrder>();

  balance(uid: number, asset: string, bucket: string): bigint {
    return this.balances.get(`${uid} ${asset} ${bucket}`) ?? 0n;
  }

  protected add(uid: number, asset: string, bucket: string, amount: bigint): void {
    this.balances.set(`${uid} ${asset} ${bucket}`, this.balance(uid, asset, bucket) + amount);
  }

  /** Resting orders of a side, first to trade first. */
  book(symbol: string, side: 'BUY' | 'SELL'): ModelOrder[] {
    const sign = side === 'BUY' ? -1n : 1n;
    return this.orders
      .filter((o) => o.symbol === symbol && o.side === side && rests(o))
      .sort((a, b) => Number(sign * (a.limit - b.limit)) || a.rank - b.rank);
  }

  protected meets(taker: ModelOrder, maker: ModelOrder | undefined): boolean {
    if (!maker) return false;
    return taker.side === 'BUY' ? maker.limit <= taker.limit : maker.limit >= taker.limit;
  }

  protected canFill(order: ModelOrder, opposite: readonly ModelOrder[]): boolean {
    // Tried on a copy, slice by slice.
    const queue = opposite.map((maker) => ({ ...maker }));
    let missing = order.rest;
    while (missing > 0n) {
      const maker = queue[0];
      if (!this.meets(order, maker)) return false;
      if (this.areOne(maker!.uid, order.uid) && order.stpMode !== 'NONE') {
        if (order.stpMode !== 'EXPIRE_MAKER') return false;
        queue.shift();
        continue;
      }
      const quantity = min(missing, maker!.visible);
      missing -= quantity;
      maker!.rest -= quantity;
      queue.shift();
      if (maker!.rest > 0n && quantity === maker!.visible) {
        const behind = queue.findIndex((other) => other.limit !== maker!.limit);
        queue.splice(behind < 0 ? queue.length : behind, 0, { ...maker!, visible: min(maker!.display, maker!.rest) });
      }
    }
    return true;
  }

  protected need(market: ModelMarket, order: ModelOrder): bigint {
    if (!isLive(order)) return 0n;
    if (order.side === 'SELL') return order.rest;
    const amount =
      order.setAside ||
      (order.quoteAmount > 0n ? order.amountLeft : modelAmount(this.scales, market, order.limit, order.rest));
    const { feeMode, makerFeeRate, takerFeeRate } = market.parameters;
    if (feeMode === 'RECEIVED') return amount;
    const mostFees = order.fees + amount * BigInt(Math.max(makerFeeRate, takerFeeRate));
    return amount + ceilDiv(mostFees, ONE) - ceilDiv(order.fees, ONE);
  }

  /** Locks or releases funds so that the order has exactly what it needs. */
  protected relock(market: ModelMarket, order: ModelOrder): void {
    const asset = order.side === 'BUY' ? market.quote : market.base;
    // The first leg of a pair locks the larger amount of the two.
    const shared = order.partner === null ? 0n : this.need(market, order.partner);
    const own = this.need(market, order);
    const change = (own > shared ? own : shared) - order.locked;
    this.add(order.uid, asset, 'AVAIL', -change);
    this.add(order.uid, asset, 'LOCKED', change);
    order.locked += change;
  }

  protected end(order: ModelOrder, status: string, reason: string): void {
    this.part(order);
    order.status = status;
    order.reason = reason;
    this.relock(this.markets.get(order.symbol)!, order);
  }

  /** Ends the other leg of a pair. */
  protected part(survivor: ModelOrder): void {
    const loser = survivor.partner;
    if (loser === null) return;
    survivor.partner = null;
    loser.partner = null;
    survivor.locked += loser.locked;
    loser.locked = 0n;
    loser.status = 'CANCELED';
    loser.reason = 'OCO';
    this.relock(this.markets.get(survivor.symbol)!, survivor);
  }

  protected enter(market: ModelMarket, order: ModelOrder): void {
    const stopped = this.match(market, order);
    const isByAmount = order.quoteAmount > 0n;
    const isFilled = isByAmount ? stopped === 'done' && order.filled > 0n : order.rest === 0n && stopped !== 'own';
    if (isFilled) return this.end(order, 'FILLED', '');
    if (order.filled > 0n) order.status = 'PARTIALLY_FILLED';
    if (stopped === 'own' || (stopped === 'done' && order.prevented > 0n))
      return this.end(order, 'EXPIRED_IN_MATCH', 'SELF_TRADE');
    if (order.type === 'MARKET' && stopped !== 'done') {
      return this.end(order, 'EXPIRED', stopped === 'empty' ? 'NO_LIQUIDITY' : 'PRICE_CAP');
    }
    if (order.timeInForce === 'IOC' || order.timeInForce === 'FOK') return this.end(order, 'EXPIRED', 'TIME_IN_FORCE');
    order.rank = this.rank += 1;
    order.visible = order.display === 0n ? order.rest : min(order.display, order.rest);
  }

  /** Reduces a resting order by a trade; an iceberg whose slice is used up shows the next one, at the end of the queue (trading A1.5). */
  private shrink(maker: ModelOrder, quantity: bigint): void {
    maker.rest -= quantity;
    if (quantity < maker.visible) {
      maker.visible -= quantity;
    } else {
      maker.visible = min(maker.display, maker.rest);
      maker.rank = this.rank += 1;
    }
  }

  /** Reduces a waiting leg by the quantity that its partner lost, and its reservation with it. */
  private cutWaiting(leg: ModelOrder, quantity: bigint): void {
    leg.setAside = ceilDiv(leg.setAside * (leg.rest - quantity), leg.rest);
    leg.rest -= quantity;
    leg.prevented += quantity;
  }

  private match(market: ModelMarket, taker: ModelOrder): 'done' | 'empty' | 'limit' | 'own' {
    for (;;) {
      const isByAmount = taker.quoteAmount > 0n;
      if (!isByAmount && taker.rest === 0n) return 'done';
      const maker = this.book(taker.symbol, taker.side === 'BUY' ? 'SELL' : 'BUY').find((o) => o.id !== taker.id);
      if (!maker) return 'empty';
      if (!this.meets(taker, maker)) return 'limit';
      const step = BigInt(market.parameters.stepSize);
      const wanted = isByAmount
        ? (taker.amountLeft / modelAmount(this.scales, market, maker.limit, step)) * step
        : taker.rest;
      if (wanted === 0n) return 'done';
      const isOwn = this.areOne(maker.uid, taker.uid) && taker.stpMode !== 'NONE';
      const quantity = min(wanted, isOwn ? maker.rest : maker.visible);
      if (isOwn) {
        if (taker.stpMode === 'EXPIRE_TAKER') return 'own';
        // A cut that leaves part of a pair is not a fill: the other leg is cut by the same quantity.
        const other = taker.stpMode === 'DECREMENT' && quantity < maker.rest ? maker.partner : null;
        if (other === null) this.part(maker);
        if (taker.stpMode === 'DECREMENT') {
          for (const order of [maker, taker]) order.prevented += quantity;
          this.shrink(maker, quantity);
          if (other !== null) this.cutWaiting(other, quantity);
          if (taker.rest > 0n) taker.rest -= quantity;
          if (isByAmount) taker.amountLeft -= modelAmount(this.scales, market, maker.limit, quantity);
          if (maker.rest === 0n) this.end(maker, 'EXPIRED_IN_MATCH', 'SELF_TRADE');
          this.relock(market, maker);
          this.relock(market, taker);
          if (!isByAmount && taker.rest === 0n) return 'own';
        } else {
          this.end(maker, 'EXPIRED_IN_MATCH', 'SELF_TRADE');
          if (taker.stpMode === 'EXPIRE_BOTH') return 'own';
        }
        continue;
      }
      this.trade(market, maker, taker, quantity);
    }
  }

  private trade(market: ModelMarket, maker: ModelOrder, taker: ModelOrder, quantity: bigint): void {
    this.part(maker);
    const { base, quote, parameters } = market;
    const amount = modelAmount(this.scales, market, maker.limit, quantity);
    const fee = (order: ModelOrder, rate: bigint): bigint => {
      if (parameters.feeMode === 'QUOTE') {
        const before = ceilDiv(order.fees, ONE);
        order.fees += amount * rate;
        return ceilDiv(order.fees, ONE) - before;
      }
      const received = order.side === 'BUY' ? quantity : amount;
      return min(received, ceilDiv(received * rate, ONE));
    };
    const makerFee = fee(maker, this.rate(market, maker.uid, false));
    const takerFee = fee(taker, this.rate(market, taker.uid, true));
    const [buyer, seller] = taker.side === 'BUY' ? [taker, maker] : [maker, taker];
    const [buyerFee, sellerFee] = taker.side === 'BUY' ? [takerFee, makerFee] : [makerFee, takerFee];
    const onTop = parameters.feeMode === 'QUOTE' ? buyerFee : 0n;
    this.add(buyer.uid, quote, 'LOCKED', -(amount + onTop));
    buyer.locked -= amount + onTop;
    this.add(seller.uid, base, 'LOCKED', -quantity);
    seller.locked -= quantity;
    this.add(buyer.uid, base, 'AVAIL', quantity - (buyerFee - onTop));
    this.add(seller.uid, quote, 'AVAIL', amount - sellerFee);
    this.add(0, quote, 'AVAIL', sellerFee + onTop);
    this.add(0, base, 'AVAIL', buyerFee - onTop);
    for (const order of [maker, taker]) {
      order.filled += quantity;
      order.filledAmount += amount;
      if (order.quoteAmount > 0n) order.amountLeft -= amount;
    }
    this.shrink(maker, quantity);
    if (taker.rest > 0n) taker.rest -= quantity;
    market.last = maker.limit;
    const { symbol } = market;
    this.prints.push({ symbol, price: maker.limit });
    this.trades.push({
      symbol,
      maker: maker.id,
      taker: taker.id,
      price: maker.limit,
      quantity,
      amount,
      makerFee,
      takerFee,
    });
    maker.status = maker.rest === 0n ? 'FILLED' : 'PARTIALLY_FILLED';
    this.relock(market, maker);
    this.relock(market, taker);
  }

  /** Trading A5.7. */
  private areOne(uid: number, other: number): boolean {
    const group = this.groups.get(uid) ?? 0;
    return uid === other || (group !== 0 && group === this.groups.get(other));
  }

  private rate(market: ModelMarket, uid: number, isTaker: boolean): bigint {
    const { makerFeeRate, takerFeeRate, hasFeeException } = market.parameters;
    const most = BigInt(isTaker ? takerFeeRate : makerFeeRate);
    const tier = this.tiers.get(uid);
    const rates = tier && (tier.trial && this.timeMs < tier.trialEndMs ? tier.trial : tier.own);
    if (!rates || hasFeeException === true) return most;
    return min(most, BigInt(isTaker ? rates.spotTaker : rates.spotMaker));
  }

  /** Fires the orders that the new prints wake, and those that their trades wake in turn, breadth first (trading A1.2). */
  protected fireAll(market: ModelMarket): void {
    const queue = this.takeWoken(market);
    for (let i = 0; i < queue.length; i += 1) {
      const order = queue[i]!;
      if (order.status !== 'UNTRIGGERED') continue;
      this.fire(market, order);
      queue.push(...this.takeWoken(market));
    }
  }

  /** Moves woken orders to the queue; no print wakes them a second time. */
  private takeWoken(market: ModelMarket): ModelOrder[] {
    const dormant = this.orders.filter(
      (o) => o.symbol === market.symbol && o.status === 'UNTRIGGERED' && !this.fired.has(o),
    );
    const isOurs = ({ symbol }: { symbol: string }): boolean => symbol === market.symbol;
    const prints = this.prints.filter(isOurs).map(({ price }) => price);
    this.prints = this.prints.filter((print) => !isOurs(print));
    const orders = woken(dormant, prints);
    for (const order of orders) this.fired.add(order);
    return orders;
  }

  private fire(market: ModelMarket, order: ModelOrder): void {
    this.part(order);
    order.status = 'NEW';
    this.firings.push(order.id);
    const opposite = this.book(order.symbol, order.side === 'BUY' ? 'SELL' : 'BUY');
    // Only amount and price distance are checked again (trading A4), for the quantity that is left.
    const now = { ...order, quantity: order.rest };
    const refusal = refuseByAmount(this.scales, market, now) ?? refuseByDistance(market, now);
    if (refusal) return this.end(order, 'EXPIRED', refusal);
    if (order.type === 'MARKET') {
      if (opposite.length === 0) return this.end(order, 'EXPIRED', 'NO_LIQUIDITY');
      order.limit = marketCap(market, order, opposite[0]!.limit, order.slippage);
      if (order.side === 'BUY') {
        const tick = BigInt(market.parameters.tickSize);
        const perTick = modelAmount(this.scales, market, tick, order.rest);
        order.limit = min(order.limit, (order.setAside / perTick) * tick);
      }
      order.setAside = 0n;
      this.relock(market, order);
    }
    if (order.timeInForce === 'GTX' && this.meets(order, opposite[0])) return this.end(order, 'EXPIRED', 'POST_ONLY');
    if (order.timeInForce === 'FOK' && !this.canFill(order, opposite))
      return this.end(order, 'EXPIRED', 'TIME_IN_FORCE');
    this.enter(market, order);
  }
}

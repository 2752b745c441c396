/**
 * The trading rules a second time, as plainly as can be: bigint everywhere, objects, arrays sorted on demand, nothing
 * shared with the engine but the types. Tests run both on the same commands and compare all that is visible.
 */
import type { AmendOrder, CancelOrder, Command, CommandBody, PlaceOrder } from './commands.ts';
import {
  ceilDiv,
  isLive,
  marketCap,
  MAX,
  min,
  modelAmount,
  type ModelMarket,
  type ModelOrder,
  type ModelTrade,
  ONE,
  refuseByFilters,
} from './naive-limits.ts';
import type { RejectCode } from './rejects.ts';

export class NaiveModel {
  readonly scales = new Map<string, number>();
  readonly markets = new Map<string, ModelMarket>();
  readonly orders: ModelOrder[] = [];
  readonly trades: ModelTrade[] = [];
  /** "uid asset bucket" → units; uid 0 is the house, -1 the outside. */
  readonly balances = new Map<string, bigint>();
  private rank = 0;

  balance(uid: number, asset: string, bucket: string): bigint {
    return this.balances.get(`${uid} ${asset} ${bucket}`) ?? 0n;
  }

  private add(uid: number, asset: string, bucket: string, amount: bigint): void {
    this.balances.set(`${uid} ${asset} ${bucket}`, this.balance(uid, asset, bucket) + amount);
  }

  /** Resting orders of a side, first to trade first. */
  book(symbol: string, side: 'BUY' | 'SELL'): ModelOrder[] {
    const sign = side === 'BUY' ? -1n : 1n;
    return this.orders
      .filter((o) => o.symbol === symbol && o.side === side && isLive(o))
      .sort((a, b) => Number(sign * (a.limit - b.limit)) || a.rank - b.rank);
  }

  /** The refusal, or null. */
  apply(command: Command): RejectCode | null {
    switch (command.kind) {
      case 'CreateAsset':
        this.scales.set(command.asset, command.scale);
        return null;
      case 'CreateMarket': {
        const { symbol, base, quote, parameters } = command;
        this.markets.set(symbol, { symbol, base, quote, parameters, status: 'TRADING', last: 0n });
        return null;
      }
      case 'SetMarketStatus':
        return this.setStatus(command);
      case 'Deposit':
        this.add(-1, command.asset, 'AVAIL', -BigInt(command.amount));
        this.add(command.uid, command.asset, 'AVAIL', BigInt(command.amount));
        return null;
      case 'Transfer': {
        const bucket = (wallet: string): string => (wallet === 'SPOT' ? 'AVAIL' : 'FUTURES');
        const amount = BigInt(command.amount);
        if (this.balance(command.uid, command.asset, bucket(command.from)) < amount) return 'INSUFFICIENT_BALANCE';
        this.add(command.uid, command.asset, bucket(command.from), -amount);
        this.add(command.uid, command.asset, bucket(command.to), amount);
        return null;
      }
      case 'PlaceOrder':
        return this.place(command);
      case 'AmendOrder':
        return this.amend(command);
      case 'CancelOrder':
        return this.cancel(command);
      case 'CancelAllOrders':
        for (const order of this.orders) {
          const isMeant = command.symbol === '' || order.symbol === command.symbol;
          if (order.uid === command.uid && isMeant && isLive(order)) this.end(order, 'CANCELED', 'USER');
        }
        return null;
      case 'Clock':
      default:
        return null;
    }
  }

  /** Of the tests' commands only halting, resuming and delisting occur. */
  private setStatus(command: Extract<CommandBody, { kind: 'SetMarketStatus' }>): RejectCode | null {
    const market = this.markets.get(command.symbol)!;
    const mayFollow =
      (market.status === 'TRADING' && command.status === 'HALTED') ||
      (market.status === 'HALTED' && command.status === 'TRADING');
    if (!mayFollow) return 'MARKET_STATUS';
    market.status = command.status;
    return null;
  }

  private place(command: PlaceOrder): RejectCode | null {
    const market = this.markets.get(command.symbol);
    if (!market) return 'UNKNOWN_MARKET';
    if (market.status !== 'TRADING') return 'MARKET_STATUS';
    const p = market.parameters;
    const isMarket = command.type === 'MARKET';
    const order: ModelOrder = {
      id: this.orders.length + 1,
      uid: command.uid,
      symbol: command.symbol,
      side: command.side,
      type: command.type as 'LIMIT',
      timeInForce: isMarket ? 'IOC' : command.timeInForce,
      limit: BigInt(command.price),
      quantity: BigInt(command.quantity),
      quoteAmount: BigInt(command.quoteAmount),
      rest: BigInt(command.quantity),
      amountLeft: BigInt(command.quoteAmount),
      filled: 0n,
      filledAmount: 0n,
      prevented: 0n,
      stpMode: command.stpMode || p.defaultStpMode,
      clientOrderId: command.clientOrderId,
      status: 'NEW',
      reason: '',
      amends: 0,
      fees: 0n,
      locked: 0n,
      rank: 0,
    };
    if (command.stpMode === 'NONE' && p.defaultStpMode !== 'NONE') return 'STP_MODE';
    const live = this.orders.filter((o) => o.uid === order.uid && o.symbol === order.symbol && isLive(o));
    if (order.clientOrderId !== '' && live.some((o) => o.clientOrderId === order.clientOrderId))
      return 'DUPLICATE_CLIENT_ORDER_ID';
    const refusal = refuseByFilters(this.scales, market, order);
    if (refusal) return refusal;
    const mayRest = order.timeInForce === 'GTC' || order.timeInForce === 'GTX';
    if (mayRest && p.maxOpenOrders !== 0 && live.length >= p.maxOpenOrders) return 'TOO_MANY_ORDERS';

    const opposite = this.book(order.symbol, order.side === 'BUY' ? 'SELL' : 'BUY');
    const accept = (): void => void this.orders.push(order);
    if (isMarket) {
      if (opposite.length === 0) {
        accept();
        this.end(order, 'EXPIRED', 'NO_LIQUIDITY');
        return null;
      }
      order.limit = marketCap(market, order, opposite[0]!.limit, BigInt(command.maxSlippage));
      if (order.quoteAmount > 0n && order.side === 'SELL') {
        const perUnit = modelAmount(this.scales, market, order.limit, BigInt(p.stepSize));
        order.rest = ceilDiv(order.quoteAmount, perUnit) * BigInt(p.stepSize);
      }
    }
    if (order.timeInForce === 'GTX' && this.meets(order, opposite[0])) return 'POST_ONLY';
    if (order.timeInForce === 'FOK' && !this.canFill(order, opposite)) {
      accept();
      this.end(order, 'EXPIRED', 'TIME_IN_FORCE');
      return null;
    }
    const need = this.need(market, order);
    const asset = order.side === 'BUY' ? market.quote : market.base;
    if (need > MAX) return 'AMOUNT_TOO_LARGE';
    if (this.balance(order.uid, asset, 'AVAIL') < need) return 'INSUFFICIENT_BALANCE';
    accept();
    this.relock(market, order);
    this.enter(market, order);
    return null;
  }

  private meets(taker: ModelOrder, maker: ModelOrder | undefined): boolean {
    if (!maker) return false;
    return taker.side === 'BUY' ? maker.limit <= taker.limit : maker.limit >= taker.limit;
  }

  private canFill(order: ModelOrder, opposite: readonly ModelOrder[]): boolean {
    let reachable = 0n;
    for (const maker of opposite) {
      if (!this.meets(order, maker)) break;
      if (maker.uid === order.uid && order.stpMode !== 'NONE') {
        if (order.stpMode === 'EXPIRE_MAKER') continue;
        break;
      }
      reachable += maker.rest;
    }
    return reachable >= order.rest;
  }

  private need(market: ModelMarket, order: ModelOrder): bigint {
    if (!isLive(order)) return 0n;
    if (order.side === 'SELL') return order.rest;
    const amount =
      order.quoteAmount > 0n ? order.amountLeft : modelAmount(this.scales, market, order.limit, order.rest);
    const { feeMode, makerFeeRate, takerFeeRate } = market.parameters;
    if (feeMode === 'RECEIVED') return amount;
    const mostFees = order.fees + amount * BigInt(Math.max(makerFeeRate, takerFeeRate));
    return amount + ceilDiv(mostFees, ONE) - ceilDiv(order.fees, ONE);
  }

  /** Makes what the order locks what it needs. */
  private relock(market: ModelMarket, order: ModelOrder): void {
    const asset = order.side === 'BUY' ? market.quote : market.base;
    const change = this.need(market, order) - order.locked;
    this.add(order.uid, asset, 'AVAIL', -change);
    this.add(order.uid, asset, 'LOCKED', change);
    order.locked += change;
  }

  private end(order: ModelOrder, status: string, reason: string): void {
    order.status = status;
    order.reason = reason;
    this.relock(this.markets.get(order.symbol)!, order);
  }

  private enter(market: ModelMarket, order: ModelOrder): void {
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
      const quantity = min(wanted, maker.rest);
      if (maker.uid === taker.uid && taker.stpMode !== 'NONE') {
        if (taker.stpMode === 'EXPIRE_TAKER') return 'own';
        if (taker.stpMode === 'DECREMENT') {
          for (const order of [maker, taker]) {
            order.prevented += quantity;
            if (order.rest > 0n) order.rest -= quantity;
          }
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
    const makerFee = fee(maker, BigInt(parameters.makerFeeRate));
    const takerFee = fee(taker, BigInt(parameters.takerFeeRate));
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
      if (order.rest > 0n) order.rest -= quantity;
      if (order.quoteAmount > 0n) order.amountLeft -= amount;
    }
    market.last = maker.limit;
    const { symbol } = market;
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

  private find(command: CancelOrder | AmendOrder): ModelOrder | RejectCode {
    if (!this.markets.has(command.symbol)) return 'UNKNOWN_MARKET';
    const theirs = this.orders.filter((o) => o.uid === command.uid && o.symbol === command.symbol);
    const order =
      command.orderId !== 0
        ? theirs.find((o) => o.id === command.orderId)
        : theirs.findLast((o) => o.clientOrderId === command.clientOrderId);
    if (!order) return 'UNKNOWN_ORDER';
    return isLive(order) ? order : 'ORDER_CLOSED';
  }

  private cancel(command: CancelOrder): RejectCode | null {
    const order = this.find(command);
    if (typeof order === 'string') return order;
    this.end(order, 'CANCELED', 'USER');
    return null;
  }

  private amend(command: AmendOrder): RejectCode | null {
    const market = this.markets.get(command.symbol);
    if (!market) return 'UNKNOWN_MARKET';
    if (market.status !== 'TRADING') return 'MARKET_STATUS';
    const order = this.find(command);
    if (typeof order === 'string') return order;
    const p = market.parameters;
    const limit = command.price === 0 ? order.limit : BigInt(command.price);
    const quantity = command.quantity === 0 ? order.quantity : BigInt(command.quantity);
    if (p.maxAmends !== 0 && order.amends >= p.maxAmends) return 'TOO_MANY_AMENDS';
    if (limit === order.limit && quantity === order.quantity) return 'NOTHING_TO_AMEND';
    const rest = quantity - order.filled - order.prevented;
    if (rest <= 0n) {
      order.amends += 1;
      this.end(order, 'CANCELED', 'AMENDED_AWAY');
      return null;
    }
    const wanted: ModelOrder = { ...order, limit, quantity, rest };
    if (limit === order.limit && quantity < order.quantity) {
      const refusal = refuseByFilters(
        this.scales,
        { ...market, last: 0n, parameters: { ...p, openPrice: 0 as never } },
        wanted,
      );
      if (refusal) return refusal;
      Object.assign(order, { quantity, rest });
      order.amends += 1;
      this.relock(market, order);
      return null;
    }
    const refusal = refuseByFilters(this.scales, market, wanted);
    if (refusal) return refusal;
    const opposite = this.book(order.symbol, order.side === 'BUY' ? 'SELL' : 'BUY');
    if (order.timeInForce === 'GTX' && this.meets(wanted, opposite[0])) return 'POST_ONLY';
    const need = this.need(market, wanted);
    if (need > MAX) return 'AMOUNT_TOO_LARGE';
    const asset = order.side === 'BUY' ? market.quote : market.base;
    if (need - order.locked > this.balance(order.uid, asset, 'AVAIL')) return 'INSUFFICIENT_BALANCE';
    Object.assign(order, { limit, quantity, rest });
    order.amends += 1;
    this.relock(market, order);
    this.enter(market, order);
    return null;
  }
}

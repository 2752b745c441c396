/**
 * The trading rules a second time, as plainly as can be. Tests run the model and the engine on the same commands and
 * compare all that is visible. This half checks and places; naive-matching.ts trades.
 */
import {
  type AmendOrder,
  type CancelOrder,
  type Command,
  type CommandBody,
  isHouse,
  isPerp,
  type OrderType,
  type PlaceOco,
  type PlaceOrder,
} from './commands.ts';
import {
  ceilDiv,
  isLive,
  marketCap,
  MAX,
  min,
  modelAmount,
  type ModelMarket,
  type ModelOrder,
  refuseByFilters,
} from './naive-limits.ts';
import { NaiveMatching } from './naive-matching.ts';
import { refuseDormant, setAsideOf, wouldFireAt } from './naive-triggers.ts';
import type { RejectCode } from './rejects.ts';

export class NaiveModel extends NaiveMatching {
  /** The refusal, or null. */
  apply(command: Command): RejectCode | null {
    this.timeMs = command.timeMs;
    const refusal = this.perform(command);
    for (const market of this.markets.values()) this.fireAll(market);
    return refusal;
  }

  private perform(command: Command): RejectCode | null {
    if (isPerp(command) || isHouse(command)) throw new Error('this model knows the spot markets only');
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
        return command.type === 'LIMIT' || command.type === 'MARKET' ? this.place(command) : this.placeDormant(command);
      case 'PlaceOco':
        return this.placePair(command);
      case 'SetFeeTier':
        this.tiers.set(command.uid, command);
        return null;
      case 'SetTradeGroup':
        this.groups.set(command.uid, command.tradeGroupId);
        return null;
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
    const order = this.newOrder(market, command);
    if (command.stpMode === 'NONE' && p.defaultStpMode !== 'NONE') return 'STP_MODE';
    if (this.isTaken(order)) return 'DUPLICATE_CLIENT_ORDER_ID';
    const refusal = refuseByFilters(this.scales, market, order);
    if (refusal) return refusal;
    const mayRest = order.timeInForce === 'GTC' || order.timeInForce === 'GTX';
    if (mayRest && this.isTooMany(market, [order])) return 'TOO_MANY_ORDERS';

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

  private newOrder(market: ModelMarket, command: PlaceOrder): ModelOrder {
    const isLimit = command.type === 'LIMIT' || command.type.endsWith('_LIMIT');
    return {
      id: this.orders.length + 1,
      uid: command.uid,
      symbol: command.symbol,
      side: command.side,
      type: isLimit ? 'LIMIT' : 'MARKET',
      timeInForce: isLimit ? command.timeInForce : 'IOC',
      limit: BigInt(command.price),
      quantity: BigInt(command.quantity),
      quoteAmount: BigInt(command.quoteAmount),
      rest: BigInt(command.quantity),
      amountLeft: BigInt(command.quoteAmount),
      filled: 0n,
      filledAmount: 0n,
      prevented: 0n,
      stpMode: command.stpMode || market.parameters.defaultStpMode,
      clientOrderId: command.clientOrderId,
      status: 'NEW',
      reason: '',
      amends: 0,
      fees: 0n,
      locked: 0n,
      rank: 0,
      trigger: triggerOf(command.type),
      stop: BigInt(command.stopPrice ?? 0),
      bips: BigInt(command.deltaBips ?? 0),
      activation: BigInt(command.activationPrice ?? 0),
      extreme: 0n,
      slippage: BigInt(command.maxSlippage),
      setAside: 0n,
      display: BigInt(command.displayQuantity ?? 0),
      visible: 0n,
      partner: null,
    };
  }

  private isTaken(order: ModelOrder): boolean {
    const live = this.orders.filter((o) => o.uid === order.uid && o.symbol === order.symbol && isLive(o));
    return order.clientOrderId !== '' && live.some((o) => o.clientOrderId === order.clientOrderId);
  }

  /** Trading A4.8, with these orders added. */
  private isTooMany({ parameters: p }: ModelMarket, added: readonly ModelOrder[]): boolean {
    const { uid, symbol } = added[0]!;
    const all = [...this.orders.filter((o) => o.uid === uid && o.symbol === symbol && isLive(o)), ...added];
    const isOver = (limit: number, counts: (order: ModelOrder) => boolean): boolean =>
      limit !== 0 && added.some(counts) && all.filter(counts).length > limit;
    const waits = (o: ModelOrder): boolean => o.status === 'UNTRIGGERED';
    const { maxConditional = 20, maxIceberg = 5 } = p;
    return (
      isOver(p.maxOpenOrders, () => true) || isOver(maxConditional, waits) || isOver(maxIceberg, (o) => o.display > 0n)
    );
  }

  /** Its reservation is known; nothing is checked any more. */
  private wait(market: ModelMarket, order: ModelOrder): void {
    order.status = 'UNTRIGGERED';
    order.rank = this.rank += 1;
    order.extreme = order.trigger === 'TRAILING_STOP' && order.activation === 0n ? market.last : 0n;
  }

  private placeDormant(command: PlaceOrder): RejectCode | null {
    const market = this.markets.get(command.symbol);
    if (!market) return 'UNKNOWN_MARKET';
    if (market.status !== 'TRADING') return 'MARKET_STATUS';
    const { defaultStpMode } = market.parameters;
    const order = this.newOrder(market, command);
    order.status = 'UNTRIGGERED';
    if (command.stpMode === 'NONE' && defaultStpMode !== 'NONE') return 'STP_MODE';
    if (order.trigger === 'TRAILING_STOP' && order.activation === 0n && market.last === 0n) return 'BAD_FIELDS';
    if (this.isTaken(order)) return 'DUPLICATE_CLIENT_ORDER_ID';
    const refusal = refuseDormant(this.scales, market, order);
    if (refusal) return refusal;
    if (this.isTooMany(market, [order])) return 'TOO_MANY_ORDERS';
    if (wouldFireAt(order, market.last)) return 'WOULD_TRIGGER_NOW';
    order.setAside = setAsideOf(this.scales, market, order);
    const poor = this.refusePoor(market, order, this.need(market, order));
    if (poor) return poor;
    this.orders.push(order);
    this.relock(market, order);
    this.wait(market, order);
    return null;
  }

  private refusePoor(market: ModelMarket, order: ModelOrder, need: bigint): RejectCode | null {
    const asset = order.side === 'BUY' ? market.quote : market.base;
    if (need > MAX) return 'AMOUNT_TOO_LARGE';
    return this.balance(order.uid, asset, 'AVAIL') < need ? 'INSUFFICIENT_BALANCE' : null;
  }

  private placePair(command: PlaceOco): RejectCode | null {
    const market = this.markets.get(command.symbol);
    if (!market) return 'UNKNOWN_MARKET';
    if (market.status !== 'TRADING') return 'MARKET_STATUS';
    const [first, second] = this.legsOf(market, command);
    const legs = [first, second];
    if (command.stpMode === 'NONE' && market.parameters.defaultStpMode !== 'NONE') return 'STP_MODE';
    const isSameId = first.clientOrderId !== '' && first.clientOrderId === second.clientOrderId;
    if (isSameId || legs.some((leg) => this.isTaken(leg))) return 'DUPLICATE_CLIENT_ORDER_ID';
    for (const leg of legs) {
      const refuse = leg.trigger === '' ? refuseByFilters : refuseDormant;
      const refusal = refuse(this.scales, market, leg);
      if (refusal) return refusal;
    }
    if (this.isTooMany(market, legs)) return 'TOO_MANY_ORDERS';
    const opposite = this.book(first.symbol, first.side === 'BUY' ? 'SELL' : 'BUY');
    if (first.trigger === '' && this.meets(first, opposite[0])) return 'POST_ONLY';
    if (legs.some((leg) => leg.trigger !== '' && wouldFireAt(leg, market.last))) return 'WOULD_TRIGGER_NOW';
    const firstAt = first.stop || first.limit;
    const middle = market.last || second.stop;
    if (first.side === 'SELL' ? firstAt <= middle : firstAt >= middle) return 'OCO_PRICES';
    for (const leg of legs) leg.setAside = setAsideOf(this.scales, market, leg);
    const needs = legs.map((leg) => this.need(market, leg));
    const poor = this.refusePoor(market, first, needs[0]! > needs[1]! ? needs[0]! : needs[1]!);
    if (poor) return poor;
    this.orders.push(first, second);
    first.partner = second;
    second.partner = first;
    this.relock(market, first);
    if (first.trigger === '') this.enter(market, first);
    else this.wait(market, first);
    this.wait(market, second);
    return null;
  }

  private legsOf(market: ModelMarket, command: PlaceOco): [ModelOrder, ModelOrder] {
    const none = { quoteAmount: 0, maxSlippage: 0 } as Pick<PlaceOrder, 'quoteAmount' | 'maxSlippage'>;
    const { takeProfitPrice, stopPrice, stopLimitPrice, stopClientOrderId, ...same } = command;
    const both = { ...same, ...none, kind: 'PlaceOrder', timeInForce: 'GTC' } as const;
    const profit = command.price === 0 ? 'TAKE_PROFIT_MARKET' : 'TAKE_PROFIT_LIMIT';
    const first =
      takeProfitPrice === 0
        ? this.newOrder(market, { ...both, type: 'LIMIT', timeInForce: 'GTX' })
        : this.newOrder(market, { ...both, type: profit, stopPrice: takeProfitPrice });
    const type = stopLimitPrice === 0 ? 'STOP_MARKET' : 'STOP_LIMIT';
    const stop = { ...both, type, price: stopLimitPrice, stopPrice, clientOrderId: stopClientOrderId } as const;
    const second = { ...this.newOrder(market, stop), id: first.id + 1 };
    for (const leg of [first, second]) if (leg.trigger !== '') leg.status = 'UNTRIGGERED';
    return [first, second];
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
    if (p.maxAmends !== 0 && order.amends >= p.maxAmends && (order.partner || order.status === 'UNTRIGGERED'))
      return 'TOO_MANY_AMENDS';
    if (order.partner) return 'OCO_LEG';
    if (order.status === 'UNTRIGGERED') return this.amendDormant(market, order, command);
    const { stopPrice = 0, displayQuantity = 0 } = command;
    if (stopPrice !== 0 || (displayQuantity !== 0 && order.display === 0n)) return 'BAD_FIELDS';
    const display = displayQuantity === 0 ? order.display : BigInt(displayQuantity);
    const limit = command.price === 0 ? order.limit : BigInt(command.price);
    const quantity = command.quantity === 0 ? order.quantity : BigInt(command.quantity);
    if (p.maxAmends !== 0 && order.amends >= p.maxAmends) return 'TOO_MANY_AMENDS';
    if (limit === order.limit && quantity === order.quantity && display === order.display) return 'NOTHING_TO_AMEND';
    const rest = quantity - order.filled - order.prevented;
    if (rest <= 0n) {
      order.amends += 1;
      this.end(order, 'CANCELED', 'AMENDED_AWAY');
      return null;
    }
    const wanted: ModelOrder = { ...order, limit, quantity, rest, display };
    if (limit === order.limit && display === order.display && quantity <= order.quantity) {
      const refusal = refuseByFilters(
        this.scales,
        { ...market, last: 0n, parameters: { ...p, openPrice: 0 as never } },
        wanted,
      );
      if (refusal) return refusal;
      Object.assign(order, { quantity, rest, visible: min(order.visible, rest) });
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
    Object.assign(order, { limit, quantity, rest, display });
    order.amends += 1;
    this.relock(market, order);
    this.enter(market, order);
    return null;
  }

  private amendDormant(market: ModelMarket, order: ModelOrder, command: AmendOrder): RejectCode | null {
    const { stopPrice = 0, displayQuantity = 0 } = command;
    if (displayQuantity !== 0 || (order.trigger === 'TRAILING_STOP' && stopPrice !== 0)) return 'BAD_FIELDS';
    if (command.price !== 0 && order.type === 'MARKET') return 'BAD_FIELDS';
    const limit = command.price === 0 ? order.limit : BigInt(command.price);
    const quantity = command.quantity === 0 ? order.quantity : BigInt(command.quantity);
    const stop = stopPrice === 0 ? order.stop : BigInt(stopPrice);
    const wanted: ModelOrder = { ...order, limit, quantity, stop, rest: quantity };
    const isSame = limit === order.limit && stop === order.stop;
    if (isSame && quantity === order.quantity) return 'NOTHING_TO_AMEND';
    const isLower = isSame && quantity < order.quantity;
    const bands = { minBuyPriceOffset: 0, maxSellPriceOffset: 0, priceProtectScope: 0 } as ModelMarket['parameters'];
    const lax = { ...market, parameters: { ...market.parameters, ...bands } };
    const refusal = refuseDormant(this.scales, isLower ? lax : market, wanted);
    if (refusal) return refusal;
    if (!isLower && wouldFireAt(wanted, market.last)) return 'WOULD_TRIGGER_NOW';
    wanted.setAside = isLower
      ? ceilDiv(order.setAside * quantity, order.quantity)
      : setAsideOf(this.scales, market, wanted);
    const need = this.need(market, wanted);
    if (need > MAX) return 'AMOUNT_TOO_LARGE';
    const asset = order.side === 'BUY' ? market.quote : market.base;
    if (need - order.locked > this.balance(order.uid, asset, 'AVAIL')) return 'INSUFFICIENT_BALANCE';
    Object.assign(order, { limit, quantity, stop, rest: quantity, setAside: wanted.setAside });
    order.amends += 1;
    this.relock(market, order);
    if (!isLower) this.wait(market, order);
    return null;
  }
}

function triggerOf(type: OrderType): ModelOrder['trigger'] {
  if (type.startsWith('TRAILING_STOP')) return 'TRAILING_STOP';
  if (type.startsWith('TAKE_PROFIT')) return 'TAKE_PROFIT';
  return type.startsWith('STOP') ? 'STOP' : '';
}

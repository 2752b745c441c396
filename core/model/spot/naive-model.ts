/**
 * The trading rules written a second time, as simply as possible. Tests run the model and the core on the same commands and
 * compare everything visible. This part checks and places; naive-changing.ts cancels and amends, naive-matching.ts trades.
 */
import {
  type Command,
  type CommandBody,
  isProductCommand,
  isPerp,
  type PlaceOco,
  type PlaceOrder,
} from '../../protocol/commands.ts';
import {
  ceilDiv,
  isLive,
  marketCap,
  MAX,
  modelAmount,
  type ModelMarket,
  type ModelOrder,
  refuseByFilters,
} from './naive-limits.ts';
import { NaiveChanging } from './naive-changing.ts';
import { isAmount, isMarket, isOrder, isTrigger, isUser } from './naive-fields.ts';
import { follow, onClock, startOf, takesOrder } from './naive-status.ts';
import { refuseDormant, setAsideOf, wouldFireAt } from './naive-triggers.ts';
import type { RejectCode } from '../../protocol/rejects.ts';
import type { OrderType } from '../../protocol/words.ts';

type Of<K extends CommandBody['kind']> = Extract<CommandBody, { kind: K }>;

/** How long a key is remembered: of money 30 days, of orders 24 hours (reliability 1.4). */
const MONEY_KEY_MS = 30 * 86_400_000;
const ORDER_KEY_MS = 86_400_000;
const MONEY_KINDS = ['Deposit', 'Transfer', 'MoveMargin', 'OpenVoucherPosition'];

interface ModelKey {
  readonly fingerprint: string;
  readonly endsAtMs: number;
  readonly refusal: RejectCode | null;
  readonly seq: number;
}

export class NaiveModel extends NaiveChanging {
  /** The command whose answer the last one repeated; 0 for none. */
  repeats = 0;
  private readonly keys = new Map<string, ModelKey>();

  /** Applies a command; answers the refusal, or null. */
  apply(command: Command): RejectCode | null {
    this.timeMs = command.timeMs;
    this.repeats = 0;
    const key = 'idempotency' in command ? command.idempotency : null;
    if (key === null) return this.act(command);
    if (key.key === '') return 'BAD_FIELDS';
    const uid = 'uid' in command ? command.uid : 0;
    const known = this.keys.get(`${uid} ${key.key}`);
    if (known && this.timeMs < known.endsAtMs) {
      if (known.fingerprint !== key.fingerprint) return 'IDEMPOTENCY_MISMATCH';
      this.repeats = known.seq;
      return known.refusal;
    }
    const refusal = this.act(command);
    if ('uid' in command && !isUser(uid)) return refusal;
    const isMoney = MONEY_KINDS.includes(command.kind) || isProductCommand(command);
    const endsAtMs = this.timeMs + (isMoney ? MONEY_KEY_MS : ORDER_KEY_MS);
    this.keys.set(`${uid} ${key.key}`, { fingerprint: key.fingerprint, endsAtMs, refusal, seq: command.seq });
    return refusal;
  }

  /** Applies a command that is not a repeat. */
  protected act(command: Command): RejectCode | null {
    const refusal = this.perform(command);
    for (const market of this.markets.values()) this.fireAll(market);
    return refusal;
  }

  private perform(command: Command): RejectCode | null {
    if (isPerp(command) || isProductCommand(command)) throw new Error('this model knows the spot markets only');
    switch (command.kind) {
      case 'CreateAsset':
        return this.createAsset(command.asset, command.scale);
      case 'CreateMarket':
        return this.createMarket(command);
      case 'ChangeMarket':
        return this.changeMarket(command);
      case 'SetMarketStatus':
        return this.setStatus(command);
      case 'Deposit':
      case 'Transfer':
        return this.moveFunds(command);
      case 'PlaceOrder':
        return command.type === 'LIMIT' || command.type === 'MARKET' ? this.place(command) : this.placeDormant(command);
      case 'PlaceOco':
        return this.placeOco(command);
      case 'SetFeeTier': {
        const { uid, version } = command;
        const last = this.tiers.get(uid)?.version ?? 0;
        if (version !== undefined && !isUser(version)) return 'BAD_FIELDS';
        if (version !== undefined && version <= last) return null;
        this.tiers.set(uid, { ...command, version: version ?? last });
        return null;
      }
      case 'SetTradeGroup':
        if (command.tradeGroupId < 0) return 'BAD_FIELDS';
        this.groups.set(command.uid, command.tradeGroupId);
        return null;
      case 'AmendOrder':
        return this.amend(command);
      case 'CancelOrder':
        return this.cancel(command);
      case 'CancelAllOrders':
        return this.cancelAll(command.uid, command.symbol);
      case 'Clock':
        for (const market of this.markets.values()) onClock(market, this.timeMs);
        return null;
    }
  }

  private createAsset(asset: string, scale: number): RejectCode | null {
    if (this.scales.has(asset)) return 'ALREADY_EXISTS';
    if (scale > 12) return 'BAD_CONFIGURATION';
    this.scales.set(asset, scale);
    return null;
  }

  private createMarket(command: Of<'CreateMarket'>): RejectCode | null {
    const { symbol, base, quote, parameters } = command;
    if (!this.scales.has(base) || !this.scales.has(quote)) return 'UNKNOWN_ASSET';
    if (this.markets.has(symbol)) return 'ALREADY_EXISTS';
    if (!isMarket(command, this.scales)) return 'BAD_CONFIGURATION';
    const start = startOf(parameters, this.timeMs);
    this.markets.set(symbol, { symbol, base, quote, parameters, version: 1, ...start, last: 0n });
    return null;
  }

  private moveFunds(command: Of<'Deposit'> | Of<'Transfer'>): RejectCode | null {
    const { uid, asset, amount } = command;
    if (!this.scales.has(asset)) return 'UNKNOWN_ASSET';
    if (!isUser(uid) || !isAmount(amount)) return 'BAD_FIELDS';
    const units = BigInt(amount);
    if (units > MAX) return 'AMOUNT_TOO_LARGE';
    if (command.kind === 'Deposit') {
      this.add(-1, asset, 'AVAIL', -units);
      this.add(uid, asset, 'AVAIL', units);
      return null;
    }
    const bucket = (wallet: string): string => (wallet === 'SPOT' ? 'AVAIL' : 'FUTURES');
    if (this.balance(uid, asset, bucket(command.from)) < units) return 'INSUFFICIENT_BALANCE';
    this.add(uid, asset, bucket(command.from), -units);
    this.add(uid, asset, bucket(command.to), units);
    return null;
  }

  private setStatus({ symbol, status }: Of<'SetMarketStatus'>): RejectCode | null {
    const market = this.markets.get(symbol);
    if (!market) return 'UNKNOWN_MARKET';
    if (!follow(market, status, this.timeMs)) return 'MARKET_STATUS';
    if (status === 'DELISTED') this.endAll(market);
    return null;
  }

  private place(command: PlaceOrder): RejectCode | null {
    const market = this.markets.get(command.symbol);
    if (!market) return 'UNKNOWN_MARKET';
    if (!takesOrder(market, command.type, command.timeInForce, this.timeMs)) return 'MARKET_STATUS';
    const p = market.parameters;
    const refused = this.refuseFields(market, command);
    if (refused) return refused;
    const order = this.newOrder(market, command);
    if (this.isTaken(order)) return 'DUPLICATE_CLIENT_ORDER_ID';
    const refusal = refuseByFilters(this.scales, market, order);
    if (refusal) return refusal;
    const mayRest = order.timeInForce === 'GTC' || order.timeInForce === 'GTX';
    if (mayRest && this.isTooMany(market, [order])) return 'TOO_MANY_ORDERS';

    const opposite = this.book(order.symbol, order.side === 'BUY' ? 'SELL' : 'BUY');
    const accept = (): void => void this.orders.push(order);
    if (command.type === 'MARKET') {
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

  /** Would these orders exceed the limits of open orders (trading A4.8)? */
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

  private placeDormant(command: PlaceOrder): RejectCode | null {
    const market = this.markets.get(command.symbol);
    if (!market) return 'UNKNOWN_MARKET';
    if (!takesOrder(market, command.type, command.timeInForce, this.timeMs)) return 'MARKET_STATUS';
    const refused = this.refuseFields(market, command);
    if (refused) return refused;
    const order = this.newOrder(market, command);
    order.status = 'UNTRIGGERED';
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

  private placeOco(command: PlaceOco): RejectCode | null {
    const market = this.markets.get(command.symbol);
    if (!market) return 'UNKNOWN_MARKET';
    if (!takesOrder(market, 'STOP_LIMIT', 'GTC', this.timeMs)) return 'MARKET_STATUS';
    const requests = requestsOf(command);
    for (const request of requests) {
      const refused = this.refuseFields(market, request);
      if (refused) return refused;
    }
    const legs = requests.map((request, at) => ({
      ...this.newOrder(market, request),
      id: this.orders.length + 1 + at,
    }));
    for (const leg of legs) if (leg.trigger !== '') leg.status = 'UNTRIGGERED';
    const [first, second] = legs as [ModelOrder, ModelOrder];
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

  private refuseFields(market: ModelMarket, command: PlaceOrder): RejectCode | null {
    if (!isOrder(command)) return 'BAD_FIELDS';
    if (command.stpMode === 'NONE' && market.parameters.defaultStpMode !== 'NONE') return 'STP_MODE';
    return isTrigger(command, market.last !== 0n) ? null : 'BAD_FIELDS';
  }
}

/** The two orders that a pair stands for. */
function requestsOf(command: PlaceOco): [PlaceOrder, PlaceOrder] {
  const none = { quoteAmount: 0, maxSlippage: 0 } as Pick<PlaceOrder, 'quoteAmount' | 'maxSlippage'>;
  const { takeProfitPrice, stopPrice, stopLimitPrice, stopClientOrderId, ...same } = command;
  const both = { ...same, ...none, kind: 'PlaceOrder', timeInForce: 'GTC' } as const;
  const profit = command.price === 0 ? 'TAKE_PROFIT_MARKET' : 'TAKE_PROFIT_LIMIT';
  const type = stopLimitPrice === 0 ? 'STOP_MARKET' : 'STOP_LIMIT';
  return [
    takeProfitPrice === 0
      ? { ...both, type: 'LIMIT', timeInForce: 'GTX' }
      : { ...both, type: profit, stopPrice: takeProfitPrice },
    { ...both, type, price: stopLimitPrice, stopPrice, clientOrderId: stopClientOrderId },
  ];
}

function triggerOf(type: OrderType): ModelOrder['trigger'] {
  if (type.startsWith('TRAILING_STOP')) return 'TRAILING_STOP';
  if (type.startsWith('TAKE_PROFIT')) return 'TAKE_PROFIT';
  return type.startsWith('STOP') ? 'STOP' : '';
}

/** The naive model: placing, checking (in the order of trading B19) and amending orders. */
import type { AmendPerpOrder, PlacePerpOrder } from '../../protocol/perp-commands.ts';
import type { RejectCode } from '../../protocol/rejects.ts';
import {
  ceil,
  floor,
  isLive,
  least,
  type ModelAccount,
  type ModelContract,
  type ModelOrder,
  most,
  ONE,
  signOf,
  size,
  worth,
} from './naive-accounts.ts';
import { deepCopy } from './naive-copy.ts';
import { NaiveLiquidation } from './naive-liquidation.ts';
import { type Planned, totalOf } from './naive-margin.ts';

export type Asked = Omit<PlacePerpOrder, 'kind' | 'idempotency' | 'uid' | 'wallet' | 'symbol'>;
type Terms = Pick<Planned, 'side' | 'price' | 'quantity' | 'positionSide'>;
type Exits = Pick<Asked, 'takeProfit' | 'stopLoss'>;

const SHARE_FROM = 5_000_000n * ONE;
const MOST_TICKS = 2 ** 31 - 1;
/** The largest quantity of an order or a price level, and the largest amount of an order. */
const MOST_UNITS = BigInt(Number.MAX_SAFE_INTEGER);
const mayRest = (timeInForce: string): boolean => timeInForce === 'GTC' || timeInForce === 'GTX';

export abstract class NaiveOrders extends NaiveLiquidation {
  protected abstract refuseExits(
    contract: ModelContract,
    side: 'BUY' | 'SELL',
    limit: number,
    asked: Asked,
  ): RejectCode | null;
  protected abstract refuseStopCount(account: ModelAccount, symbol: string, added: number): RejectCode | null;

  protected closes({
    side,
    positionSide,
    reduceOnly,
    closePosition,
  }: Pick<Asked, 'side' | 'positionSide' | 'reduceOnly' | 'closePosition'>): boolean {
    return (
      reduceOnly ||
      closePosition ||
      (positionSide === 'LONG' && side === 'SELL') ||
      (positionSide === 'SHORT' && side === 'BUY')
    );
  }
  protected refuseStatus(contract: ModelContract, closes: boolean, isPostOnly: boolean): RejectCode | null {
    if (contract.frozen || contract.mark === 0n) return 'MARKET_STATUS';
    if (contract.status === 'REDUCE_ONLY') return closes ? null : 'CLOSE_ONLY';
    return contract.status === 'OPEN' || (contract.status === 'PRE_OPEN' && isPostOnly) ? null : 'MARKET_STATUS';
  }
  protected refuseSide(account: ModelAccount, positionSide: string): RejectCode | null {
    return (account.mode === 'ONE_WAY') === (positionSide === 'BOTH') ? null : 'POSITION_SIDE';
  }
  /** Checks tick and range of a price; 0 stands for no price and always passes. */
  protected refusePrice({ p }: ModelContract, price: number): RejectCode | null {
    if (price % p.tickSize !== 0) return 'PRICE_TICK';
    return price / p.tickSize > MOST_TICKS ? 'PRICE_RANGE' : null;
  }
  protected refuseExitPrices(contract: ModelContract, { takeProfit, stopLoss }: Exits): RejectCode | null {
    const prices = [takeProfit, stopLoss].flatMap((exit) => (exit === null ? [] : [exit.triggerPrice, exit.price]));
    return prices.reduce<RejectCode | null>((found, price) => found ?? this.refusePrice(contract, price), null);
  }
  protected refuseQuantity({ p }: ModelContract, quantity: number, isLimit: boolean): RejectCode | null {
    if (quantity % p.stepSize !== 0) return 'QUANTITY_STEP';
    const highest = isLimit ? p.maxLimitQuantity : p.maxMarketQuantity;
    return quantity < Math.max(1, p.minQuantity) || (highest !== 0 && quantity > highest) ? 'QUANTITY_RANGE' : null;
  }
  /** The worst price at which an order may trade, which is also the limit of a market order (trading B18). */
  protected band({ mark, p }: ModelContract, side: 'BUY' | 'SELL'): bigint {
    const [tick, scope] = [BigInt(p.tickSize), BigInt(p.priceProtectScope)];
    if (side === 'BUY') return floor(mark * (ONE + scope), ONE * tick) * tick;
    return most(tick, ceil(mark * (ONE - scope), ONE * tick) * tick);
  }
  protected refuseBands(contract: ModelContract, side: 'BUY' | 'SELL', price: bigint): RejectCode | null {
    const { p, mark } = contract;
    const tick = BigInt(p.tickSize);
    const last = contract.last === 0n ? mark : contract.last;
    const lowest = ceil(last * (ONE + BigInt(p.minBuyPriceOffset)), ONE * tick) * tick;
    const highest = floor(last * (ONE + BigInt(p.maxSellPriceOffset)), ONE * tick) * tick;
    if (side === 'BUY' && p.minBuyPriceOffset !== 0 && price < lowest) return 'PRICE_OFFSET';
    if (side === 'SELL' && p.maxSellPriceOffset !== 0 && price > highest) return 'PRICE_OFFSET';
    return signOf(side) * (price - this.band(contract, side)) > 0n ? 'PRICE_BAND' : null;
  }
  /** Checks the smallest notional, which applies only to orders that open. */
  protected refuseNotional(
    contract: ModelContract,
    account: ModelAccount,
    order: Terms & { reduceOnly: boolean },
  ): RejectCode | null {
    const position = this.position(account, contract.symbol, order.positionSide);
    const closes = position !== undefined && position.s !== signOf(order.side) && position.q >= order.quantity;
    if (order.reduceOnly || closes) return null;
    return worth(order.quantity, order.price) < BigInt(contract.p.minNotional) ? 'MIN_AMOUNT' : null;
  }

  /**
   * Answers the order, or why it was refused. An exit that is larger than the largest order is sent as several orders, one after
   * the other, until one of them neither fills nor rests (trading B15).
   */
  protected place(
    account: ModelAccount,
    contract: ModelContract,
    asked: Asked,
    isExit: boolean,
  ): ModelOrder | RejectCode {
    const first = this.placeOne(account, contract, asked, isExit);
    if (typeof first === 'string') return first;
    let left: number = asked.quantity;
    for (let { order, isCut } = first; isCut && (order.status === 'FILLED' || isLive(order));) {
      left -= Number(order.filled + order.rest);
      const rest = { ...asked, clientOrderId: '', quantity: asked.closePosition ? 0 : left } as Asked;
      const next = this.placeOne(account, contract, rest, isExit);
      if (typeof next === 'string') break;
      ({ order, isCut } = next);
      this.steps.push('SENT_IN_PARTS');
    }
    return first.order;
  }

  private placeOne(
    account: ModelAccount,
    contract: ModelContract,
    asked: Asked,
    isExit: boolean,
  ): { readonly order: ModelOrder; readonly isCut: boolean } | RejectCode {
    const { symbol } = contract;
    const { side, positionSide, timeInForce, takeProfit, stopLoss } = asked;
    const isMarket = asked.type === 'MARKET';
    const reduceOnly = this.closes(asked);
    const position = this.position(account, symbol, positionSide);
    const reduces = position !== undefined && position.s !== signOf(side);
    let quantity = asked.closePosition ? (position?.q ?? 0n) : BigInt(asked.quantity);
    const price = isMarket ? this.band(contract, side) : BigInt(asked.price);
    const exits = [takeProfit, stopLoss].filter((exit) => exit !== null);
    const terms = { side, positionSide, quantity, price };
    const count = this.liveOrders(account, symbol).length + 1;
    const refusal =
      this.refuseStatus(contract, reduceOnly, !isMarket && timeInForce === 'GTX') ??
      (asked.closePosition && (asked.quantity !== 0 || !isMarket) ? 'BAD_FIELDS' : null) ??
      this.refuseSide(account, positionSide) ??
      (asked.stpMode === 'NONE' || asked.stpMode === 'DECREMENT' ? 'STP_MODE' : null) ??
      (exits.length > 0 && reduceOnly ? 'BAD_FIELDS' : null) ??
      (this.isTaken(account, symbol, asked.clientOrderId) ? 'DUPLICATE_CLIENT_ORDER_ID' : null) ??
      (asked.closePosition && !reduces ? 'REDUCE_ONLY_REJECT' : null) ??
      this.refusePrice(contract, asked.price) ??
      (asked.closePosition || isExit ? null : this.refuseQuantity(contract, asked.quantity, !isMarket)) ??
      this.refuseNotional(contract, account, { ...terms, price: isMarket ? contract.mark : price, reduceOnly }) ??
      (isMarket ? null : this.refuseBands(contract, side, price)) ??
      this.refuseExitPrices(contract, asked) ??
      this.refuseExits(contract, side, asked.price, asked) ??
      (reduceOnly && !reduces ? 'REDUCE_ONLY_REJECT' : null) ??
      (account.closeOnly && !reduceOnly ? 'CLOSE_ONLY' : null) ??
      (contract.p.maxOpenOrders !== 0 && !isMarket && mayRest(timeInForce) && count > contract.p.maxOpenOrders
        ? 'TOO_MANY_ORDERS'
        : null) ??
      this.refuseStopCount(account, symbol, exits.length);
    if (refusal !== null) return refusal;
    const highest = this.mostOf(contract, terms, isMarket);
    const isCut = quantity > highest && highest > 0n && (isExit || asked.closePosition);
    if (quantity > highest && !isCut) return 'AMOUNT_TOO_LARGE';
    if (isCut) quantity = highest;
    const assumed = isMarket && side === 'SELL' ? most(this.bestOf(symbol, 'BUY'), contract.mark) : price;
    const planned = { symbol, side, positionSide, quantity, price: assumed, replaces: 0 };
    const late = this.refuseLate(account, contract, planned, {
      price,
      reduceOnly,
      isPostOnly: !isMarket && timeInForce === 'GTX',
    });
    if (late !== null) return late;
    const stpMode = asked.stpMode === '' ? contract.p.defaultStpMode : asked.stpMode;
    const fixed = {
      account,
      symbol,
      side,
      positionSide,
      isMarket,
      reduceOnly,
      stpMode,
      clientOrderId: asked.clientOrderId,
    };
    const order = this.newOrder({
      ...fixed,
      price,
      quantity,
      timeInForce: isMarket ? 'IOC' : timeInForce,
      isLiquidation: false,
      exits: { takeProfit, stopLoss },
    });
    if (timeInForce === 'FOK' && !this.wouldFill(order)) this.end(order, 'EXPIRED', 'TIME_IN_FORCE');
    else this.enter(order);
    return { order, isCut };
  }

  /**
   * The largest quantity an order may have: limited by its amount at the worst price, the total of its price level, and its type's
   * maximum.
   */
  protected mostOf(contract: ModelContract, { side, price }: Terms, isMarket: boolean): bigint {
    const { symbol, p } = contract;
    const step = BigInt(p.stepSize);
    const worst = most(price, this.bestOf(symbol, side === 'BUY' ? 'SELL' : 'BUY'));
    const resting = this.book(symbol, side).filter((o) => o.price === price);
    const onLevel = resting.reduce((sum, { rest }) => sum + rest, 0n);
    const byType = BigInt(isMarket ? p.maxMarketQuantity : p.maxLimitQuantity);
    const limits = [MOST_UNITS / step, (MOST_UNITS * ONE) / worst / step, (MOST_UNITS - onLevel) / step];
    return least(...limits, ...(byType === 0n ? [] : [byType / step])) * step;
  }

  /** The checks that come after those of the order's own fields: leverage, limits, post-only, margin. */
  private refuseLate(
    account: ModelAccount,
    contract: ModelContract,
    planned: Planned,
    order: { price: bigint; reduceOnly: boolean; isPostOnly: boolean },
  ): RejectCode | null {
    const { side, symbol } = planned;
    const best = this.bestOf(symbol, side === 'BUY' ? 'SELL' : 'BUY');
    const crosses = best !== 0n && signOf(side) * (order.price - best) >= 0n;
    return (
      (order.reduceOnly ? null : this.refuseLimits(account, contract, planned)) ??
      (order.isPostOnly && crosses ? 'POST_ONLY' : null) ??
      (order.reduceOnly ? null : this.refuseMargin(account, planned))
    );
  }
  private isTaken(account: ModelAccount, symbol: string, name: string): boolean {
    return name !== '' && this.liveOrders(account, symbol).some((o) => o.clientOrderId === name);
  }

  /** Checks the leverage tier (trading B2) and the limits of positions and orders (trading B18). */
  private refuseLimits(account: ModelAccount, contract: ModelContract, planned: Planned): RejectCode | null {
    const { symbol, side, quantity } = planned;
    const orders = this.opening(account, symbol, side, planned);
    const opening = orders.reduce((sum, [, q]) => sum + q, 0n) - this.offset(account, symbol, side);
    if (opening <= 0n) return null;
    const position = this.position(
      account,
      symbol,
      account.mode === 'ONE_WAY' ? 'BOTH' : side === 'BUY' ? 'LONG' : 'SHORT',
    );
    const held = position === undefined ? 0n : signOf(side) * position.s * this.notional(position);
    const notional = most(0n, held + orders.reduce((sum, [price, q]) => sum + worth(q, price), 0n));
    if (this.leverage(account, symbol, signOf(side)) > this.tier(symbol, notional).maxLeverage) return 'LEVERAGE_TIER';
    const interest = worth(this.openInterest(contract), contract.mark);
    const isLargeShare = interest > SHARE_FROM && notional * 10n > interest;
    if (notional > BigInt(contract.p.tiers.at(-1)!.cap) || isLargeShare) return 'POSITION_LIMIT';
    const cap = BigInt(contract.p.openInterestCap);
    return cap !== 0n && interest + worth(least(opening, quantity), contract.mark) > cap ? 'OPEN_INTEREST_CAP' : null;
  }
  openInterest(contract: ModelContract): bigint {
    const longs = this.accounts
      .flatMap((a) => this.positionsOf(a))
      .filter((p) => p.symbol === contract.symbol && p.s === 1n);
    return longs.reduce((sum, p) => sum + p.q, contract.inventory?.s === 1n ? contract.inventory.q : 0n);
  }

  /** Checks that the available balance covers the added cost (trading B19) and that isolated margin has enough own money (trading B7). */
  private refuseMargin(account: ModelAccount, planned: Planned): RejectCode | null {
    const [before, after] = [this.needs(account), this.needs(account, planned)];
    const added = totalOf(after) - totalOf(before);
    if (added <= 0n) return null;
    // Bonus counts only of grants that allow this contract at this leverage (trading E2).
    const leverage = this.leverage(account, planned.symbol, signOf(planned.side));
    const barred = this.bonus(account) - this.bonusFor(account, planned.symbol, leverage);
    if (added > most(0n, this.free(account, before) - barred)) return 'INSUFFICIENT_BALANCE';
    const own = most(0n, account.own + this.bonus(account) - barred);
    const isMore = after.isolatedOrders > before.isolatedOrders;
    return isMore && after.isolatedOrders > own ? 'INSUFFICIENT_BALANCE' : null;
  }

  /** Would a fill-or-kill order be filled (trading A2)? Tried on a copy of the model, which is thrown away. */
  private wouldFill(order: ModelOrder): boolean {
    const trial = deepCopy(this);
    const copy = trial.orders[this.orders.indexOf(order)]!;
    trial.match(copy);
    return copy.rest === 0n;
  }

  protected findOrder(account: ModelAccount, symbol: string, orderId: number, name: string): ModelOrder | undefined {
    const own = this.orders.filter((o) => o.account === account && o.symbol === symbol);
    return orderId !== 0
      ? own.find((o) => o.id === orderId)
      : own.findLast((o) => name !== '' && o.clientOrderId === name);
  }

  /** Amends an order. A smaller quantity keeps its time priority, any other change loses it (trading A6). */
  protected amend(account: ModelAccount, contract: ModelContract, command: AmendPerpOrder): RejectCode | null {
    const { symbol, p } = contract;
    const order = this.findOrder(account, symbol, command.orderId, command.clientOrderId);
    if (order === undefined) return 'UNKNOWN_ORDER';
    if (!isLive(order)) return 'ORDER_CLOSED';
    if (p.maxAmends !== 0 && order.amends >= p.maxAmends) return 'TOO_MANY_AMENDS';
    const price = command.price === 0 ? order.price : BigInt(command.price);
    const quantity = command.quantity === 0 ? order.quantity : BigInt(command.quantity);
    if (price === order.price && quantity === order.quantity) return 'NOTHING_TO_AMEND';
    const rest = quantity - order.filled;
    const keepsPlace = price === order.price && quantity < order.quantity;
    const isPostOnly = order.timeInForce === 'GTX';
    const refusal =
      this.refuseStatus(contract, order.reduceOnly, isPostOnly) ??
      this.refusePrice(contract, Number(price)) ??
      this.refuseQuantity(contract, Number(quantity), true);
    if (refusal !== null) return refusal;
    if (!keepsPlace && rest > 0n) {
      const { side, positionSide, reduceOnly } = order;
      const planned = { symbol, side, positionSide, quantity: rest, price, replaces: order.id };
      const again =
        (rest > this.mostOf(contract, planned, false) ? 'AMOUNT_TOO_LARGE' : null) ??
        this.refuseNotional(contract, account, { ...planned, quantity, reduceOnly }) ??
        this.refuseBands(contract, side, price) ??
        this.refuseLate(account, contract, planned, { price, reduceOnly, isPostOnly });
      if (again !== null) return again;
    }
    order.amends += 1;
    if (rest <= 0n) {
      this.end(order, 'CANCELED', 'AMENDED_AWAY');
      return null;
    }
    Object.assign(order, { price, quantity, rest });
    if (!keepsPlace) this.enter(order);
    return null;
  }

  /** Are mark and last price so far apart that protected stops do not fire: |mark - last| / mark > scope (trading B15)? */
  protected isProtected({ mark, last, p }: ModelContract): boolean {
    return size(mark - last) * ONE > mark * BigInt(p.priceProtectScope);
  }
}

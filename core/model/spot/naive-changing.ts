/** The naive model: finding, cancelling and amending orders, and changes of a market's parameters (trading A4, A6, A7). */
import type { AmendOrder, CancelOrder, ChangeMarket } from '../../protocol/commands.ts';
import {
  ceilDiv,
  isLive,
  MAX,
  min,
  type ModelMarket,
  type ModelOrder,
  refuseByAmount,
  refuseByFilters,
  refuseByQuantity,
} from './naive-limits.ts';
import { isBips, isMarket, isUser } from './naive-fields.ts';
import { NaiveMatching } from './naive-matching.ts';
import { refuseDormant, refuseDormantAmount, setAsideOf, wouldFireAt } from './naive-triggers.ts';
import type { RejectCode } from '../../protocol/rejects.ts';

export class NaiveChanging extends NaiveMatching {
  /** Misfits of the last change of parameters: order, reason, whether it ended. */
  misfits: string[] = [];

  /** Adds a checked conditional order, whose funds are reserved already, to those that wait. */
  protected wait(market: ModelMarket, order: ModelOrder): void {
    order.status = 'UNTRIGGERED';
    order.rank = this.rank += 1;
    order.extreme = order.trigger === 'TRAILING_STOP' && order.activation === 0n ? market.last : 0n;
  }

  protected refusePoor(market: ModelMarket, order: ModelOrder, need: bigint): RejectCode | null {
    const asset = order.side === 'BUY' ? market.quote : market.base;
    if (need > MAX) return 'AMOUNT_TOO_LARGE';
    return this.balance(order.uid, asset, 'AVAIL') < need ? 'INSUFFICIENT_BALANCE' : null;
  }

  private find(command: CancelOrder | AmendOrder): ModelOrder | RejectCode {
    const theirs = this.orders.filter((o) => o.uid === command.uid && o.symbol === command.symbol);
    const order =
      command.orderId !== 0
        ? theirs.find((o) => o.id === command.orderId)
        : theirs.findLast((o) => o.clientOrderId === command.clientOrderId);
    if (!order) return 'UNKNOWN_ORDER';
    return isLive(order) ? order : 'ORDER_CLOSED';
  }

  protected cancel(command: CancelOrder): RejectCode | null {
    const market = this.markets.get(command.symbol);
    if (!market) return 'UNKNOWN_MARKET';
    if (market.status === 'MAINTENANCE') return 'MARKET_STATUS';
    const order = this.find(command);
    if (typeof order === 'string') return order;
    this.end(order, 'CANCELED', 'USER');
    return null;
  }

  protected cancelAll(uid: number, symbol: string): RejectCode | null {
    if (symbol !== '' && !this.markets.has(symbol)) return 'UNKNOWN_MARKET';
    if (this.markets.get(symbol)?.status === 'MAINTENANCE') return 'MARKET_STATUS';
    for (const order of this.orders) {
      const isMeant = symbol === '' || order.symbol === symbol;
      const isHeld = this.markets.get(order.symbol)!.status === 'MAINTENANCE';
      if (order.uid === uid && isMeant && !isHeld && isLive(order)) this.end(order, 'CANCELED', 'USER');
    }
    return null;
  }

  /** Ends all orders of a delisted market: bids, then asks, each best price first, then those that wait (trading A8). */
  protected endAll({ symbol }: ModelMarket): void {
    const dormant = this.orders.filter((o) => o.symbol === symbol && o.status === 'UNTRIGGERED');
    dormant.sort((a, b) => a.rank - b.rank);
    for (const order of [...this.book(symbol, 'BUY'), ...this.book(symbol, 'SELL'), ...dormant])
      if (isLive(order)) this.end(order, 'CANCELED', 'SYSTEM');
  }

  protected amend(command: AmendOrder): RejectCode | null {
    const market = this.markets.get(command.symbol);
    if (!market) return 'UNKNOWN_MARKET';
    const isBefore = market.status === 'PRE_OPEN';
    if (!['TRADING', 'POST_ONLY', 'PRE_OPEN'].includes(market.status)) return 'MARKET_STATUS';
    const order = this.find(command);
    if (typeof order === 'string') return order;
    const p = market.parameters;
    if (isBefore && (order.partner || order.status === 'UNTRIGGERED')) return 'MARKET_STATUS';
    if (p.maxAmends !== 0 && order.amends >= p.maxAmends && (order.partner || order.status === 'UNTRIGGERED'))
      return 'TOO_MANY_AMENDS';
    if (order.partner) return 'OCO_LEG';
    if (order.status === 'UNTRIGGERED') return this.amendDormant(market, order, command);
    const { stopPrice = 0, deltaBips = 0, activationPrice = 0, displayQuantity = 0 } = command;
    if (stopPrice + deltaBips + activationPrice !== 0) return 'BAD_FIELDS';
    if (displayQuantity !== 0 && order.display === 0n) return 'BAD_FIELDS';
    const display = displayQuantity === 0 ? order.display : BigInt(displayQuantity);
    const limit = command.price === 0 ? order.limit : BigInt(command.price);
    const quantity = command.quantity === 0 ? order.quantity : BigInt(command.quantity);
    const keepsPlace = limit === order.limit && display === order.display && quantity <= order.quantity;
    if (isBefore && !keepsPlace) return 'MARKET_STATUS';
    if (p.maxAmends !== 0 && order.amends >= p.maxAmends) return 'TOO_MANY_AMENDS';
    if (limit === order.limit && quantity === order.quantity && display === order.display) return 'NOTHING_TO_AMEND';
    const rest = quantity - order.filled - order.prevented;
    if (rest <= 0n) {
      order.amends += 1;
      this.end(order, 'CANCELED', 'AMENDED_AWAY');
      return null;
    }
    const wanted: ModelOrder = { ...order, limit, quantity, rest, display };
    if (keepsPlace) {
      const refusal = refuseByQuantity(market, wanted) ?? refuseByAmount(this.scales, { ...market, last: 0n }, wanted);
      if (refusal) return refusal;
      Object.assign(order, { quantity, rest, visible: min(order.visible, rest) });
      order.amends += 1;
      this.relock(market, order);
      return null;
    }
    // The trigger has fired: its prices mean nothing any more.
    const refusal = refuseByFilters(this.scales, market, { ...wanted, stop: 0n, activation: 0n });
    if (refusal) return refusal;
    const opposite = this.book(order.symbol, order.side === 'BUY' ? 'SELL' : 'BUY');
    const mayNotTrade = order.timeInForce === 'GTX' || market.status !== 'TRADING';
    if (mayNotTrade && this.meets(wanted, opposite[0])) return 'POST_ONLY';
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
    const { stopPrice = 0, deltaBips = 0, activationPrice = 0, displayQuantity = 0 } = command;
    const isTrailing = order.trigger === 'TRAILING_STOP';
    if (displayQuantity !== 0 || (isTrailing ? stopPrice !== 0 : deltaBips + activationPrice !== 0))
      return 'BAD_FIELDS';
    if (deltaBips !== 0 && !isBips(deltaBips)) return 'BAD_FIELDS';
    if (command.price !== 0 && order.type === 'MARKET') return 'BAD_FIELDS';
    const limit = command.price === 0 ? order.limit : BigInt(command.price);
    const quantity = command.quantity === 0 ? order.quantity : BigInt(command.quantity);
    const stop = stopPrice === 0 ? order.stop : BigInt(stopPrice);
    const bips = deltaBips === 0 ? order.bips : BigInt(deltaBips);
    const activation = activationPrice === 0 ? order.activation : BigInt(activationPrice);
    const wanted: ModelOrder = { ...order, limit, quantity, stop, bips, activation, rest: quantity };
    const hasTriggerOf = bips === order.bips && activation === order.activation && stop === order.stop;
    const isSame = limit === order.limit && hasTriggerOf;
    if (isSame && quantity === order.quantity) return 'NOTHING_TO_AMEND';
    const isLower = isSame && quantity < order.quantity;
    const refusal = isLower
      ? (refuseByQuantity(market, wanted) ?? refuseDormantAmount(this.scales, market, wanted))
      : refuseDormant(this.scales, market, wanted);
    if (refusal) return refusal;
    if (!isLower && wouldFireAt(wanted, market.last)) return 'WOULD_TRIGGER_NOW';
    wanted.setAside = isLower
      ? ceilDiv(order.setAside * quantity, order.quantity)
      : setAsideOf(this.scales, market, wanted);
    const need = this.need(market, wanted);
    if (need > MAX) return 'AMOUNT_TOO_LARGE';
    const asset = order.side === 'BUY' ? market.quote : market.base;
    if (need - order.locked > this.balance(order.uid, asset, 'AVAIL')) return 'INSUFFICIENT_BALANCE';
    Object.assign(order, { limit, quantity, stop, bips, activation, rest: quantity, setAside: wanted.setAside });
    order.amends += 1;
    this.relock(market, order);
    if (!isLower) this.wait(market, order);
    return null;
  }

  /**
   * Changes a market's parameters (trading A4): buy orders lock what the new parameters require, and `misfits` names the orders that would
   * be refused now.
   */
  protected changeMarket({ symbol, version, parameters }: ChangeMarket): RejectCode | null {
    this.misfits = [];
    const market = this.markets.get(symbol);
    if (!market) return 'UNKNOWN_MARKET';
    if (market.status === 'DELISTED') return 'MARKET_STATUS';
    if (!isUser(version)) return 'BAD_FIELDS';
    const before = market.parameters;
    const isSame = JSON.stringify(Object.entries(before).sort()) === JSON.stringify(Object.entries(parameters).sort());
    if (version <= market.version) return version === market.version && isSame ? null : 'ALREADY_EXISTS';
    const isSameGrid = before.tickSize === parameters.tickSize && before.stepSize === parameters.stepSize;
    if (!isSameGrid || !isMarket({ ...market, parameters }, this.scales)) return 'BAD_CONFIGURATION';
    Object.assign(market, { version, parameters });
    const opensLater =
      market.status === 'PRE_OPEN' || (market.status === 'MAINTENANCE' && market.previous === 'PRE_OPEN');
    if (opensLater) market.protectedUntilMs = parameters.openTimeMs + parameters.openProtectMs;
    const open = this.orders.filter((o) => o.symbol === symbol && isLive(o));
    for (const order of open) {
      // Both legs of a pair share one reservation, which the first leg holds.
      const isSecond = order.partner !== null && order.partner.id < order.id;
      if (!isLive(order) || isSecond) continue;
      const asset = order.side === 'BUY' ? market.quote : market.base;
      const needs = [order, ...(order.partner === null ? [] : [order.partner])].map((o) => this.need(market, o));
      const most = needs.reduce((a, b) => (a > b ? a : b));
      const isTooLarge = most > 2n ** 53n - 1n;
      if (!isTooLarge && most - order.locked <= this.balance(order.uid, asset, 'AVAIL')) {
        this.relock(market, order);
        continue;
      }
      const code = isTooLarge ? 'AMOUNT_TOO_LARGE' : 'INSUFFICIENT_BALANCE';
      for (const leg of order.partner === null ? [order] : [order, order.partner])
        this.misfits.push(`${leg.id} ${code} true`);
      this.end(order, 'CANCELED', 'SYSTEM');
    }
    for (const order of open.filter(isLive)) {
      const code =
        order.status === 'UNTRIGGERED'
          ? refuseDormant(this.scales, market, order)
          : refuseByFilters(this.scales, market, { ...order, stop: 0n, activation: 0n });
      if (code !== null) this.misfits.push(`${order.id} ${code} false`);
    }
    this.misfits.sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
    return null;
  }
}

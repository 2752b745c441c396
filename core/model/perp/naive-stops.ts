/** The naive model: conditional orders and exits (trading A1.2, B15). */
import type { AmendStopOrder, PlaceStopOrder, SetPositionExits } from '../../protocol/perp-commands.ts';
import type { RejectCode } from '../../protocol/rejects.ts';
import {
  type Exit,
  type ModelAccount,
  type ModelContract,
  type ModelOrder,
  type ModelPosition,
  ONE,
} from './naive-accounts.ts';
import type { ModelFill } from './naive-margin.ts';
import { type Asked, NaiveOrders } from './naive-orders.ts';
import type { PositionSide } from '../../protocol/words.ts';

export interface ModelStop {
  readonly id: number;
  readonly account: ModelAccount;
  readonly symbol: string;
  readonly side: 'BUY' | 'SELL';
  readonly positionSide: PositionSide;
  readonly type: 'STOP' | 'TAKE_PROFIT' | 'TRAILING_STOP';
  readonly source: string;
  trigger: bigint;
  price: bigint;
  readonly timeInForce: string;
  quantity: bigint;
  readonly reduceOnly: boolean;
  readonly closePosition: boolean;
  callback: bigint;
  activation: bigint;
  readonly priceProtect: boolean;
  readonly clientOrderId: string;
  readonly group: 'OWN' | 'ORDER' | 'FULL' | 'PARTIAL';
  readonly parent: number;
  partner: ModelStop | null;
  extreme: bigint;
  /** WAITING until its trigger price came, then WOKEN, then its outcome. */
  status: string;
  reason: string;
}

const isOpen = (stop: ModelStop): boolean => stop.status === 'WAITING' || stop.status === 'WOKEN';
const rises = ({ type, side }: Pick<ModelStop, 'type' | 'side'>): boolean =>
  (type === 'TAKE_PROFIT') === (side === 'SELL');
const reached = (stop: Pick<ModelStop, 'type' | 'side' | 'trigger'>, price: bigint): boolean =>
  rises(stop) ? price >= stop.trigger : price <= stop.trigger;

export abstract class NaiveStops extends NaiveOrders {
  readonly stops: ModelStop[] = [];
  protected woken: ModelStop[] = [];
  /** Outcomes of the stop orders that fired. */
  readonly firings: string[] = [];

  openStops(account: ModelAccount | undefined, symbol: string): ModelStop[] {
    return this.stops.filter((stop) => stop.account === account && stop.symbol === symbol && isOpen(stop));
  }
  private endStop(stop: ModelStop, status: string, reason: string): void {
    Object.assign(stop, { status, reason });
  }
  private reference(contract: ModelContract, source: string): bigint {
    if (source === 'INDEX') return contract.index;
    return source === 'MARK' || contract.last === 0n ? contract.mark : contract.last;
  }

  protected cancelStops(account: ModelAccount, symbol: string, side: string, reason = 'LIQUIDATION'): void {
    for (const stop of this.openStops(account, symbol))
      if (side === '' || stop.positionSide === side) this.endStop(stop, 'CANCELED', reason);
  }
  protected positionClosed(account: ModelAccount, { symbol, side }: ModelPosition): void {
    for (const stop of this.openStops(account, symbol))
      if (stop.group !== 'OWN' && stop.positionSide === side) this.endStop(stop, 'CANCELED', 'POSITION_CLOSED');
  }

  protected refuseStopCount(account: ModelAccount, symbol: string, added: number): RejectCode | null {
    const { maxStopOrders } = this.contract(symbol).p;
    const counted = this.openStops(account, symbol).filter(({ group }) => group === 'OWN' || group === 'ORDER');
    return added > 0 && maxStopOrders !== 0 && counted.length + added > maxStopOrders ? 'TOO_MANY_ORDERS' : null;
  }
  protected refuseExits(
    contract: ModelContract,
    side: 'BUY' | 'SELL',
    limit: number,
    asked: Pick<Asked, 'takeProfit' | 'stopLoss'>,
  ): RejectCode | null {
    const closing = side === 'BUY' ? 'SELL' : 'BUY';
    for (const [exit, type] of [
      [asked.takeProfit, 'TAKE_PROFIT'],
      [asked.stopLoss, 'STOP'],
    ] as const) {
      if (exit === null) continue;
      const reference = limit === 0 ? this.reference(contract, exit.source) : BigInt(limit);
      if (reached({ type, side: closing, trigger: BigInt(exit.triggerPrice) }, reference)) return 'WOULD_TRIGGER_NOW';
    }
    return null;
  }

  protected orderFilled(order: ModelOrder, { opening }: ModelFill): void {
    const { takeProfit, stopLoss } = order.exits;
    if (opening === 0n || (takeProfit === null && stopLoss === null)) return;
    const known = this.openStops(order.account, order.symbol).filter(({ parent }) => parent === order.id);
    for (const stop of known) stop.quantity += opening;
    if (known.length > 0) return;
    const side = order.side === 'BUY' ? 'SELL' : 'BUY';
    this.addExits({ ...order, side, group: 'ORDER', parent: order.id, quantity: opening }, order.exits);
  }

  private addExits(
    of: Pick<ModelStop, 'account' | 'symbol' | 'side' | 'positionSide' | 'group' | 'parent' | 'quantity'>,
    { takeProfit, stopLoss }: { readonly takeProfit: Exit | null; readonly stopLoss: Exit | null },
  ): void {
    const { account, symbol, side, positionSide, group, parent, quantity } = of;
    const made: ModelStop[] = [];
    for (const [exit, type] of [
      [takeProfit, 'TAKE_PROFIT'],
      [stopLoss, 'STOP'],
    ] as const) {
      if (exit === null) continue;
      made.push({
        id: (this.lastOrderId += 1),
        account,
        symbol,
        side,
        positionSide,
        type,
        source: exit.source,
        trigger: BigInt(exit.triggerPrice),
        price: BigInt(exit.price),
        timeInForce: 'GTC',
        quantity,
        reduceOnly: true,
        closePosition: group === 'FULL',
        callback: 0n,
        activation: 0n,
        priceProtect: false,
        clientOrderId: '',
        group,
        parent,
        partner: null,
        extreme: 0n,
        status: 'WAITING',
        reason: '',
      });
    }
    this.stops.push(...made);
    const [first, second] = made;
    if (first !== undefined && second !== undefined && group !== 'FULL') {
      first.partner = second;
      second.partner = first;
    }
    for (const stop of made) if (reached(stop, this.reference(this.contract(symbol), stop.source))) this.wakeStop(stop);
  }
  private wakeStop(stop: ModelStop): void {
    stop.status = 'WOKEN';
    this.woken.push(stop);
  }

  protected placeStop(account: ModelAccount, contract: ModelContract, command: PlaceStopOrder): RejectCode | null {
    const { symbol } = contract;
    const { type, side, positionSide, closePosition, clientOrderId, source } = command;
    const reduceOnly = this.closes(command);
    const named = this.openStops(account, symbol).some(
      (stop) => clientOrderId !== '' && stop.clientOrderId === clientOrderId,
    );
    const prices = [command.triggerPrice, command.price, command.activationPrice];
    const refusal =
      (closePosition && (command.quantity !== 0 || command.price !== 0) ? 'BAD_FIELDS' : null) ??
      this.refuseSide(account, positionSide) ??
      this.refuseStatus(contract, reduceOnly, false) ??
      (named ? 'DUPLICATE_CLIENT_ORDER_ID' : null) ??
      prices.reduce<RejectCode | null>((found, price) => found ?? this.refusePrice(contract, price), null) ??
      (closePosition ? null : this.refuseQuantity(contract, command.quantity, command.price !== 0)) ??
      this.refuseStopCount(account, symbol, 1);
    if (refusal !== null) return refusal;
    const [trigger, activation, reference] = [
      BigInt(command.triggerPrice),
      BigInt(command.activationPrice),
      this.reference(contract, source),
    ];
    if (type !== 'TRAILING_STOP' && reached({ type, side, trigger }, reference)) return 'WOULD_TRIGGER_NOW';
    if (activation !== 0n && (side === 'SELL' ? activation <= reference : activation >= reference))
      return 'WOULD_TRIGGER_NOW';
    this.stops.push({
      id: (this.lastOrderId += 1),
      account,
      symbol,
      side,
      positionSide,
      type,
      source,
      trigger,
      reduceOnly,
      closePosition,
      price: BigInt(command.price),
      timeInForce: command.timeInForce,
      quantity: BigInt(command.quantity),
      callback: BigInt(command.callbackRate),
      activation,
      priceProtect: command.priceProtect,
      clientOrderId,
      group: 'OWN',
      parent: 0,
      partner: null,
      status: 'WAITING',
      reason: '',
      extreme: type === 'TRAILING_STOP' && activation === 0n ? reference : 0n,
    });
    return null;
  }

  protected setExits(account: ModelAccount, contract: ModelContract, command: SetPositionExits): RejectCode | null {
    const { takeProfit, stopLoss, positionSide } = command;
    const { symbol } = contract;
    const wrongSide = this.refuseSide(account, positionSide);
    if (wrongSide !== null) return wrongSide;
    const position = this.position(account, symbol, positionSide);
    if (position === undefined) return 'UNKNOWN_POSITION';
    const isFull = command.quantity === 0;
    if (!isFull && takeProfit === null && stopLoss === null) return 'BAD_FIELDS';
    const refusal =
      (isFull ? null : this.refuseQuantity(contract, command.quantity, false)) ??
      this.refuseExitPrices(contract, command) ??
      this.refuseExits(contract, position.s === 1n ? 'BUY' : 'SELL', 0, command);
    if (refusal !== null) return refusal;
    const group = isFull ? 'FULL' : 'PARTIAL';
    const known = this.openStops(account, symbol).filter(
      (stop) => stop.group === group && stop.positionSide === positionSide,
    );
    if (isFull) for (const stop of known) this.endStop(stop, 'CANCELED', 'USER');
    else {
      const count = (type: string): number => known.filter((stop) => stop.type === type).length;
      if ((takeProfit !== null && count('TAKE_PROFIT') >= 20) || (stopLoss !== null && count('STOP') >= 20))
        return 'TOO_MANY_ORDERS';
    }
    const side = position.s === 1n ? 'SELL' : 'BUY';
    this.addExits(
      { account, symbol, side, positionSide, group, parent: 0, quantity: BigInt(command.quantity) },
      command,
    );
    return null;
  }

  protected cancelStop(account: ModelAccount, symbol: string, id: number, name: string): RejectCode | null {
    const stop = this.findStop(account, symbol, id, name);
    if (typeof stop === 'string') return stop;
    this.endStop(stop, 'CANCELED', 'USER');
    return null;
  }

  private findStop(account: ModelAccount, symbol: string, id: number, name: string): ModelStop | RejectCode {
    const own = this.stops.filter(
      (stop) => stop.account === account && (id === 0 ? stop.clientOrderId === name && isOpen(stop) : stop.id === id),
    );
    const stop = own.find((candidate) => candidate.symbol === symbol && isOpen(candidate));
    return stop ?? (own.some((candidate) => !isOpen(candidate)) ? 'ORDER_CLOSED' : 'UNKNOWN_ORDER');
  }

  protected amendStop(account: ModelAccount, contract: ModelContract, command: AmendStopOrder): RejectCode | null {
    const stop = this.findStop(account, contract.symbol, command.orderId, command.clientOrderId);
    if (typeof stop === 'string') return stop;
    const isTrailing = stop.type === 'TRAILING_STOP';
    const asked = {
      trigger: BigInt(command.triggerPrice),
      price: BigInt(command.price),
      quantity: BigInt(command.quantity),
      callback: BigInt(command.callbackRate),
      activation: BigInt(command.activationPrice),
    };
    if (isTrailing ? asked.trigger + asked.price !== 0n : asked.callback + asked.activation !== 0n) return 'BAD_FIELDS';
    if (asked.quantity !== 0n && (stop.group !== 'OWN' || stop.closePosition)) return 'BAD_FIELDS';
    if (asked.price !== 0n && stop.price === 0n) return 'BAD_FIELDS';
    if (asked.callback !== 0n && (asked.callback < 100_000n || asked.callback > 10_000_000n)) return 'BAD_FIELDS';
    const isNew = (name: keyof typeof asked): boolean => asked[name] !== 0n && asked[name] !== stop[name];
    const changed = (Object.keys(asked) as (keyof typeof asked)[]).filter(isNew);
    if (changed.length === 0) return 'NOTHING_TO_AMEND';
    const reference = this.reference(contract, stop.source);
    const { type, side } = stop;
    const isPast = side === 'SELL' ? asked.activation <= reference : asked.activation >= reference;
    const refusal =
      this.refuseStatus(contract, stop.reduceOnly, false) ??
      (isNew('trigger') ? this.refusePrice(contract, command.triggerPrice) : null) ??
      (isNew('price') ? this.refusePrice(contract, command.price) : null) ??
      (isNew('activation') ? this.refusePrice(contract, command.activationPrice) : null) ??
      (isNew('quantity') ? this.refuseQuantity(contract, command.quantity, stop.price !== 0n) : null) ??
      (isNew('trigger') && reached({ type, side, trigger: asked.trigger }, reference) ? 'WOULD_TRIGGER_NOW' : null) ??
      (isNew('activation') && isPast ? 'WOULD_TRIGGER_NOW' : null);
    if (refusal !== null) return refusal;
    if (isNew('activation')) stop.extreme = 0n;
    else if (isNew('callback') && stop.extreme !== 0n) stop.extreme = reference;
    for (const name of changed) stop[name] = asked[name];
    return null;
  }

  /** Checks all waiting orders against the present prices, also those that price protection held back before. */
  protected wakeAll(contract: ModelContract): void {
    if (contract.last !== 0n) this.wake(contract, 'LAST', contract.last);
    if (contract.mark === 0n) return;
    this.wake(contract, 'MARK', contract.mark);
    this.wake(contract, 'INDEX', contract.index);
  }
  /**
   * The order of firing: those that wait for a rise by rising trigger, those that wait for a fall by falling trigger, the older first;
   * then trailing stops.
   */
  protected wake(contract: ModelContract, source: string, price: bigint): void {
    if (this.refuseStatus(contract, true, false) !== null) return;
    const waiting = this.stops.filter(
      (stop) => stop.symbol === contract.symbol && stop.source === source && stop.status === 'WAITING',
    );
    const plain = waiting.filter((stop) => stop.type !== 'TRAILING_STOP' && reached(stop, price));
    const up = plain.filter(rises).sort((a, b) => Number(a.trigger - b.trigger) || a.id - b.id);
    const down = plain.filter((stop) => !rises(stop)).sort((a, b) => Number(b.trigger - a.trigger) || a.id - b.id);
    const trailing = waiting.filter((stop) => stop.type === 'TRAILING_STOP' && this.follow(stop, price));
    for (const stop of [...up, ...down, ...trailing])
      if (!stop.priceProtect || !this.isProtected(contract)) this.wakeStop(stop);
  }
  private follow(stop: ModelStop, price: bigint): boolean {
    const sells = stop.side === 'SELL';
    if (stop.extreme === 0n) {
      if (stop.activation !== 0n && (sells ? price >= stop.activation : price <= stop.activation)) stop.extreme = price;
      return false;
    }
    if (sells ? price > stop.extreme : price < stop.extreme) stop.extreme = price;
    const turn = stop.extreme * (sells ? ONE - stop.callback : ONE + stop.callback);
    return sells ? price * ONE <= turn : price * ONE >= turn;
  }

  /** Places the order of the stop that fired first. */
  protected fireNext(): void {
    const stop = this.woken.shift()!;
    if (stop.status !== 'WOKEN') return;
    this.endStop(stop, 'TRIGGERED', '');
    if (stop.partner !== null && isOpen(stop.partner)) this.endStop(stop.partner, 'CANCELED', 'OCO');
    const { account, symbol, side, positionSide, price, reduceOnly } = stop;
    const held = this.position(account, symbol, positionSide)?.q ?? 0n;
    const isMarket = price === 0n;
    const quantity = stop.closePosition ? (isMarket ? 0n : held) : stop.quantity;
    const asked = {
      side,
      positionSide,
      type: isMarket ? 'MARKET' : 'LIMIT',
      timeInForce: isMarket ? 'IOC' : stop.timeInForce,
      price: Number(price),
      quantity: Number(quantity),
      reduceOnly,
      closePosition: quantity === 0n,
      stpMode: '',
      clientOrderId: '',
      takeProfit: null,
      stopLoss: null,
    } as Asked;
    const order = this.place(account, this.contract(symbol), asked, stop.group !== 'OWN' || stop.reduceOnly);
    if (typeof order === 'string') this.endStop(stop, 'EXPIRED', order);
    this.firings.push(stop.status);
  }
}

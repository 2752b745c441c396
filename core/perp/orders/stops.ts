/** Conditional orders and exits: placed, fired, ended (trading B15). */
import type { Amount, Price } from '../../fixed.ts';
import { abs, ONE } from '../../formulas/rounding.ts';
import type { RejectCode } from '../../protocol/rejects.ts';
import { isCount } from '../../protocol/field-checks.ts';
import { ENDED_KEPT, type Holding, type MarginAccount, type OpenPosition } from '../account/accounts.ts';
import type { AmendStopOrder, ExitTerms, PlaceStopOrder, SetPositionExits } from '../../protocol/perp-commands.ts';
import type { Contract } from '../contract/contract.ts';
import type { FillPlan } from '../account/fill-plan.ts';
import { amendStop } from './amend-stop.ts';
import { ExitsByOrder } from './exits-by-order.ts';
import { checkContractStatus, checkPositionSide, checkQuantity, closesOnly } from './order-checks.ts';
import type { PerpParts } from '../account/parts.ts';
import type { PerpOrders } from './perp-orders.ts';
import type { PerpOrderPlacer } from './place-order.ts';
import {
  checkExitFields,
  checkExits,
  checkStopCount,
  checkStopFields,
  checkStopGrid,
  checkTrigger,
  type Exits,
  pairsOf,
  priceOf,
} from './stop-checks.ts';
import type { StopReason } from '../../protocol/perp-events.ts';
import { isReached, type StopOrder } from '../contract/stop-table.ts';
import type { StopGroup, TriggerSource } from '../../protocol/words.ts';

/** The most exits for parts of one position, of each kind: take-profit and stop-loss (trading B15). */
const MAX_PARTIAL = 20;
/** The origin of an order that a conditional one became. */
const FROM_STOP = 1;

/** A conditional order without the fields that are set when it is stored. */
type Draft = Omit<
  StopOrder,
  'stopOrderId' | 'createdAtMs' | 'updatedAtMs' | 'status' | 'reason' | 'orderId' | 'pairId'
>;

export class Stops {
  /** Exits that wait for their order to fill, by order id. */
  readonly exitsByOrder: ExitsByOrder;
  /** Woken, in the order in which they enter the market. */
  readonly woken: StopOrder[] = [];
  /** How many ended conditional orders are remembered, of all accounts. */
  endedCount = 0;
  /** About 50 MB of them; fewer in tests. */
  mostEnded = 100_000;
  private readonly parts: PerpParts;
  private readonly lifecycle: PerpOrders;
  private readonly placer: PerpOrderPlacer;

  constructor(parts: PerpParts, lifecycle: PerpOrders, placer: PerpOrderPlacer) {
    this.exitsByOrder = new ExitsByOrder(parts.orders);
    this.parts = parts;
    this.lifecycle = lifecycle;
    this.placer = placer;
  }

  place(command: PlaceStopOrder, account: MarginAccount, holding: Holding, timeMs: number): StopOrder | RejectCode {
    const { contract } = holding;
    const refusal =
      checkStopFields(command) ??
      checkPositionSide(account, command.positionSide) ??
      checkContractStatus(contract, closesOnly(command), false) ??
      (this.isTaken(account, contract, command.clientOrderId) ? 'DUPLICATE_CLIENT_ORDER_ID' : null) ??
      checkStopGrid(contract, command) ??
      checkStopCount(account, contract, 1) ??
      checkTrigger(contract, command);
    if (refusal !== null) return refusal;
    const draft: Draft = {
      account: account.index,
      contract: contract.index,
      side: command.side,
      positionSide: command.positionSide,
      type: command.type,
      source: command.source,
      triggerPrice: BigInt(command.triggerPrice),
      price: BigInt(command.price),
      timeInForce: command.timeInForce,
      quantity: BigInt(command.quantity),
      reduceOnly: closesOnly(command),
      closePosition: command.closePosition,
      callbackRate: BigInt(command.callbackRate),
      activationPrice: BigInt(command.activationPrice),
      priceProtect: command.priceProtect,
      clientOrderId: command.clientOrderId,
      group: 'OWN',
      parentOrderId: 0,
      // Without an activation price a trailing stop follows at once (trading A1.3).
      extreme:
        command.type === 'TRAILING_STOP' && command.activationPrice === 0 ? priceOf(contract, command.source) : 0n,
    };
    const stop = this.wait(draft, timeMs);
    this.parts.report.stop(stop);
    return stop;
  }

  /** A fill of an order with exits: they wait for what it opened so far. */
  orderFilled(orderId: number, account: MarginAccount, holding: Holding, plan: FillPlan, timeMs: number): void {
    const exits = this.exitsByOrder.get(orderId);
    if (exits === undefined || plan.opening === 0n) return;
    const known = [...account.stops.values()].filter((stop) => stop.parentOrderId === orderId);
    for (const stop of known) {
      stop.quantity += plan.opening;
      stop.updatedAtMs = timeMs;
      this.parts.report.stop(stop);
    }
    if (known.length === 0) {
      const of = { account, holding, positionSide: plan.side, direction: plan.direction, parentOrderId: orderId };
      this.addPair({ ...of, group: 'ORDER', quantity: plan.opening }, exits, timeMs);
    }
  }

  setPositionExits(
    command: SetPositionExits,
    account: MarginAccount,
    holding: Holding,
    timeMs: number,
  ): readonly StopOrder[] | RejectCode {
    const { contract } = holding;
    const side = checkPositionSide(account, command.positionSide);
    if (side !== null) return side;
    const position = holding.position(command.positionSide);
    if (position === null) return 'UNKNOWN_POSITION';
    const isFull = command.quantity === 0;
    const none = command.takeProfit === null && command.stopLoss === null;
    if (!isCount(command.quantity) || (none && !isFull)) return 'BAD_FIELDS';
    const refusal =
      checkExitFields(command, false) ??
      (isFull ? null : checkQuantity(contract, command.quantity / contract.stepSize, false)) ??
      checkExits(contract, position.direction === 1n ? 'BUY' : 'SELL', 0, command);
    if (refusal !== null) return refusal;
    const group: StopGroup = isFull ? 'FULL' : 'PARTIAL';
    const known = this.ofPosition(account, contract, command.positionSide).filter((stop) => stop.group === group);
    if (isFull) for (const stop of known) this.end(stop, 'CANCELED', 'USER', timeMs);
    else {
      const count = (type: string): number => known.filter((stop) => stop.type === type).length;
      const isOver = (exit: ExitTerms | null, type: string): boolean => exit !== null && count(type) >= MAX_PARTIAL;
      if (isOver(command.takeProfit, 'TAKE_PROFIT') || isOver(command.stopLoss, 'STOP')) return 'TOO_MANY_ORDERS';
    }
    const { positionSide } = command;
    const of = { account, holding, positionSide, direction: position.direction, parentOrderId: 0 };
    return this.addPair({ ...of, group, quantity: BigInt(command.quantity) }, command, timeMs);
  }

  /** Ends the exits of a position that is closed. */
  positionClosed(account: MarginAccount, holding: Holding, position: OpenPosition, timeMs: number): void {
    for (const stop of this.ofPosition(account, holding.contract, position.positionSide)) {
      this.end(stop, 'CANCELED', 'POSITION_CLOSED', timeMs);
    }
  }

  cancel(
    account: MarginAccount,
    contract: Contract,
    id: number,
    clientOrderId: string,
    timeMs: number,
  ): StopOrder | RejectCode {
    const stop = this.find(account, contract, id, clientOrderId);
    if (typeof stop !== 'string') this.end(stop, 'CANCELED', 'USER', timeMs);
    return stop;
  }

  amend(command: AmendStopOrder, account: MarginAccount, contract: Contract, timeMs: number): StopOrder | RejectCode {
    const stop = this.find(account, contract, command.orderId, command.clientOrderId);
    if (typeof stop === 'string') return stop;
    const refusal = amendStop(contract, stop, command);
    if (refusal !== null) return refusal;
    stop.updatedAtMs = timeMs;
    this.parts.report.stop(stop);
    return stop;
  }

  cancelAll(
    account: MarginAccount,
    isMeant: (stop: StopOrder) => boolean,
    reason: StopReason,
    timeMs: number,
  ): StopOrder[] {
    const meant = [...account.stops.values()].filter(isMeant);
    for (const stop of meant) this.end(stop, 'CANCELED', reason, timeMs);
    return meant;
  }

  /** Wakes the orders that a price of one source reaches; with price protection only while mark and last are close (trading B15). */
  wake(contract: Contract, source: TriggerSource, price: bigint): void {
    // While the contract takes no orders, conditional orders go on waiting (trading A8, B1).
    if (contract.stops.size === 0 || price === 0n || checkContractStatus(contract, true, false) !== null) return;
    for (const stop of contract.stops.reachedBy(source, price)) {
      if (stop.priceProtect && this.isProtected(contract)) continue;
      contract.stops.remove(stop);
      this.woken.push(stop);
    }
  }

  /**
   * The prices as they stand, after the mark or the status moved. What an earlier print reached while it was held back, by
   * the distance of mark and last or by a status, is looked at again and fires on the price of now (trading B15).
   */
  wakeAll(contract: Contract): void {
    this.wake(contract, 'LAST', contract.priceOf(contract.lastTicks));
    this.wake(contract, 'MARK', contract.mark);
    this.wake(contract, 'INDEX', contract.indexPrice);
  }

  /** Every print in order; and each may end the distance of mark and last that held others back (trading B15). */
  wakeByPrints(prints: readonly { readonly contract: Contract; readonly ticks: number }[]): void {
    if (prints.every(({ contract }) => contract.stops.size === 0)) return;
    for (const { contract, ticks } of prints) this.wake(contract, 'LAST', contract.priceOf(ticks));
    for (const contract of new Set(prints.map((print) => print.contract))) this.wakeAll(contract);
  }

  /** The oldest woken one becomes an order, or ends with the refusal. */
  fireNext(timeMs: number): void {
    const stop = this.woken.shift();
    // Another one's fills may have ended it meanwhile.
    if (stop === undefined || stop.status !== 'NEW') return;
    const account = this.accountOf(stop);
    const contract = this.parts.contracts[stop.contract];
    const holding = account.holding(contract);
    account.stops.delete(stop.stopOrderId);
    const pair = account.stops.get(stop.pairId);
    if (pair !== undefined) this.end(pair, 'CANCELED', 'OCO', timeMs);
    // By market it closes whatever is open then; with a limit it needs that quantity.
    const open = holding.position(stop.positionSide)?.quantity ?? 0n;
    const quantity = !stop.closePosition ? stop.quantity : stop.price === 0n ? 0n : open;
    const order = this.placer.place(
      {
        side: stop.side,
        positionSide: stop.positionSide,
        type: stop.price === 0n ? 'MARKET' : 'LIMIT',
        timeInForce: stop.price === 0n ? 'IOC' : stop.timeInForce,
        price: Number(stop.price) as Price,
        quantity: Number(quantity) as Amount,
        reduceOnly: stop.reduceOnly,
        closePosition: quantity === 0n,
        stpMode: '',
        clientOrderId: '',
        takeProfit: null,
        stopLoss: null,
      },
      account,
      holding,
      { origin: FROM_STOP, isExit: stop.group !== 'OWN' || stop.reduceOnly },
      timeMs,
      (slot) => {
        stop.orderId = this.placer.idOf(slot);
        stop.status = 'TRIGGERED';
        stop.updatedAtMs = timeMs;
        this.parts.report.stop(stop);
      },
    );
    if (typeof order === 'string') Object.assign(stop, { status: 'EXPIRED', reason: order, updatedAtMs: timeMs });
    this.remember(stop);
    if (typeof order === 'string') this.parts.report.stop(stop);
  }

  /** Puts a conditional order from a snapshot back among the waiting ones. */
  restore(stop: StopOrder): void {
    this.accountOf(stop).stops.set(stop.stopOrderId, stop);
    this.parts.contracts[stop.contract].stops.add(stop);
  }

  remember(stop: StopOrder): void {
    const { endedStops } = this.accountOf(stop);
    endedStops.push(stop);
    this.endedCount += 1;
    if (endedStops.length <= ENDED_KEPT) return;
    endedStops.shift();
    this.endedCount -= 1;
  }

  /** Forgets all ended conditional orders of one account, then of the next, until half of the most that may be remembered are left. */
  forgetEnded(): void {
    for (const account of this.parts.accounts.known()) {
      if (this.endedCount <= this.mostEnded / 2) return;
      this.endedCount -= account?.endedStops.splice(0).length ?? 0;
    }
  }

  private accountOf(stop: StopOrder): MarginAccount {
    return this.parts.accounts.at(stop.account);
  }

  private wait(draft: Draft, timeMs: number): StopOrder {
    const stop: StopOrder = {
      ...draft,
      stopOrderId: (this.lifecycle.lastOrderId += 1),
      pairId: 0,
      createdAtMs: timeMs,
      updatedAtMs: timeMs,
      status: 'NEW',
      reason: '',
      orderId: 0,
    };
    this.restore(stop);
    return stop;
  }

  private addPair(
    of: {
      readonly account: MarginAccount;
      readonly holding: Holding;
      readonly positionSide: StopOrder['positionSide'];
      readonly direction: bigint;
      readonly parentOrderId: number;
      readonly group: StopGroup;
      readonly quantity: bigint;
    },
    exits: Exits,
    timeMs: number,
  ): StopOrder[] {
    const { account, holding, group, parentOrderId, positionSide } = of;
    const made = pairsOf(exits).map(([exit, type]) =>
      this.wait(
        {
          account: account.index,
          contract: holding.contract.index,
          side: of.direction === 1n ? 'SELL' : 'BUY',
          positionSide,
          type,
          source: exit.source,
          triggerPrice: BigInt(exit.triggerPrice),
          price: BigInt(exit.price),
          timeInForce: 'GTC',
          quantity: of.quantity,
          reduceOnly: true,
          closePosition: group === 'FULL',
          callbackRate: 0n,
          activationPrice: 0n,
          priceProtect: false,
          clientOrderId: '',
          group,
          parentOrderId,
          extreme: 0n,
        },
        timeMs,
      ),
    );
    // Full exits stand until the position is closed: what one of them leaves open the other still guards (trading B15).
    if (made.length === 2 && group !== 'FULL') {
      made[0].pairId = made[1].stopOrderId;
      made[1].pairId = made[0].stopOrderId;
    }
    for (const stop of made) {
      this.parts.report.stop(stop);
      // The price may have gone past it before the order filled: it is due at once.
      const { contract } = holding;
      if (!isReached(stop, priceOf(contract, stop.source))) continue;
      contract.stops.remove(stop);
      this.woken.push(stop);
    }
    return made;
  }

  private end(stop: StopOrder, status: StopOrder['status'], reason: StopReason, timeMs: number): void {
    this.accountOf(stop).stops.delete(stop.stopOrderId);
    this.parts.contracts[stop.contract].stops.remove(stop);
    Object.assign(stop, { status, reason, updatedAtMs: timeMs });
    this.remember(stop);
    this.parts.report.stop(stop);
  }

  private ofPosition(account: MarginAccount, contract: Contract, positionSide: string): StopOrder[] {
    return [...account.stops.values()].filter(
      (stop) => stop.contract === contract.index && stop.positionSide === positionSide && stop.group !== 'OWN',
    );
  }

  private isTaken(account: MarginAccount, contract: Contract, clientOrderId: string): boolean {
    return clientOrderId !== '' && this.byClientId(account, contract, clientOrderId) !== undefined;
  }

  /** The one of that name that waits, or why there is none. */
  private find(account: MarginAccount, contract: Contract, id: number, name: string): StopOrder | RejectCode {
    const stop = id !== 0 ? account.stops.get(id) : this.byClientId(account, contract, name);
    if (stop !== undefined && stop.contract === contract.index) return stop;
    const hasEnded = account.endedStops.some(({ stopOrderId }) => stopOrderId === id);
    return hasEnded ? 'ORDER_CLOSED' : 'UNKNOWN_ORDER';
  }

  private byClientId(account: MarginAccount, contract: Contract, clientOrderId: string): StopOrder | undefined {
    for (const stop of account.stops.values()) {
      if (stop.contract === contract.index && stop.clientOrderId === clientOrderId) return stop;
    }
    return undefined;
  }

  /** |mark - last| / mark > priceProtectScope. */
  private isProtected(contract: Contract): boolean {
    const distance = abs(contract.mark - BigInt(contract.lastTicks) * contract.tick);
    return distance * ONE > contract.mark * BigInt(contract.parameters.priceProtectScope);
  }
}

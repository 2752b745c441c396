/** Orders of perpetuals that enter at once, new, fired or amended (trading B19). */
import {
  AMENDED_AWAY,
  AMENDS,
  BUY,
  BY_SYSTEM,
  BY_USER,
  CANCELED,
  EXPIRED,
  FILLED,
  FILLED_LOTS,
  FLAGS,
  GTX,
  ID,
  INT_STRIDE,
  isLive,
  isReduceOnly,
  KEY,
  LIMIT_TYPE,
  LOTS,
  MARKET_TYPE,
  NO_LIQUIDITY,
  NO_REASON,
  NUM_STRIDE,
  PARTIALLY_FILLED,
  positionSideOf,
  PRICE_CAP,
  sideOf,
  statusOf,
  stpModeOf,
  TIME_IN_FORCE,
  timeInForceOf,
  TOTAL_LOTS,
  typeOf,
  UPDATED,
} from '../../book/order-pool.ts';
import type { Amount } from '../../fixed.ts';
import type { RejectCode } from '../../protocol/rejects.ts';
import { crosses } from '../../book/reach.ts';
import { isCount } from '../../protocol/field-checks.ts';
import type { Holding, MarginAccount } from '../account/accounts.ts';
import { type AmendPerpOrder, type PlacePerpOrder } from '../../protocol/perp-commands.ts';
import type { Contract } from '../contract/contract.ts';
import { FillOrKill } from './fill-or-kill.ts';
import type { PerpMatcher } from './match-orders.ts';
import {
  assumedTicks,
  capTicks,
  checkBands,
  checkContractStatus,
  checkFilters,
  checkLimits,
  checkMargin,
  checkNotional,
  checkPrice,
  checkQuantity,
  closesOnly,
  isFillOrKill,
  mayRest,
  mostLots,
  readRequest,
  type OrderRequest,
} from './order-checks.ts';
import type { PerpParts } from '../account/parts.ts';
import { endOf, type PerpOrders } from './perp-orders.ts';
import type { PlannedOrder } from '../account/order-needs.ts';
import { checkExitFields, checkExits, checkStopCount, pairsOf } from './stop-checks.ts';
import { POSITION_SIDES, type PositionSide } from '../../protocol/words.ts';

/** A position too large for one order is closed by at most this many, all in one command. */
const MAX_PARTS = 500;

/** An order as its user, or a conditional one, asks for it. */
type Asked = Omit<PlacePerpOrder, 'kind' | 'idempotency' | 'uid' | 'wallet' | 'symbol'>;

interface Placed {
  readonly order: number;
  readonly lots: number;
  /** More was asked for than one order may hold. */
  readonly isCut: boolean;
}

/** Who sends an order. */
interface Sender {
  /** Place in ORDER_ORIGINS. */
  readonly origin: number;
  /** An exit closes what its order filled or its position has, even beyond the largest order size. */
  readonly isExit: boolean;
}

export class PerpOrderPlacer {
  private readonly parts: PerpParts;
  private readonly lifecycle: PerpOrders;
  private readonly matcher: PerpMatcher;
  private readonly fillOrKill: FillOrKill;

  constructor(parts: PerpParts, lifecycle: PerpOrders, matcher: PerpMatcher) {
    this.parts = parts;
    this.lifecycle = lifecycle;
    this.matcher = matcher;
    this.fillOrKill = new FillOrKill(parts);
  }

  /**
   * The new order's slot, or why it is refused. `accepted` runs between acceptance and entry: what belongs to the order
   * must be there when it fills. An exit that is larger than one order may be goes in several, one after the other, as long
   * as each is filled or rests (trading B15); then the slot is the first one's.
   */
  place(
    command: Asked,
    account: MarginAccount,
    holding: Holding,
    sender: Sender,
    timeMs: number,
    accepted: (order: number) => void = () => {},
  ): number | RejectCode {
    const first = this.placeOne(command, account, holding, sender, timeMs, accepted);
    if (typeof first === 'string') return first;
    let quantity: number = command.quantity;
    for (let [part, sent] = [1, first]; sent.isCut && part < MAX_PARTS && this.goesOn(sent.order); part += 1) {
      quantity -= sent.lots * holding.contract.stepSize;
      const rest = { ...command, quantity: (command.closePosition ? 0 : quantity) as Amount, clientOrderId: '' };
      const next = this.placeOne(rest, account, holding, sender, timeMs, () => {});
      if (typeof next === 'string') break;
      sent = next;
    }
    return first.order;
  }

  /** Was it filled, or does it rest? */
  private goesOn(order: number): boolean {
    const flags = this.parts.orders.int[order * INT_STRIDE + FLAGS];
    return isLive(flags) || statusOf(flags) === FILLED;
  }

  private placeOne(
    command: Asked,
    account: MarginAccount,
    holding: Holding,
    { origin, isExit }: Sender,
    timeMs: number,
    accepted: (order: number) => void,
  ): Placed | RejectCode {
    const { contract } = holding;
    const { orders } = this.parts;
    const isPostOnly = command.type === 'LIMIT' && command.timeInForce === 'GTX';
    const closed = checkContractStatus(contract, closesOnly(command), isPostOnly);
    if (closed !== null) return closed;
    const request = readRequest(command, account, holding);
    if (typeof request === 'string') return request;
    request.origin = origin;
    const position = holding.position(request.positionSide);
    const reduces = position !== null && position.direction === (request.side === BUY ? -1n : 1n);
    const refusal =
      checkExitFields(command, request.reduceOnly) ??
      (this.lifecycle.isTaken(account, contract, request.clientOrderId) ? 'DUPLICATE_CLIENT_ORDER_ID' : null) ??
      // Without a position there is no quantity to check in an order that closes all of it.
      (request.reduceOnly && command.closePosition && !reduces ? 'REDUCE_ONLY_REJECT' : null) ??
      checkFilters(holding, request, command.closePosition || isExit) ??
      checkExits(contract, command.side, command.price, command) ??
      (request.reduceOnly && !reduces ? 'REDUCE_ONLY_REJECT' : null) ??
      (account.closeOnly && !request.reduceOnly ? 'CLOSE_ONLY' : null) ??
      this.checkCount(holding, request) ??
      checkStopCount(account, contract, pairsOf(command).length);
    if (refusal !== null) return refusal;
    if (request.type === MARKET_TYPE) request.ticks = capTicks(contract, request.side);
    const most = mostLots(contract, request, this.matcher.bestTicks(contract, 1 - request.side));
    // A fill-or-kill order cannot be split (trading A2).
    const mayBeCut = (isExit || command.closePosition) && !isFillOrKill(request.timeInForce);
    const isCut = request.lots > most && most > 0 && mayBeCut;
    if (request.lots > most && !isCut) return 'AMOUNT_TOO_LARGE';
    if (isCut) request.lots = most;
    const planned = this.planned(holding, request, 0);
    const limit = request.reduceOnly ? null : checkLimits(this.parts, account, planned);
    if (limit !== null) return limit;
    if (isPostOnly && crosses(contract, orders, request.side, request.ticks)) return 'POST_ONLY';
    const poor = request.reduceOnly ? null : checkMargin(this.parts, account, planned);
    if (poor !== null) return poor;
    if (orders.isFull) return 'LIMIT_REACHED';
    return { order: this.acceptAndEnter(account, planned, request, timeMs, accepted), lots: request.lots, isCut };
  }

  private acceptAndEnter(
    account: MarginAccount,
    planned: PlannedOrder,
    request: OrderRequest,
    timeMs: number,
    accepted: (order: number) => void,
  ): number {
    const { holding } = planned;
    const order = this.lifecycle.accept(account, holding, request, timeMs);
    if (mayRest(request.timeInForce)) this.parts.risk.inUnits?.keep(account, planned);
    accepted(order);
    this.enterNew(holding, order, timeMs);
    return order;
  }

  /** An order that was accepted, is in no book and has traded nothing: it ends where it must fill whole and would not, and enters otherwise (trading A2). */
  enterNew(holding: Holding, order: number, timeMs: number): void {
    if (this.fillOrKill.isInVain(holding.contract, order, timeMs)) {
      this.lifecycle.end(order, EXPIRED, TIME_IN_FORCE, timeMs);
      this.parts.report.order(order, 'ENDED');
    } else {
      this.enter(holding, order, timeMs);
    }
  }

  /** An order that is live and in no book: it trades, then rests or ends. `before`: the lots that it had filled before its command. */
  enter(
    holding: Holding,
    order: number,
    timeMs: number,
    before = this.parts.orders.num[order * NUM_STRIDE + FILLED_LOTS],
  ): void {
    const { contract } = holding;
    const { orders, report } = this.parts;
    const stopped = this.matcher.run(contract, order, timeMs);
    // Not before: fills open accounts, and what grows then may replace the arrays.
    const { int, num } = orders;
    const hasTraded = num[order * NUM_STRIDE + FILLED_LOTS] > before;
    const flags = int[order * INT_STRIDE + FLAGS];
    if (num[order * NUM_STRIDE + LOTS] === 0) {
      this.lifecycle.end(order, FILLED, NO_REASON, timeMs);
      report.order(order, 'FILL');
    } else {
      if (hasTraded) {
        orders.setStatus(order, PARTIALLY_FILLED, NO_REASON);
        report.order(order, 'FILL');
      }
      const isOpen = stopped === NO_LIQUIDITY || stopped === PRICE_CAP;
      if (isOpen && mayRest(timeInForceOf(flags))) {
        contract.book.add(order);
        contract.touchLevel(int[order * INT_STRIDE + KEY]);
      } else {
        const [status, reason] = endOf(stopped, typeOf(flags));
        this.lifecycle.end(order, status, reason, timeMs);
        report.order(order, 'ENDED');
      }
    }
    this.matcher.tellPrevented();
    if (isReduceOnly(flags)) this.lifecycle.trim(holding, timeMs);
  }

  amend(command: AmendPerpOrder, account: MarginAccount, holding: Holding, timeMs: number): number | RejectCode {
    const { contract } = holding;
    const { orders } = this.parts;
    const { int, num } = orders;
    if (!isCount(command.price) || !isCount(command.quantity)) return 'BAD_FIELDS';
    const order = this.lifecycle.find(account, contract, command.orderId, command.clientOrderId);
    if (typeof order === 'string') return order;
    const at = order * INT_STRIDE;
    const numAt = order * NUM_STRIDE;
    const flags = int[at + FLAGS];
    if (!isLive(flags)) return 'ORDER_CLOSED';
    const { maxAmends } = contract.parameters;
    if (maxAmends !== 0 && int[at + AMENDS] >= maxAmends) return 'TOO_MANY_AMENDS';
    const ticksNow = Math.abs(int[at + KEY]);
    const ticks = command.price === 0 ? ticksNow : command.price / contract.tickSize;
    const total = command.quantity === 0 ? num[numAt + TOTAL_LOTS] : command.quantity / contract.stepSize;
    if (ticks === ticksNow && total === num[numAt + TOTAL_LOTS]) return 'NOTHING_TO_AMEND';
    const status = checkContractStatus(contract, isReduceOnly(flags), timeInForceOf(flags) === GTX);
    const refusal = status ?? checkPrice(ticks) ?? checkQuantity(contract, total, true);
    if (refusal !== null) return refusal;
    const rest = total - num[numAt + FILLED_LOTS];
    const isLess = ticks === ticksNow && total < num[numAt + TOTAL_LOTS];
    const again = isLess || rest <= 0 ? null : this.checkAgain(account, holding, order, { ticks, total, rest });
    if (typeof again === 'string') return again;
    int[at + AMENDS] += 1;
    num[numAt + UPDATED] = timeMs;
    if (rest <= 0) {
      this.lifecycle.cancel(order, CANCELED, AMENDED_AWAY, timeMs);
      return order;
    }
    contract.touchLevel(int[at + KEY]);
    holding.orderLeaves(orders, order);
    if (isLess) {
      contract.book.reduce(order, num[numAt + LOTS] - rest);
      holding.orderEnters(orders, order);
      num[numAt + TOTAL_LOTS] = total;
      this.parts.report.order(order, 'AMENDED');
      return order;
    }
    contract.book.remove(order);
    int[at + KEY] = sideOf(flags) === BUY ? -ticks : ticks;
    num[numAt + LOTS] = rest;
    holding.orderEnters(orders, order);
    if (again !== null) this.parts.risk.inUnits?.keep(account, again);
    num[numAt + TOTAL_LOTS] = total;
    this.parts.report.order(order, 'AMENDED');
    this.enter(holding, order, timeMs);
    return order;
  }

  /** A live order, ended by its user or by the system. */
  cancel(
    account: MarginAccount,
    holding: Holding,
    orderId: number,
    clientOrderId: string,
    timeMs: number,
  ): number | RejectCode {
    const order = this.lifecycle.find(account, holding.contract, orderId, clientOrderId);
    if (typeof order === 'string') return order;
    if (!isLive(this.parts.orders.int[order * INT_STRIDE + FLAGS])) return 'ORDER_CLOSED';
    this.lifecycle.cancel(order, CANCELED, BY_USER, timeMs);
    return order;
  }

  /** Every live order of a holding, or of one side's position, oldest first. */
  cancelAll(holding: Holding, reason: number, timeMs: number, side: PositionSide | null = null): void {
    const { int } = this.parts.orders;
    const sideOfOrder = (order: number): PositionSide =>
      POSITION_SIDES[positionSideOf(int[order * INT_STRIDE + FLAGS])];
    const meant = [...holding.orders].filter((order) => side === null || sideOfOrder(order) === side);
    for (const order of meant) this.lifecycle.cancel(order, CANCELED, reason, timeMs);
  }

  /**
   * Cancels a user's live orders of one contract, or of all, in order of creation (trading A7). `ended` is called for each as it ends: if
   * more end than are remembered, the first ones are forgotten before the last one ends.
   */
  cancelOfUser(
    account: MarginAccount,
    contract: Contract | null,
    timeMs: number,
    ended: (order: number) => void,
  ): void {
    const meant = contract === null ? account.liveOrders() : account.holdings.get(contract.index)?.orders;
    for (const order of meant ?? []) {
      this.lifecycle.cancel(order, CANCELED, BY_USER, timeMs);
      ended(order);
    }
  }

  endAllOf(contract: { readonly index: number }, timeMs: number): void {
    for (const account of this.parts.accounts.all()) {
      const holding = account.holdings.get(contract.index);
      if (holding !== undefined) this.cancelAll(holding, BY_SYSTEM, timeMs);
    }
  }

  /** The order as it would become, or why it may not. */
  private checkAgain(
    account: MarginAccount,
    holding: Holding,
    order: number,
    { ticks, total, rest }: { readonly ticks: number; readonly total: number; readonly rest: number },
  ): PlannedOrder | RejectCode {
    const { contract } = holding;
    const flags = this.parts.orders.int[order * INT_STRIDE + FLAGS];
    const request: OrderRequest = {
      side: sideOf(flags),
      positionSide: POSITION_SIDES[positionSideOf(flags)],
      type: LIMIT_TYPE,
      timeInForce: timeInForceOf(flags),
      stpMode: stpModeOf(flags),
      ticks,
      lots: rest,
      reduceOnly: isReduceOnly(flags),
      origin: 0,
      clientOrderId: '',
    };
    if (rest > mostLots(contract, request, this.matcher.bestTicks(contract, 1 - request.side)))
      return 'AMOUNT_TOO_LARGE';
    const planned = this.planned(holding, request, order);
    const refusal =
      checkNotional(holding, request, total) ??
      checkBands(contract, request.side, ticks) ??
      (request.reduceOnly ? null : checkLimits(this.parts, account, planned)) ??
      (request.timeInForce === GTX && crosses(contract, this.parts.orders, request.side, ticks) ? 'POST_ONLY' : null) ??
      (request.reduceOnly ? null : checkMargin(this.parts, account, planned));
    return refusal ?? planned;
  }

  private planned(holding: Holding, request: OrderRequest, replaces: number): PlannedOrder {
    const ticks = assumedTicks(this.parts, holding.contract, request);
    return { holding, side: request.side, positionSide: request.positionSide, lots: request.lots, ticks, replaces };
  }

  /** Only what may rest counts. */
  private checkCount(holding: Holding, request: OrderRequest): RejectCode | null {
    const { maxOpenOrders } = holding.contract.parameters;
    if (maxOpenOrders === 0 || !mayRest(request.timeInForce)) return null;
    return holding.orders.size + 1 > maxOpenOrders ? 'TOO_MANY_ORDERS' : null;
  }

  idOf(order: number): number {
    return this.parts.orders.num[order * NUM_STRIDE + ID];
  }
}

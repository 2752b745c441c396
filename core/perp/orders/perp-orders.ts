/** The life of orders of perpetuals: made, found, trimmed, ended (trading A1.6, B17). */
import { EndedOrderOwners } from '../../book/ended-order-owners.ts';
import {
  ACCOUNT,
  AMENDS,
  BANKRUPTCY_PRICE,
  BUY,
  CANCELED,
  CREATED,
  EXPIRED,
  EXPIRED_IN_MATCH,
  FEE_REST,
  FILLED_AMOUNT,
  FILLED_LOTS,
  FLAGS,
  hasClientId,
  HOLDING,
  ID,
  INT_STRIDE,
  isLive,
  isReduceOnly,
  KEY,
  LOTS,
  MARKET,
  MARKET_TYPE,
  NEXT,
  NO_MARGIN,
  NOTHING_TO_REDUCE,
  NUM_STRIDE,
  packFlags,
  perpFlags,
  positionSideOf,
  PREVENTED_AMOUNT,
  PREVENTED_LOTS,
  PREVIOUS,
  QUOTE_AMOUNT,
  QUOTE_ROW,
  SELF_TRADE,
  SELL,
  sideOf,
  TIME_IN_FORCE,
  TOTAL_LOTS,
  UPDATED,
  USER,
} from '../../book/order-pool.ts';
import { ACCOUNT_MAY_HAVE_ENDED } from '../../kernel/perp-layout.ts';
import { assert } from '../../protocol/invariant.ts';
import type { RejectCode } from '../../protocol/rejects.ts';
import { ENDED_KEPT, type Holding, type MarginAccount } from '../account/accounts.ts';
import type { Contract } from '../contract/contract.ts';
import type { PerpParts } from '../account/parts.ts';
import { POSITION_SIDES, type PositionSide } from '../../protocol/words.ts';

export interface NewOrder {
  readonly side: number;
  readonly positionSide: PositionSide;
  readonly type: number;
  readonly timeInForce: number;
  readonly stpMode: number;
  readonly ticks: number;
  readonly lots: number;
  readonly reduceOnly: boolean;
  /** Place in ORDER_ORIGINS. */
  readonly origin: number;
  readonly clientOrderId: string;
}

/** Fields of a record that are 0 in a new order. */
const NO_INTS = [NEXT, PREVIOUS, QUOTE_ROW, FEE_REST, AMENDS] as const;
const NO_NUMS = [FILLED_LOTS, FILLED_AMOUNT, PREVENTED_LOTS, PREVENTED_AMOUNT, QUOTE_AMOUNT] as const;

export class PerpOrders {
  /** Ids of the orders that ended in the present command. */
  readonly endedIds: number[] = [];
  private readonly parts: PerpParts;
  private readonly endedOrderOwners = new EndedOrderOwners();

  constructor(parts: PerpParts) {
    this.parts = parts;
  }

  /** The id of the last order; ids follow each other. */
  get lastOrderId(): number {
    return this.parts.ids.lastId;
  }
  set lastOrderId(id: number) {
    this.parts.ids.lastId = id;
  }

  accept(account: MarginAccount, holding: Holding, request: NewOrder, timeMs: number): number {
    const { orders, report } = this.parts;
    const isOnGrid = Number.isInteger(request.ticks) && Number.isInteger(request.lots);
    assert(
      isOnGrid && request.ticks >= 0 && request.lots > 0,
      'an order that is accepted lies on the grid of its contract',
    );
    const order = orders.allocate();
    const { int, num } = orders;
    const at = order * INT_STRIDE;
    for (let i = 0; i < NO_INTS.length; i += 1) int[at + NO_INTS[i]] = 0;
    int[at + KEY] = request.side === BUY ? -request.ticks : request.ticks;
    int[at + USER] = account.user.index;
    int[at + ACCOUNT] = account.index;
    int[at + MARKET] = holding.contract.index;
    int[at + FLAGS] =
      packFlags(request.side, request.type, request.timeInForce, request.stpMode) |
      perpFlags(request.reduceOnly, POSITION_SIDES.indexOf(request.positionSide), request.origin);
    const numAt = order * NUM_STRIDE;
    for (let i = 0; i < NO_NUMS.length; i += 1) num[numAt + NO_NUMS[i]] = 0;
    num[numAt + LOTS] = request.lots;
    num[numAt + TOTAL_LOTS] = request.lots;
    const id = this.lastOrderId + 1;
    num[numAt + ID] = id;
    num[numAt + CREATED] = timeMs;
    num[numAt + UPDATED] = timeMs;
    orders.setClientId(order, request.clientOrderId);
    this.lastOrderId = id;
    this.parts.ids.set(id, order);
    this.enlist(account, holding, order);
    report.order(order, 'ACCEPTED');
    return order;
  }

  /** Enters a live order in its account's lists. */
  enlist(account: MarginAccount, holding: Holding, order: number): void {
    const { orders } = this.parts;
    this.mayHaveEnded(account.index);
    holding.orders.add(order);
    orders.int[order * INT_STRIDE + HOLDING] = holding.number;
    if (isReduceOnly(orders.int[order * INT_STRIDE + FLAGS])) holding.addReduceOnly(order);
    holding.orderEnters(orders, order);
    const clientOrderId = orders.clientId(order);
    if (clientOrderId !== '') account.clientIds.set(clientKey(holding.contract, clientOrderId), order);
  }

  /** An order's slot by id or client id, or why there is none of this account in this contract. */
  find(account: MarginAccount, contract: Contract, orderId: number, clientOrderId: string): number | RejectCode {
    const { orders, ids } = this.parts;
    const order = orderId !== 0 ? ids.get(orderId) : (account.clientIds.get(clientKey(contract, clientOrderId)) ?? 0);
    if (order === 0) return 'UNKNOWN_ORDER';
    const at = order * INT_STRIDE;
    const isTheirs = orders.int[at + ACCOUNT] === account.index && orders.int[at + MARKET] === contract.index;
    if (!isTheirs) return 'UNKNOWN_ORDER';
    return order;
  }

  /** Unique among the account's live orders of the contract (trading A4). */
  isTaken(account: MarginAccount, contract: Contract, clientOrderId: string): boolean {
    if (clientOrderId === '') return false;
    const order = account.clientIds.get(clientKey(contract, clientOrderId));
    return order !== undefined && isLive(this.parts.orders.int[order * INT_STRIDE + FLAGS]);
  }

  /** Ends an order that is in no book. */
  end(order: number, status: number, reason: number, timeMs: number): void {
    const { orders, accounts, contracts } = this.parts;
    const { int, num } = orders;
    assert(isLive(int[order * INT_STRIDE + FLAGS]), 'an order of a contract that ends is open');
    const account = accounts.at(int[order * INT_STRIDE + ACCOUNT]);
    const holding = account.holding(contracts[int[order * INT_STRIDE + MARKET]]);
    holding.orderLeaves(orders, order);
    num[order * NUM_STRIDE + LOTS] = 0;
    num[order * NUM_STRIDE + UPDATED] = timeMs;
    orders.setStatus(order, status, reason);
    holding.orders.delete(order);
    holding.dropReduceOnly(order);
    this.endedIds.push(num[order * NUM_STRIDE + ID]);
    this.remember(account.index, order);
  }

  /** An ended order of the account of that index, which does not have to be an object. */
  remember(account: number, order: number): void {
    const { accounts } = this.parts;
    const ended = accounts.endedOf(account);
    this.mayHaveEnded(account);
    ended.add(order);
    if (ended.size > ENDED_KEPT) this.forget(accounts.at(account), ended.first);
  }

  /** Notes that the account may have ended orders, also such as the kernel ends. */
  private mayHaveEnded(account: number): void {
    const records = this.parts.accounts.recordsOf(account);
    if (records !== null && records.accountInt(account, ACCOUNT_MAY_HAVE_ENDED) !== 0) return;
    records?.setAccountInt(account, ACCOUNT_MAY_HAVE_ENDED, 1);
    this.endedOrderOwners.add(account);
  }

  /** Until there is room again: of one account after the other, all at once. */
  forgetEnded(): void {
    const { accounts, orders } = this.parts;
    const isNeeded = (): boolean => orders.isCrowded;
    this.endedOrderOwners.forget(accounts.count, isNeeded, (index) => {
      const account = accounts.at(index);
      for (const order of account.ended) this.forget(account, order);
      account.records?.setAccountInt(account.index, ACCOUNT_MAY_HAVE_ENDED, 0);
    });
  }

  /** Takes a resting order out of its book and ends it. */
  cancel(order: number, status: number, reason: number, timeMs: number): void {
    const contract = this.contractOf(order);
    contract.touchLevel(this.parts.orders.int[order * INT_STRIDE + KEY]);
    contract.book.remove(order);
    this.end(order, status, reason, timeMs);
    this.parts.report.order(order, 'ENDED');
  }

  contractOf(order: number): Contract {
    return this.parts.contracts[this.parts.orders.int[order * INT_STRIDE + MARKET]];
  }

  /** Reduce-only orders never rest for more than the position: the worst price goes first, then the newest (trading B17). */
  trim(holding: Holding, timeMs: number): void {
    const { reduceOnlyOrders } = holding;
    if (reduceOnlyOrders === null || reduceOnlyOrders.size === 0) return;
    for (const positionSide of POSITION_SIDES) {
      for (const side of [BUY, SELL]) this.trimSide(holding, reduceOnlyOrders, positionSide, side, timeMs);
    }
  }

  /** From now on an account only closes here: its resting orders reduce, and what would open ends (trading B17). */
  closeOnly(holding: Holding, timeMs: number): void {
    const { orders, report } = this.parts;
    const { int, num } = orders;
    const changed: { readonly order: number; readonly lots: number }[] = [];
    for (const order of holding.orders) {
      if (isReduceOnly(int[order * INT_STRIDE + FLAGS])) continue;
      holding.orderLeaves(orders, order);
      orders.setReduceOnly(order);
      holding.addReduceOnly(order);
      num[order * NUM_STRIDE + UPDATED] = timeMs;
      changed.push({ order, lots: num[order * NUM_STRIDE + LOTS] });
    }
    this.trim(holding, timeMs);
    // Orders that were cut or ended have been reported already.
    for (const { order, lots } of changed) if (num[order * NUM_STRIDE + LOTS] === lots) report.order(order, 'AMENDED');
  }

  private trimSide(
    holding: Holding,
    reduceOnly: ReadonlySet<number>,
    positionSide: PositionSide,
    side: number,
    timeMs: number,
  ): void {
    const { orders, report } = this.parts;
    const { int, num } = orders;
    const isMeant = (order: number): boolean => {
      const flags = int[order * INT_STRIDE + FLAGS];
      return sideOf(flags) === side && POSITION_SIDES[positionSideOf(flags)] === positionSide;
    };
    const resting = [...reduceOnly].filter(isMeant);
    if (resting.length === 0) return;
    const position = holding.position(positionSide);
    const closes = position !== null && position.direction === (side === BUY ? -1n : 1n);
    let left = closes ? holding.contract.lotsOf(position.quantity) : 0;
    // Best price first, then oldest: the orders first in the queue keep their quantity.
    resting.sort(
      (a, b) =>
        int[a * INT_STRIDE + KEY] - int[b * INT_STRIDE + KEY] || num[a * NUM_STRIDE + ID] - num[b * NUM_STRIDE + ID],
    );
    for (const order of resting) {
      const lots = num[order * NUM_STRIDE + LOTS];
      if (left === 0) {
        this.cancel(order, CANCELED, NOTHING_TO_REDUCE, timeMs);
      } else if (lots > left) {
        holding.contract.touchLevel(int[order * INT_STRIDE + KEY]);
        holding.contract.book.reduce(order, lots - left);
        num[order * NUM_STRIDE + TOTAL_LOTS] -= lots - left;
        num[order * NUM_STRIDE + UPDATED] = timeMs;
        report.order(order, 'AMENDED');
        left = 0;
      } else {
        left -= lots;
      }
    }
  }

  /** The account's oldest ended order. */
  private forget(account: MarginAccount, order: number): void {
    const { orders, ids } = this.parts;
    const at = order * INT_STRIDE;
    account.ended.takeFirst();
    ids.delete(orders.num[order * NUM_STRIDE + ID]);
    if (hasClientId(orders.int[at + FLAGS])) {
      const key = clientKey(this.contractOf(order), orders.clientId(order));
      if (account.clientIds.get(key) === order) account.clientIds.delete(key);
    }
    orders.release(order);
  }
}

export function clientKey(contract: Contract, clientOrderId: string): string {
  return `${contract.index}:${clientOrderId}`;
}

/** How an order ends that may not rest, by what stopped it. */
export function endOf(stopped: number, type: number): [status: number, reason: number] {
  if (stopped === SELF_TRADE) return [EXPIRED_IN_MATCH, SELF_TRADE];
  if (stopped === NO_MARGIN || stopped === BANKRUPTCY_PRICE || stopped === NOTHING_TO_REDUCE) return [EXPIRED, stopped];
  return [EXPIRED, type === MARKET_TYPE ? stopped : TIME_IN_FORCE];
}

/** Who holds balances and orders. A user exists from the first deposit or accepted order on. */
import { type FeeTier, NO_TIER } from '../formulas/fee.ts';
import type { FeeVoucher } from './fee-voucher.ts';
import type { Grant } from './grant.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { assert } from '../protocol/invariant.ts';
import { EndedOrderOwners } from '../book/ended-order-owners.ts';
import type { IdTable } from '../book/id-table.ts';
import {
  FLAGS,
  hasClientId,
  ID,
  INT_STRIDE,
  MARKET,
  NUM_STRIDE,
  type OrderPool,
  USER_NEXT,
  USER_PREVIOUS,
} from '../book/order-pool.ts';

/** Ended orders that are remembered: the last 1,000 of a user, while there is room for everybody's (core/engine/room.ts). */
const ENDED_KEPT = 1_000;
/** They are forgotten in groups, which costs less than one by one. */
const ENDED_MAX = 1_024;
const MAX_USERS = 1 << 22;
const FIRST_USERS = 1_024;
const NONE: readonly never[] = [];

export class User {
  readonly uid: number;
  readonly index: number;
  /** Ledger row by asset; 0 where the user never held any. */
  readonly rows: number[] = [];
  /** Live orders by market. */
  readonly openOrders: number[] = [];
  /** Live orders of all markets, in order of creation. */
  firstOrder = 0;
  lastOrder = 0;
  /** Numbers the user's events (trading B20). */
  eventCount = 0;
  /** Ended orders, oldest first. */
  readonly ended: number[] = [];
  /** Market index and client id → the newest order of that name. */
  readonly clientIds = new Map<string, number>();
  tier: FeeTier = NO_TIER;
  /** 0: none (trading A3). */
  tradeGroupId = 0;
  /** Version of the last SetFeeTier that had one. */
  tierVersion = 0;
  /** Those that live, the one first that is used first (trading A5.8). */
  vouchers: readonly FeeVoucher[] = NONE;
  /** The ACTIVE ones, the one first that pays first (trading E3). */
  grants: readonly Grant[] = NONE;

  constructor(uid: number, index: number) {
    this.uid = uid;
    this.index = index;
  }
}

export class Users {
  /** By index; 0 is used for no user. */
  private readonly list: User[] = [new User(0, 0)];
  /** The uids of `list` in one array: every command that names an order reads its owner's uid. */
  private uids = new Float64Array(FIRST_USERS);
  private room = FIRST_USERS;
  private readonly byUid = new Map<number, User>();
  private readonly orders: OrderPool;
  private readonly ids: IdTable;
  private readonly ledger: Ledger;
  private readonly endedOrderOwners = new EndedOrderOwners<User>();

  constructor(ledger: Ledger, orders: OrderPool, ids: IdTable) {
    this.ledger = ledger;
    this.orders = orders;
    this.ids = ids;
  }

  get isFull(): boolean {
    return this.seatsLeft === 0;
  }

  /** How many more there may be. */
  get seatsLeft(): number {
    return Math.max(0, MAX_USERS + 1 - this.list.length);
  }

  /** In order of first appearance. */
  all(): readonly User[] {
    return this.list.slice(1);
  }
  at(index: number): User {
    return this.list[index];
  }
  /** Are two users (by index) one for self-trade prevention: the same, or of one trade group? (trading A3) */
  areOne(index: number, other: number): boolean {
    if (index === other) return true;
    const { tradeGroupId } = this.list[index];
    return tradeGroupId !== 0 && tradeGroupId === this.list[other].tradeGroupId;
  }
  uidAt(index: number): number {
    return this.uids[index];
  }
  find(uid: number): User | undefined {
    return this.byUid.get(uid);
  }
  ensure(uid: number): User {
    const known = this.byUid.get(uid);
    if (known) return known;
    const index = this.list.length;
    const user = new User(uid, index);
    this.list.push(user);
    if (index === this.room) this.grow();
    this.uids[index] = uid;
    this.byUid.set(uid, user);
    return user;
  }

  /** Removes the newest user again if there are no events and no balances of that user. */
  dropUnused(user: User): void {
    if (this.list.at(-1) !== user || user.eventCount > 0 || user.rows.length > 0) return;
    this.list.pop();
    this.byUid.delete(user.uid);
  }

  row(user: User, asset: number): number {
    const { rows } = user;
    if (asset < rows.length && rows[asset] !== 0) return rows[asset];
    while (rows.length <= asset) rows.push(0);
    rows[asset] = this.ledger.addRow(user.index, asset);
    return rows[asset];
  }

  /** Enters a new live order in the user's lists. */
  open(user: User, order: number): void {
    const { int } = this.orders;
    const at = order * INT_STRIDE;
    int[at + USER_NEXT] = 0;
    int[at + USER_PREVIOUS] = user.lastOrder;
    if (user.lastOrder !== 0) int[user.lastOrder * INT_STRIDE + USER_NEXT] = order;
    else user.firstOrder = order;
    user.lastOrder = order;
    const market = int[at + MARKET];
    while (user.openOrders.length <= market) user.openOrders.push(0);
    user.openOrders[market] += 1;
    if (hasClientId(int[at + FLAGS])) user.clientIds.set(clientKey(market, this.orders.clientId(order)), order);
  }

  /** Moves an order that ended from the live ones to the remembered ones. */
  close(user: User, order: number): void {
    const { int } = this.orders;
    const at = order * INT_STRIDE;
    const next = int[at + USER_NEXT];
    const previous = int[at + USER_PREVIOUS];
    if (next !== 0) int[next * INT_STRIDE + USER_PREVIOUS] = previous;
    else user.lastOrder = previous;
    if (previous !== 0) int[previous * INT_STRIDE + USER_NEXT] = next;
    else user.firstOrder = next;
    const market = int[at + MARKET];
    assert(user.openOrders[market] > 0, 'a user whose order ends has an open one');
    user.openOrders[market] -= 1;
    this.remember(user, order);
  }

  remember(user: User, order: number): void {
    if (user.ended.length === ENDED_MAX) {
      for (const oldest of user.ended.splice(0, ENDED_MAX - ENDED_KEPT)) this.forget(user, oldest);
    }
    user.ended.push(order);
    if (user.ended.length === 1) this.endedOrderOwners.add(user);
  }

  /** Until there is room again: of one user after the other, all at once. */
  forgetEnded(): void {
    const isNeeded = (): boolean => this.orders.isCrowded;
    this.endedOrderOwners.forget(this.list, isNeeded, (user) => {
      for (const order of user.ended.splice(0)) this.forget(user, order);
    });
  }

  private grow(): void {
    const uids = new Float64Array((this.room *= 2));
    uids.set(this.uids);
    this.uids = uids;
  }

  private forget(user: User, order: number): void {
    const { int, num } = this.orders;
    const at = order * INT_STRIDE;
    this.ids.delete(num[order * NUM_STRIDE + ID]);
    if (hasClientId(int[at + FLAGS])) {
      const key = clientKey(int[at + MARKET], this.orders.clientId(order));
      if (user.clientIds.get(key) === order) user.clientIds.delete(key);
    }
    this.orders.release(order);
  }
}

export function clientKey(market: number, clientOrderId: string): string {
  return `${market}:${clientOrderId}`;
}

/** Who holds balances and orders. A user exists from the first deposit or accepted order on. */
import type { Ledger } from '../ledger/ledger.ts';
import { assert } from '../protocol/invariant.ts';
import { EndedOrderOwners } from '../book/ended-order-owners.ts';
import { EndedOrders } from './ended-orders.ts';
import type { IdTable } from '../book/id-table.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { ENDED_FORGOTTEN, ENDED_MOST } from '../kernel/ended-layout.ts';
import { lengthened } from '../kernel/lengthened.ts';
import type { KnownNames } from '../kernel/known-names.ts';
import { MAX_USERS, USERS_OF_COMMAND } from '../kernel/limits.ts';
import { KnownUsers } from './known-users.ts';
import { OrderNames } from './order-names.ts';
import { Seats } from './seats.ts';
import { User } from './user.ts';
import { UserRecords } from './user-records.ts';
import {
  BASE_ROW,
  CLIENT_ID_FLAG,
  FLAGS,
  hasClientId,
  hasTerms,
  ID,
  INT_STRIDE,
  MARKET,
  NUM_STRIDE,
  OrderPool,
  QUOTE_ROW,
  USER,
  USER_NEXT,
  USER_PREVIOUS,
} from '../book/order-pool.ts';

const FIRST_FRESH = 64;

export class Users {
  /** A user whom nobody asked for since a restart is made when somebody does: an object for each of millions would cost memory and time. */
  private readonly known = new KnownUsers();
  /** The index of the newest; they count from 1, and 0 is used for no user. */
  private newest = 0;
  private readonly records: UserRecords;
  readonly seats: Seats;
  readonly orderNames: OrderNames;
  private readonly orders: OrderPool;
  private readonly ids: IdTable;
  private readonly ledger: Ledger;
  private readonly endedOrderOwners = new EndedOrderOwners();
  private readonly ended: EndedOrders;
  private readonly kernel: Kernel;
  /** Orders that ended in this command, or since the last `settle`: their records stay until nothing refers to them. */
  private fresh = new Int32Array(FIRST_FRESH);
  private freshCount = 0;
  /** Where an order that has no record any more is read: one slot. */
  readonly recalled = new OrderPool();
  private recalledSlot: number;

  /** The records of users, and what ended, stand in the memory of the orders, which the kernel works on. */
  constructor(ledger: Ledger, orders: OrderPool, ids: IdTable, kernel: Kernel, knownNames: KnownNames) {
    this.ledger = ledger;
    this.orders = orders;
    this.ids = ids;
    this.kernel = kernel;
    this.records = new UserRecords(orders.memory);
    this.seats = new Seats(orders.memory);
    this.orderNames = new OrderNames(knownNames);
    this.ended = new EndedOrders(orders.memory);
    this.known.set(0, new User(0, 0, this.records));
    this.recalledSlot = this.recalled.allocate();
  }

  get isFull(): boolean {
    return this.seatsLeft === 0;
  }

  /** How many more there may be. */
  get seatsLeft(): number {
    return this.ledger.isCrowded ? 0 : Math.max(0, MAX_USERS - this.newest);
  }

  /** In order of first appearance: of those whom nobody asked for, copies. */
  all(): readonly User[] {
    return Array.from({ length: this.count }, (_, place) => this.look(1 + place));
  }
  get count(): number {
    return this.newest;
  }
  at(index: number): User {
    return this.known.get(index) ?? this.made(index);
  }
  /** The same, to read from: of one whom nobody asked for a copy. */
  look(index: number): User {
    return this.known.get(index) ?? this.without(index);
  }
  /** The same, or undefined for one who has no terms of trading but those of the markets, no vouchers and no grants, and was not asked for. */
  knownAt(index: number): User | undefined {
    return this.known.get(index);
  }
  /** Are two users (by index) one for self-trade prevention: the same, or of one trade group? (trading A3) */
  areOne(index: number, other: number): boolean {
    if (index === other) return true;
    const tradeGroupId = this.known.get(index)?.tradeGroupId ?? 0;
    return tradeGroupId !== 0 && tradeGroupId === this.known.get(other)?.tradeGroupId;
  }
  uidAt(index: number): number {
    return this.records.uid(index);
  }
  /** 0 for a uid that no user has. */
  indexOf(uid: number): number {
    return this.records.find(uid);
  }
  /** The index of the margin account that holds the user's FUTURES wallet; -1 for none. */
  accountOf(index: number): number {
    return this.records.account(index);
  }
  noteAccount(index: number, account: number): void {
    this.records.setAccount(index, account);
  }
  find(uid: number): User | undefined {
    const index = this.indexOf(uid);
    return index === 0 ? undefined : this.at(index);
  }
  ensure(uid: number): User {
    const known = this.find(uid);
    if (known) return known;
    this.newest += 1;
    const index = this.newest;
    const user = new User(uid, index, this.records);
    this.known.set(index, user);
    this.records.add(index, uid);
    return user;
  }

  /** The next user of a snapshot, by index; found by the uid after `restored`. */
  restore(uid: number, eventCount: number): number {
    this.newest += 1;
    const index = this.newest;
    this.records.restore(index, uid);
    this.records.setEventCount(index, eventCount);
    return index;
  }
  /** Room for so many users of a snapshot. Growing voids arrays over the memory. */
  reserveRestored(count: number): void {
    this.records.reserve(this.newest + count, 0);
  }
  /** The next users of the snapshot, whose records and rows the kernel has read. */
  takeRead(count: number): void {
    this.newest += count;
  }
  /** All users of the snapshot are there, with their rows of the ledger. */
  restored(): void {
    this.records.enterUids(this.count);
    this.ledger.enterRows();
  }
  eventCountAt(index: number): number {
    return this.records.eventCount(index);
  }

  private made(index: number): User {
    assert(index <= this.newest, 'a user who is asked for by index is there');
    const user = this.without(index);
    this.known.set(index, user);
    return user;
  }

  /** A user without anything that is not in the record. */
  private without(index: number): User {
    return new User(this.records.uid(index), index, this.records);
  }

  /** Removes the newest user again if there are no events and no balances of that user. */
  dropUnused(user: User): void {
    if (user.index !== this.newest || user.eventCount > 0 || this.ledger.hasWallets(user.index)) return;
    this.known.set(user.index, undefined);
    this.newest -= 1;
    this.records.drop(user.index);
  }

  /** The row of the ledger with the user's SPOT and FUTURES wallets in an asset, opened when there is none. */
  row({ index }: User, asset: number): number {
    return this.ledger.walletRow(index, asset) || this.ledger.addRow(index, asset);
  }

  /** Enters a new live order of that user, by index. */
  open(user: number, order: number): void {
    const { int } = this.orders;
    const at = order * INT_STRIDE;
    this.enlist(user, order);
    this.seats.open(user, int[at + MARKET], int[at + BASE_ROW], int[at + QUOTE_ROW]);
  }

  /** Puts it into the user's list: the newest. */
  enlist(user: number, order: number): void {
    const { int } = this.orders;
    const { records } = this;
    const at = order * INT_STRIDE;
    const last = records.lastOrder(user);
    int[at + USER_NEXT] = 0;
    int[at + USER_PREVIOUS] = last;
    if (last !== 0) int[last * INT_STRIDE + USER_NEXT] = order;
    else records.setFirstOrder(user, order);
    records.setLastOrder(user, order);
  }

  /** Lets an order answer to its client id; an empty text is none. */
  name(user: User, order: number, clientOrderId: string): void {
    if (clientOrderId === '') return;
    const { int, num } = this.orders;
    const at = order * INT_STRIDE;
    int[at + FLAGS] |= CLIENT_ID_FLAG;
    this.orderNames.add(user, int[at + MARKET], clientOrderId, num[order * NUM_STRIDE + ID]);
  }

  /** The client id of an order of spot in a slot of this pool; empty for one that has none. */
  clientIdOf({ int, num }: OrderPool, order: number): string {
    const at = order * INT_STRIDE;
    return hasClientId(int[at + FLAGS]) ? this.orderNames.of(int[at + USER], num[order * NUM_STRIDE + ID]) : '';
  }

  /** Moves an order that ended from the live ones to the remembered ones. */
  close(user: User, order: number): void {
    const { int } = this.orders;
    const at = order * INT_STRIDE;
    const next = int[at + USER_NEXT];
    const previous = int[at + USER_PREVIOUS];
    if (next !== 0) int[next * INT_STRIDE + USER_PREVIOUS] = previous;
    else this.records.setLastOrder(user.index, previous);
    if (previous !== 0) int[previous * INT_STRIDE + USER_NEXT] = next;
    else this.records.setFirstOrder(user.index, next);
    this.seats.close(user.index, int[at + MARKET]);
    this.remember(order);
  }

  /** An order that ended, which its user's list and seat do not have any more: it keeps its record until the command is done. */
  remember(order: number): void {
    if (this.freshCount === this.fresh.length) this.fresh = lengthened(this.fresh, 2 * this.freshCount);
    this.fresh[this.freshCount++] = order;
  }

  /** How many ended orders of this user, by index, are remembered; after `settle`. */
  endedCount(user: number): number {
    return this.ended.countOf(user);
  }

  /** Call it between commands, when nothing refers to an ended order: they give their records back, and are kept as bytes. */
  settle(): void {
    if (this.freshCount !== 0) this.storeFresh();
  }

  /** Room for what one command makes. Call it between commands: growing voids arrays over the same memory. */
  reserve(): void {
    this.records.reserve(this.newest + 1, USERS_OF_COMMAND);
    this.seats.makeRoom(USERS_OF_COMMAND);
  }

  private storeFresh(): void {
    for (let i = 0; i < this.freshCount; i += 1) this.store(this.fresh[i]);
    this.freshCount = 0;
    this.takeNewOwners();
  }

  /** Takes note of those whose first ended order the kernel kept: call it behind each `run`. */
  takeNewOwners(): void {
    this.ended.takeNewOwners((owner) => this.endedOrderOwners.add(owner));
  }

  /** The slot in `recalled` of an ended order that has no record any more (IdTable: `owner` is its owner's number); until the next call. */
  recall(owner: number, orderId: number): number {
    const place = this.ended.find(owner, orderId);
    assert(place >= 0, 'an order that the table of ids gives an owner is remembered there');
    return this.recallAt(owner, place);
  }

  /** Visits the slot in `recalled` of each ended order of a user, by index, oldest first; after `settle`. */
  forEachEnded(user: number, visit: (slot: number) => void): void {
    this.ended.forEach(user, (place) => visit(this.recallAt(user, place)));
  }

  /** Are ended orders to be forgotten before their time? After `settle`. */
  get isCrowded(): boolean {
    return this.ended.isCrowded || this.orders.isCrowded;
  }

  /** Forgets ended orders until there is room again: all those of one user, then all of the next. Call it between commands. */
  forgetEnded(): void {
    this.settle();
    const isNeeded = (): boolean => this.isCrowded;
    this.endedOrderOwners.forget(this.newest + 1, isNeeded, (user) => {
      for (let left = this.endedCount(user); left > 0; left -= 1) this.forgetOldest(this.at(user));
    });
  }

  /** Takes over what the kernel's `run` did not keep: orders that ended, and how many older ones of the first one's user still have to be forgotten for it. */
  takeUnkept(forgetLeft: number, orders: readonly number[]): void {
    if (forgetLeft > 0) this.forgetSome(this.orders.int[orders[0] * INT_STRIDE + USER], forgetLeft);
    for (const order of orders) this.remember(order);
  }

  private store(order: number): void {
    const { orders, ended, kernel } = this;
    const owner = orders.int[order * INT_STRIDE + USER];
    if (ended.countOf(owner) === ENDED_MOST) this.forgetSome(owner, ENDED_FORGOTTEN);
    if (kernel.keepEnded(order)) return;
    this.keep(order, owner);
    orders.release(order);
    orders.storedCount += 1;
  }

  private forgetSome(owner: number, count: number): void {
    for (let left = count; left > 0; left -= 1) this.forgetOldest(this.at(owner));
  }

  private keep(order: number, owner: number): void {
    const { orders, ended } = this;
    const terms = hasTerms(orders.int[order * INT_STRIDE + FLAGS]) ? orders.terms(order) : null;
    ended.add(owner, orders, order, terms);
    if (ended.countOf(owner) === 1) this.endedOrderOwners.add(owner);
    this.ids.keep(orders.num[order * NUM_STRIDE + ID], owner);
  }

  private recallAt(owner: number, place: number): number {
    const { recalled } = this;
    recalled.release(this.recalledSlot);
    this.recalledSlot = recalled.allocate();
    this.ended.recall(place, owner, recalled, this.recalledSlot);
    return this.recalledSlot;
  }

  private forgetOldest(user: User): void {
    const { index } = user;
    const { ended, recalled } = this;
    if (this.kernel.forgetEnded(index)) return;
    this.orders.storedCount -= 1;
    const slot = this.recallAt(index, ended.oldest(index));
    const id = recalled.num[slot * NUM_STRIDE + ID];
    this.ids.delete(id);
    if (hasClientId(recalled.int[slot * INT_STRIDE + FLAGS])) this.orderNames.forget(user, id);
    ended.dropOldest(index);
  }
}

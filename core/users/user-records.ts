/** What of a user the kernel knows too: the uid, how many events were told, and the first and the last of the live orders, in order of creation. */
import { hashPlace } from '../kernel/hash-places.ts';
import { InParts } from '../kernel/in-parts.ts';
import * as layout from '../kernel/layout.ts';
import { grown, UIDS, USERS } from '../kernel/limits.ts';
import { Bytes } from '../kernel/memory.ts';

const WORDS = layout.USER_BYTES >> 2;
const DOUBLES = layout.USER_BYTES >> 3;
const UID = layout.USER_UID >> 3;
const EVENTS = layout.USER_EVENTS >> 3;
const FIRST_ORDER = layout.USER_FIRST_ORDER >> 2;
const LAST_ORDER = layout.USER_LAST_ORDER >> 2;
const HAS_OWN_TERMS = layout.USER_HAS_OWN_TERMS >> 2;
const ACCOUNT = layout.USER_ACCOUNT >> 2;

export class UserRecords {
  private readonly memory: Bytes;
  private address: number;
  private room = USERS.first;
  private words!: Int32Array;
  private doubles!: Float64Array;
  /** Indexes of users by their uids: a hash table, at most half full. */
  private uids!: Int32Array;
  private uidPlaces = UIDS.first;
  private uidsAt: number;
  private count = 0;

  constructor(memory: Bytes) {
    this.memory = memory;
    this.address = memory.allocate(this.room * layout.USER_BYTES);
    this.uidsAt = memory.allocate(this.uidPlaces * 4);
    memory.follow(() => this.view());
  }

  /** Makes room for users up to this index and `spare` more. Growing voids arrays over the memory: call it between commands. */
  reserve(index: number, spare: number): void {
    let { room, uidPlaces } = this;
    while (index + spare >= room) room = grown(room, USERS);
    if (room > this.room) this.growTo(room);
    while (2 * (index + spare) > uidPlaces && uidPlaces < UIDS.most) uidPlaces = grown(uidPlaces, UIDS);
    if (uidPlaces > this.uidPlaces) this.growUidsTo(uidPlaces);
  }

  /** A user without orders; there is room. */
  add(index: number, uid: number): void {
    this.restore(index, uid);
    this.enterUids(index);
  }

  /** The index of a user; 0 for a uid that no user has. */
  find(uid: number): number {
    return this.uids[this.uidPlace(uid)];
  }

  /** As `add`, where the uid is found only after `enterUids`. */
  restore(index: number, uid: number): void {
    this.reserve(index, 0);
    this.doubles[index * DOUBLES + UID] = uid;
    this.doubles[index * DOUBLES + EVENTS] = 0;
    this.words[index * WORDS + FIRST_ORDER] = 0;
    this.words[index * WORDS + LAST_ORDER] = 0;
    this.words[index * WORDS + HAS_OWN_TERMS] = 0;
    this.words[index * WORDS + ACCOUNT] = 0;
  }

  /** All users up to the newest are found by their uids from here on. */
  enterUids(newest: number): void {
    const { uids, uidPlaces } = this;
    if (newest === this.count + 1) {
      this.count = newest;
      uids[this.uidPlace(this.uid(newest))] = newest;
      return;
    }
    const first = this.count + 1;
    const [homes, indexes] = [new Int32Array(newest - this.count), new Int32Array(newest - this.count)];
    for (let i = 0; i < homes.length; i += 1) {
      homes[i] = homeOf(this.uid(first + i), uidPlaces);
      indexes[i] = first + i;
    }
    const parts = new InParts(homes, uidPlaces);
    const [places, order] = [parts.ints(homes), parts.ints(indexes)];
    for (let i = 0; i < homes.length; i += 1) {
      let place = places[i];
      while (uids[place] !== 0) place = (place + 1) & (uidPlaces - 1);
      uids[place] = order[i];
    }
    this.count = newest;
  }

  /** Forgets the newest. */
  drop(index: number): void {
    // Nothing was entered after it, so that no search passes its place.
    this.uids[this.uidPlace(this.uid(index))] = 0;
    this.count = index - 1;
  }

  uid(index: number): number {
    return this.doubles[index * DOUBLES + UID];
  }
  eventCount(index: number): number {
    return this.doubles[index * DOUBLES + EVENTS];
  }
  setEventCount(index: number, count: number): void {
    this.doubles[index * DOUBLES + EVENTS] = count;
  }
  /** Slots of the oldest and the newest live order; 0 without any. */
  firstOrder(index: number): number {
    return this.words[index * WORDS + FIRST_ORDER];
  }
  lastOrder(index: number): number {
    return this.words[index * WORDS + LAST_ORDER];
  }
  setFirstOrder(index: number, order: number): void {
    this.words[index * WORDS + FIRST_ORDER] = order;
  }
  setLastOrder(index: number, order: number): void {
    this.words[index * WORDS + LAST_ORDER] = order;
  }

  /** Whether the user trades by other terms than the markets' own: fee rates, vouchers, a trade group. And whether there is bonus. */
  setTerms(index: number, hasOwn: boolean, hasBonus: boolean): void {
    this.words[index * WORDS + HAS_OWN_TERMS] = (hasOwn ? layout.OWN_TERMS : 0) | (hasBonus ? layout.OWN_BONUS : 0);
  }

  /** The index of the margin account that holds the user's FUTURES wallet; -1 for none. */
  account(index: number): number {
    return this.words[index * WORDS + ACCOUNT] - 1;
  }
  setAccount(index: number, account: number): void {
    this.words[index * WORDS + ACCOUNT] = account + 1;
  }

  private view(): void {
    const { buffer } = this.memory;
    this.words = new Int32Array(buffer, this.address, this.room * WORDS);
    this.doubles = new Float64Array(buffer, this.address, this.room * DOUBLES);
    this.uids = new Int32Array(buffer, this.uidsAt, this.uidPlaces);
    const shared = new Int32Array(buffer, layout.SHARED);
    shared[layout.USERS_AT >> 2] = this.address;
    shared[layout.UIDS_AT >> 2] = this.uidsAt;
    shared[layout.UID_BITS >> 2] = Math.log2(this.uidPlaces);
  }

  /** The place of the uid, or the free one where it would be. */
  private uidPlace(uid: number): number {
    const { uids, uidPlaces } = this;
    let place = homeOf(uid, uidPlaces);
    while (uids[place] !== 0 && this.uid(uids[place]) !== uid) place = (place + 1) & (uidPlaces - 1);
    return place;
  }

  private growUidsTo(places: number): void {
    const before = { address: this.uidsAt, bytes: this.uidPlaces * 4 };
    this.uidsAt = this.memory.allocate(places * 4);
    this.uidPlaces = places;
    this.view();
    const { count } = this;
    this.count = 0;
    this.enterUids(count);
    this.memory.release(before.address, before.bytes);
  }

  private growTo(room: number): void {
    const address = this.memory.allocate(room * layout.USER_BYTES);
    new Int32Array(this.memory.buffer, address, room * WORDS).set(this.words);
    this.memory.release(this.address, this.room * layout.USER_BYTES);
    this.room = room;
    this.address = address;
    this.view();
  }
}

function homeOf(uid: number, places: number): number {
  return hashPlace(uid ^ Math.floor(uid / 2 ** 32), places);
}

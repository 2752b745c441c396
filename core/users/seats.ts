/**
 * What users have in markets, by both their indexes: how many live orders, and the rows of the ledger in which those lock. A hash table that the kernel
 * reads too, and in which it makes the seat of a plain first order (core/kernel/assembly/seats.ts). A user who traded once keeps a seat without orders;
 * at its largest the table is made anew without those. What has no place all the same is only counted, and is the core's.
 */
import { hashPlace } from '../kernel/hash-places.ts';
import { InParts } from '../kernel/in-parts.ts';
import * as layout from '../kernel/layout.ts';
import { grown, SEATS } from '../kernel/limits.ts';
import type { Bytes } from '../kernel/memory.ts';
import { assert } from '../protocol/invariant.ts';

const WORDS = layout.SEAT_BYTES >> 2;
const KEY = layout.SEAT_KEY >> 2;
const OPEN_ORDERS = layout.SEAT_OPEN_ORDERS >> 2;
const BASE_ROW = layout.SEAT_BASE_ROW >> 2;
const QUOTE_ROW = layout.SEAT_QUOTE_ROW >> 2;
const SEATS_USED = layout.SEATS_USED >> 2;
const SEAT_STRAYS = layout.SEAT_STRAYS >> 2;
/** Three of four places are taken at most: a search is short then. */
const FULL = 0.75;

export class Seats {
  /** Tests set a smaller one, so that they can reach it. */
  mostPlaces = SEATS.most;
  private readonly memory: Bytes;
  /** How many there are, and for how many there is memory. */
  private places = SEATS.first;
  private room = SEATS.first;
  private address: number;
  private words!: Int32Array;
  private shared!: Int32Array;
  /** Live orders of those without a place, by key. */
  private readonly strays = new Map<number, number>();

  constructor(memory: Bytes) {
    this.memory = memory;
    this.address = memory.allocate(this.places * layout.SEAT_BYTES);
    memory.follow(() => this.view());
  }

  /** How many have a place. */
  get count(): number {
    return this.shared[SEATS_USED];
  }
  set count(count: number) {
    this.shared[SEATS_USED] = count;
  }

  /** How many live orders the user has in the market. */
  openOrders(user: number, market: number): number {
    const at = this.find(user, market);
    return at < 0 ? (this.strays.get(keyOf(user, market)) ?? 0) : this.words[at + OPEN_ORDERS];
  }

  /** One more live order, which locks in these rows. `makeRoom` was called before the command. */
  open(user: number, market: number, baseRow: number, quoteRow: number): void {
    const key = keyOf(user, market);
    const at = user >= layout.SEATED_USERS ? -1 : this.placeOf(key | 0) * WORDS;
    if (at >= 0 && this.words[at + KEY] !== 0) this.words[at + OPEN_ORDERS] += 1;
    else if (at < 0 || (this.strays.size > 0 && this.strays.has(key)) || this.isFull)
      this.setStray(key, (this.strays.get(key) ?? 0) + 1);
    else this.fill(at, key | 0, 1, baseRow, quoteRow);
  }

  /** As `open` of one after the other, which take so many seats at most: the table gets no more places than they need, because the memory of each place that is used has to be touched. Growing voids arrays over the memory. */
  openAll(users: Int32Array, markets: Int32Array, baseRows: Int32Array, quoteRows: Int32Array, most: number): void {
    let { places } = this;
    while (this.count + most > places * FULL && places < this.mostPlaces) places *= 2;
    if (places > this.places) this.moveTo(places);
    const homes = new Int32Array(users.length);
    for (let i = 0; i < homes.length; i += 1) homes[i] = hashPlace(keyOf(users[i], markets[i]) | 0, this.places);
    // If not all get a place, and they came by parts, the first parts of the table would be filled to their last place, and the last parts stay empty.
    const isRoomFor = this.count + most <= this.places * FULL;
    const all = [users, markets, baseRows, quoteRows];
    const parts = isRoomFor ? new InParts(homes, this.places) : null;
    const [us, ms, bs, qs] = parts === null ? all : all.map((values) => parts.ints(values));
    for (let i = 0; i < homes.length; i += 1) this.open(us[i], ms[i], bs[i], qs[i]);
  }

  /** One of them ended. */
  close(user: number, market: number): void {
    const key = keyOf(user, market);
    const at = this.find(user, market);
    const open = this.openOrders(user, market);
    assert(open > 0, 'a user whose order ends has an open one');
    if (at >= 0) this.words[at + OPEN_ORDERS] = open - 1;
    else this.setStray(key, open - 1);
  }

  /** Room for some more. Growing voids arrays over the memory: call it between commands. */
  makeRoom(spare: number): void {
    if (this.count + spare <= this.places * FULL) return;
    const next = this.places < this.room ? this.room : grown(this.places, SEATS);
    if (this.places < this.mostPlaces) this.moveTo(Math.min(next, this.mostPlaces));
    else if (this.hasEmpty()) this.moveTo(this.places);
  }

  private setStray(key: number, open: number): void {
    if (open === 0) this.strays.delete(key);
    else this.strays.set(key, open);
    this.shared[SEAT_STRAYS] = this.strays.size;
  }

  private get isFull(): boolean {
    return this.count >= this.places * FULL;
  }

  /** Where the seat begins, in words; -1 where it has no place. */
  private find(user: number, market: number): number {
    if (user >= layout.SEATED_USERS) return -1;
    const key = keyOf(user, market) | 0;
    const at = this.placeOf(key) * WORDS;
    return this.words[at + KEY] === key ? at : -1;
  }

  /** The place of the key, or the free one where it would be. */
  private placeOf(key: number): number {
    const { words, places } = this;
    let place = hashPlace(key, places);
    while (words[place * WORDS + KEY] !== 0 && words[place * WORDS + KEY] !== key) place = (place + 1) & (places - 1);
    return place;
  }

  private fill(at: number, key: number, open: number, baseRow: number, quoteRow: number): void {
    this.words[at + KEY] = key;
    this.words[at + OPEN_ORDERS] = open;
    this.words[at + BASE_ROW] = baseRow;
    this.words[at + QUOTE_ROW] = quoteRow;
    this.count += 1;
  }

  /** Whether it is worth while to make the table anew: half of it has no orders. */
  private hasEmpty(): boolean {
    let empty = 0;
    for (let at = 0; at < this.places * WORDS; at += WORDS)
      if (this.words[at + KEY] !== 0 && this.words[at + OPEN_ORDERS] === 0) empty += 1;
    return empty * 2 >= this.count;
  }

  private moveTo(places: number): void {
    const seats = this.words.slice();
    const isLarger = places > this.places;
    this.words.fill(0);
    if (places > this.room) this.makeRoomFor(places);
    this.places = places;
    this.count = 0;
    this.view();
    for (let at = 0; at < seats.length; at += WORDS) {
      const open = seats[at + OPEN_ORDERS];
      if (seats[at + KEY] !== 0 && (isLarger || open !== 0))
        this.fill(
          this.placeOf(seats[at + KEY]) * WORDS,
          seats[at + KEY],
          open,
          seats[at + BASE_ROW],
          seats[at + QUOTE_ROW],
        );
    }
  }

  private makeRoomFor(places: number): void {
    let { room } = this;
    while (room < places) room = grown(room, SEATS);
    const address = this.memory.allocate(room * layout.SEAT_BYTES);
    this.memory.release(this.address, this.room * layout.SEAT_BYTES);
    this.room = room;
    this.address = address;
  }

  private view(): void {
    const { buffer } = this.memory;
    this.words = new Int32Array(buffer, this.address, this.places * WORDS);
    this.shared = new Int32Array(buffer, layout.SHARED, layout.SHARED_BYTES >> 2);
    this.shared[layout.SEATS_AT >> 2] = this.address;
    this.shared[layout.SEAT_BITS >> 2] = Math.log2(this.places);
  }
}

/** Not 0: users count from 1. */
function keyOf(user: number, market: number): number {
  return user * (1 << layout.SEAT_MARKET_BITS) + market;
}

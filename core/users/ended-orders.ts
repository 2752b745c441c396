/**
 * The ended orders of one user that are remembered, oldest first. They are kept as bytes, some 35 each and one behind the other, so
 * that their records (core/book/order-pool.ts) are free at once for the next orders: what matching touches stays few and near.
 */
import {
  AMENDS,
  BUY,
  CREATED,
  FEE_REST,
  FILLED_AMOUNT,
  FILLED_LOTS,
  FLAGS,
  hasClientId,
  hasTerms,
  ID,
  INT_STRIDE,
  KEY,
  LOTS,
  MARKET,
  NUM_STRIDE,
  type OrderPool,
  PREVENTED_AMOUNT,
  PREVENTED_LOTS,
  QUOTE_AMOUNT,
  sideOf,
  TOTAL_LOTS,
  UPDATED,
  USER,
} from '../book/order-pool.ts';
import { OrderTerms, TERMS } from '../book/order-terms.ts';

/** In the order of the bytes, behind the id; the key follows without its sign, which the side tells. */
const INTS = [FLAGS, MARKET, AMENDS, FEE_REST] as const;
const NUMS = [LOTS, TOTAL_LOTS, QUOTE_AMOUNT, FILLED_LOTS, FILLED_AMOUNT, PREVENTED_LOTS, PREVENTED_AMOUNT] as const;

/** A record begins with the length of its rest, in two bytes. */
const HEAD = 2;
/** The most bytes of a whole number, or of a unit of text. */
const NUMBER = 8;
const UNIT = 3;
const FIELDS = 1 + INTS.length + 1 + NUMS.length + 2;
const FIRST_ROOM = 256;
const NOTHING = new Uint8Array(0);

export class EndedOrders {
  /** How many ended orders have their bytes here. */
  stored = 0;
  /** How many ended lately and keep their records until the next command (Users.settle). */
  fresh = 0;
  private bytes = NOTHING;
  /** Where the oldest one begins, and where the newest one ends. */
  private start = 0;
  private end = 0;
  /** Where the next number is read or written. */
  private at = 0;

  get length(): number {
    return this.stored + this.fresh;
  }

  /** Notes the order of a slot, which the caller then gives back. */
  add({ int, num }: OrderPool, slot: number, clientOrderId: string, terms: OrderTerms | null): void {
    const at = slot * INT_STRIDE;
    const numAt = slot * NUM_STRIDE;
    const numbers = FIELDS + 1 + (terms === null ? 0 : TERMS.length);
    this.reserve(HEAD + numbers * NUMBER + clientOrderId.length * UNIT);
    const head = this.end;
    this.at = head + HEAD;
    this.put(num[numAt + ID]);
    for (let i = 0; i < INTS.length; i += 1) this.put(int[at + INTS[i]]);
    this.put(Math.abs(int[at + KEY]));
    for (let i = 0; i < NUMS.length; i += 1) this.put(num[numAt + NUMS[i]]);
    this.put(num[numAt + CREATED]);
    this.put(num[numAt + UPDATED] - num[numAt + CREATED]);
    if (hasClientId(int[at + FLAGS])) {
      this.put(clientOrderId.length);
      for (let i = 0; i < clientOrderId.length; i += 1) this.put(clientOrderId.charCodeAt(i));
    }
    if (terms !== null) for (const field of TERMS) this.put(terms[field]);
    const length = this.at - head - HEAD;
    this.bytes[head] = length & 255;
    this.bytes[head + 1] = length >> 8;
    this.end = this.at;
    this.stored += 1;
  }

  /** Visits the place of each, oldest first. */
  forEach(visit: (place: number) => void): void {
    for (let place = this.start; place < this.end; place = this.after(place)) visit(place);
  }

  /** The place of an order; -1 when it is not here. */
  find(orderId: number): number {
    for (let place = this.start; place < this.end; place = this.after(place)) {
      this.at = place + HEAD;
      if (this.take() === orderId) return place;
    }
    return -1;
  }

  /** Writes the order of a place into a free slot: all that a view shows, and what the snapshot keeps. */
  recall(place: number, owner: number, pool: OrderPool, slot: number): void {
    const { int, num } = pool;
    const at = slot * INT_STRIDE;
    const numAt = slot * NUM_STRIDE;
    this.at = place + HEAD;
    num[numAt + ID] = this.take();
    for (const field of INTS) int[at + field] = this.take();
    const key = this.take();
    int[at + KEY] = sideOf(int[at + FLAGS]) === BUY ? -key : key;
    int[at + USER] = owner;
    for (const field of NUMS) num[numAt + field] = this.take();
    num[numAt + CREATED] = this.take();
    num[numAt + UPDATED] = num[numAt + CREATED] + this.take();
    if (hasClientId(int[at + FLAGS])) {
      let clientOrderId = '';
      for (let left = this.take(); left > 0; left -= 1) clientOrderId += String.fromCharCode(this.take());
      pool.setClientId(slot, clientOrderId);
    }
    if (!hasTerms(int[at + FLAGS])) return;
    const terms = new OrderTerms();
    for (const field of TERMS) terms[field] = this.take();
    pool.setTerms(slot, terms);
  }

  /** The place of the oldest, if any is stored. */
  get oldest(): number {
    return this.start;
  }

  dropOldest(): void {
    this.start = this.after(this.oldest);
    this.stored -= 1;
    if (this.stored > 0) return;
    this.start = 0;
    this.end = 0;
    this.bytes = NOTHING;
  }

  private after(place: number): number {
    return place + HEAD + this.bytes[place] + (this.bytes[place + 1] << 8);
  }

  /** Seven bits a byte, lowest first. */
  private put(value: number): void {
    const { bytes } = this;
    let { at } = this;
    let rest = value;
    while (rest >= 128) {
      bytes[at++] = (rest & 127) | 128;
      rest = Math.floor(rest / 128);
    }
    bytes[at++] = rest;
    this.at = at;
  }

  private take(): number {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = this.bytes[this.at++];
      value += (byte & 127) * factor;
      if (byte < 128) return value;
      factor *= 128;
    }
  }

  /** Makes room behind the newest: by moving all to the front where half lies free there, else by growing. */
  private reserve(count: number): void {
    if (this.end + count <= this.bytes.length) return;
    const size = this.end - this.start;
    let room = Math.max(FIRST_ROOM, this.bytes.length);
    while (room < 2 * size + count) room *= 2;
    const bytes = room === this.bytes.length ? this.bytes : new Uint8Array(room);
    bytes.set(this.bytes.subarray(this.start, this.end));
    this.bytes = bytes;
    this.start = 0;
    this.end = size;
  }
}

/**
 * The ended orders of one user that are remembered, oldest first. They are kept as bytes, some 35 each and one behind the other, so
 * that their records (core/book/order-pool.ts) are free at once for the next orders: what matching touches stays few and near.
 * The bytes stand in blocks, each twice as large as the one before until they have 4 KiB: nothing is copied when more comes, and a block
 * whose orders are all forgotten is the next one to be filled.
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
import { assert } from '../protocol/invariant.ts';

/** In the order of the bytes, behind the id; the key follows without its sign, which the side tells. */
const INTS = [FLAGS, MARKET, AMENDS, FEE_REST] as const;
const NUMS = [LOTS, TOTAL_LOTS, QUOTE_AMOUNT, FILLED_LOTS, FILLED_AMOUNT, PREVENTED_LOTS, PREVENTED_AMOUNT] as const;

/** A record begins with the length of its rest, in two bytes. */
const HEAD = 2;
/** The most bytes of a whole number, or of a unit of text. */
const NUMBER = 8;
const UNIT = 3;
/** As many sevens of bits as fit into a number that is shifted. */
const BYTES_OF_WORD = 4;
const WORD = 1 << (7 * BYTES_OF_WORD);
const FIELDS = 1 + INTS.length + 1 + NUMS.length + 2;
const FIRST_BLOCK = 256;
/** Every record fits into one: a client id has 64 letters at most (protocol/field-checks.ts). */
const LARGEST_BLOCK = 4_096;
const NOTHING: Uint8Array = new Uint8Array(0);

export class EndedOrders {
  /** How many ended orders have their bytes here. */
  stored = 0;
  /** How many ended lately and keep their records until the next command (Users.settle). */
  fresh = 0;
  /** Oldest first. */
  private readonly blocks: Uint8Array[] = [];
  /** Where the oldest record begins in the first block, and where the newest one ends in the last. */
  private start = 0;
  private end = 0;
  /** A block of the largest size that is free again. */
  private spare: Uint8Array | null = null;
  /** Where the next number is read or written. */
  private bytes = NOTHING;
  private at = 0;

  get length(): number {
    return this.stored + this.fresh;
  }

  /** Notes the order of a slot, which the caller then gives back. */
  add({ int, num }: OrderPool, slot: number, clientOrderId: string, terms: OrderTerms | null): void {
    const at = slot * INT_STRIDE;
    const numAt = slot * NUM_STRIDE;
    const numbers = FIELDS + 1 + (terms === null ? 0 : TERMS.length);
    this.bytes = this.reserve(HEAD + numbers * NUMBER + clientOrderId.length * UNIT);
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

  /** Visits the place of each, oldest first; a place holds until an order is added or forgotten. */
  forEach(visit: (place: number) => void): void {
    for (let place = this.oldest; place >= 0; place = this.after(place)) visit(place);
  }

  /** The place of an order; -1 when it is not here. */
  find(orderId: number): number {
    for (let place = this.oldest; place >= 0; place = this.after(place)) {
      this.goTo(place);
      if (this.take() === orderId) return place;
    }
    return -1;
  }

  /** Writes the order of a place into a free slot: all that a view shows, and what the snapshot keeps. */
  recall(place: number, owner: number, pool: OrderPool, slot: number): void {
    const { int, num } = pool;
    const at = slot * INT_STRIDE;
    const numAt = slot * NUM_STRIDE;
    this.goTo(place);
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

  /** The place of the oldest; -1 when none is stored. */
  get oldest(): number {
    return this.stored === 0 ? -1 : this.start;
  }

  dropOldest(): void {
    const next = this.after(this.start);
    this.stored -= 1;
    if (this.stored === 0) {
      this.blocks.length = 0;
      this.spare = null;
      this.start = 0;
      this.end = 0;
    } else if (next >= LARGEST_BLOCK) {
      const [block] = this.blocks.splice(0, 1);
      if (block.length === LARGEST_BLOCK) this.spare = block;
      this.start = 0;
    } else {
      this.start = next;
    }
  }

  /** Sets the cursor behind the length of the record of a place: its block's number times LARGEST_BLOCK, plus where it begins there. */
  private goTo(place: number): void {
    this.bytes = this.blocks[Math.floor(place / LARGEST_BLOCK)];
    this.at = (place % LARGEST_BLOCK) + HEAD;
  }

  /** The place of the next newer record; -1 behind the newest. */
  private after(place: number): number {
    const number = Math.floor(place / LARGEST_BLOCK);
    const block = this.blocks[number];
    const offset = place % LARGEST_BLOCK;
    const next = offset + HEAD + lengthAt(block, offset);
    if (number === this.blocks.length - 1) return next < this.end ? number * LARGEST_BLOCK + next : -1;
    return lengthAt(block, next) === 0 ? (number + 1) * LARGEST_BLOCK : number * LARGEST_BLOCK + next;
  }

  /** Seven bits a byte, lowest first. Whole words are taken apart by shifts: a division of doubles a byte costs several times that. */
  private put(value: number): void {
    const { bytes } = this;
    let { at } = this;
    let rest = value;
    while (rest >= WORD) {
      const high = Math.floor(rest / WORD);
      let word = rest - high * WORD;
      for (let left = BYTES_OF_WORD; left > 0; left -= 1) {
        bytes[at++] = (word & 127) | 128;
        word >>= 7;
      }
      rest = high;
    }
    let word = rest | 0;
    while (word >= 128) {
      bytes[at++] = (word & 127) | 128;
      word >>= 7;
    }
    bytes[at++] = word;
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

  /** The block that has room for so many bytes behind the newest record: the last one, or another behind it. */
  private reserve(count: number): Uint8Array {
    const { blocks } = this;
    const last = blocks.length === 0 ? NOTHING : blocks[blocks.length - 1];
    if (this.end + count <= last.length) return last;
    // What an earlier use of the block left behind is no record.
    if (this.end + HEAD <= last.length) last.fill(0, this.end, this.end + HEAD);
    const block = this.nextBlock(last.length, count);
    blocks.push(block);
    this.end = 0;
    return block;
  }

  private nextBlock(lengthBefore: number, count: number): Uint8Array {
    assert(count <= LARGEST_BLOCK, 'the bytes of an ended order fit into one block');
    let length = Math.min(LARGEST_BLOCK, Math.max(FIRST_BLOCK, 2 * lengthBefore));
    while (length < count) length *= 2;
    const { spare } = this;
    if (spare === null || length < LARGEST_BLOCK) return new Uint8Array(length);
    this.spare = null;
    return spare;
  }
}

/** Of the record that begins there; 0 behind the last one of a block. */
function lengthAt(block: Uint8Array, offset: number): number {
  return offset + HEAD > block.length ? 0 : block[offset] + (block[offset + 1] << 8);
}

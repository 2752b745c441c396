/**
 * The ended orders of all users that are remembered, each user's oldest first. They are kept as bytes, some 35 each, so that their
 * records (core/book/order-pool.ts) are free at once for the next orders: what matching touches stays few and near.
 * The bytes of one user follow each other through a chain of small blocks, and the blocks of all stand in a few large arrays: to note an order
 * touches the line of its user and the end of its chain, whatever else the user has. Nothing is copied when more comes, and a block whose
 * orders are all forgotten is the next one to be filled.
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
const FIELDS = 1 + INTS.length + 1 + NUMS.length + 2 + 1 + TERMS.length;
/** Every record fits: a client id has 64 letters at most (protocol/field-checks.ts). */
const LARGEST_RECORD = 1_024;

/** Bytes of a block, and blocks of one array. Blocks count from 1: 0 is none. */
const BLOCK = 256;
const CHUNK_BITS = 12;
const BLOCKS_OF_CHUNK = 1 << CHUNK_BITS;
/** A place is a block and where in it, its end included. */
const PLACES_OF_BLOCK = 2 * BLOCK;

/** What is known of an owner: half a cache line. */
const STRIDE = 8;
/** Where the oldest record begins. */
const START_BLOCK = 0;
const START_AT = 1;
/** Where the newest one ends. */
const END_BLOCK = 2;
const END_AT = 3;
/** How many ended orders have their bytes here. */
const STORED = 4;
/** How many ended lately and keep their records until the next command (Users.settle). */
const FRESH = 5;
const FIRST_OWNERS = 64;

export class EndedOrders {
  private owners = new Int32Array(FIRST_OWNERS * STRIDE);
  private ownerRoom = FIRST_OWNERS;
  private readonly chunks: Uint8Array[] = [];
  /** By block: the next one of its chain, or of the free ones. */
  private links = new Int32Array(BLOCKS_OF_CHUNK);
  private blockCount = 0;
  private firstFree = 0;
  /** A record before it goes to its chain. */
  private readonly record = new Uint8Array(LARGEST_RECORD);
  /** Where the next byte is read. */
  private block = 0;
  private at = 0;

  /** How many of this owner are remembered. */
  countOf(owner: number): number {
    if (owner >= this.ownerRoom) return 0;
    return this.owners[owner * STRIDE + STORED] + this.owners[owner * STRIDE + FRESH];
  }

  storedOf(owner: number): number {
    return owner >= this.ownerRoom ? 0 : this.owners[owner * STRIDE + STORED];
  }

  /** One more, or one less, of this owner keeps its record. */
  addFresh(owner: number, change: 1 | -1): void {
    while (owner >= this.ownerRoom) this.growOwners();
    this.owners[owner * STRIDE + FRESH] += change;
  }

  /** Notes the order of a slot, which the caller then gives back. The owner had one fresh at least. */
  add(owner: number, { int, num }: OrderPool, slot: number, clientOrderId: string, terms: OrderTerms | null): void {
    const at = slot * INT_STRIDE;
    const numAt = slot * NUM_STRIDE;
    const most = HEAD + FIELDS * NUMBER + clientOrderId.length * UNIT;
    assert(most <= LARGEST_RECORD, 'the bytes of an ended order fit into one record');
    const { record } = this;
    let end = put(record, HEAD, num[numAt + ID]);
    for (let i = 0; i < INTS.length; i += 1) end = put(record, end, int[at + INTS[i]]);
    end = put(record, end, Math.abs(int[at + KEY]));
    for (let i = 0; i < NUMS.length; i += 1) end = put(record, end, num[numAt + NUMS[i]]);
    end = put(record, end, num[numAt + CREATED]);
    end = put(record, end, num[numAt + UPDATED] - num[numAt + CREATED]);
    if (hasClientId(int[at + FLAGS])) {
      end = put(record, end, clientOrderId.length);
      for (let i = 0; i < clientOrderId.length; i += 1) end = put(record, end, clientOrderId.charCodeAt(i));
    }
    if (terms !== null) for (const field of TERMS) end = put(record, end, terms[field]);
    record[0] = (end - HEAD) & 255;
    record[1] = (end - HEAD) >> 8;
    this.append(owner, end);
  }

  /** Visits the place of each, oldest first; a place holds until an order of the owner is added or forgotten. */
  forEach(owner: number, visit: (place: number) => void): void {
    this.goToStart(owner);
    for (let left = this.storedOf(owner); left > 0; left -= 1) {
      const place = this.block * PLACES_OF_BLOCK + this.at;
      this.skip(this.takeLength());
      const [block, at] = [this.block, this.at];
      visit(place);
      this.block = block;
      this.at = at;
    }
  }

  /** The place of an order; -1 when it is not here. */
  find(owner: number, orderId: number): number {
    this.goToStart(owner);
    for (let left = this.storedOf(owner); left > 0; left -= 1) {
      const place = this.block * PLACES_OF_BLOCK + this.at;
      const length = this.takeLength();
      const [block, at] = [this.block, this.at];
      if (this.take() === orderId) return place;
      this.block = block;
      this.at = at;
      this.skip(length);
    }
    return -1;
  }

  /** The place of the oldest, of an owner who has one. */
  oldest(owner: number): number {
    return this.owners[owner * STRIDE + START_BLOCK] * PLACES_OF_BLOCK + this.owners[owner * STRIDE + START_AT];
  }

  /** Writes the order of a place into a free slot: all that a view shows, and what the snapshot keeps. */
  recall(place: number, owner: number, pool: OrderPool, slot: number): void {
    const { int, num } = pool;
    const at = slot * INT_STRIDE;
    const numAt = slot * NUM_STRIDE;
    this.goTo(place);
    this.takeLength();
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

  /** Forgets the oldest; the owner has one. */
  dropOldest(owner: number): void {
    const { owners } = this;
    const at = owner * STRIDE;
    const first = owners[at + START_BLOCK];
    this.goToStart(owner);
    this.skip(this.takeLength());
    owners[at + STORED] -= 1;
    if (owners[at + STORED] === 0) {
      this.free(first, owners[at + END_BLOCK]);
      owners.fill(0, at + START_BLOCK, at + STORED);
      return;
    }
    if (this.at === BLOCK) this.hop();
    if (this.block !== first) this.freeUntil(first, this.block);
    owners[at + START_BLOCK] = this.block;
    owners[at + START_AT] = this.at;
  }

  /** Puts the record behind the owner's newest; `recordEnd` is its length. */
  private append(owner: number, recordEnd: number): void {
    while (owner >= this.ownerRoom) this.growOwners();
    const { record } = this;
    const place = owner * STRIDE;
    let block = this.owners[place + END_BLOCK];
    let at = this.owners[place + END_AT];
    for (let from = 0; from < recordEnd;) {
      if (block === 0 || at === BLOCK) {
        const next = this.takeBlock();
        if (block === 0) this.owners[place + START_BLOCK] = next;
        else this.links[block] = next;
        block = next;
        at = 0;
      }
      const chunk = this.chunks[block >> CHUNK_BITS];
      const to = (block & (BLOCKS_OF_CHUNK - 1)) * BLOCK + at;
      const count = Math.min(recordEnd - from, BLOCK - at);
      for (let i = 0; i < count; i += 1) chunk[to + i] = record[from + i];
      from += count;
      at += count;
    }
    this.owners[place + END_BLOCK] = block;
    this.owners[place + END_AT] = at;
    this.owners[place + STORED] += 1;
  }

  private goTo(place: number): void {
    this.block = Math.floor(place / PLACES_OF_BLOCK);
    this.at = place % PLACES_OF_BLOCK;
  }

  private goToStart(owner: number): void {
    if (owner >= this.ownerRoom) return;
    this.block = this.owners[owner * STRIDE + START_BLOCK];
    this.at = this.owners[owner * STRIDE + START_AT];
  }

  private hop(): void {
    this.block = this.links[this.block];
    this.at = 0;
  }

  private takeLength(): number {
    return this.takeByte() + (this.takeByte() << 8);
  }

  private take(): number {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = this.takeByte();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
      factor *= 128;
    }
  }

  private takeByte(): number {
    if (this.at === BLOCK) this.hop();
    const byte = this.chunks[this.block >> CHUNK_BITS][(this.block & (BLOCKS_OF_CHUNK - 1)) * BLOCK + this.at];
    this.at += 1;
    return byte;
  }

  private skip(count: number): void {
    this.at += count;
    while (this.at > BLOCK) {
      const beyond = this.at - BLOCK;
      this.hop();
      this.at = beyond;
    }
  }

  private takeBlock(): number {
    const free = this.firstFree;
    if (free !== 0) {
      this.firstFree = this.links[free];
      return free;
    }
    const block = (this.blockCount += 1);
    while (block >> CHUNK_BITS >= this.chunks.length) this.chunks.push(new Uint8Array(BLOCKS_OF_CHUNK * BLOCK));
    if (block >= this.links.length) {
      const links = new Int32Array(2 * this.links.length);
      links.set(this.links);
      this.links = links;
    }
    return block;
  }

  /** Frees the blocks of a chain from `first` to `last`. */
  private free(first: number, last: number): void {
    this.links[last] = this.firstFree;
    this.firstFree = first;
  }

  /** The same up to the one before `end`. */
  private freeUntil(first: number, end: number): void {
    let last = first;
    while (this.links[last] !== end) last = this.links[last];
    this.free(first, last);
  }

  private growOwners(): void {
    const owners = new Int32Array((this.ownerRoom *= 2) * STRIDE);
    owners.set(this.owners);
    this.owners = owners;
  }
}

/** Seven bits a byte, lowest first. Whole words are taken apart by shifts: a division of doubles a byte costs several times that. Answers where the number ends. */
function put(bytes: Uint8Array, begin: number, value: number): number {
  // Most numbers are of one byte.
  if (value < 128) {
    bytes[begin] = value;
    return begin + 1;
  }
  let at = begin;
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
  bytes[at] = word;
  return at + 1;
}

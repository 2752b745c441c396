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
import * as ended from '../kernel/ended-layout.ts';
import * as layout from '../kernel/layout.ts';
import { grown, OWNERS } from '../kernel/limits.ts';
import { Bytes } from '../kernel/memory.ts';
import { assert } from '../protocol/invariant.ts';

/** In the order of the bytes, behind the id; the key follows without its sign, which the side tells. */
const INTS = [FLAGS, MARKET, AMENDS, FEE_REST] as const;
const NUMS = [LOTS, TOTAL_LOTS, QUOTE_AMOUNT, FILLED_LOTS, FILLED_AMOUNT, PREVENTED_LOTS, PREVENTED_AMOUNT] as const;

/** The most bytes of a whole number. */
const NUMBER = 8;
/** As many sevens of bits as fit into a number that is shifted. */
const BYTES_OF_WORD = 4;
const WORD = 1 << (7 * BYTES_OF_WORD);
const HEAD = ended.ENDED_HEAD;
const FIELDS = 1 + INTS.length + 1 + NUMS.length + 2 + TERMS.length;
const LARGEST_RECORD = HEAD + FIELDS * NUMBER;

const CHUNK_BYTES = ended.BLOCK_BYTES * ended.CHUNK_BLOCKS;
/** A place is a block and where in it, its end included. */
const PLACES_OF_BLOCK = 2 * ended.BLOCK_BYTES;

/** What is known of an owner, in words. */
const STRIDE = ended.OWNER_BYTES >> 2;
const START_BLOCK = ended.OWNER_START_BLOCK >> 2;
const START_AT = ended.OWNER_START_AT >> 2;
const END_BLOCK = ended.OWNER_END_BLOCK >> 2;
const END_AT = ended.OWNER_END_AT >> 2;
const COUNT = ended.OWNER_COUNT >> 2;

/** Of `state`, in words. */
const OWNERS_AT = layout.ENDED_OWNERS_AT >> 2;
const OWNER_ROOM = layout.ENDED_OWNER_ROOM >> 2;
const CHUNKS_AT = layout.ENDED_CHUNKS_AT >> 2;
const FIRST_FREE = layout.ENDED_FIRST_FREE >> 2;
const BLOCK_COUNT = layout.ENDED_BLOCK_COUNT >> 2;
const BLOCK_ROOM = layout.ENDED_BLOCK_ROOM >> 2;
const OWNER_COUNT = layout.ENDED_OWNER_COUNT >> 2;
const BYTES = layout.ENDED_BYTES >> 2;
const CROWDED_BLOCKS = layout.CROWDED_BLOCKS >> 2;
const NEW_OWNER_COUNT = ended.NEW_OWNER_COUNT >> 2;
const NEW_OWNERS = ended.NEW_OWNERS >> 2;
/** More than the orders of one command need. */
const SPARE_BLOCKS = 1 << 14;

export class EndedOrders {
  private readonly memory: Bytes;
  /** All of the memory. */
  private bytes!: Uint8Array;
  private words!: Int32Array;
  /** What the kernel, which notes ended orders too, reads and changes (core/kernel/layout.ts). */
  private state!: Int32Array;
  private owners!: Int32Array;
  private ownersAt: number;
  private ownerRoom = OWNERS.first;
  /** A record before it goes to its chain. */
  private readonly record = new Uint8Array(LARGEST_RECORD);
  /** Where the next byte is read. */
  private block = 0;
  private at = 0;

  constructor(memory = new Bytes()) {
    this.memory = memory;
    this.ownersAt = memory.allocate(OWNERS.first * ended.OWNER_BYTES);
    const chunksAt = memory.allocate(ended.MOST_CHUNKS * 4);
    memory.follow(() => this.view());
    this.state[CHUNKS_AT] = chunksAt;
    // Number 0 is no block: the first chunk begins with one that is never used.
    this.state[BLOCK_COUNT] = 1;
    this.mostBlocks = ended.MOST_CHUNKS * ended.CHUNK_BLOCKS;
  }

  /** Tests set a smaller one, so that they can reach it. */
  set mostBlocks(blocks: number) {
    this.state[CROWDED_BLOCKS] = blocks - SPARE_BLOCKS;
  }

  /** How many of this owner are remembered. */
  countOf(owner: number): number {
    return owner >= this.ownerRoom ? 0 : this.owners[owner * STRIDE + COUNT];
  }

  /**
   * Are the blocks scarce, so that ended orders are forgotten before their time (core/state-machine/room.ts)? Counted by owners and bytes, which
   * a restored core has too, rather than by blocks: an owner's first and last one may both be half empty.
   */
  get isCrowded(): boolean {
    const most = 2 * this.state[OWNER_COUNT] + this.state[BYTES] / ended.BLOCK_ROOM;
    return most >= this.state[CROWDED_BLOCKS];
  }

  /** Visits those whose first ended order the kernel kept since this was last called. */
  takeNewOwners(visit: (owner: number) => void): void {
    const count = this.state[NEW_OWNER_COUNT];
    for (let i = 0; i < count; i += 1) visit(this.state[NEW_OWNERS + i]);
    this.state[NEW_OWNER_COUNT] = 0;
  }

  /** Notes the order of a slot, which the caller then gives back. Its name stays where it is (order-names.ts). */
  add(owner: number, { int, num }: OrderPool, slot: number, terms: OrderTerms | null): void {
    const at = slot * INT_STRIDE;
    const numAt = slot * NUM_STRIDE;
    const { record } = this;
    let end = put(record, HEAD, num[numAt + ID]);
    for (let i = 0; i < INTS.length; i += 1) end = put(record, end, int[at + INTS[i]]);
    end = put(record, end, Math.abs(int[at + KEY]));
    for (let i = 0; i < NUMS.length; i += 1) end = put(record, end, num[numAt + NUMS[i]]);
    end = put(record, end, num[numAt + CREATED]);
    end = put(record, end, num[numAt + UPDATED] - num[numAt + CREATED]);
    if (terms !== null) for (const field of TERMS) end = put(record, end, terms[field]);
    record[0] = (end - HEAD) & 255;
    record[1] = (end - HEAD) >> 8;
    this.append(owner, end);
  }

  /** Visits the place of each, oldest first; a place holds until an order of the owner is added or forgotten. */
  forEach(owner: number, visit: (place: number) => void): void {
    this.goToStart(owner);
    for (let left = this.countOf(owner); left > 0; left -= 1) {
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
    for (let left = this.countOf(owner); left > 0; left -= 1) {
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

  /** Writes the order of a place into a free slot: all that a view shows, and what the snapshot keeps, but for its name. */
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
    const length = this.takeLength();
    this.skip(length);
    this.state[BYTES] -= HEAD + length;
    owners[at + COUNT] -= 1;
    if (owners[at + COUNT] === 0) {
      this.state[OWNER_COUNT] -= 1;
      this.free(first, owners[at + END_BLOCK]);
      owners.fill(0, at + START_BLOCK, at + COUNT);
      return;
    }
    if (this.at === ended.BLOCK_ROOM) this.hop();
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
      if (block === 0 || at === ended.BLOCK_ROOM) {
        const next = this.takeBlock();
        if (block === 0) this.owners[place + START_BLOCK] = next;
        else this.words[this.linkOf(block)] = next;
        block = next;
        at = 0;
      }
      const to = this.addressOf(block) + at;
      const count = Math.min(recordEnd - from, ended.BLOCK_ROOM - at);
      for (let i = 0; i < count; i += 1) this.bytes[to + i] = record[from + i];
      from += count;
      at += count;
    }
    this.owners[place + END_BLOCK] = block;
    this.owners[place + END_AT] = at;
    if (this.owners[place + COUNT] === 0) this.state[OWNER_COUNT] += 1;
    this.owners[place + COUNT] += 1;
    this.state[BYTES] += recordEnd;
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
    this.block = this.words[this.linkOf(this.block)];
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
    if (this.at === ended.BLOCK_ROOM) this.hop();
    const byte = this.bytes[this.addressOf(this.block) + this.at];
    this.at += 1;
    return byte;
  }

  private skip(count: number): void {
    this.at += count;
    while (this.at > ended.BLOCK_ROOM) {
      const beyond = this.at - ended.BLOCK_ROOM;
      this.hop();
      this.at = beyond;
    }
  }

  private takeBlock(): number {
    const free = this.state[FIRST_FREE];
    if (free !== 0) {
      this.state[FIRST_FREE] = this.words[this.linkOf(free)];
      return free;
    }
    const block = this.state[BLOCK_COUNT];
    if (block >= this.state[BLOCK_ROOM]) this.addChunk();
    this.state[BLOCK_COUNT] = block + 1;
    return block;
  }

  private addChunk(): void {
    const chunk = this.state[BLOCK_ROOM] >> ended.CHUNK_BITS;
    assert(chunk < ended.MOST_CHUNKS, 'ended orders are forgotten before their blocks are used up');
    const address = this.memory.allocate(CHUNK_BYTES);
    this.words[(this.state[CHUNKS_AT] >>> 2) + chunk] = address;
    this.state[BLOCK_ROOM] += ended.CHUNK_BLOCKS;
  }

  private addressOf(block: number): number {
    const chunk = this.words[(this.state[CHUNKS_AT] >>> 2) + (block >> ended.CHUNK_BITS)] >>> 0;
    return chunk + (block & (ended.CHUNK_BLOCKS - 1)) * ended.BLOCK_BYTES;
  }

  /** Where the number of the next block of its chain, or of the free ones, stands, in words. */
  private linkOf(block: number): number {
    return (this.addressOf(block) + ended.BLOCK_NEXT) >>> 2;
  }

  /** Frees the blocks of a chain from `first` to `last`. */
  private free(first: number, last: number): void {
    this.words[this.linkOf(last)] = this.state[FIRST_FREE];
    this.state[FIRST_FREE] = first;
  }

  /** The same up to the one before `end`. */
  private freeUntil(first: number, end: number): void {
    let last = first;
    for (let next = this.words[this.linkOf(last)]; next !== end; next = this.words[this.linkOf(last)]) last = next;
    this.free(first, last);
  }

  private view(): void {
    const { buffer } = this.memory;
    this.bytes = new Uint8Array(buffer);
    this.words = new Int32Array(buffer);
    this.state = new Int32Array(buffer, layout.SHARED, layout.SHARED_BYTES >> 2);
    this.owners = new Int32Array(buffer, this.ownersAt, this.ownerRoom * STRIDE);
    this.state[OWNERS_AT] = this.ownersAt;
    this.state[OWNER_ROOM] = this.ownerRoom;
  }

  private growOwners(): void {
    const room = grown(this.ownerRoom, OWNERS);
    const address = this.memory.allocate(room * ended.OWNER_BYTES);
    new Int32Array(this.memory.buffer, address, room * STRIDE).set(this.owners);
    this.memory.release(this.ownersAt, this.ownerRoom * ended.OWNER_BYTES);
    this.ownersAt = address;
    this.ownerRoom = room;
    this.view();
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

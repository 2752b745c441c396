/**
 * Every order that lives or is remembered, as fixed records of 128 bytes in one buffer: two cache lines, the first
 * with all fields that matching uses. `int` and `num` are two views of the same bytes. A slot is a record's number; slot 0
 * is "none". Slots never leave the core and never enter the state hash: an order is known by its id.
 */
import * as layout from '../kernel/layout.ts';
import { grown, ORDERS } from '../kernel/limits.ts';
import { Bytes } from '../kernel/memory.ts';
import { assert } from '../protocol/invariant.ts';
import {
  ACCOUNT,
  CLIENT_ID_FLAG,
  FLAGS,
  ID,
  INT_STRIDE,
  KEEP_MASK,
  LINKED_FLAG,
  LIVE_STATUSES,
  LOTS,
  NEW,
  NEXT,
  NO_TRIGGER,
  NUM_STRIDE,
  ORIGIN_SHIFT,
  POSITION_SIDE_SHIFT,
  REASON_SHIFT,
  REDUCE_ONLY_FLAG,
  STATUS_SHIFT,
  STP_SHIFT,
  TERMS_FLAG,
  TIF_SHIFT,
  TRIGGER_SHIFT,
  TYPE_SHIFT,
  UNTRIGGERED,
} from '../kernel/order-record.ts';
import type { OrderTerms } from './order-terms.ts';

export * from '../kernel/order-record.ts';

/** FLAGS of a new order: NEW, or UNTRIGGERED with a trigger; without a reason and without client id, terms and pair (trading A1, A2). */
export function packFlags(
  side: number,
  type: number,
  timeInForce: number,
  stpMode: number,
  trigger = NO_TRIGGER,
): number {
  const status = (trigger === NO_TRIGGER ? NEW : UNTRIGGERED) << STATUS_SHIFT;
  const kind = (type << TYPE_SHIFT) | (trigger << TRIGGER_SHIFT);
  return side | kind | (timeInForce << TIF_SHIFT) | (stpMode << STP_SHIFT) | status;
}
/** BUY or SELL. */
export const sideOf = (flags: number): number => flags & 1;
/** LIMIT_TYPE or MARKET_TYPE: what it is once it enters, whatever its trigger. */
export const typeOf = (flags: number): number => (flags >> TYPE_SHIFT) & 1;
/** GTC, IOC, FOK or GTX (trading A2). */
export const timeInForceOf = (flags: number): number => (flags >> TIF_SHIFT) & 3;
/** STP_NONE, EXPIRE_TAKER, EXPIRE_MAKER, EXPIRE_BOTH or DECREMENT (trading A3). */
export const stpModeOf = (flags: number): number => (flags >> STP_SHIFT) & 7;
/** Whether its user named it: `OrderPool.clientId`. */
export const hasClientId = (flags: number): boolean => (flags & CLIENT_ID_FLAG) !== 0;
/** One of NEW to UNTRIGGERED. */
export const statusOf = (flags: number): number => (flags >> STATUS_SHIFT) & 15;
/** Why it ended or was cut, NO_REASON while nothing has happened to it. */
export const reasonOf = (flags: number): number => (flags >> REASON_SHIFT) & 31;
/** NO_TRIGGER, STOP_TRIGGER, PROFIT_TRIGGER or TRAILING_TRIGGER (trading A1); it keeps it after it fired. */
export const triggerOf = (flags: number): number => (flags >> TRIGGER_SHIFT) & 3;
/** The order's type with its trigger, as its place in ORDER_TYPES (protocol/words.ts). */
export const orderTypeOf = (flags: number): number => triggerOf(flags) * 2 + typeOf(flags);
/** Of orders of perpetuals: whether it may only make a position smaller (trading B17). */
export const isReduceOnly = (flags: number): boolean => (flags & REDUCE_ONLY_FLAG) !== 0;
/** The position side as a number: 0 BOTH, 1 LONG, 2 SHORT. */
export const positionSideOf = (flags: number): number => (flags >> POSITION_SIDE_SHIFT) & 3;
/** Who sent the order, as a number: 0 USER, 1 STOP, 2 LIQUIDATION. */
export const originOf = (flags: number): number => (flags >> ORIGIN_SHIFT) & 3;
/** The flags that only orders of perpetuals have. */
export function perpFlags(reduceOnly: boolean, positionSide: number, origin: number): number {
  return (reduceOnly ? REDUCE_ONLY_FLAG : 0) | (positionSide << POSITION_SIDE_SHIFT) | (origin << ORIGIN_SHIFT);
}
/** Whether it is open: in a book, on its way into one, or dormant. Every other order has ended. */
export const isLive = (flags: number): boolean => ((LIVE_STATUSES >> statusOf(flags)) & 1) === 1;
/** Whether it waits for its trigger and is in no book (trading A1). */
export const isDormant = (flags: number): boolean => statusOf(flags) === UNTRIGGERED;
/** Is or was the order conditional, an iceberg or a leg of a pair? Then it has OrderTerms. */
export const hasTerms = (flags: number): boolean => (flags & TERMS_FLAG) !== 0;
/** Is it a leg of an OCO whose other leg is open too? */
export const isLinked = (flags: number): boolean => (flags & LINKED_FLAG) !== 0;

const RECORD_BYTES = INT_STRIDE * 4;
/** Of the pool's state, in words; the kernel's stands among what it shares with the core. */
const FREE = 0;
const FREE_COUNT = (layout.POOL_FREE_COUNT - layout.POOL_FREE) >> 2;
const USED = (layout.POOL_USED - layout.POOL_FREE) >> 2;
const CAPACITY = (layout.POOL_CAPACITY - layout.POOL_FREE) >> 2;
const STORED = (layout.POOL_STORED - layout.POOL_FREE) >> 2;
const CROWDED = (layout.CROWDED_ORDERS - layout.POOL_FREE) >> 2;
const STATE_WORDS = CROWDED + 1;
interface Limits {
  most: number;
  crowded: number;
  spare: number;
}
/** With more slots in use, ended orders are forgotten sooner (core/state-machine/room.ts). */
const CROWDED_SLOTS = 1 << 22;
/** Slots that users' orders may not take, because one command may make orders itself (liquidations, fired stops). */
const SPARE_SLOTS = 1 << 16;

/**
 * The memory of all orders of one kind of market. It hands out slots and takes them back; what their fields mean, who owns them and in
 * which lists they stand is the callers' affair. Refuses nothing: callers ask `isFull` or `isExhausted` before they make an order, and
 * answer the refusal; a slot too many is a bug of ours and an InvariantError.
 */
export class OrderPool {
  /** The records as doubles: field F of slot S is `num[S * NUM_STRIDE + F]`. Another array after `allocate`, so it is never kept. */
  num!: Float64Array;
  /** The same memory as 32-bit words: `int[S * INT_STRIDE + F]`. */
  int!: Int32Array;
  readonly memory: Bytes;
  private address: number;
  private readonly isKernels: boolean;
  /** Of orders of perpetuals: those of spot are in core/users/order-names.ts. */
  private readonly clientIds = new Map<number, string>();
  private readonly termsBySlot = new Map<number, OrderTerms>();
  private capacity = ORDERS.first;
  /** Which slots are used and which are free, chained by NEXT: the kernel takes and gives slots too (core/kernel/layout.ts). */
  private state = new Int32Array(STATE_WORDS);
  private ownLimits = { most: ORDERS.most, crowded: CROWDED_SLOTS, spare: SPARE_SLOTS };

  /** `memory`: where the records stand; `isKernels`: they are the ones that its kernel works on. */
  constructor(memory = new Bytes(), isKernels = false) {
    this.memory = memory;
    this.isKernels = isKernels;
    this.address = memory.allocate(this.capacity * RECORD_BYTES);
    memory.follow(() => this.view());
    this.state[USED] = 1;
    this.limits = this.ownLimits;
  }

  get limits(): Readonly<Limits> {
    return this.ownLimits;
  }
  /** Tests set smaller ones, so that they can fill it. */
  set limits(limits: Readonly<Limits>) {
    this.ownLimits = { ...limits };
    this.state[CROWDED] = limits.crowded;
  }

  /** Ended orders that are remembered elsewhere and have no slot (core/users/ended-orders.ts); core/users/users.ts counts them here. */
  get storedCount(): number {
    return this.state[STORED];
  }
  set storedCount(count: number) {
    this.state[STORED] = count;
  }

  /** Live and remembered orders, with slots or without. */
  private get held(): number {
    const { state } = this;
    return state[USED] - 1 - state[FREE_COUNT] + state[STORED];
  }

  /** Whether free slots are scarce, so that ended orders are forgotten before their time (core/state-machine/room.ts). */
  get isCrowded(): boolean {
    return this.held >= this.limits.crowded;
  }

  /** Is there no room for another order, or pair, of a user? */
  get isFull(): boolean {
    return this.held >= this.limits.most - this.limits.spare;
  }

  /** Is there no room for any order? */
  get isExhausted(): boolean {
    return this.held >= this.limits.most - 2;
  }

  /** Takes a free slot. Its content is undefined: the caller writes every field. May replace the buffers `num` and `int`. */
  allocate(): number {
    const slot = this.state[FREE];
    if (slot !== 0) {
      this.state[FREE] = this.int[slot * INT_STRIDE + NEXT];
      this.state[FREE_COUNT] -= 1;
      return slot;
    }
    if (this.state[USED] === this.capacity) this.growTo(grown(this.capacity, ORDERS));
    return this.state[USED]++;
  }

  /** The slot of the highest number that was ever handed out. */
  get newest(): number {
    return this.state[USED] - 1;
  }

  /** Room for so many more, as far as there may be: growing step by step copies the records at each. May replace the buffers. */
  reserve(count: number): void {
    let { capacity } = this;
    while (capacity < ORDERS.most && this.state[USED] + count > capacity) capacity = grown(capacity, ORDERS);
    if (capacity > this.capacity) this.growTo(capacity);
  }

  /** The ids of the orders in these slots, in their order. */
  idsOf(slots: readonly number[]): Float64Array<ArrayBuffer> {
    const ids = new Float64Array(slots.length);
    for (let i = 0; i < slots.length; i += 1) ids[i] = this.num[slots[i] * NUM_STRIDE + ID];
    return ids;
  }

  /** Gives a slot back, and forgets its client id and terms. Nobody may refer to it any more. Asserts that there is such a slot. */
  release(slot: number): void {
    assert(slot > 0 && slot < this.state[USED], 'a slot that is given back was handed out');
    const at = slot * INT_STRIDE;
    if (hasClientId(this.int[at + FLAGS])) this.clientIds.delete(slot);
    if (hasTerms(this.int[at + FLAGS])) this.termsBySlot.delete(slot);
    this.int[at + NEXT] = this.state[FREE];
    this.state[FREE] = slot;
    this.state[FREE_COUNT] += 1;
  }

  /** Remembers how its user names the order; an empty text is no name. The order's FLAGS are written before. */
  setClientId(slot: number, clientOrderId: string): void {
    if (clientOrderId === '') return;
    this.int[slot * INT_STRIDE + FLAGS] |= CLIENT_ID_FLAG;
    this.clientIds.set(slot, clientOrderId);
  }

  /** Empty for an order without a name. */
  clientId(slot: number): string {
    return hasClientId(this.int[slot * INT_STRIDE + FLAGS]) ? (this.clientIds.get(slot) ?? '') : '';
  }

  /** Index of the margin account (MarginAccounts.at) of an order of a perpetual; of a spot order it means nothing. */
  accountOf(slot: number): number {
    return this.int[slot * INT_STRIDE + ACCOUNT];
  }

  /** Sets what an order has beside its record: its trigger, an iceberg's slice, the partner in an OCO pair (trading A1). */
  setTerms(slot: number, terms: OrderTerms): void {
    this.int[slot * INT_STRIDE + FLAGS] |= TERMS_FLAG;
    this.termsBySlot.set(slot, terms);
  }

  /** The terms of an order that has some; asserts that it has (`hasTerms`). */
  terms(slot: number): OrderTerms {
    const terms = this.termsBySlot.get(slot);
    assert(terms !== undefined, 'an order that is asked for its terms has some');
    return terms;
  }

  /** Whether it shows itself in slices (trading A1.5). */
  isIceberg(slot: number): boolean {
    return hasTerms(this.int[slot * INT_STRIDE + FLAGS]) && this.terms(slot).displayLots !== 0;
  }

  /** The remaining quantity in lots, with the hidden part of an iceberg. */
  restLots(slot: number): number {
    const lots = this.num[slot * NUM_STRIDE + LOTS];
    return hasTerms(this.int[slot * INT_STRIDE + FLAGS]) ? lots + this.terms(slot).hiddenLots : lots;
  }

  /** Notes whether the other leg of its OCO pair is open too (trading A1.4). */
  setLinked(slot: number, linked: boolean): void {
    if (linked) this.int[slot * INT_STRIDE + FLAGS] |= LINKED_FLAG;
    else this.int[slot * INT_STRIDE + FLAGS] &= ~LINKED_FLAG;
  }

  /** Marks an order as reduce-only (trading B17). */
  setReduceOnly(slot: number): void {
    this.int[slot * INT_STRIDE + FLAGS] |= REDUCE_ONLY_FLAG;
  }

  /** Sets status and reason together; the rest of FLAGS stays. */
  setStatus(slot: number, status: number, reason: number): void {
    const at = slot * INT_STRIDE + FLAGS;
    this.int[at] = (this.int[at] & KEEP_MASK) | (status << STATUS_SHIFT) | (reason << REASON_SHIFT);
  }

  private view(): void {
    const { buffer } = this.memory;
    this.num = new Float64Array(buffer, this.address, this.capacity * NUM_STRIDE);
    this.int = new Int32Array(buffer, this.address, this.capacity * INT_STRIDE);
    if (!this.isKernels) return;
    this.state = new Int32Array(buffer, layout.SHARED + layout.POOL_FREE, STATE_WORDS);
    this.state[CAPACITY] = this.capacity;
    new Int32Array(buffer, layout.SHARED)[layout.ORDERS_AT >> 2] = this.address;
  }

  private growTo(capacity: number): void {
    assert(capacity > this.capacity, 'orders are refused before the pool is full');
    const address = this.memory.allocate(capacity * RECORD_BYTES);
    const int = new Int32Array(this.memory.buffer, address, capacity * INT_STRIDE);
    int.set(this.int);
    this.memory.release(this.address, this.capacity * RECORD_BYTES);
    this.capacity = capacity;
    this.address = address;
    this.view();
  }
}

/**
 * Every order that lives or is remembered, as fixed records of 128 bytes in one buffer: two cache lines, the first
 * with all fields that matching uses. `int` and `num` are two views of the same bytes. A slot is a record's number; slot 0
 * is "none". Slots never leave the core and never enter the state hash: an order is known by its id.
 */
import { assert } from '../protocol/invariant.ts';
import type { OrderTerms } from './order-terms.ts';

/** Length of a record, in 32-bit words and in doubles. */
export const INT_STRIDE = 32;
export const NUM_STRIDE = 16;

/** Fields of `int` (offsets in 32-bit words). */
export const NEXT = 0;
export const PREVIOUS = 1;
/** The limit, or a market order's cap, in ticks, negated for a buy: the smaller key is always the better price. */
export const KEY = 2;
export const USER = 3;
export const FLAGS = 4;
export const MARKET = 5;
export const BASE_ROW = 6;
export const QUOTE_ROW = 7;
/** The margin account of an order of a perpetual (in place of the spot order's balance rows). */
export const ACCOUNT = 6;
/** The part of the exact fees so far that is below a whole unit, in 10^-8 units (QUOTE fee mode, trading A5.3). */
export const FEE_REST = 26;
export const AMENDS = 27;
/** The user's live orders, in order of creation. */
export const USER_NEXT = 28;
export const USER_PREVIOUS = 29;

/** Fields of `num` (offsets in doubles). */
/** Remaining quantity in lots; for a sell by amount what it has reserved, for a buy by amount 0. */
export const LOTS = 4;
export const FILLED_LOTS = 5;
export const FILLED_AMOUNT = 6;
export const ID = 7;
export const TOTAL_LOTS = 8;
export const PREVENTED_LOTS = 9;
export const QUOTE_AMOUNT = 10;
export const CREATED = 11;
export const UPDATED = 12;
/** By how much self-trade prevention reduced the amount of an order by amount. */
export const PREVENTED_AMOUNT = 15;

// The numbers of words are their places in the lists of protocol/words.ts, those of types in ORDER_TYPES (protocol/commands.ts).
export const BUY = 0;
export const SELL = 1;
export const LIMIT_TYPE = 0;
export const MARKET_TYPE = 1;
/** Kinds of triggers of dormant orders (trading A1). */
export const NO_TRIGGER = 0;
export const STOP_TRIGGER = 1;
export const PROFIT_TRIGGER = 2;
export const TRAILING_TRIGGER = 3;
export const GTC = 0;
export const IOC = 1;
export const FOK = 2;
export const GTX = 3;
export const STP_NONE = 0;
export const EXPIRE_TAKER = 1;
export const EXPIRE_MAKER = 2;
export const EXPIRE_BOTH = 3;
export const DECREMENT = 4;
export const NEW = 0;
export const PARTIALLY_FILLED = 1;
export const FILLED = 2;
export const CANCELED = 3;
export const EXPIRED = 4;
export const EXPIRED_IN_MATCH = 5;
/** Dormant: the order's funds are reserved, and it waits for its trigger. */
export const UNTRIGGERED = 6;
const LIVE_STATUSES = (1 << NEW) | (1 << PARTIALLY_FILLED) | (1 << UNTRIGGERED);
export const NO_REASON = 0;
export const BY_USER = 1;
export const BY_SYSTEM = 2;
export const TIME_IN_FORCE = 3;
export const PRICE_CAP = 4;
export const NO_LIQUIDITY = 5;
export const SELF_TRADE = 6;
export const AMENDED_AWAY = 7;
export const BY_OCO = 8;
export const WOULD_TAKE = 13;
export const TOO_LARGE = 14;
export const NO_MARGIN = 15;
export const NOTHING_TO_REDUCE = 16;
export const BY_LIQUIDATION = 17;
export const BY_ADL = 18;
export const BANKRUPTCY_PRICE = 19;

/**
 * FLAGS: side 1 bit, type 1, time in force 2, self-trade mode 3, has a client id 1, status 4, reason 5, trigger 2, has
 * terms 1, linked 1, then those of perpetuals. A snapshot holds them as they are: a field keeps its place.
 */
const TYPE_SHIFT = 1;
const TIF_SHIFT = 2;
const STP_SHIFT = 4;
const CLIENT_ID_FLAG = 1 << 7;
const STATUS_SHIFT = 8;
const REASON_SHIFT = 12;
const TRIGGER_SHIFT = 17;
const TERMS_FLAG = 1 << 19;
const LINKED_FLAG = 1 << 20;
/** Of orders of perpetuals only: reduce-only 1 bit, position side 2, origin 2. */
const REDUCE_ONLY_FLAG = 1 << 21;
const POSITION_SIDE_SHIFT = 22;
const ORIGIN_SHIFT = 24;
const KEEP_MASK = ~(0x1ff << STATUS_SHIFT);

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

/** The most records: one GiB. */
const MAX_SLOTS = 1 << 23;
/** With more slots in use, ended orders are forgotten sooner (core/state-machine/room.ts). */
const CROWDED_SLOTS = 1 << 22;
/** Slots that users' orders may not take, because one command may make orders itself (liquidations, fired stops). */
const SPARE_SLOTS = 1 << 16;
/** Factor by which a full buffer grows. Growing copies it; memory that was never written costs nothing. */
const GROWTH = 8;

/**
 * The memory of all orders of one kind of market. It hands out slots and takes them back; what their fields mean, who owns them and in
 * which lists they stand is the callers' affair. Refuses nothing: callers ask `isFull` or `isExhausted` before they make an order, and
 * answer the refusal; a slot too many is a bug of ours and an InvariantError.
 */
export class OrderPool {
  /** The records as doubles: field F of slot S is `num[S * NUM_STRIDE + F]`. Another array after `allocate`, so it is never kept. */
  num: Float64Array;
  /** The same memory as 32-bit words: `int[S * INT_STRIDE + F]`. */
  int: Int32Array;
  private readonly clientIds: (string | undefined)[] = [];
  private readonly termsBySlot = new Map<number, OrderTerms>();
  private capacity = 1024;
  private used = 1;
  /** Free slots, chained by NEXT. */
  private free = 0;
  private freeCount = 0;
  /** Ended orders that are remembered elsewhere and have no slot (core/users/ended-orders.ts); core/users/users.ts counts them here. */
  storedCount = 0;
  /** Tests set a smaller limit, so that they can fill it. */
  limits = { most: MAX_SLOTS, crowded: CROWDED_SLOTS, spare: SPARE_SLOTS };

  constructor() {
    const buffer = new ArrayBuffer(this.capacity * INT_STRIDE * 4);
    this.num = new Float64Array(buffer);
    this.int = new Int32Array(buffer);
  }

  /** Live and remembered orders, with slots or without. */
  private get held(): number {
    return this.used - 1 - this.freeCount + this.storedCount;
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
    const slot = this.free;
    if (slot !== 0) {
      this.free = this.int[slot * INT_STRIDE + NEXT];
      this.freeCount -= 1;
      return slot;
    }
    if (this.used === this.capacity) this.grow();
    return this.used++;
  }

  /** Gives a slot back, and forgets its client id and terms. Nobody may refer to it any more. Asserts that there is such a slot. */
  release(slot: number): void {
    assert(slot > 0 && slot < this.used, 'a slot that is given back was handed out');
    const at = slot * INT_STRIDE;
    if (hasClientId(this.int[at + FLAGS])) this.clientIds[slot] = undefined;
    if (hasTerms(this.int[at + FLAGS])) this.termsBySlot.delete(slot);
    this.int[at + NEXT] = this.free;
    this.free = slot;
    this.freeCount += 1;
  }

  /** Remembers how its user names the order; an empty text is no name. The order's FLAGS are written before. */
  setClientId(slot: number, clientOrderId: string): void {
    if (clientOrderId === '') return;
    this.int[slot * INT_STRIDE + FLAGS] |= CLIENT_ID_FLAG;
    this.clientIds[slot] = clientOrderId;
  }

  /** Empty for an order without a name. */
  clientId(slot: number): string {
    return hasClientId(this.int[slot * INT_STRIDE + FLAGS]) ? (this.clientIds[slot] ?? '') : '';
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

  private grow(): void {
    assert(this.capacity < MAX_SLOTS, 'orders are refused before the pool is full');
    this.capacity = Math.min(MAX_SLOTS, this.capacity * GROWTH);
    const buffer = new ArrayBuffer(this.capacity * INT_STRIDE * 4);
    const int = new Int32Array(buffer);
    int.set(this.int);
    this.int = int;
    this.num = new Float64Array(buffer);
  }
}

/**
 * Where each field of an order's record stands, and what its numbers mean. Both the core and its kernel (core/kernel) read this file: only
 * whole numbers here.
 */

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
/** The number of the record of its holding (core/kernel/perp-layout.ts), in place of the other. */
export const HOLDING = 7;
/** The part of the exact fees so far that is below a whole unit, in 10^-8 units (QUOTE fee mode, trading A5.3). */
export const FEE_REST = 26;
export const AMENDS = 27;
/** The user's live orders, in order of creation. */
export const USER_NEXT = 28;
export const USER_PREVIOUS = 29;
/** Of an order of a perpetual, in place of PREVENTED_AMOUNT: not 0 where exits wait for its fills (trading B15). */
export const HAS_EXITS = 30;

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
export const LIVE_STATUSES = (1 << NEW) | (1 << PARTIALLY_FILLED) | (1 << UNTRIGGERED);
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
export const TYPE_SHIFT = 1;
export const TIF_SHIFT = 2;
export const STP_SHIFT = 4;
export const CLIENT_ID_FLAG = 1 << 7;
export const STATUS_SHIFT = 8;
export const REASON_SHIFT = 12;
export const TRIGGER_SHIFT = 17;
export const TERMS_FLAG = 1 << 19;
export const LINKED_FLAG = 1 << 20;
/** Of orders of perpetuals only: reduce-only 1 bit, position side 2, origin 2. */
export const REDUCE_ONLY_FLAG = 1 << 21;
export const POSITION_SIDE_SHIFT = 22;
export const ORIGIN_SHIFT = 24;
export const KEEP_MASK = ~(0x1ff << STATUS_SHIFT);

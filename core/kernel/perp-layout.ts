/**
 * Where what the kernel reads and writes of perpetuals stands in its records, in bytes. Both the core and the kernel read this file: only whole
 * numbers here. What contracts have in common with markets stands where layout.ts says, and so do orders (order-record.ts).
 */
import { OF_FILLS } from './layout.ts';

/** A contract, behind what it has as a market: its limits in doubles, 0 for none. */
export const MIN_QUANTITY = 320;
export const MAX_LIMIT_QUANTITY = 328;
export const MIN_NOTIONAL = 336;
export const OPEN_INTEREST_CAP = 344;
/** What changes with marks and fills, in doubles: the mark in units and in whole ticks, the open quantity, and which valuation gave it its mark. */
export const MARK_UNITS = 352;
export const MARK_TICKS = 360;
export const OPEN_UNITS = 368;
export const VALUATION = 376;
/** The mark in ticks around which HIGHEST_BUY and LOWEST_SELL are; LOWEST_BUY and HIGHEST_SELL are around REFERENCE. */
export const BOUND_MARK = 384;
/** Leverage of what has no setting of its own, in a double. */
export const LEVERAGE_DEFAULT = 400;
/** Its tiers, the lowest first: how many, and of each the largest notional, the highest leverage, and the rate and the deduction of the maintenance, in doubles. */
export const TIER_COUNT = 392;
export const TIERS = 408;
export const TIER_BYTES = 32;
export const TIER_CAP = 0;
export const TIER_LEVERAGE = 8;
export const TIER_RATE = 16;
export const TIER_DEDUCTION = 24;
export const MOST_TIERS = 32;
/** Rows of the ledger, where a market has those of HOUSE_FEE: of its clearing account, 0 before it is open, and of HOUSE_FEE. */
export const CLEARING_ROW = 136;
export const FEE_ROW = 140;
export const CONTRACT_BYTES = TIERS + MOST_TIERS * TIER_BYTES;

/** A margin account (core/perp/account/margin-records.ts). */
export const ACCOUNT_BYTES = 128;
/** Its user, by index. */
export const ACCOUNT_USER = 0;
export const ACCOUNT_FLAGS = 4;
/** Flags: in hedge mode; it may only close; it is left to the core (another wallet than FUTURES, or a holding without a record). */
export const IN_HEDGE = 1;
export const CLOSE_ONLY = 2;
export const ACCOUNT_IS_LEFT = 4;
/** Row of the ledger whose FUTURES bucket is its wallet; 0 before it is known. */
export const ACCOUNT_ROW = 8;
/** Ended orders that are remembered, oldest first, chained by USER_NEXT: the first and the last slot, and how many. */
export const ACCOUNT_ENDED_FIRST = 12;
export const ACCOUNT_ENDED_LAST = 16;
export const ACCOUNT_ENDED_COUNT = 20;
/** With one more the oldest is forgotten. */
export const PERP_ENDED_KEPT = 1000;
/** Holdings by the numbers of their records, 0 for none: the latest of those that were touched, the latest of those that are summed up. */
export const ACCOUNT_FIRST_TOUCHED = 24;
export const ACCOUNT_FIRST_SUMMED = 28;
/** Live orders of all its holdings. */
export const ACCOUNT_ORDERS = 32;
/** Its index among the accounts. */
export const ACCOUNT_INDEX = 36;
/** The number of valuations with which the figures of all summed holdings hold, but for those that are touched; -1 for none. */
export const ACCOUNT_VALUED_AT = 40;
/** Sums of the figures of its summed holdings, in the order of the figures of a holding. */
export const ACCOUNT_FIGURES = 48;
/** Not 0: the core knows that it may have ended orders (PerpOrders.mayHaveEnded). */
export const ACCOUNT_MAY_HAVE_ENDED = 96;
/** The latest of its holdings that the kernel made, or whose position it changed, and of which the core has no or an older object, by the number of its record; 0 for none. */
export const ACCOUNT_NEWER = 100;
/** How many of its holdings have isolated positions. */
export const ACCOUNT_ISOLATED = 104;
/** Conditional orders of it that wait: some end with the position that they guard. */
export const ACCOUNT_STOPS = 108;
/** What its wallet may still pay before the lines of the core do not hold (core/perp/marks/mark-lines.ts), in units, in a double. */
export const ACCOUNT_LINE_RESERVE = 112;

/** A holding: an account in one contract. Records count from 1. */
export const HOLDING_BYTES = 256;
/** Indexes of both. */
export const HOLDING_ACCOUNT = 0;
export const HOLDING_CONTRACT = 4;
/** Live orders in order of creation, chained by USER_NEXT and USER_PREVIOUS: the first and the last slot, and how many. */
export const HOLDING_FIRST_ORDER = 8;
export const HOLDING_LAST_ORDER = 12;
export const HOLDING_ORDERS = 16;
export const HOLDING_FLAGS = 20;
/**
 * Flags: among the touched of its account; among its summed; with isolated margin; it is left to the core (reduce-only orders, figures beyond doubles); the kernel
 * changed orders since the core put them in line (OrderLines); the sums of its orders are those of hedge mode; it has an isolated position; it is among those of ACCOUNT_NEWER.
 */
export const IS_TOUCHED = 1;
export const IS_SUMMED = 2;
export const IS_ISOLATED = 4;
export const HOLDING_IS_LEFT = 8;
export const HAS_STALE_LINES = 16;
export const SUMS_IN_HEDGE = 32;
export const HAS_ISOLATED = 64;
export const IS_NEWER = 128;
/** Numbers of the records of its neighbours in the two lists. */
export const NEXT_TOUCHED = 24;
export const NEXT_SUMMED = 28;
export const PREVIOUS_SUMMED = 32;
/** The one before it of those of ACCOUNT_NEWER. */
export const NEXT_NEWER = 36;
/** In doubles. */
export const LONG_LEVERAGE = 40;
export const SHORT_LEVERAGE = 48;
/** Its one-way position, quantity and cost in units; the quantity is below 0 for a short. Its id, and the time when it was opened. */
export const BOTH_QUANTITY = 56;
export const BOTH_COST = 64;
export const POSITION_ID = 72;
export const POSITION_OPENED = 80;
/** What the kernel's fills have realised of it, and which fees they have charged, since the core took over what the kernel made of it. */
export const POSITION_REALISED = 88;
export const POSITION_FEES = 96;
/** What its live orders come to, side by side (order-sums.ts), and with which mark and rate; a mark of NaN: they are to be counted anew. */
export const SUMS_OF_BUYS = 104;
export const SUMS_OF_SELLS = 144;
export const SUM_COUNT = 0;
export const SUM_NOTIONAL = 8;
export const SUM_LOTS = 16;
export const SUM_LOSS = 24;
export const SUM_FEES = 32;
export const SUMS_MARK = 184;
export const SUMS_RATE = 192;
/** Its figures (wallet-sums.ts), and the valuation with which they were counted. */
export const HOLDING_VALUATION = 200;
export const HOLDING_FIGURES = 208;
export const FIGURE_TOTAL = 0;
export const FIGURE_ISOLATED = 8;
export const FIGURE_RESULTS = 16;
export const FIGURE_SIZE = 24;
export const FIGURE_MAINTENANCE = 32;
export const FIGURE_NOTIONAL = 40;
export const FIGURES_BYTES = 48;

/** As many orders are looked through where an opposite position takes some of them up. */
export const FEW_ORDERS = 8;

/** Holdings by account and contract: a hash table, places of a key and the number of a record; a key is the index of the account and of the contract. */
export const PLACE_BYTES = 8;
export const PLACE_KEY = 0;
export const PLACE_HOLDING = 4;
export const CONTRACT_BITS = 10;

/** A side of a fill, as it was judged (assembly/perp-sides.ts): in doubles what becomes of the position, what it realises, the fee, and what opens and closes. */
export const SIDE_QUANTITY = 0;
export const SIDE_COST = 8;
export const SIDE_REALISED = 16;
export const SIDE_FEE = 24;
export const SIDE_FEE_REST = 32;
export const SIDE_OPENING = 40;
export const SIDE_CLOSING = 48;
/** A side that was settled, as it is noted for the core (NOTED_AT): the number of the holding in so many bits, and what became of its position before and after it. */
export const NOTED_SHIFT = 2;
export const NOTED_CLOSED = 1;
export const NOTED_OPENED = 2;

/** The id of the last position, in a double. */
export const LAST_POSITION_ID = OF_FILLS;
/** Sides of fills of perpetuals that were settled: where they are noted, how many, and where those of the present command begin. */
export const NOTED_AT = LAST_POSITION_ID + 8;
export const NOTED_COUNT = NOTED_AT + 4;
export const NOTED_FROM = NOTED_COUNT + 4;
export const NOTED_ROOM = 4_096;
/** Figures of a holding: of one that is counted, and with the order that was let through last. */
export const COUNTED = NOTED_AT + 16;
export const LET_THROUGH = COUNTED + 48;
/** Both sides of a fill of a perpetual. */
export const MAKER_SIDE = LET_THROUGH + 48;
export const TAKER_SIDE = MAKER_SIDE + 64;

/** Where what the kernel reads and writes stands in its records, in bytes; orders are in order-record.ts. Core and kernel both read it: whole numbers only. */

/** One side of a book (core/book/price-ladder.ts). */
export const WINDOW_BITS = 15;
/** Keys in the window. */
export const WINDOW = 1 << WINDOW_BITS;
/** The key with which the window begins. */
export const BASE = 0;
/** Index of the best level in the window; WINDOW while none is. */
export const BEST = 4;
/** One bit for each group that has a level. */
export const TOP = 8;
/** Levels outside the window. */
export const FAR_COUNT = 12;
/** One bit for each word that has a level, 32 to a group. */
export const GROUPS = 64;
/** One bit for each level that has an order, 32 to a word. */
export const WORDS = GROUPS + (WINDOW >> 8);
/** The levels of the window, and one that stays empty and answers for an empty side. */
export const LEVELS = WORDS + (WINDOW >> 3);
export const LEVEL_BYTES = 16;
export const LEVEL_FIRST = 0;
export const LEVEL_LAST = 4;
export const LEVEL_LOTS = 8;
export const LADDER_BYTES = LEVELS + LEVEL_BYTES * (WINDOW + 1);

/**
 * One row of the ledger: three balances of two limbs, where the list of touched rows may have its spot and its futures wallet, its owner and its asset
 * (core/ledger/ledger-rows.ts).
 */
export const ROW_BYTES = 64;
export const ROW_AVAILABLE = 0;
export const ROW_LOCKED = 16;
export const ROW_FUTURES = 32;
export const ROW_SPOT_TOUCHED = 48;
export const ROW_FUTURES_TOUCHED = 52;
export const ROW_OWNER = 56;
export const ROW_ASSET = 60;
/** The table of users' own rows has so many places, of one number each, for each row for which there is room: at most half of them are taken. */
export const PLACES_OF_ROW = 2;
/** Its keys are the user's index and the asset's, in so many bits. */
export const ASSET_BITS = 10;

/** A market: doubles first, then whole numbers. */
export const TICK_SIZE = 0;
export const STEP_SIZE = 8;
/** Quote units of a lot at one tick. */
export const UNIT = 16;
export const MAX_LOTS = 24;
export const MIN_PRICE = 32;
export const MAX_PRICE = 40;
export const MIN_VOLUME = 48;
export const MAX_VOLUME = 56;
export const MIN_AMOUNT = 64;
export const MAX_AMOUNT = 72;
export const MAX_LIMIT_AMOUNT = 80;
/** The bounds around the price that orders are measured by (trading A4.5, A4.6). */
export const LOWEST_BUY = 88;
export const HIGHEST_SELL = 96;
export const HIGHEST_BUY = 104;
export const LOWEST_SELL = 112;
export const MAX_AMENDS = 120;
/** Addresses of the two ladders. */
export const BIDS = 128;
export const ASKS = 132;
/** Rows of HOUSE_FEE, and the assets' places in the control sums. */
export const BASE_HOUSE_ROW = 136;
export const QUOTE_HOUSE_ROW = 140;
export const BASE_ASSET = 144;
export const QUOTE_ASSET = 148;
export const MARKET_INDEX = 152;
/** What changes with every command, in doubles: ticks and number of the last trade, number of the last change of a level. */
export const LAST_TICKS = 160;
export const LAST_TRADE_ID = 168;
export const UPDATE_ID = 176;
/** The price in ticks around which the bounds above are (0 before any), and what they are computed of, in doubles. */
export const REFERENCE = 184;
export const OPEN_TICKS = 192;
export const MIN_BUY_OFFSET = 200;
export const MAX_SELL_OFFSET = 208;
export const PROTECT_SCOPE = 216;
export const MAKER_RATE = 224;
export const TAKER_RATE = 232;
/** Of one user; 0 for no limit. */
export const MAX_OPEN_ORDERS = 240;
/** Not 0: commands that stand one behind the other may be carried out here without the core between them. */
export const IS_OPEN = 248;
export const DEFAULT_STP = 252;
/** Prints of more ticks than QUIET_ABOVE and fewer than QUIET_BELOW wake and move no conditional order (core/book/quiet-prints.ts). */
export const QUIET_ABOVE = 256;
/** Its name: letters below 128. */
export const SYMBOL_LENGTH = 260;
export const SYMBOL = 264;
export const SYMBOL_BYTES = 32;
/** Places of its texts among those of what is told now (core/state-machine/event-writer.ts): of its name, its base and its quote, and as of which turn. */
export const TEXTS_TURN = 296;
export const NAME_TEXT = 300;
export const BASE_TEXT = 304;
export const QUOTE_TEXT = 308;
/** Not 0: it is a contract (perp-layout.ts). */
export const IS_CONTRACT = 312;
export const QUIET_BELOW = 316;
export const MARKET_BYTES = 320;
/** The markets by their names: a hash table of addresses, a power of two. */
export const SYMBOL_PLACES = 4096;

/** What the kernel and the ledger share beside the rows, at this address. */
export const SHARED = 1024;
/** Rows of the ledger: the number of the next one, and for how many there is room. */
export const ROWS_USED = 0;
export const ROW_ROOM = 4;
/** Rows that the present command touched: how many, how many the list has room for, and its address (SharedState.touchedAt). */
export const TOUCHED_COUNT = 8;
export const TOUCHED_ROOM = 12;
export const TOUCHED_AT = 16;
/** The most that one step of the kernel touches: a fill does. */
export const MOST_TOUCHED = 4;
export const IS_OVERDRAWN = 20;
/** The last fill: its amounts, as below. */
export const LAST_FILL = 24;
/** Which order the last command of the kernel named, and the key that it had before. */
export const NAMED = 48;
export const KEY_BEFORE = 52;
/** Addresses of the rows, of the records of orders and of users, and of the pages of ids that are near. */
export const ROWS_AT = 56;
export const ORDERS_AT = 60;
export const USERS_AT = 64;
export const IDS_AT = 68;
/** Ended orders: what is known of each owner, how many of those have a place, where the chunks of blocks stand, and which blocks are left. */
export const ENDED_OWNERS_AT = 72;
export const ENDED_OWNER_ROOM = 76;
export const ENDED_CHUNKS_AT = 80;
export const ENDED_FIRST_FREE = 84;
export const ENDED_BLOCK_COUNT = 88;
export const ENDED_BLOCK_ROOM = 92;
/** How many owners have some, and how many bytes they all have. */
export const ENDED_OWNER_COUNT = 96;
export const ENDED_BYTES = 100;
/** Fills of the last `match`: how many, and each of them in doubles. */
export const FILL_COUNT = 104;
export const MOST_FILLS = 32;
export const FILL_BYTES = 40;
export const FILL_AMOUNT = 0;
export const FILL_MAKER_FEE = 8;
export const FILL_TAKER_FEE = 16;
/** The maker's slot. */
export const FILL_MAKER = 24;
export const FILL_LOTS = 32;
/** Of all orders (core/book/order-pool.ts): the first free slot, how many are free, how many were ever used, and for how many there is room. */
export const POOL_FREE = 108;
export const POOL_FREE_COUNT = 112;
export const POOL_USED = 116;
export const POOL_CAPACITY = 120;
/** Ended orders that have no slot any more. */
export const POOL_STORED = 124;
/** With so many orders, or so many blocks of ended ones (EndedOrders.isCrowded), the core makes room before it goes on. */
export const CROWDED_ORDERS = 128;
export const CROWDED_BLOCKS = 132;
/** Tables of users by uid, of seats and of markets by name: addresses, and how many bits their places have. */
export const UIDS_AT = 136;
export const UID_BITS = 140;
export const SEATS_AT = 144;
export const SEAT_BITS = 148;
export const SYMBOLS_AT = 152;
/** The users of the touched rows, where the kernel touched them. */
export const TOUCHED_USERS_AT = 156;
export const LAST_ORDER_ID = 160;
/**
 * What `run` leaves: where it stopped, which those that read a snapshot leave too, sequence and time of the last command, which market and order enter, and what that one had filled before; how
 * many orders ended that the core has to keep, and how many older ones of the first one's user it has to forget for it.
 */
export const RUN_SEQ = 168;
export const RUN_TIME = 176;
export const RUN_AT = 184;
export const RUN_MARKET = 188;
export const RUN_FILLED_BEFORE = 192;
export const UNKEPT_COUNT = 200;
export const FORGET_LEFT = 204;
/**
 * What a run tells: 0 where nobody hears it, else the number of the turn; where its rows stand (core/protocol/event-rows.ts), how many numbers they have
 * and may have, and the number of the next event of its command. And where the answers stand, one number for each command: 0, or why it was refused.
 */
export const HEARD_TURN = 212;
export const TOLD_AT = 216;
export const TOLD_LENGTH = 220;
export const TOLD_ROOM = 16_384;
export const TOLD_INDEX = 224;
export const ANSWERS_AT = 228;
export const ANSWER_COUNT = 232;
export const ANSWERS_ROOM = 4_096;
/** The table of users' own rows by user and asset. */
export const ROW_PLACES_AT = 236;
/** Seats: how many there are, and how many users have live orders in a market without one. */
export const SEATS_USED = 240;
export const SEAT_STRAYS = 244;
/** More numbers than one command of the kernel tells. */
export const MOST_TOLD = 3_200;
/** Keys of the levels that the present command changed. */
export const CHANGED_COUNT = 208;
export const MOST_CHANGED = MOST_FILLS + 4;
/** A record of an ended order, before it goes to its chain. */
export const ENDED_RECORD = 256;
export const CHANGED = 512;
export const UNKEPT = CHANGED + 4 * MOST_CHANGED;
export const FILLS = 1024;
/** Commands that were read and are still to be carried out. */
export const GROUP = FILLS + MOST_FILLS * FILL_BYTES;
export const GROUP_COMMANDS = 16;
export const GROUP_KIND = 0;
export const GROUP_FLAGS = 4;
export const GROUP_MARKET = 8;
export const GROUP_USER = 12;
export const GROUP_UID = 16;
export const GROUP_ID = 24;
export const GROUP_PRICE = 32;
export const GROUP_QUANTITY = 40;
export const GROUP_TIME = 48;
/** Where the next one begins. */
export const GROUP_END = 56;
/** The record of the order that it names, or of the holding of a new order of a perpetual, as far as it is known; 0 otherwise. */
export const GROUP_ORDER = 60;
/** Where its name of the order and its key stand, each behind its length, and their tags (known-names.ts): 0 for none. */
export const GROUP_NAME = 64;
export const GROUP_KEY = 68;
export const GROUP_NAME_TAG = 72;
export const GROUP_KEY_TAG = 76;
export const GROUP_BYTES = 80;
/** The first of the control sums, one double for each asset. */
export const CONTROL = GROUP + GROUP_COMMANDS * GROUP_BYTES;
export const MOST_ASSETS = 1 << ASSET_BITS;
/** Orders of perpetuals have ids of their own: IDS_AT and LAST_ORDER_ID stand here once more, at the same places. */
export const PERP_IDS = CONTROL + 8 * MOST_ASSETS;
export const PERP_IDS_BYTES = 168;
/** Tables of accounts, of holdings and of their places, which are as many as these bits say, and of contracts by name. */
export const ACCOUNTS_AT = PERP_IDS + PERP_IDS_BYTES;
export const HOLDINGS_AT = ACCOUNTS_AT + 4;
export const PLACES_AT = HOLDINGS_AT + 4;
export const PLACE_BITS = PLACES_AT + 4;
export const CONTRACT_SYMBOLS_AT = PLACE_BITS + 4;
/** The records of contracts, by index: an array of addresses. */
export const CONTRACTS_AT = CONTRACT_SYMBOLS_AT + 4;
/** How often any contract got another mark or other parameters (SharedByContracts), in a double. */
export const VALUATIONS = CONTRACTS_AT + 4;
/** Not 0: the core has to finish something before orders of perpetuals. */
export const PERPS_WAIT = VALUATIONS + 8;
/** Not 0: RUN_MARKET names a contract. */
export const RUN_IS_CONTRACT = PERPS_WAIT + 4;
/** Records of holdings: the number of the next one, for how many there is room, and how many places of holdings are taken. */
export const HOLDINGS_USED = RUN_IS_CONTRACT + 4;
export const HOLDING_ROOM = HOLDINGS_USED + 4;
export const PLACES_USED = HOLDING_ROOM + 4;
/** The group that was read last: how many commands, which one comes next, up to which number was read, and the number of the first, in doubles. */
export const GROUP_COUNT = PLACES_USED + 4;
export const GROUP_NEXT = GROUP_COUNT + 4;
export const GROUP_TO_SEQ = GROUP_NEXT + 8;
export const GROUP_SEQ = GROUP_TO_SEQ + 8;
/** What fills of perpetuals leave there: perp-layout.ts says what. */
export const OF_FILLS = GROUP_SEQ + 8;
/** name-layout.ts says what. */
export const OF_NAMES = PERP_IDS + 512;
/** ended-layout.ts says what. */
export const OF_ENDED = OF_NAMES + 256;
export const SHARED_BYTES = OF_ENDED + 256;

/** A user (core/users/user-records.ts). */
export const USER_BYTES = 32;
export const USER_UID = 0;
/** Events so far: they number the user's stream (trading B20). */
export const USER_EVENTS = 8;
/** Live orders in order of creation: the first and the last. */
export const USER_FIRST_ORDER = 16;
export const USER_LAST_ORDER = 20;
/** Flags: there are fee rates, vouchers or a trade group of their own; there is bonus. */
export const USER_HAS_OWN_TERMS = 24;
export const OWN_TERMS = 1;
export const OWN_BONUS = 2;
/** One more than the index of the account that holds the user's FUTURES wallet; 0 without one. */
export const USER_ACCOUNT = 28;

/** A seat (core/users/seats.ts): what a user has in one market. */
export const SEAT_BYTES = 16;
export const SEAT_KEY = 0;
export const SEAT_OPEN_ORDERS = 4;
export const SEAT_BASE_ROW = 8;
export const SEAT_QUOTE_ROW = 12;
/** A key is the user's index and the market's, in so many bits. */
export const SEAT_MARKET_BITS = 10;
export const SEATED_USERS = 1 << 22;

/** A page of ids (core/book/id-table.ts): a slot for each, and how many of them it holds. */
export const PAGE_IDS = 4096;
export const PAGE_COUNT = PAGE_IDS * 4;
/** A page with no more ids than this is dissolved, unless it is the newest, which is still being filled. */
export const PAGE_FEW = 16;
export const PAGE_BYTES = PAGE_COUNT + 64;
/** The pages that are found without a search, by the last bits of their numbers. */
export const NEAR_PAGES = 1024;
export const NEAR_BYTES = 16;
export const NEAR_NUMBER = 0;
export const NEAR_ADDRESS = 8;

/** What the kernel answers: done, and the order is in its book. */
export const DONE = 0;
/** Done as far as it goes: the order is in no book, and the core lets it enter, because it would trade or may not rest. */
export const ENTERS = 1;
/** Nothing was done: the core does it. */
export const NOT_MINE = 2;
/** Done, but one of the accounts that traded may have to be liquidated. */
export const UNSAFE = -1;
/** Done but for its end: the order was accepted, is in no book, and expires at once, because it must fill whole and cannot. */
export const IN_VAIN = -2;
/** Why `match` stopped. */
export const FILLED_UP = 0;
export const PRICE_LIMIT = 1;
export const BOOK_EMPTY = 2;
/** The notes of fills are full: it goes on when it is called again. */
export const FILLS_FULL = 3;
/** What comes next is the core's. */
export const LEFT_TO_CORE = 4;
/** Why `run` stopped: nothing more to read, or not one that it can read. */
export const RUN_OVER = 0;
/** The order that it names entered, and trades on in the core. */
export const RUN_ENTERS = 1;
/** What it did is done, and the core has to look after what ended, or after the sums. */
export const RUN_PAUSES = 2;
/** The texts of the market that it names are not known in this turn; there is no room for more rows or answers. */
export const RUN_TEXTS = 3;
export const RUN_FULL = 4;
/** The next command is the core's. */
export const RUN_LEFT = 5;
/** The order of a perpetual that it names was accepted, and goes on in the core, with or without fills so far; it is done, but one of its accounts may have to be liquidated. */
export const RUN_PERP_ENTERS = 6;
export const RUN_PERP_UNSAFE = 7;

/** Numbers of the journal (core/codec/commands.ts): its format, and the kinds of orders. */
export const COMMAND_FORMAT = 3;
export const PLACE_ORDER = 6;
export const AMEND_ORDER = 7;
export const CANCEL_ORDER = 8;
export const PLACE_PERP_ORDER = 104;
export const AMEND_PERP_ORDER = 107;
export const CANCEL_PERP_ORDER = 108;
/** The last of the modes of self-trade prevention. */
export const MOST_STP = 4;
/** How many bytes of commands are handed over at once. */
export const COMMANDS_ROOM = 65_536;
/** Bytes of a snapshot that it reads at once (core/codec/kernel-reader.ts). */
export const SNAPSHOT_ROOM = 262_144;

/** Refused: the codes of protocol/rejects.ts from here on, by their places in KERNEL_REFUSALS of kernel.ts. */
export const TOO_MANY_AMENDS = 3;
export const NOTHING_TO_AMEND = 4;
export const PRICE_TICK = 5;
export const PRICE_RANGE = 6;
export const QUANTITY_STEP = 7;
export const QUANTITY_RANGE = 8;
export const MIN_AMOUNT_REFUSED = 9;
export const MAX_AMOUNT_REFUSED = 10;
export const PRICE_OFFSET = 11;
export const PRICE_BAND = 12;
export const POST_ONLY = 13;
export const AMOUNT_TOO_LARGE = 14;
export const INSUFFICIENT_BALANCE = 15;
export const TOO_MANY_ORDERS = 16;

/** What the kernel demands of the state: the places of the sentences in KERNEL_DEMANDS of kernel.ts. */
export const AMOUNT_IN_RANGE = 0;
export const GIVES_BACK_WHAT_IT_LOCKED = 1;
export const LOWERED_LOSES_LOTS = 2;
export const FILL_HAS_SIZE = 3;
export const FILL_FITS = 4;
export const ENTERS_WITH_A_REST = 5;
export const LEAVES_BEHIND_THE_BEST = 6;
export const IS_IN_THE_WINDOW = 7;
export const BOOKED_IN_ROWS = 8;
export const POSITION_ON_ITS_GRID = 9;
export const OPEN_INTEREST_NOT_BELOW_0 = 10;

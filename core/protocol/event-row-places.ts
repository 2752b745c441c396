/** Where each number of a row of events stands (event-rows.ts). Both the core and its kernel (core/kernel) read this file: only whole numbers here. */

/** Kind of a row: the command to which the rows after it belong. */
export const COMMAND = 0;
export const COMMAND_SEQ = 1;
export const COMMAND_TIME = 2;
export const COMMAND_ROW = 3;

/** Kind of a row: the next one of `objects`. */
export const OBJECT = 1;
export const OBJECT_ROW = 1;

/** Place of an event's `index`, in every kind of row that is an event. */
export const INDEX = 1;

/** Kind of a row: OrderChanged. With TERMS_ROW more numbers where its FLAGS say that it has terms. */
export const ORDER = 2;
export const ORDER_USER_SEQ = 2;
/** Place in ORDER_CHANGED_CAUSES. */
export const ORDER_CAUSE = 3;
export const ORDER_ID = 4;
export const ORDER_UID = 5;
export const ORDER_SYMBOL_TEXT = 6;
/** Side, type, time in force, status and so on, as the order itself has them (core/book/order-pool.ts). */
export const ORDER_FLAGS = 7;
export const ORDER_PRICE = 8;
export const ORDER_QUANTITY = 9;
export const ORDER_QUOTE_AMOUNT = 10;
export const ORDER_FILLED_QUANTITY = 11;
export const ORDER_FILLED_AMOUNT = 12;
export const ORDER_PREVENTED_QUANTITY = 13;
export const ORDER_CLIENT_TEXT = 14;
export const ORDER_CREATED = 15;
export const ORDER_UPDATED = 16;
export const ORDER_AMENDS = 17;
export const ORDER_ROW = 18;
/** From the end of ORDER_ROW on. */
export const TERMS_STOP_PRICE = 0;
export const TERMS_DELTA = 1;
export const TERMS_ACTIVATION_PRICE = 2;
export const TERMS_DISPLAY = 3;
export const TERMS_OCO = 4;
export const TERMS_ROW = 5;

/** Kind of a row: Traded. */
export const TRADE = 3;
export const TRADE_ID = 2;
export const TRADE_SYMBOL_TEXT = 3;
export const TRADE_PRICE = 4;
export const TRADE_QUANTITY = 5;
export const TRADE_AMOUNT = 6;
/** Place in SIDES. */
export const TRADE_TAKER_SIDE = 7;
export const TRADE_MAKER_ORDER = 8;
export const TRADE_TAKER_ORDER = 9;
export const TRADE_MAKER_UID = 10;
export const TRADE_TAKER_UID = 11;
export const TRADE_MAKER_FEE = 12;
export const TRADE_TAKER_FEE = 13;
export const TRADE_MAKER_ASSET_TEXT = 14;
export const TRADE_TAKER_ASSET_TEXT = 15;
export const TRADE_MAKER_RATE = 16;
export const TRADE_TAKER_RATE = 17;
/** -1 where fees are not cumulative. */
export const TRADE_MAKER_REST = 18;
export const TRADE_TAKER_REST = 19;
export const TRADE_MAKER_VOUCHER = 20;
export const TRADE_TAKER_VOUCHER = 21;
export const TRADE_ROW = 22;

/** Kind of a row: BalanceChanged. Balances as the ledger keeps them: a low limb of 52 bits, then a high one. */
export const BALANCE = 4;
export const BALANCE_USER_SEQ = 2;
export const BALANCE_UID = 3;
/** 1: the futures wallet, of which `locked` is 0. */
export const BALANCE_IS_FUTURES = 4;
export const BALANCE_ASSET_TEXT = 5;
export const BALANCE_AVAILABLE = 6;
export const BALANCE_LOCKED = 8;
export const BALANCE_ROW = 10;

/** Kind of a row: DepthChanged or PerpDepthChanged. */
export const DEPTH = 5;
/** 1: of a contract. */
export const DEPTH_IS_PERP = 2;
export const DEPTH_SYMBOL_TEXT = 3;
export const DEPTH_UPDATE_ID = 4;
/** Place in SIDES. */
export const DEPTH_SIDE = 5;
export const DEPTH_PRICE = 6;
export const DEPTH_QUANTITY = 7;
export const DEPTH_ROW = 8;

/** Kind of a row: PerpOrderChanged. */
export const PERP_ORDER = 6;
/** ORDER_USER_SEQ to ORDER_QUANTITY are its places too. */
export const PERP_ORDER_FILLED_QUANTITY = 10;
export const PERP_ORDER_FILLED_AMOUNT = 11;
export const PERP_ORDER_WALLET_TEXT = 12;
export const PERP_ORDER_CLIENT_TEXT = 13;
export const PERP_ORDER_CREATED = 14;
export const PERP_ORDER_UPDATED = 15;
export const PERP_ORDER_AMENDS = 16;
export const PERP_ORDER_ROW = 17;

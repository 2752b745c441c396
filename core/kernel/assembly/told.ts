/**
 * What a command tells: rows as core/state-machine/write-rows.ts writes them, or, where nobody hears it, only counted in its users' streams and in the
 * changes of its book.
 */
import {
  AMENDS,
  BUY,
  CLIENT_ID_FLAG,
  CREATED,
  FILLED_AMOUNT,
  FILLED_LOTS,
  FLAGS,
  ID,
  KEY,
  PREVENTED_LOTS,
  QUOTE_AMOUNT,
  SELL,
  TOTAL_LOTS,
  UPDATED,
  USER,
} from '../order-record.ts';
import * as row from '../../protocol/event-row-places.ts';
import * as layout from '../layout.ts';
import * as name from '../name-layout.ts';
import { levelLots } from './ladder.ts';
import { int, ladderOf, num, orderAt, rowAt, setState, sideOf, state } from './records.ts';
import { seatOf } from './seats.ts';
import { countTold, eventsOf, uidAt, uidOf } from './users.ts';

/** A level changed. As ChangedLevels: only the last one can repeat. */
export function noteLevel(key: i32): void {
  const count = state(layout.CHANGED_COUNT);
  const at = layout.SHARED + layout.CHANGED + count * 4;
  if (count > 0 && load<i32>(at - 4) == key) return;
  store<i32>(at, key);
  setState(layout.CHANGED_COUNT, count + 1);
}

export function isHeard(): bool {
  return state(layout.HEARD_TURN) != 0;
}

/** The rows from here on belong to this command. */
export function beginTelling(seq: f64, timeMs: f64): void {
  setState(layout.TOLD_INDEX, 0);
  const at = begin(row.COMMAND, row.COMMAND_ROW);
  put(at, row.COMMAND_SEQ, seq);
  put(at, row.COMMAND_TIME, timeMs);
}

/** Tells the order as it is now; the cause by its place in ORDER_CHANGED_CAUSES. */
export function tellOrder(market: i32, order: i32, cause: i32): void {
  countTold(int(order, USER), 1);
  if (!isHeard()) return;
  const step = load<f64>(market + layout.STEP_SIZE);
  const at = beginOrder(row.ORDER, row.ORDER_ROW, market, order, cause);
  put(at, row.ORDER_QUOTE_AMOUNT, num(order, QUOTE_AMOUNT));
  put(at, row.ORDER_FILLED_QUANTITY, num(order, FILLED_LOTS) * step);
  put(at, row.ORDER_FILLED_AMOUNT, num(order, FILLED_AMOUNT));
  put(at, row.ORDER_PREVENTED_QUANTITY, num(order, PREVENTED_LOTS) * step);
  put(at, row.ORDER_CLIENT_TEXT, 0);
  if ((int(order, FLAGS) & CLIENT_ID_FLAG) != 0) noteNamedRow(at);
  put(at, row.ORDER_CREATED, num(order, CREATED));
  put(at, row.ORDER_UPDATED, num(order, UPDATED));
  put(at, row.ORDER_AMENDS, int(order, AMENDS) as f64);
}

/** The core finds the place of its name among the texts. */
function noteNamedRow(at: i32): void {
  const count = state(name.NAMED_ROW_COUNT);
  store<i32>(state(name.NAMED_ROWS_AT) + count * 4, (at - state(layout.TOLD_AT)) >> 3);
  setState(name.NAMED_ROW_COUNT, count + 1);
}

/** The same of an order of a contract; where it is heard it has no name. */
export function tellPerpOrder(contract: i32, order: i32, cause: i32): void {
  countTold(int(order, USER), 1);
  if (!isHeard()) return;
  const step = load<f64>(contract + layout.STEP_SIZE);
  const at = beginOrder(row.PERP_ORDER, row.PERP_ORDER_ROW, contract, order, cause);
  put(at, row.PERP_ORDER_FILLED_QUANTITY, num(order, FILLED_LOTS) * step);
  put(at, row.PERP_ORDER_FILLED_AMOUNT, num(order, FILLED_AMOUNT));
  put(at, row.PERP_ORDER_WALLET_TEXT, load<i32>(contract + layout.BASE_TEXT) as f64);
  put(at, row.PERP_ORDER_CLIENT_TEXT, 0);
  put(at, row.PERP_ORDER_CREATED, num(order, CREATED));
  put(at, row.PERP_ORDER_UPDATED, num(order, UPDATED));
  put(at, row.PERP_ORDER_AMENDS, int(order, AMENDS) as f64);
}

/** A row that tells of an order, with what stands at the same places for both kinds of orders. */
function beginOrder(kind: i32, numbers: i32, market: i32, order: i32, cause: i32): i32 {
  const at = beginEvent(kind, numbers);
  put(at, row.ORDER_USER_SEQ, eventsOf(int(order, USER)));
  put(at, row.ORDER_CAUSE, cause as f64);
  put(at, row.ORDER_ID, num(order, ID));
  put(at, row.ORDER_UID, uidOf(order));
  put(at, row.ORDER_SYMBOL_TEXT, load<i32>(market + layout.NAME_TEXT) as f64);
  put(at, row.ORDER_FLAGS, int(order, FLAGS) as f64);
  put(at, row.ORDER_PRICE, (abs(int(order, KEY)) as f64) * load<f64>(market + layout.TICK_SIZE));
  put(at, row.ORDER_QUANTITY, num(order, TOTAL_LOTS) * load<f64>(market + layout.STEP_SIZE));
  return at;
}

/** Tells one of the fills that `match` noted; its number is the market's last one. */
export function tellTrade(market: i32, taker: i32, fill: i32): void {
  if (!isHeard()) return;
  const maker = orderAt(load<f64>(fill + layout.FILL_MAKER) as i32);
  const base = load<i32>(market + layout.BASE_TEXT) as f64;
  const quote = load<i32>(market + layout.QUOTE_TEXT) as f64;
  const takerBuys = sideOf(taker) == BUY;
  const at = beginEvent(row.TRADE, row.TRADE_ROW);
  put(at, row.TRADE_ID, load<f64>(market + layout.LAST_TRADE_ID));
  put(at, row.TRADE_SYMBOL_TEXT, load<i32>(market + layout.NAME_TEXT) as f64);
  put(at, row.TRADE_PRICE, (abs(int(maker, KEY)) as f64) * load<f64>(market + layout.TICK_SIZE));
  put(at, row.TRADE_QUANTITY, load<f64>(fill + layout.FILL_LOTS) * load<f64>(market + layout.STEP_SIZE));
  put(at, row.TRADE_AMOUNT, load<f64>(fill + layout.FILL_AMOUNT));
  put(at, row.TRADE_TAKER_SIDE, sideOf(taker) as f64);
  put(at, row.TRADE_MAKER_ORDER, num(maker, ID));
  put(at, row.TRADE_TAKER_ORDER, num(taker, ID));
  put(at, row.TRADE_MAKER_UID, uidOf(maker));
  put(at, row.TRADE_TAKER_UID, uidOf(taker));
  put(at, row.TRADE_MAKER_FEE, load<f64>(fill + layout.FILL_MAKER_FEE));
  put(at, row.TRADE_TAKER_FEE, load<f64>(fill + layout.FILL_TAKER_FEE));
  put(at, row.TRADE_MAKER_ASSET_TEXT, takerBuys ? quote : base);
  put(at, row.TRADE_TAKER_ASSET_TEXT, takerBuys ? base : quote);
  put(at, row.TRADE_MAKER_RATE, load<f64>(market + layout.MAKER_RATE));
  put(at, row.TRADE_TAKER_RATE, load<f64>(market + layout.TAKER_RATE));
  // Fees are not cumulative, and nobody pays with a voucher.
  put(at, row.TRADE_MAKER_REST, -1);
  put(at, row.TRADE_TAKER_REST, -1);
  put(at, row.TRADE_MAKER_VOUCHER, 0);
  put(at, row.TRADE_TAKER_VOUCHER, 0);
}

/** At the end of a command: the wallets that it touched, then the levels that it changed. */
export function tellRest(market: i32): void {
  const users = state(layout.TOUCHED_USERS_AT);
  const rows = state(layout.TOUCHED_AT);
  for (let i = 0; i < state(layout.TOUCHED_COUNT); i += 1) {
    const user = load<i32>(users + i * 4);
    countTold(user, 1);
    if (isHeard()) tellBalance(market, user, load<i32>(rows + i * 4) >> 1);
  }
  const count = state(layout.CHANGED_COUNT);
  for (let i = 0; i < count && isHeard(); i += 1) {
    tellLevel(market, load<i32>(layout.SHARED + layout.CHANGED + i * 4), (i + 1) as f64);
  }
  store<f64>(market + layout.UPDATE_ID, load<f64>(market + layout.UPDATE_ID) + (count as f64));
}

/** The row is that of the market's base or quote. */
function tellBalance(market: i32, user: i32, wallet: i32): void {
  const seat = seatOf(user, load<i32>(market + layout.MARKET_INDEX));
  const isBase = load<i32>(seat + layout.SEAT_BASE_ROW) == wallet;
  const at = beginEvent(row.BALANCE, row.BALANCE_ROW);
  put(at, row.BALANCE_USER_SEQ, eventsOf(user));
  put(at, row.BALANCE_UID, uidAt(user));
  put(at, row.BALANCE_IS_FUTURES, 0);
  put(at, row.BALANCE_ASSET_TEXT, load<i32>(market + (isBase ? layout.BASE_TEXT : layout.QUOTE_TEXT)) as f64);
  const balances = rowAt(wallet);
  put(at, row.BALANCE_AVAILABLE, load<f64>(balances + layout.ROW_AVAILABLE));
  put(at, row.BALANCE_AVAILABLE + 1, load<f64>(balances + layout.ROW_AVAILABLE + 8));
  put(at, row.BALANCE_LOCKED, load<f64>(balances + layout.ROW_LOCKED));
  put(at, row.BALANCE_LOCKED + 1, load<f64>(balances + layout.ROW_LOCKED + 8));
}

function tellLevel(market: i32, key: i32, change: f64): void {
  const side = key < 0 ? BUY : SELL;
  const at = beginEvent(row.DEPTH, row.DEPTH_ROW);
  put(at, row.DEPTH_IS_PERP, load<i32>(market + layout.IS_CONTRACT) as f64);
  put(at, row.DEPTH_SYMBOL_TEXT, load<i32>(market + layout.NAME_TEXT) as f64);
  put(at, row.DEPTH_UPDATE_ID, load<f64>(market + layout.UPDATE_ID) + change);
  put(at, row.DEPTH_SIDE, side as f64);
  put(at, row.DEPTH_PRICE, (abs(key) as f64) * load<f64>(market + layout.TICK_SIZE));
  put(at, row.DEPTH_QUANTITY, levelLots(ladderOf(market, side), key) * load<f64>(market + layout.STEP_SIZE));
}

function beginEvent(kind: i32, numbers: i32): i32 {
  const at = begin(kind, numbers);
  const index = state(layout.TOLD_INDEX);
  put(at, row.INDEX, index as f64);
  setState(layout.TOLD_INDEX, index + 1);
  return at;
}

/** The address of a new row of this many numbers, of which the first is written. */
function begin(kind: i32, numbers: i32): i32 {
  const length = state(layout.TOLD_LENGTH);
  const at = state(layout.TOLD_AT) + length * 8;
  setState(layout.TOLD_LENGTH, length + numbers);
  put(at, 0, kind as f64);
  return at;
}

function put(at: i32, field: i32, value: f64): void {
  store<f64>(at + field * 8, value);
}

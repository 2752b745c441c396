/**
 * The commands that most of spot consists of, a new order, one that moves in its book and one that leaves it, done to the records that the kernel
 * shares with the core, by the rules of core/spot (trading A3 to A7), for plain orders: without trigger, slices or pair, in a market that takes fees
 * out of what is received. Everything else is left to the core before anything changed.
 */
import {
  AMENDS,
  BASE_ROW,
  BUY,
  BY_USER,
  CANCELED,
  CREATED,
  EXPIRED,
  FILLED_AMOUNT,
  FILLED_LOTS,
  FLAGS,
  FOK,
  GTC,
  GTX,
  ID,
  KEY,
  LOTS,
  MARKET,
  NEW,
  PARTIALLY_FILLED,
  PREVENTED_LOTS,
  QUOTE_ROW,
  STATUS_SHIFT,
  TIF_SHIFT,
  TIME_IN_FORCE,
  TOTAL_LOTS,
  UPDATED,
  USER,
} from '../order-record.ts';
import * as layout from '../layout.ts';
import { refusedAmount, refusedByFilters, refusedQuantity } from './filters.ts';
import { enter, placeOf } from './ids.ts';
import { add, first, isInWindow, isLastBeforeFar, isWithinReach, levelLots, reduceLevel, remove } from './ladder.ts';
import { begin, covers, release, shift } from './money.ts';
import { nextSlot, takeSlot } from './pool.ts';
import { OUT_OF_REACH, REACH_UNKNOWN, reachOf, WITHIN_REACH } from './reach.ts';
import {
  demand,
  int,
  isPlain,
  ladderOf,
  lastOrderId,
  lockedRow,
  MAX_UNITS,
  num,
  orderAt,
  reserveOf,
  rowAt,
  setInt,
  setLastOrderId,
  setNum,
  setState,
  setStatus,
  sideOf,
  slotOf,
} from './records.ts';
import { mayOpenRow, openRow, walletRow } from './rows.ts';
import { addSeat, mayAddSeat, seatOf } from './seats.ts';
import { isHeard, noteLevel } from './told.ts';
import { closeOrder, openOrder, uidOf } from './users.ts';

/**
 * OrderAmender.amend (trading A6) of the user's live order of that id. `price` and `quantity` in the command's units, 0 for what stays; the market's
 * bounds are those around its reference price. Answers DONE, ENTERS, NOT_MINE or a refusal (layout.ts).
 */
export function amend(market: i32, uid: f64, id: f64, price: f64, quantity: f64, timeMs: f64): i32 {
  begin();
  const order = isCount(price) && isCount(quantity) ? findPlain(market, uid, id) : 0;
  return order == 0 ? layout.NOT_MINE : change(market, order, price, quantity, timeMs);
}

function change(market: i32, order: i32, price: f64, quantity: f64, timeMs: f64): i32 {
  const ladder = ladderOf(market, sideOf(order));
  const ownTicks = abs(int(order, KEY)) as f64;
  const ticks = price == 0 ? ownTicks : price / load<f64>(market + layout.TICK_SIZE);
  const totalLots = quantity == 0 ? num(order, TOTAL_LOTS) : quantity / load<f64>(market + layout.STEP_SIZE);
  const restLots = totalLots - num(order, FILLED_LOTS) - num(order, PREVENTED_LOTS);
  const keepsPrice = ticks == ownTicks;
  // What ends with it, or lies outside the window, is the core's.
  if (restLots <= 0 || !isInWindow(ladder, int(order, KEY))) return layout.NOT_MINE;
  const maxAmends = load<f64>(market + layout.MAX_AMENDS);
  if (maxAmends != 0 && (int(order, AMENDS) as f64) >= maxAmends) return layout.TOO_MANY_AMENDS;
  if (keepsPrice && totalLots == num(order, TOTAL_LOTS)) return layout.NOTHING_TO_AMEND;
  if (keepsPrice && totalLots < num(order, TOTAL_LOTS))
    return lower(market, ladder, order, totalLots, restLots, timeMs);
  return enterAnew(market, ladder, order, ticks, totalLots, restLots, timeMs);
}

/** As isCount of protocol/field-checks.ts. */
export function isCount(value: f64): bool {
  return value >= 0 && value < Infinity && Math.floor(value) == value;
}

/** The user's order of that id, where it is plain, in its book, and the kernel may work on it; 0 otherwise. */
function findPlain(market: i32, uid: f64, id: f64): i32 {
  const order = named(id);
  if (
    order == 0 ||
    !isOpen(order) ||
    !isTold(order) ||
    int(order, MARKET) != load<i32>(market + layout.MARKET_INDEX) ||
    uidOf(order) != uid
  )
    return 0;
  setState(layout.NAMED, slotOf(order));
  setState(layout.KEY_BEFORE, int(order, KEY));
  return order;
}

/** Is it plain, and can be told here? Whoever has no seat is the core's to tell. */
function isTold(order: i32): bool {
  return isPlain(order) && (!isHeard() || seatOf(int(order, USER), int(order, MARKET)) != 0);
}

/** In its book. */
export function isOpen(order: i32): bool {
  const status = (int(order, FLAGS) >> STATUS_SHIFT) & 15;
  return status == NEW || status == PARTIALLY_FILLED;
}

/** The record of the order of an id, where it is near; 0 otherwise. */
export function named(id: f64): i32 {
  const place = isCount(id) ? placeOf(id) : 0;
  const slot = place == 0 ? 0 : load<i32>(place);
  return slot <= 0 ? 0 : orderAt(slot);
}

/** Fewer lots at the same price: its place stays. */
function lower(market: i32, ladder: i32, order: i32, totalLots: f64, restLots: f64, timeMs: f64): i32 {
  const ticks = abs(int(order, KEY)) as f64;
  const refused = refusedQuantity(market, totalLots);
  if (refused != 0) return refused;
  const amountRefused = refusedAmount(market, ticks * totalLots * load<f64>(market + layout.UNIT));
  if (amountRefused != 0) return amountRefused;
  const before = reserveOf(market, order, ticks);
  const cut = num(order, LOTS) - restLots;
  demand(cut > 0, layout.LOWERED_LOSES_LOTS);
  setNum(order, LOTS, restLots);
  reduceLevel(ladder, int(order, KEY), cut);
  noteLevel(int(order, KEY));
  setNum(order, TOTAL_LOTS, totalLots);
  setNum(order, UPDATED, timeMs);
  setInt(order, AMENDS, int(order, AMENDS) + 1);
  release(order, before - reserveOf(market, order, ticks));
  return layout.DONE;
}

/** Checked in full before anything changes. */
function enterAnew(market: i32, ladder: i32, order: i32, ticks: f64, totalLots: f64, restLots: f64, timeMs: f64): i32 {
  const side = sideOf(order);
  const refused = refusedByFilters(market, side, ticks, totalLots);
  if (refused != 0) return refused;
  const key = side == BUY ? -(ticks as i32) : (ticks as i32);
  if (!isInWindow(ladder, key) || isLastBeforeFar(ladder, order)) return layout.NOT_MINE;
  const best = first(ladderOf(market, 1 - side));
  const bestKey = best == 0 ? 0 : int(orderAt(best), KEY);
  const crosses = best != 0 && bestKey <= -key;
  if (crosses && ((int(order, FLAGS) >> TIF_SHIFT) & 3) == GTX) return layout.POST_ONLY;
  const unit = load<f64>(market + layout.UNIT);
  if (!fitsLimits(market, ladder, order, key, totalLots, restLots)) return layout.AMOUNT_TOO_LARGE;
  const mostPerLot = side == BUY ? ticks : max(ticks, abs(bestKey) as f64);
  if (mostPerLot * restLots * unit > MAX_UNITS - num(order, FILLED_AMOUNT)) return layout.AMOUNT_TOO_LARGE;
  const reserve = side == BUY ? ticks * restLots * unit : restLots * load<f64>(market + layout.STEP_SIZE);
  if (reserve > MAX_UNITS) return layout.AMOUNT_TOO_LARGE;
  const extra = reserve - reserveOf(market, order, abs(int(order, KEY)) as f64);
  const row = lockedRow(order);
  if (extra > 0 && !covers(rowAt(row) + layout.ROW_AVAILABLE, extra)) return layout.INSUFFICIENT_BALANCE;

  remove(ladder, order);
  noteLevel(int(order, KEY));
  if (extra > 0) shift(int(order, USER), row, layout.ROW_AVAILABLE, layout.ROW_LOCKED, extra);
  else release(order, -extra);
  setInt(order, KEY, key);
  setInt(order, AMENDS, int(order, AMENDS) + 1);
  setNum(order, LOTS, restLots);
  setNum(order, TOTAL_LOTS, totalLots);
  setNum(order, UPDATED, timeMs);
  if (crosses) return layout.ENTERS;
  add(ladder, slotOf(order));
  noteLevel(key);
  return layout.DONE;
}

/** Of the order, and of its level with it. */
function fitsLimits(market: i32, ladder: i32, order: i32, key: i32, totalLots: f64, restLots: f64): bool {
  const maxLots = load<f64>(market + layout.MAX_LOTS);
  const others = levelLots(ladder, key) - (key == int(order, KEY) ? num(order, LOTS) : 0);
  return totalLots <= maxLots && others + restLots <= maxLots;
}

/**
 * OrderPlacer.place (trading A4, A5.1) of a limit order that has no trigger and no slices. `flags` as packFlags makes them; the
 * user by index, who need not have a seat yet: an order that is accepted makes it. Answers as `amend`, or IN_VAIN.
 */
export function place(market: i32, flags: i32, user: i32, price: f64, quantity: f64, timeMs: f64): i32 {
  begin();
  const slot = nextSlot();
  const known = seatOf(user, load<i32>(market + layout.MARKET_INDEX));
  const isRoom = slot != 0 && placeOf(lastOrderId() + 1) != 0 && (known != 0 || (mayAddSeat(user) && mayOpenRow()));
  if (!isRoom || !isCount(price) || !isCount(quantity) || price == 0 || quantity == 0) return layout.NOT_MINE;
  const side = flags & 1;
  const ticks = price / load<f64>(market + layout.TICK_SIZE);
  const lots = quantity / load<f64>(market + layout.STEP_SIZE);
  const refused = refusedByFilters(market, side, ticks, lots);
  if (refused != 0) return refused;
  const timeInForce = (flags >> TIF_SHIFT) & 3;
  const mayRest = timeInForce == GTC || timeInForce == GTX;
  const mostOpen = load<f64>(market + layout.MAX_OPEN_ORDERS);
  const open = known == 0 ? 0 : (load<i32>(known + layout.SEAT_OPEN_ORDERS) as f64);
  if (mayRest && mostOpen != 0 && open >= mostOpen) return layout.TOO_MANY_ORDERS;
  const ladder = ladderOf(market, side);
  const key = side == BUY ? -(ticks as i32) : (ticks as i32);
  // An order that never rests needs no level in the window.
  if (mayRest && !isWithinReach(ladder, key)) return layout.NOT_MINE;
  const row = known == 0 ? walletRow(user, lockedAsset(market, side)) : lockedRowOf(known, side);
  const others = ladderOf(market, 1 - side);
  const reach = timeInForce == FOK ? reachOf(others, -key, lots, flags, user) : WITHIN_REACH;
  // An order in vain locks nothing, so that its user may have neither row; there is certainly room for one new row, not for two.
  if (reach == REACH_UNKNOWN || (reach == OUT_OF_REACH && row == 0)) return layout.NOT_MINE;
  const best = first(others);
  const bestKey = best == 0 ? 0 : int(orderAt(best), KEY);
  const crosses = best != 0 && bestKey <= -key;
  if (crosses && timeInForce == GTX) return layout.POST_ONLY;
  const maxLots = load<f64>(market + layout.MAX_LOTS);
  if (lots > maxLots || (mayRest && levelLots(ladder, key) + lots > maxLots)) return layout.AMOUNT_TOO_LARGE;
  if (reach == OUT_OF_REACH) {
    accept(market, flags, user, known, key, lots, timeMs);
    return layout.IN_VAIN;
  }
  const mostPerLot = side == BUY ? ticks : max(ticks, abs(bestKey) as f64);
  const amount = mostPerLot * lots * load<f64>(market + layout.UNIT);
  if (amount > MAX_UNITS) return layout.AMOUNT_TOO_LARGE;
  const reserve = side == BUY ? amount : lots * load<f64>(market + layout.STEP_SIZE);
  if (!covers(rowAt(row) + layout.ROW_AVAILABLE, reserve)) return layout.INSUFFICIENT_BALANCE;

  accept(market, flags, user, known, key, lots, timeMs);
  shift(user, row, layout.ROW_AVAILABLE, layout.ROW_LOCKED, reserve);
  if (crosses || !mayRest) return layout.ENTERS;
  add(ladder, slot);
  noteLevel(key);
  return layout.DONE;
}

/** OrderAcceptor.accept: a new live order in no book, in the slot of `nextSlot`; `known`: the seat of its user in the market, 0 for none yet. */
function accept(market: i32, flags: i32, user: i32, known: i32, key: i32, lots: f64, timeMs: f64): void {
  const seat = known == 0 ? makeSeat(market, user) : known;
  const id = lastOrderId() + 1;
  const slot = nextSlot();
  takeSlot(slot);
  const order = orderAt(slot);
  setInt(order, KEY, key);
  setInt(order, USER, user);
  setInt(order, FLAGS, flags);
  setInt(order, MARKET, load<i32>(market + layout.MARKET_INDEX));
  setInt(order, BASE_ROW, load<i32>(seat + layout.SEAT_BASE_ROW));
  setInt(order, QUOTE_ROW, load<i32>(seat + layout.SEAT_QUOTE_ROW));
  setNum(order, LOTS, lots);
  setNum(order, ID, id);
  setNum(order, TOTAL_LOTS, lots);
  setNum(order, CREATED, timeMs);
  setNum(order, UPDATED, timeMs);
  setState(layout.NAMED, slot);
  setLastOrderId(id);
  enter(id, slot);
  openOrder(slot, seat);
}

/** Reads what `place` will read of the user's seat and of the row in which the order locks: whoever asks ahead of time wants only that. */
export function askForSeat(market: i32, user: i32, side: i32): i32 {
  const seat = seatOf(user, load<i32>(market + layout.MARKET_INDEX));
  const row = seat == 0 ? walletRow(user, lockedAsset(market, side)) : lockedRowOf(seat, side);
  const other = seat == 0 ? walletRow(user, lockedAsset(market, 1 - side)) : 0;
  return load<i32>(rowAt(row) + layout.ROW_AVAILABLE) + other;
}

/** The asset in which an order of a side locks, and the row of its user's seat. */
function lockedAsset(market: i32, side: i32): i32 {
  return load<i32>(market + (side == BUY ? layout.QUOTE_ASSET : layout.BASE_ASSET));
}
function lockedRowOf(seat: i32, side: i32): i32 {
  return load<i32>(seat + (side == BUY ? layout.SEAT_QUOTE_ROW : layout.SEAT_BASE_ROW));
}

/**
 * The seat of a user's first order in the market. One row is missing at most, because the order locks in the other: whoever has none there has nothing
 * to lock. Row 0, which stands for none, is empty.
 */
function makeSeat(market: i32, user: i32): i32 {
  const baseRow = openRow(user, load<i32>(market + layout.BASE_ASSET));
  const quoteRow = openRow(user, load<i32>(market + layout.QUOTE_ASSET));
  return addSeat(user, load<i32>(market + layout.MARKET_INDEX), baseRow, quoteRow);
}

/**
 * OrderCanceller.cancel (trading A7) of the user's live order of that id: it leaves its book and its user's list, and gives back what it locked
 * (A5.5). To keep it among the ended ones is left to the caller. Answers DONE or NOT_MINE.
 */
export function cancel(market: i32, uid: f64, id: f64, timeMs: f64): i32 {
  begin();
  const order = findPlain(market, uid, id);
  if (order == 0) return layout.NOT_MINE;
  const ladder = ladderOf(market, sideOf(order));
  const seat = seatOf(int(order, USER), int(order, MARKET));
  if (seat == 0 || !isInWindow(ladder, int(order, KEY)) || isLastBeforeFar(ladder, order)) return layout.NOT_MINE;
  remove(ladder, order);
  noteLevel(int(order, KEY));
  finish(market, order, seat, CANCELED, BY_USER, timeMs);
  return layout.DONE;
}

/** Ends an order that is in no book (OrderCloser.finish): all that it still locks is released. */
export function finish(market: i32, order: i32, seat: i32, status: i32, reason: i32, timeMs: f64): void {
  release(order, reserveOf(market, order, abs(int(order, KEY)) as f64));
  setNum(order, LOTS, 0);
  setNum(order, UPDATED, timeMs);
  setStatus(order, status, reason);
  closeOrder(order, seat);
}

/** OrderCloser.close of an order that was accepted IN_VAIN: it has locked nothing. */
export function endInVain(order: i32): void {
  setNum(order, LOTS, 0);
  setStatus(order, EXPIRED, TIME_IN_FORCE);
  closeOrder(order, seatOf(int(order, USER), int(order, MARKET)));
}

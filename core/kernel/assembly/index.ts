/**
 * The kernel: the four steps that most commands of spot are made of, done to the records that it shares with the core. What it does is what the
 * core does by the rules of core/spot (trading A3 to A6), for plain orders: without trigger, slices or pair, in a market that takes fees out of
 * what is received. Everything else it leaves to the core before it changed anything.
 */
import {
  AMENDS,
  BASE_ROW,
  BUY,
  BY_USER,
  CANCELED,
  CREATED,
  FILLED,
  FILLED_AMOUNT,
  FILLED_LOTS,
  FLAGS,
  GTC,
  GTX,
  ID,
  INT_STRIDE,
  KEY,
  LINKED_FLAG,
  LOTS,
  MARKET,
  NEW,
  NO_REASON,
  PARTIALLY_FILLED,
  PREVENTED_LOTS,
  QUOTE_AMOUNT,
  QUOTE_ROW,
  STATUS_SHIFT,
  TERMS_FLAG,
  TIF_SHIFT,
  TOTAL_LOTS,
  UPDATED,
  USER,
} from '../order-record.ts';
import * as layout from '../layout.ts';
import { add, first, isInWindow, isLastBeforeFar, levelLots, reduceLevel, remove } from './ladder.ts';
import { forgetOldest, note } from './ended.ts';
import { enter, placeOf } from './ids.ts';
import { begin, covers, feeOfFill, give, giveHouse, mayTouch, shift, take } from './money.ts';
import {
  demand,
  int,
  lockedRow,
  MAX_UNITS,
  num,
  orderAt,
  reserveOf,
  rowAt,
  setInt,
  setNum,
  setStatus,
  sideOf,
} from './records.ts';
import { closeOrder, countTold, openOrder, uidOf } from './users.ts';

const MAX_TICKS: f64 = 0x7fffffff;

/**
 * OrderAmender.amend (trading A6) of the user's live order of that id. `price` and `quantity` in the command's units, 0 for what stays; the market's
 * bounds are those around its reference price. Answers DONE, ENTERS, NOT_MINE or a refusal (layout.ts).
 */
export function amend(market: i32, uid: f64, id: f64, price: f64, quantity: f64, timeMs: f64, isUnheard: bool): i32 {
  begin();
  const slot = isCount(price) && isCount(quantity) ? findPlain(market, uid, id) : 0;
  if (slot == 0) return layout.NOT_MINE;
  const done = change(market, slot, price, quantity, timeMs);
  if (done == layout.DONE && isUnheard) {
    const movesAway = int(orderAt(slot), KEY) != load<i32>(layout.SHARED + layout.KEY_BEFORE);
    countEvents(market, orderAt(slot), movesAway ? 2 : 1);
  }
  return done;
}

function change(market: i32, slot: i32, price: f64, quantity: f64, timeMs: f64): i32 {
  const order = orderAt(slot);
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
  return enterAnew(market, ladder, slot, ticks, totalLots, restLots, timeMs);
}

/** What an order and its user's wallet tell of a command that nobody hears, and how many levels changed with it: only counted. */
function countEvents(market: i32, order: i32, levels: i32): void {
  countTold(order, 1 + load<i32>(layout.SHARED + layout.TOUCHED_COUNT));
  store<f64>(market + layout.UPDATE_ID, load<f64>(market + layout.UPDATE_ID) + (levels as f64));
}

/** As isCount of protocol/field-checks.ts. */
function isCount(value: f64): bool {
  return value >= 0 && value < Infinity && Math.floor(value) == value;
}

/** The user's order of that id, where it is plain, in its book, and the kernel may work on it; 0 otherwise. */
function findPlain(market: i32, uid: f64, id: f64): i32 {
  const place = isCount(id) ? placeOf(id) : 0;
  if (place == 0) return 0;
  const slot = load<i32>(place);
  if (slot <= 0) return 0;
  const order = orderAt(slot);
  const flags = int(order, FLAGS);
  const status = (flags >> STATUS_SHIFT) & 15;
  const isPlain = (flags & (TERMS_FLAG | LINKED_FLAG)) == 0 && (status == NEW || status == PARTIALLY_FILLED);
  if (!isPlain || int(order, MARKET) != load<i32>(market + layout.MARKET_INDEX) || uidOf(order) != uid) return 0;
  store<i32>(layout.SHARED + layout.NAMED, slot);
  store<i32>(layout.SHARED + layout.KEY_BEFORE, int(order, KEY));
  return slot;
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
  setNum(order, TOTAL_LOTS, totalLots);
  setNum(order, UPDATED, timeMs);
  setInt(order, AMENDS, int(order, AMENDS) + 1);
  release(order, before - reserveOf(market, order, ticks));
  return layout.DONE;
}

/** Checked in full before anything changes. */
function enterAnew(market: i32, ladder: i32, slot: i32, ticks: f64, totalLots: f64, restLots: f64, timeMs: f64): i32 {
  const order = orderAt(slot);
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
  if (extra > 0) shift(row, layout.ROW_AVAILABLE, layout.ROW_LOCKED, extra);
  else release(order, -extra);
  setInt(order, KEY, key);
  setInt(order, AMENDS, int(order, AMENDS) + 1);
  setNum(order, LOTS, restLots);
  setNum(order, TOTAL_LOTS, totalLots);
  setNum(order, UPDATED, timeMs);
  if (crosses) return layout.ENTERS;
  add(ladder, slot);
  return layout.DONE;
}

/** Of the order, and of its level with it. */
function fitsLimits(market: i32, ladder: i32, order: i32, key: i32, totalLots: f64, restLots: f64): bool {
  const maxLots = load<f64>(market + layout.MAX_LOTS);
  const others = levelLots(ladder, key) - (key == int(order, KEY) ? num(order, LOTS) : 0);
  return totalLots <= maxLots && others + restLots <= maxLots;
}

/** Trading A4.1 to A4.6 of a limit order; 0 for one that keeps them. */
function refusedByFilters(market: i32, side: i32, ticks: f64, lots: f64): i32 {
  if (Math.floor(ticks) != ticks) return layout.PRICE_TICK;
  const price = ticks * load<f64>(market + layout.TICK_SIZE);
  const maxPrice = load<f64>(market + layout.MAX_PRICE);
  if (price < load<f64>(market + layout.MIN_PRICE) || (maxPrice != 0 && price > maxPrice) || ticks > MAX_TICKS)
    return layout.PRICE_RANGE;
  const quantityRefused = refusedQuantity(market, lots);
  if (quantityRefused != 0) return quantityRefused;
  const amountRefused = refusedAmount(market, ticks * lots * load<f64>(market + layout.UNIT));
  if (amountRefused != 0) return amountRefused;
  const isFar =
    side == BUY ? ticks < load<f64>(market + layout.LOWEST_BUY) : ticks > load<f64>(market + layout.HIGHEST_SELL);
  if (isFar) return layout.PRICE_OFFSET;
  const isBeyond =
    side == BUY ? ticks > load<f64>(market + layout.HIGHEST_BUY) : ticks < load<f64>(market + layout.LOWEST_SELL);
  return isBeyond ? layout.PRICE_BAND : 0;
}

function refusedQuantity(market: i32, lots: f64): i32 {
  if (Math.floor(lots) != lots) return layout.QUANTITY_STEP;
  const quantity = lots * load<f64>(market + layout.STEP_SIZE);
  const maxVolume = load<f64>(market + layout.MAX_VOLUME);
  const isOutside = quantity < load<f64>(market + layout.MIN_VOLUME) || (maxVolume != 0 && quantity > maxVolume);
  return isOutside ? layout.QUANTITY_RANGE : 0;
}

function refusedAmount(market: i32, amount: f64): i32 {
  if (amount < load<f64>(market + layout.MIN_AMOUNT)) return layout.MIN_AMOUNT_REFUSED;
  const most = load<f64>(market + layout.MAX_AMOUNT);
  const mostOfLimit = load<f64>(market + layout.MAX_LIMIT_AMOUNT);
  const isTooLarge = (most != 0 && amount > most) || (mostOfLimit != 0 && amount > mostOfLimit);
  return isTooLarge ? layout.MAX_AMOUNT_REFUSED : 0;
}

/**
 * OrderPlacer.place (trading A4, A5.1) of a limit order that has no trigger and no slices and need not fill whole, into a slot that is free. `flags` as
 * packFlags makes them; the rows are its user's; `isOneTooMany`: its user has as many open orders as the market allows.
 * Answers as `amend`.
 */
export function place(
  market: i32,
  slot: i32,
  flags: i32,
  user: i32,
  baseRow: i32,
  quoteRow: i32,
  id: f64,
  price: f64,
  quantity: f64,
  isOneTooMany: bool,
  timeMs: f64,
  isUnheard: bool,
): i32 {
  begin();
  if (placeOf(id) == 0 || !isCount(price) || !isCount(quantity) || price == 0 || quantity == 0) return layout.NOT_MINE;
  const side = flags & 1;
  const ticks = price / load<f64>(market + layout.TICK_SIZE);
  const lots = quantity / load<f64>(market + layout.STEP_SIZE);
  const refused = refusedByFilters(market, side, ticks, lots);
  if (refused != 0) return refused;
  const timeInForce = (flags >> TIF_SHIFT) & 3;
  const mayRest = timeInForce == GTC || timeInForce == GTX;
  if (isOneTooMany && mayRest) return layout.TOO_MANY_ORDERS;
  const ladder = ladderOf(market, side);
  const key = side == BUY ? -(ticks as i32) : (ticks as i32);
  if (!isInWindow(ladder, key)) return layout.NOT_MINE;
  const best = first(ladderOf(market, 1 - side));
  const bestKey = best == 0 ? 0 : int(orderAt(best), KEY);
  const crosses = best != 0 && bestKey <= -key;
  if (crosses && timeInForce == GTX) return layout.POST_ONLY;
  const maxLots = load<f64>(market + layout.MAX_LOTS);
  if (lots > maxLots || (mayRest && levelLots(ladder, key) + lots > maxLots)) return layout.AMOUNT_TOO_LARGE;
  const mostPerLot = side == BUY ? ticks : max(ticks, abs(bestKey) as f64);
  const amount = mostPerLot * lots * load<f64>(market + layout.UNIT);
  if (amount > MAX_UNITS) return layout.AMOUNT_TOO_LARGE;
  const reserve = side == BUY ? amount : lots * load<f64>(market + layout.STEP_SIZE);
  const row = side == BUY ? quoteRow : baseRow;
  if (!covers(rowAt(row) + layout.ROW_AVAILABLE, reserve)) return layout.INSUFFICIENT_BALANCE;

  const order = orderAt(slot);
  for (let at = 0; at < INT_STRIDE * 4; at += 8) store<u64>(order + at, 0);
  setInt(order, KEY, key);
  setInt(order, USER, user);
  setInt(order, FLAGS, flags);
  setInt(order, MARKET, load<i32>(market + layout.MARKET_INDEX));
  setInt(order, BASE_ROW, baseRow);
  setInt(order, QUOTE_ROW, quoteRow);
  setNum(order, LOTS, lots);
  setNum(order, ID, id);
  setNum(order, TOTAL_LOTS, lots);
  setNum(order, CREATED, timeMs);
  setNum(order, UPDATED, timeMs);
  enter(id, slot);
  openOrder(slot);
  shift(row, layout.ROW_AVAILABLE, layout.ROW_LOCKED, reserve);
  if (crosses || !mayRest) return layout.ENTERS;
  add(ladder, slot);
  if (isUnheard) countEvents(market, order, 1);
  return layout.DONE;
}

/**
 * OrderCanceller.cancel (trading A7) of the user's live order of that id: it leaves its book and its user's list, and gives back what it locked
 * (A5.5). To keep it among the ended ones is left to the core. Answers DONE or NOT_MINE.
 */
export function cancel(market: i32, uid: f64, id: f64, timeMs: f64, isUnheard: bool): i32 {
  begin();
  const slot = findPlain(market, uid, id);
  if (slot == 0) return layout.NOT_MINE;
  const order = orderAt(slot);
  const ladder = ladderOf(market, sideOf(order));
  if (!isInWindow(ladder, int(order, KEY)) || isLastBeforeFar(ladder, order)) return layout.NOT_MINE;
  remove(ladder, order);
  release(order, reserveOf(market, order, abs(int(order, KEY)) as f64));
  setNum(order, LOTS, 0);
  setNum(order, UPDATED, timeMs);
  setStatus(order, CANCELED, BY_USER);
  closeOrder(order);
  if (isUnheard) countEvents(market, order, 1);
  return layout.DONE;
}

/** Keeps an order that ended as Users.settle does, but for its slot. False: nothing was done. */
export function keepEnded(slot: i32): bool {
  return note(orderAt(slot));
}

/** Forgets the oldest ended order of an owner as Users.settle does; to count it is left to the core. False: nothing was done. */
export function forgetEnded(owner: i32): bool {
  return forgetOldest(owner);
}

/**
 * One fill at the maker's price (trading A5): the money, both orders, the book. A maker whose last lots went is FILLED, and in no book and no user's
 * list; to keep it among the ended ones is left to the core. The rates are those that each side pays. False: nothing was done.
 */
export function trade(
  market: i32,
  makerSlot: i32,
  takerSlot: i32,
  lots: f64,
  makerRate: f64,
  takerRate: f64,
  timeMs: f64,
): bool {
  const maker = orderAt(makerSlot);
  const taker = orderAt(takerSlot);
  const ladder = ladderOf(market, sideOf(maker));
  if (((int(maker, FLAGS) | int(taker, FLAGS)) & (TERMS_FLAG | LINKED_FLAG)) != 0) return false;
  const takerLots = num(taker, LOTS);
  demand(lots <= num(maker, LOTS) && (takerLots == 0 || lots <= takerLots), layout.FILL_FITS);
  const endsMaker = num(maker, LOTS) == lots;
  if (!mayTouch() || (endsMaker && isLastBeforeFar(ladder, maker))) return false;
  settle(market, maker, taker, lots, makerRate, takerRate);
  if (takerLots != 0) setNum(taker, LOTS, takerLots - lots);
  setNum(maker, UPDATED, timeMs);
  if (endsMaker) {
    remove(ladder, maker);
    setNum(maker, LOTS, 0);
    setStatus(maker, FILLED, NO_REASON);
    closeOrder(maker);
  } else {
    reduceLevel(ladder, int(maker, KEY), lots);
    setNum(maker, LOTS, num(maker, LOTS) - lots);
    setStatus(maker, PARTIALLY_FILLED, NO_REASON);
  }
  return true;
}

/** The buyer pays the fee in base, the seller in quote, each out of what it gets (trading A5.3, C2). */
function settle(market: i32, maker: i32, taker: i32, lots: f64, makerRate: f64, takerRate: f64): void {
  const takerBuys = sideOf(taker) == BUY;
  const buyer = takerBuys ? taker : maker;
  const seller = takerBuys ? maker : taker;
  const unit = load<f64>(market + layout.UNIT);
  const amount = (abs(int(maker, KEY)) as f64) * lots * unit;
  const quantity = lots * load<f64>(market + layout.STEP_SIZE);
  demand(lots > 0 && int(maker, KEY) != 0 && amount <= MAX_UNITS, layout.FILL_HAS_SIZE);
  const takerFee = feeOfFill(takerBuys ? quantity : amount, takerRate);
  const makerFee = feeOfFill(takerBuys ? amount : quantity, makerRate);
  const buyerFee = takerBuys ? takerFee : makerFee;
  const sellerFee = takerBuys ? makerFee : takerFee;
  const quote = load<i32>(market + layout.QUOTE_ASSET);
  const base = load<i32>(market + layout.BASE_ASSET);

  take(int(buyer, QUOTE_ROW), quote, layout.ROW_LOCKED, amount);
  give(int(seller, QUOTE_ROW), quote, layout.ROW_AVAILABLE, amount - sellerFee);
  giveHouse(load<i32>(market + layout.QUOTE_HOUSE_ROW), quote, sellerFee);
  take(int(seller, BASE_ROW), base, layout.ROW_LOCKED, quantity);
  give(int(buyer, BASE_ROW), base, layout.ROW_AVAILABLE, quantity - buyerFee);
  giveHouse(load<i32>(market + layout.BASE_HOUSE_ROW), base, buyerFee);

  // A resting order trades at its own price; only an incoming one can pay less than it locked.
  if (takerBuys && num(taker, QUOTE_AMOUNT) == 0) {
    const gain = (-int(taker, KEY) as f64) * lots * unit - amount;
    if (gain > 0) shift(int(taker, QUOTE_ROW), layout.ROW_LOCKED, layout.ROW_AVAILABLE, gain);
  }
  addFilled(maker, lots, amount);
  addFilled(taker, lots, amount);
  store<f64>(layout.SHARED + layout.FILL_AMOUNT, amount);
  store<f64>(layout.SHARED + layout.FILL_MAKER_FEE, makerFee);
  store<f64>(layout.SHARED + layout.FILL_TAKER_FEE, takerFee);
}

function addFilled(order: i32, lots: f64, amount: f64): void {
  setNum(order, FILLED_LOTS, num(order, FILLED_LOTS) + lots);
  setNum(order, FILLED_AMOUNT, num(order, FILLED_AMOUNT) + amount);
}

/** Gives back what the order had locked. */
function release(order: i32, amount: f64): void {
  if (amount == 0) return;
  const row = lockedRow(order);
  demand(amount > 0 && covers(rowAt(row) + layout.ROW_LOCKED, amount), layout.GIVES_BACK_WHAT_IT_LOCKED);
  shift(row, layout.ROW_LOCKED, layout.ROW_AVAILABLE, amount);
}

function ladderOf(market: i32, side: i32): i32 {
  return load<i32>(market + (side == BUY ? layout.BIDS : layout.ASKS));
}

/**
 * Commands that stand one behind the other, carried out without the core between them; what they tell is written as rows where somebody hears it. A few
 * are read at a time, and the memory that they will touch is asked for before the first of them is carried out: a processor then waits for all of
 * it at once rather than for one line after the other.
 */
import {
  BUY,
  EXPIRED,
  FILLED,
  FILLED_LOTS,
  FLAGS,
  GTC,
  GTX,
  KEY,
  LOTS,
  MARKET,
  NEXT,
  NO_REASON,
  PARTIALLY_FILLED,
  PREVIOUS,
  TIF_SHIFT,
  TIME_IN_FORCE,
  USER,
  USER_NEXT,
  USER_PREVIOUS,
} from '../order-record.ts';
import * as ended from '../ended-layout.ts';
import * as layout from '../layout.ts';
import * as name from '../name-layout.ts';
import * as perp from '../perp-layout.ts';
import { amend, askForSeat, cancel, endInVain, finish, named, place } from './commands.ts';
import { endOf, forgetOldest, hasMostEnded, hasMuchEnded, keepEnded } from './ended.ts';
import { match } from './fills.ts';
import { GROUP, readGroup, restOfGroup } from './groups.ts';
import { add, levelOf } from './ladder.ts';
import { renewBounds } from './markets.ts';
import { isCrowded } from './pool.ts';
import { areNew, askForNames, hasNames, mayNote, noteNames } from './names.ts';
import {
  int,
  ladderOf,
  lockedRow,
  num,
  orderAt,
  rowAt,
  setState,
  setStatus,
  sideOf,
  state,
  useIds,
} from './records.ts';
import { askForPerp, askForWallet, donePerp, findPerp, isPerp } from './perp-commands.ts';
import { enterPerp } from './perp-fills.ts';
import { endPerp } from './perp-orders.ts';
import { seatOf } from './seats.ts';
import { beginTelling, isHeard, noteLevel, tellOrder, tellPerpOrder, tellRest, tellTrade } from './told.ts';
import { newestOf, userAt } from './users.ts';

/** Places in ORDER_CHANGED_CAUSES of protocol/words.ts. */
const ACCEPTED = 0;
const FILL = 2;
const AMENDED = 3;
const ENDED = 4;

const LINE = 64;
/** What belongs to so few orders the processor's nearest caches hold. */
const FEW_SLOTS = 8_192;
/** What was asked for ahead of its time: kept, so that asking is not left out. */
let asked: i32 = 0;

/**
 * Carries out the commands from `begin` to `end`, the first of which has the number behind RUN_SEQ, up to the one of the number `toSeq`. Answers why it
 * stopped, RUN_OVER to RUN_PERP_UNSAFE (layout.ts), and leaves there how far it came. Orders that ended are kept, but for those that it leaves to the core
 * at UNKEPT.
 */
export function run(begin: i32, end: i32, toSeq: f64): i32 {
  let at = begin;
  setState(layout.UNKEPT_COUNT, 0);
  setState(layout.FORGET_LEFT, 0);
  setState(layout.TOLD_LENGTH, 0);
  setState(layout.ANSWER_COUNT, 0);
  setState(perp.NOTED_COUNT, 0);
  setState(name.NAME_NOTE_COUNT, 0);
  setState(name.NAMED_ROW_COUNT, 0);
  let hasChangedCounts = true;
  let i = restOfGroup(begin, toSeq);
  let count = i == 0 ? readGroup(at, end, toSeq) : state(layout.GROUP_COUNT);
  while (true) {
    prepare(i, count);
    for (; i < count; i += 1) {
      const command = GROUP + i * layout.GROUP_BYTES;
      setState(layout.GROUP_NEXT, i);
      const told = state(layout.TOLD_LENGTH);
      const hinders = isHeard() ? hindersTelling(load<i32>(command + layout.GROUP_MARKET)) : layout.RUN_OVER;
      if (hinders != layout.RUN_OVER) return stop(at, hinders);
      if (!mayNote()) return stop(at, layout.RUN_FULL);
      // Whatever becomes of it, it is the core's or done.
      setState(layout.GROUP_NEXT, i + 1);
      const mayBeCrowded = hasChangedCounts && (isCrowded() || hasMuchEnded());
      const isTaken = mayBeCrowded || (hasNames(command) && !areNew(command));
      const done = isTaken ? layout.NOT_MINE : isPerp(command) ? carryOutPerp(command) : carryOut(command);
      if (done == layout.NOT_MINE) {
        setState(layout.TOLD_LENGTH, told);
        return stop(at, layout.RUN_LEFT);
      }
      // An amendment that trades nothing makes no order and ends none.
      const kind = load<i32>(command + layout.GROUP_KIND);
      const isAmend = kind == layout.AMEND_ORDER || kind == layout.AMEND_PERP_ORDER;
      hasChangedCounts = !isAmend || state(layout.UNKEPT_COUNT) != 0;
      at = load<i32>(command + layout.GROUP_END);
      store<f64>(layout.SHARED + layout.RUN_SEQ, load<f64>(layout.SHARED + layout.RUN_SEQ) + 1);
      store<f64>(layout.SHARED + layout.RUN_TIME, load<f64>(command + layout.GROUP_TIME));
      if (hasNames(command)) noteNames(command, isPerp(command));
      if (done == layout.ENTERS) return stop(at, isPerp(command) ? layout.RUN_PERP_ENTERS : layout.RUN_ENTERS);
      if (done == layout.UNSAFE) return stop(at, layout.RUN_PERP_UNSAFE);
      if (!keepUnkept() || !isSound(load<i32>(command + layout.GROUP_MARKET))) return stop(at, layout.RUN_PAUSES);
    }
    if (count < layout.GROUP_COMMANDS) return stop(at, layout.RUN_OVER);
    count = readGroup(at, end, toSeq);
    i = 0;
  }
}

function stop(at: i32, why: i32): i32 {
  setState(layout.RUN_AT, at);
  return why;
}

/**
 * Asks for the memory that the commands of the group, from one on, will touch, as far as it is known already: first the orders, then what stands beside them. It changes
 * nothing of the state; of a new order of a perpetual it notes the holding that it found.
 */
function prepare(from: i32, count: i32): void {
  if (state(layout.POOL_USED) < FEW_SLOTS) {
    for (let i = from; i < count; i += 1) store<i32>(GROUP + i * layout.GROUP_BYTES + layout.GROUP_ORDER, 0);
    return;
  }
  // In steps, each of which only needs what the one before has brought: then the processor waits for those of several commands at once.
  for (let i = from; i < count; i += 1) asked += askForNames(GROUP + i * layout.GROUP_BYTES);
  for (let i = from; i < count; i += 1) find(GROUP + i * layout.GROUP_BYTES);
  for (let i = from; i < count; i += 1) {
    const found = load<i32>(GROUP + i * layout.GROUP_BYTES + layout.GROUP_ORDER);
    asked += load<i32>(found) + load<i32>(found + LINE);
  }
  for (let i = from; i < count; i += 1) {
    const command = GROUP + i * layout.GROUP_BYTES;
    if (isPerp(command)) asked += askForPerp(command);
    else if (load<i32>(command + layout.GROUP_KIND) == layout.PLACE_ORDER) preparePlaced(command);
    else prepareNamed(command);
  }
  for (let i = from; i < count; i += 1) asked += askForWallet(GROUP + i * layout.GROUP_BYTES);
}

function find(command: i32): void {
  if (isPerp(command)) {
    findPerp(command);
    return;
  }
  const isPlace = load<i32>(command + layout.GROUP_KIND) == layout.PLACE_ORDER;
  store<i32>(command + layout.GROUP_ORDER, isPlace ? 0 : named(load<f64>(command + layout.GROUP_ID)));
}

function prepareNamed(command: i32): void {
  const order = load<i32>(command + layout.GROUP_ORDER);
  if (order == 0) return;
  const market = load<i32>(command + layout.GROUP_MARKET);
  const ladder = ladderOf(market, sideOf(order));
  asked += load<i32>(levelOf(ladder, int(order, KEY))) + load<i32>(rowAt(lockedRow(order)));
  asked += int(orderAt(int(order, NEXT)), PREVIOUS) + int(orderAt(int(order, PREVIOUS)), NEXT);
  asked += load<i32>(userAt(int(order, USER)));
  if (load<i32>(command + layout.GROUP_KIND) == layout.AMEND_ORDER) {
    asked += load<i32>(levelOf(ladder, pricedKey(command, sideOf(order))));
    return;
  }
  asked += int(orderAt(int(order, USER_NEXT)), USER_PREVIOUS) + int(orderAt(int(order, USER_PREVIOUS)), USER_NEXT);
  asked += load<u8>(endOf(int(order, USER))) as i32;
}

function preparePlaced(command: i32): void {
  const market = load<i32>(command + layout.GROUP_MARKET);
  const user = load<i32>(command + layout.GROUP_USER);
  const side = load<i32>(command + layout.GROUP_FLAGS) & 1;
  asked += load<i32>(levelOf(ladderOf(market, side), pricedKey(command, side)));
  asked += int(orderAt(newestOf(user)), USER_NEXT) + askForSeat(market, user, side);
}

/** The key of the command's price, or any other one where there is none. */
function pricedKey(command: i32, side: i32): i32 {
  const market = load<i32>(command + layout.GROUP_MARKET);
  const ticks = load<f64>(command + layout.GROUP_PRICE) / load<f64>(market + layout.TICK_SIZE);
  const key = ticks < 2147483648.0 ? (ticks as i32) : 0;
  return side == BUY ? -key : key;
}

/** RUN_TEXTS or RUN_FULL where the command cannot be told yet, RUN_OVER where nothing hinders it. */
function hindersTelling(market: i32): i32 {
  if (load<i32>(market + layout.TEXTS_TURN) != state(layout.HEARD_TURN)) {
    setState(layout.RUN_MARKET, load<i32>(market + layout.MARKET_INDEX));
    setState(layout.RUN_IS_CONTRACT, load<i32>(market + layout.IS_CONTRACT));
    return layout.RUN_TEXTS;
  }
  const isFull = state(layout.TOLD_LENGTH) + layout.MOST_TOLD > layout.TOLD_ROOM;
  return isFull || state(layout.ANSWER_COUNT) == layout.ANSWERS_ROOM ? layout.RUN_FULL : layout.RUN_OVER;
}

/** DONE of a refused one too; ENTERS where the order trades on in the core. */
function carryOut(command: i32): i32 {
  const market = load<i32>(command + layout.GROUP_MARKET);
  if (load<i32>(market + layout.IS_OPEN) == 0 || !renewBounds(market)) return layout.NOT_MINE;
  const timeMs = load<f64>(command + layout.GROUP_TIME);
  if (isHeard()) beginTelling(load<f64>(layout.SHARED + layout.RUN_SEQ) + 1, timeMs);
  const done = begun(command, market);
  if (done == layout.NOT_MINE) return layout.NOT_MINE;
  if (done > layout.NOT_MINE) return refuse(command, done);
  answer(layout.DONE);
  const slot = state(layout.NAMED);
  const order = orderAt(slot);
  const kind = load<i32>(command + layout.GROUP_KIND);
  tellOrder(market, order, kind == layout.PLACE_ORDER ? ACCEPTED : kind == layout.AMEND_ORDER ? AMENDED : ENDED);
  if (kind == layout.CANCEL_ORDER) noteEnded(slot);
  if (done == layout.IN_VAIN) {
    endInVain(order);
    noteEnded(slot);
    tellOrder(market, order, ENDED);
  }
  if (done == layout.ENTERS && !enter(market, slot, timeMs)) return layout.ENTERS;
  tellRest(market);
  return layout.DONE;
}

/** The same of an order of a perpetual; what is refused is the core's. */
function carryOutPerp(command: i32): i32 {
  const contract = load<i32>(command + layout.GROUP_MARKET);
  const timeMs = load<f64>(command + layout.GROUP_TIME);
  if (isHeard()) beginTelling(load<f64>(layout.SHARED + layout.RUN_SEQ) + 1, timeMs);
  setState(perp.NOTED_FROM, state(perp.NOTED_COUNT));
  const done = donePerp(command, timeMs);
  if (done == layout.NOT_MINE) return layout.NOT_MINE;
  if (done == layout.ENTERS) return enterPerpHere(contract, timeMs);
  answer(layout.DONE);
  const kind = load<i32>(command + layout.GROUP_KIND);
  const cause = kind == layout.PLACE_PERP_ORDER ? ACCEPTED : kind == layout.AMEND_PERP_ORDER ? AMENDED : ENDED;
  const order = orderAt(state(layout.NAMED));
  tellPerpOrder(contract, order, cause);
  if (done == layout.IN_VAIN) {
    endPerp(contract, order, EXPIRED, TIME_IN_FORCE, timeMs);
    tellPerpOrder(contract, order, ENDED);
  }
  tellRest(contract);
  return layout.DONE;
}

/** Lets a new order of a perpetual enter, which nobody hears: DONE, or ENTERS or UNSAFE, where what has changed is the core's to count. */
function enterPerpHere(contract: i32, timeMs: f64): i32 {
  const slot = state(layout.NAMED);
  setState(layout.RUN_MARKET, load<i32>(contract + layout.MARKET_INDEX));
  tellPerpOrder(contract, orderAt(slot), ACCEPTED);
  useIds(true);
  const done = enterPerp(contract, slot, timeMs);
  useIds(false);
  if (done == layout.DONE) tellRest(contract);
  return done;
}

/** Nothing that shows has changed. With a key the refusal is remembered, which is left to the core. */
function refuse(command: i32, why: i32): i32 {
  if (load<i32>(command + layout.GROUP_KEY_TAG) != 0) return layout.NOT_MINE;
  store<i32>(command + layout.GROUP_NAME_TAG, 0);
  answer(why);
  return layout.DONE;
}

function answer(code: i32): void {
  const count = state(layout.ANSWER_COUNT);
  if (!isHeard()) return;
  store<i32>(state(layout.ANSWERS_AT) + count * 4, code);
  setState(layout.ANSWER_COUNT, count + 1);
}

function begun(command: i32, market: i32): i32 {
  const timeMs = load<f64>(command + layout.GROUP_TIME);
  const price = load<f64>(command + layout.GROUP_PRICE);
  const quantity = load<f64>(command + layout.GROUP_QUANTITY);
  const uid = load<f64>(command + layout.GROUP_UID);
  const id = load<f64>(command + layout.GROUP_ID);
  const kind = load<i32>(command + layout.GROUP_KIND);
  if (kind == layout.AMEND_ORDER) return amend(market, uid, id, price, quantity, timeMs);
  if (kind == layout.CANCEL_ORDER) return cancel(market, uid, id, timeMs);
  const user = load<i32>(command + layout.GROUP_USER);
  return place(market, load<i32>(command + layout.GROUP_FLAGS), user, price, quantity, timeMs);
}

/** IncomingMatcher.enter of a plain order; false where what is left of it is the core's. */
function enter(market: i32, slot: i32, timeMs: f64): bool {
  const order = orderAt(slot);
  const filledBefore = num(order, FILLED_LOTS);
  setState(layout.RUN_MARKET, load<i32>(market + layout.MARKET_INDEX));
  store<f64>(layout.SHARED + layout.RUN_FILLED_BEFORE, filledBefore);
  const seat = seatOf(int(order, USER), int(order, MARKET));
  if (seat == 0) return false;
  const makerRate = load<f64>(market + layout.MAKER_RATE);
  const stopped = match(market, slot, makerRate, load<f64>(market + layout.TAKER_RATE), timeMs, false, true);
  noteFills(market, order);
  if (stopped == layout.FILLS_FULL || stopped == layout.LEFT_TO_CORE) return false;
  if (stopped == layout.FILLED_UP) {
    finish(market, order, seat, FILLED, NO_REASON, timeMs);
    noteEnded(slot);
    tellOrder(market, order, FILL);
    return true;
  }
  if (num(order, FILLED_LOTS) > filledBefore) {
    setStatus(order, PARTIALLY_FILLED, NO_REASON);
    tellOrder(market, order, FILL);
  }
  const timeInForce = (int(order, FLAGS) >> TIF_SHIFT) & 3;
  if (timeInForce == GTC || timeInForce == GTX) {
    add(ladderOf(market, sideOf(order)), slot);
    noteLevel(int(order, KEY));
    return true;
  }
  finish(market, order, seat, EXPIRED, TIME_IN_FORCE, timeMs);
  noteEnded(slot);
  tellOrder(market, order, ENDED);
  return true;
}

/** The prints, the levels of the makers, and which of these ended; and tells each fill and its maker. */
function noteFills(market: i32, taker: i32): void {
  for (let i = 0; i < state(layout.FILL_COUNT); i += 1) {
    const fill = layout.SHARED + layout.FILLS + i * layout.FILL_BYTES;
    const slot = load<f64>(fill + layout.FILL_MAKER) as i32;
    const maker = orderAt(slot);
    noteLevel(int(maker, KEY));
    store<f64>(market + layout.LAST_TICKS, abs(int(maker, KEY)) as f64);
    store<f64>(market + layout.LAST_TRADE_ID, load<f64>(market + layout.LAST_TRADE_ID) + 1);
    tellTrade(market, taker, fill);
    tellOrder(market, maker, FILL);
    if (num(maker, LOTS) == 0) noteEnded(slot);
  }
}

function noteEnded(slot: i32): void {
  const count = state(layout.UNKEPT_COUNT);
  store<i32>(layout.SHARED + layout.UNKEPT + count * 4, slot);
  setState(layout.UNKEPT_COUNT, count + 1);
}

/** Keeps what ended, as Users.settle does; false where some of it is left to the core. */
function keepUnkept(): bool {
  const count = state(layout.UNKEPT_COUNT);
  for (let i = 0; i < count; i += 1) {
    const slot = load<i32>(layout.SHARED + layout.UNKEPT + i * 4);
    if (makeRoomFor(int(orderAt(slot), USER)) && keepEnded(slot)) continue;
    for (let from = i; from < count; from += 1)
      store<i32>(layout.SHARED + layout.UNKEPT + (from - i) * 4, load<i32>(layout.SHARED + layout.UNKEPT + from * 4));
    setState(layout.UNKEPT_COUNT, count - i);
    return false;
  }
  setState(layout.UNKEPT_COUNT, 0);
  return true;
}

/** Forgets the oldest ended orders of a user who has the most; false where some of them are left to the core. */
function makeRoomFor(user: i32): bool {
  if (!hasMostEnded(user)) return true;
  const left = forgetOldest(user, ended.ENDED_FORGOTTEN, true);
  setState(layout.FORGET_LEFT, left);
  return left == 0;
}

/** Are the sums of the market's assets zero, and is nobody's bucket below it? */
function isSound(market: i32): bool {
  const base = load<f64>(layout.SHARED + layout.CONTROL + load<i32>(market + layout.BASE_ASSET) * 8);
  const quote = load<f64>(layout.SHARED + layout.CONTROL + load<i32>(market + layout.QUOTE_ASSET) * 8);
  return base == 0 && quote == 0 && state(layout.IS_OVERDRAWN) == 0;
}

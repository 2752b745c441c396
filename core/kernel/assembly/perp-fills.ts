/**
 * A new order of a perpetual that meets others, as core/perp/orders/match-orders.ts and place-order.ts have it (trading B7, B17), where nobody hears it: price, then time, and what is
 * left of it rests or ends. Fill by fill, whatever is not plain is left to the core.
 */
import {
  ACCOUNT,
  EXPIRED,
  FILLED,
  FILLED_LOTS,
  FLAGS,
  FOK,
  GTC,
  HOLDING,
  KEY,
  LOTS,
  NO_REASON,
  PARTIALLY_FILLED,
  TIF_SHIFT,
  TIME_IN_FORCE,
  USER,
} from '../order-record.ts';
import * as layout from '../layout.ts';
import * as perp from '../perp-layout.ts';
import { add, first, isLastBeforeFar, reduceLevel, remove } from './ladder.ts';
import { isQuiet } from './markets.ts';
import { makeRoomForEnded } from './perp-ended.ts';
import { accountAt, holdingAt } from './perp-holdings.ts';
import { endPerp, enterSums, leaveSums } from './perp-orders.ts';
import { countFilled, isSafe, judge, mayNote, settle } from './perp-sides.ts';
import { demand, int, ladderOf, MAX_UNITS, num, orderAt, setNum, setStatus, sideOf, state } from './records.ts';
import { noteLevel, tellPerpOrder } from './told.ts';

/** Places in ORDER_CHANGED_CAUSES of protocol/words.ts. */
const FILL = 2;
const ENDED = 4;

const MAKER = layout.SHARED + perp.MAKER_SIDE;
const TAKER = layout.SHARED + perp.TAKER_SIDE;

/**
 * Lets an order that was accepted and is in no book enter. Answers DONE; ENTERS where it trades on in the core, or ends there; or UNSAFE (layout.ts).
 */
export function enterPerp(contract: i32, slot: i32, timeMs: f64): i32 {
  const order = orderAt(slot);
  const stopped = match(contract, order, timeMs);
  if (stopped == layout.LEFT_TO_CORE) return layout.ENTERS;
  const isFilled = stopped == layout.FILLED_UP;
  const mayRest = ((int(order, FLAGS) >> TIF_SHIFT) & 3) == GTC;
  const ends = isFilled || !mayRest;
  if (ends && !makeRoomForEnded(accountAt(int(order, ACCOUNT)))) return layout.ENTERS;
  if (!isFilled && num(order, FILLED_LOTS) > 0) {
    setStatus(order, PARTIALLY_FILLED, NO_REASON);
    tellPerpOrder(contract, order, FILL);
  }
  if (ends) {
    endPerp(contract, order, isFilled ? FILLED : EXPIRED, isFilled ? NO_REASON : TIME_IN_FORCE, timeMs);
    tellPerpOrder(contract, order, isFilled ? FILL : ENDED);
  } else {
    add(ladderOf(contract, sideOf(order)), slot);
    noteLevel(int(order, KEY));
  }
  return areSafe() ? layout.DONE : layout.UNSAFE;
}

/** Are all accounts that traded in this command? */
function areSafe(): bool {
  for (let at = state(perp.NOTED_FROM); at < state(perp.NOTED_COUNT); at += 1) {
    const number = load<i32>(state(perp.NOTED_AT) + at * 4) >> perp.NOTED_SHIFT;
    if (!isSafe(accountAt(load<i32>(holdingAt(number) + perp.HOLDING_ACCOUNT)))) return false;
  }
  return true;
}

/** Trades as much as possible: why it stopped, as `match` of fills.ts. */
function match(contract: i32, taker: i32, timeMs: f64): i32 {
  const ladder = ladderOf(contract, 1 - sideOf(taker));
  const limit = -int(taker, KEY);
  const isAll = ((int(taker, FLAGS) >> TIF_SHIFT) & 3) == FOK;
  for (let count = 0; ; count += 1) {
    if (num(taker, LOTS) == 0) return layout.FILLED_UP;
    const makerSlot = first(ladder);
    if (makerSlot == 0) return layout.BOOK_EMPTY;
    const maker = orderAt(makerSlot);
    if (int(maker, KEY) > limit) return layout.PRICE_LIMIT;
    // Before several makers fill it, the core tries out whether all of them can.
    if (isAll && num(maker, LOTS) < num(taker, LOTS)) return layout.LEFT_TO_CORE;
    // Whoever would trade with themselves is the core's to part.
    const isOwn = int(maker, USER) == int(taker, USER);
    if (isOwn || count == layout.MOST_FILLS || !fill(contract, ladder, maker, taker, timeMs))
      return layout.LEFT_TO_CORE;
  }
  return layout.LEFT_TO_CORE;
}

/** PerpMatcher.meet. False: nothing was done, and the core goes on. */
function fill(contract: i32, ladder: i32, maker: i32, taker: i32, timeMs: f64): bool {
  const lots = Math.min(num(taker, LOTS), num(maker, LOTS));
  const ticks = abs(int(maker, KEY)) as f64;
  const amount = ticks * lots * load<f64>(contract + layout.UNIT);
  const endsMaker = num(maker, LOTS) == lots;
  const makerRate = load<f64>(contract + layout.MAKER_RATE);
  // A print for which conditional orders wait is the core's, and so is a rebate, to round.
  if (!isQuiet(contract, int(maker, KEY)) || makerRate < 0) return false;
  if (!mayNote() || (endsMaker && isLastBeforeFar(ladder, maker))) return false;
  if (load<f64>(contract + perp.OPEN_UNITS) + lots * load<f64>(contract + layout.STEP_SIZE) > MAX_UNITS) return false;
  if (!judge(TAKER, contract, taker, ticks, lots, load<f64>(contract + layout.TAKER_RATE))) return false;
  if (!judge(MAKER, contract, maker, ticks, lots, makerRate)) return false;
  // The core opens the account in which results are cleared.
  const closes = load<f64>(MAKER + perp.SIDE_CLOSING) > 0 || load<f64>(TAKER + perp.SIDE_CLOSING) > 0;
  if (closes && load<i32>(contract + perp.CLEARING_ROW) <= 0) return false;
  // The last check: it changes something where it holds.
  if (endsMaker && !makeRoomForEnded(accountAt(int(maker, ACCOUNT)))) return false;

  demand(lots > 0 && lots <= num(taker, LOTS) && lots <= num(maker, LOTS), layout.FILL_FITS);
  store<f64>(contract + layout.LAST_TICKS, ticks);
  store<f64>(contract + layout.LAST_TRADE_ID, load<f64>(contract + layout.LAST_TRADE_ID) + 1);
  countFilled(MAKER, maker, lots, amount, timeMs);
  noteLevel(int(maker, KEY));
  if (endsMaker) {
    remove(ladder, maker);
    endPerp(contract, maker, FILLED, NO_REASON, timeMs);
  } else {
    leaveSums(contract, holdingAt(int(maker, HOLDING)), maker);
    reduceLevel(ladder, int(maker, KEY), lots);
    setNum(maker, LOTS, num(maker, LOTS) - lots);
    enterSums(contract, holdingAt(int(maker, HOLDING)), maker);
    setStatus(maker, PARTIALLY_FILLED, NO_REASON);
  }
  tellPerpOrder(contract, maker, FILL);
  settle(MAKER, contract, maker, timeMs);

  countFilled(TAKER, taker, lots, amount, timeMs);
  leaveSums(contract, holdingAt(int(taker, HOLDING)), taker);
  setNum(taker, LOTS, num(taker, LOTS) - lots);
  enterSums(contract, holdingAt(int(taker, HOLDING)), taker);
  settle(TAKER, contract, taker, timeMs);
  return true;
}

/**
 * The commands that most of perpetuals consists of, a new limit order, one that moves in its book and one that leaves it, done to the records that
 * the kernel shares with the core, by the rules of core/perp/orders (trading B17 to B19). Plain ones only: of a FUTURES wallet in one-way mode, sent by its user,
 * not reduce-only. Whether a new one trades enterPerp says (perp-fills.ts). Everything else, and everything that is refused, is left to the core before anything but derived
 * figures has changed.
 *
 * Ids are those of perpetuals: whoever calls has said so before (`useIds` of records.ts), and names spot's again afterwards.
 */
import {
  ACCOUNT,
  AMENDS,
  BUY,
  BY_USER,
  CANCELED,
  CLIENT_ID_FLAG,
  CREATED,
  FILLED_LOTS,
  FLAGS,
  FOK,
  GTC,
  GTX,
  HAS_EXITS,
  HOLDING,
  ID,
  IOC,
  KEY,
  LOTS,
  MARKET,
  ORIGIN_SHIFT,
  POSITION_SIDE_SHIFT,
  REDUCE_ONLY_FLAG,
  TIF_SHIFT,
  TOTAL_LOTS,
  UPDATED,
  USER,
} from '../order-record.ts';
import * as layout from '../layout.ts';
import * as perp from '../perp-layout.ts';
import { isCount, isOpen, named } from './commands.ts';
import { enter, placeOf } from './ids.ts';
import { add, first, isInWindow, isLastBeforeFar, isLevelKnown, isWithinReach, reduceLevel, remove } from './ladder.ts';
import { begin } from './money.ts';
import { keepPerpEnded, makeRoomForEnded } from './perp-ended.ts';
import { isInBands, isOnGrid, isWorth, mostLots } from './perp-filters.ts';
import {
  accountAt,
  accountOfUser,
  closePerpOrder,
  holdingAt,
  isCountable,
  keepHolding,
  newHolding,
  offsetOf,
  openPerpOrder,
  setFlag,
} from './perp-holdings.ts';
import { isLetThrough, keepFigures } from './perp-margin.ts';
import { changeSums } from './perp-sums.ts';
import { touch } from './perp-wallet.ts';
import { isCrowded, nextSlot, takeSlot } from './pool.ts';
import { OUT_OF_REACH, reachOf, WITHIN_REACH } from './reach.ts';
import {
  demand,
  int,
  ladderOf,
  lastOrderId,
  num,
  orderAt,
  setInt,
  setLastOrderId,
  setNum,
  setState,
  setStatus,
  sideOf,
  slotOf,
} from './records.ts';
import { isHeard, noteLevel } from './told.ts';
import { hasBonus, uidOf } from './users.ts';

/** Of FLAGS: 0 where the order is for the one position of its contract, was sent by its user, and may open. */
export const UNUSUAL: i32 = REDUCE_ONLY_FLAG | (3 << POSITION_SIDE_SHIFT) | (3 << ORIGIN_SHIFT);

/**
 * PerpOrderPlacer.place of a limit order. The records (perp-layout.ts) of a contract, of a FUTURES account and of what
 * that has in the contract, 0 for nothing yet; `flags` as packFlags makes them; price and quantity in the command's units. Answers DONE, NOT_MINE, IN_VAIN, or ENTERS where it is in no
 * book and still has to enter (perp-fills.ts); then nobody hears it.
 */
export function placePerp(
  contract: i32,
  account: i32,
  known: i32,
  flags: i32,
  price: f64,
  quantity: f64,
  timeMs: f64,
): i32 {
  begin();
  const holding = known != 0 ? known : newHolding(account, contract);
  if (holding == 0) return layout.NOT_MINE;
  if (!isCount(price) || !isCount(quantity) || !isPlainFor(contract, account, holding)) return layout.NOT_MINE;
  // With less room than CROWDED_ORDERS leaves the core forgets ended orders first, long before the pool is full.
  if (nextSlot() == 0 || isCrowded() || placeOf(lastOrderId() + 1) == 0) return layout.NOT_MINE;
  const side = flags & 1;
  const ticks = price / load<f64>(contract + layout.TICK_SIZE);
  const lots = quantity / load<f64>(contract + layout.STEP_SIZE);
  const timeInForce = (flags >> TIF_SHIFT) & 3;
  const mayRest = timeInForce == GTC || timeInForce == GTX;
  const mostOpen = load<f64>(contract + layout.MAX_OPEN_ORDERS);
  if (mayRest && mostOpen != 0 && ((load<i32>(holding + perp.HOLDING_ORDERS) + 1) as f64) > mostOpen)
    return layout.NOT_MINE;
  if (!isOnGrid(contract, ticks, lots) || !mayBe(contract, side, ticks, lots, lots, mayRest)) return layout.NOT_MINE;
  const key = keyOf(side, ticks);
  const isAll = timeInForce == FOK;
  const user = load<i32>(account + perp.ACCOUNT_USER);
  const reach = isAll ? reachOf(ladderOf(contract, 1 - side), -key, lots, flags, user) : WITHIN_REACH;
  // All others are accepted: a single maker fills them here (perp-fills.ts), and for the rest the core finds out whether they fill.
  const isInVain = reach == OUT_OF_REACH;
  const enters = isAll ? !isInVain : timeInForce == IOC || meets(contract, side, ticks);
  // Fills are the core's to tell, and so is the refusal of an order that may not take.
  if (enters && (isHeard() || timeInForce == GTX)) return layout.NOT_MINE;
  if (!isLetThrough(account, contract, holding, side, ticks, lots, 0)) return layout.NOT_MINE;
  // The last check: it changes something where it holds.
  if (isInVain && !makeRoomForEnded(account)) return layout.NOT_MINE;

  if (known == 0) keepHolding(account, holding);
  const slot = accept(contract, account, holding, flags, key, lots, timeMs);
  if (isInVain) return layout.IN_VAIN;
  if (mayRest) keepFigures(account, contract, holding);
  else touch(account, holding);
  if (enters) return layout.ENTERS;
  add(ladderOf(contract, side), slot);
  noteLevel(key);
  return layout.DONE;
}

/** Does the kernel work on orders of this account in this contract at all? */
function isPlainFor(contract: i32, account: i32, holding: i32): bool {
  const unusual = perp.IN_HEDGE | perp.CLOSE_ONLY | perp.ACCOUNT_IS_LEFT;
  if (load<i32>(contract + layout.IS_OPEN) == 0 || (load<i32>(account + perp.ACCOUNT_FLAGS) & unusual) != 0)
    return false;
  // Bonus backs orders by rules that the core alone knows.
  return isCountable(holding) && !hasBonus(load<i32>(account + perp.ACCOUNT_USER));
}

/** Would an order of that limit trade? */
function meets(contract: i32, side: i32, ticks: f64): bool {
  const best = first(ladderOf(contract, 1 - side));
  return best != 0 && int(orderAt(best), KEY) <= -keyOf(side, ticks);
}

/** Does an order of that limit, in all of so many lots, of which so many are left, keep to the filters? Both are on the grid. `mayRest`: its level is needed. */
function mayBe(contract: i32, side: i32, ticks: f64, totalLots: f64, restLots: f64, mayRest: bool): bool {
  const key = keyOf(side, ticks);
  const ladder = ladderOf(contract, side);
  if (mayRest ? !isWithinReach(ladder, key) : !isLevelKnown(ladder, key)) return false;
  const best = first(ladderOf(contract, 1 - side));
  const bestKey = best == 0 ? 0 : int(orderAt(best), KEY);
  if (restLots > mostLots(contract, side, key, abs(bestKey) as f64)) return false;
  return isWorth(contract, ticks, totalLots) && isInBands(contract, side, ticks);
}

function keyOf(side: i32, ticks: f64): i32 {
  return side == BUY ? -(ticks as i32) : (ticks as i32);
}

/** PerpOrders.accept: a new live order, in no book yet; answers its slot. */
function accept(contract: i32, account: i32, holding: i32, flags: i32, key: i32, lots: f64, timeMs: f64): i32 {
  const id = lastOrderId() + 1;
  const slot = nextSlot();
  takeSlot(slot);
  const order = orderAt(slot);
  setInt(order, KEY, key);
  setInt(order, USER, load<i32>(account + perp.ACCOUNT_USER));
  setInt(order, ACCOUNT, load<i32>(account + perp.ACCOUNT_INDEX));
  setInt(order, MARKET, load<i32>(contract + layout.MARKET_INDEX));
  setInt(order, FLAGS, flags);
  setNum(order, LOTS, lots);
  setNum(order, TOTAL_LOTS, lots);
  setNum(order, ID, id);
  setNum(order, CREATED, timeMs);
  setNum(order, UPDATED, timeMs);
  setState(layout.NAMED, slot);
  setState(layout.KEY_BEFORE, key);
  setLastOrderId(id);
  enter(id, slot);
  openPerpOrder(slot, account, holding);
  enterSums(contract, holding, order);
  return slot;
}

/** The order is among those of its holding, new or as it was changed (Holding.orderEnters). */
export function enterSums(contract: i32, holding: i32, order: i32): void {
  setFlag(holding, perp.HAS_STALE_LINES, true);
  changeSums(contract, holding, order, 1);
}

/** It is about to end or to change (Holding.orderLeaves). */
export function leaveSums(contract: i32, holding: i32, order: i32): void {
  setFlag(holding, perp.HAS_STALE_LINES, true);
  changeSums(contract, holding, order, -1);
}

/**
 * PerpOrderPlacer.amend of the user's live order of that id, which meets nothing afterwards. `price` and `quantity` in the command's units, 0 for what
 * stays. Answers DONE or NOT_MINE.
 */
export function amendPerp(contract: i32, uid: f64, id: f64, price: f64, quantity: f64, timeMs: f64): i32 {
  begin();
  const order = isCount(price) && isCount(quantity) ? findPlain(contract, uid, id) : 0;
  return order == 0 ? layout.NOT_MINE : change(contract, order, price, quantity, timeMs);
}

function change(contract: i32, order: i32, price: f64, quantity: f64, timeMs: f64): i32 {
  const ownTicks = abs(int(order, KEY)) as f64;
  const ticks = price == 0 ? ownTicks : price / load<f64>(contract + layout.TICK_SIZE);
  const totalLots = quantity == 0 ? num(order, TOTAL_LOTS) : quantity / load<f64>(contract + layout.STEP_SIZE);
  const restLots = totalLots - num(order, FILLED_LOTS);
  const maxAmends = load<f64>(contract + layout.MAX_AMENDS);
  if (maxAmends != 0 && (int(order, AMENDS) as f64) >= maxAmends) return layout.NOT_MINE;
  // What ends with it is the core's.
  if (restLots <= 0 || !isOnGrid(contract, ticks, totalLots)) return layout.NOT_MINE;
  if (ticks == ownTicks && totalLots == num(order, TOTAL_LOTS)) return layout.NOT_MINE;
  if (ticks == ownTicks && totalLots < num(order, TOTAL_LOTS))
    return lower(contract, order, totalLots, restLots, timeMs);
  return enterAnew(contract, order, ticks, totalLots, restLots, timeMs);
}

/** Fewer lots at the same price: its place stays. */
function lower(contract: i32, order: i32, totalLots: f64, restLots: f64, timeMs: f64): i32 {
  const holding = holdingAt(int(order, HOLDING));
  const cut = num(order, LOTS) - restLots;
  demand(cut > 0, layout.LOWERED_LOSES_LOTS);
  leaveSums(contract, holding, order);
  reduceLevel(ladderOf(contract, sideOf(order)), int(order, KEY), cut);
  noteLevel(int(order, KEY));
  setAmended(order, totalLots, restLots, timeMs);
  enterSums(contract, holding, order);
  touch(accountAt(int(order, ACCOUNT)), holding);
  return layout.DONE;
}

/** Checked in full before anything changes. */
function enterAnew(contract: i32, order: i32, ticks: f64, totalLots: f64, restLots: f64, timeMs: f64): i32 {
  const account = accountAt(int(order, ACCOUNT));
  const holding = holdingAt(int(order, HOLDING));
  const side = sideOf(order);
  const ladder = ladderOf(contract, side);
  if (isLastBeforeFar(ladder, order) || meets(contract, side, ticks)) return layout.NOT_MINE;
  if (!mayBe(contract, side, ticks, totalLots, restLots, true)) return layout.NOT_MINE;
  if (!isLetThrough(account, contract, holding, side, ticks, restLots, slotOf(order))) return layout.NOT_MINE;

  remove(ladder, order);
  noteLevel(int(order, KEY));
  leaveSums(contract, holding, order);
  setInt(order, KEY, keyOf(side, ticks));
  setAmended(order, totalLots, restLots, timeMs);
  enterSums(contract, holding, order);
  // It was judged as the newest of its price, and stands among the others by its age: where an opposite position takes up a part of that price, what
  // rests of it is divided otherwise (UnitChecks.keep).
  if (offsetOf(holding, side) != 0) touch(account, holding);
  else keepFigures(account, contract, holding);
  add(ladder, slotOf(order));
  noteLevel(int(order, KEY));
  return layout.DONE;
}

function setAmended(order: i32, totalLots: f64, restLots: f64, timeMs: f64): void {
  setNum(order, LOTS, restLots);
  setNum(order, TOTAL_LOTS, totalLots);
  setNum(order, UPDATED, timeMs);
  setInt(order, AMENDS, int(order, AMENDS) + 1);
}

/**
 * PerpOrderPlacer.cancel of the user's live order of that id (trading A7): it leaves its book and is remembered among the ended ones. Answers DONE or NOT_MINE.
 */
export function cancelPerp(contract: i32, uid: f64, id: f64, timeMs: f64): i32 {
  begin();
  const order = findPlain(contract, uid, id);
  if (order == 0 || int(order, HAS_EXITS) != 0) return layout.NOT_MINE;
  const ladder = ladderOf(contract, sideOf(order));
  if (isLastBeforeFar(ladder, order)) return layout.NOT_MINE;
  // The last check: it changes something where it holds.
  if (!makeRoomForEnded(accountAt(int(order, ACCOUNT)))) return layout.NOT_MINE;

  remove(ladder, order);
  noteLevel(int(order, KEY));
  endPerp(contract, order, CANCELED, BY_USER, timeMs);
  return layout.DONE;
}

/** PerpOrders.end of an order that is in no book, of an account that has room for another ended one (`makeRoomForEnded`). */
export function endPerp(contract: i32, order: i32, status: i32, reason: i32, timeMs: f64): void {
  const account = accountAt(int(order, ACCOUNT));
  const holding = holdingAt(int(order, HOLDING));
  leaveSums(contract, holding, order);
  touch(account, holding);
  setNum(order, LOTS, 0);
  setNum(order, UPDATED, timeMs);
  setStatus(order, status, reason);
  closePerpOrder(order, account, holding);
  keepPerpEnded(slotOf(order), account);
}

/**
 * The user's order of that id, where it is plain, in its book near the best price, and the kernel may work on it; 0 otherwise. Names are the core's to tell.
 */
function findPlain(contract: i32, uid: f64, id: f64): i32 {
  const order = named(id);
  if (order == 0 || !isOpen(order) || int(order, MARKET) != load<i32>(contract + layout.MARKET_INDEX)) return 0;
  const flags = int(order, FLAGS);
  if ((flags & UNUSUAL) != 0 || (isHeard() && (flags & CLIENT_ID_FLAG) != 0)) return 0;
  const account = accountAt(int(order, ACCOUNT));
  if (uidOf(order) != uid || accountOfUser(int(order, USER)) != account || int(order, HOLDING) == 0) return 0;
  if (!isPlainFor(contract, account, holdingAt(int(order, HOLDING)))) return 0;
  if (!isInWindow(ladderOf(contract, sideOf(order)), int(order, KEY))) return 0;
  setState(layout.NAMED, slotOf(order));
  setState(layout.KEY_BEFORE, int(order, KEY));
  return order;
}

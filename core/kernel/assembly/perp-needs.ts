/**
 * What the orders of one holding come to, with an order that is only planned or without it, as UnitNeeds of core/perp/account/unit-needs.ts counts it
 * (trading B5), for an account in one-way mode.
 */
import { BUY, FLAGS, ID, KEY, LOTS, REDUCE_ONLY_FLAG, SELL, USER_NEXT } from '../order-record.ts';
import * as layout from '../layout.ts';
import * as perp from '../perp-layout.ts';
import { offsetOf, positionOf } from './perp-holdings.ts';
import { feesOf, lossOf, renewSums, sumsOf } from './perp-sums.ts';
import { timesCeil } from './perp-units.ts';
import { int, MAX_UNITS, num, orderAt, sideOf } from './records.ts';

/** The order that is planned: its limit, its lots, and the slot of the one that it replaces, 0 for none. */
export let plannedSide: i32 = 0;
export let plannedTicks: f64 = 0;
export let plannedLots: f64 = 0;
let replaced: i32 = 0;

/** What the last `countNeeds` that answered true found: notional and lots of each side's orders, what they may lose at mark, and their fees. */
export let buys: f64 = 0;
export let sells: f64 = 0;
export let buyLots: f64 = 0;
export let sellLots: f64 = 0;
export let openingLoss: f64 = 0;
export let feeReserve: f64 = 0;

/** Of the side that is being counted, and whether the planned order is among them. */
let count: f64 = 0;
let notional: f64 = 0;
let lots: f64 = 0;
let loss: f64 = 0;
let fees: f64 = 0;
let isPlannedHere: bool = false;

/** From here on this order is the planned one. */
export function plan(side: i32, ticks: f64, planned: f64, replaces: i32): void {
  plannedSide = side;
  plannedTicks = ticks;
  plannedLots = planned;
  replaced = replaces;
}

/** Of a holding that isCountable. False: a figure may not be exact, and nothing is told. */
export function countNeeds(contract: i32, holding: i32, isPlanned: bool): bool {
  if (load<f64>(contract + perp.MARK_UNITS) > MAX_UNITS || abs(positionOf(holding)) > MAX_UNITS) return false;
  if (!renewSums(contract, holding) || !countSide(contract, holding, BUY, isPlanned)) return false;
  buys = notional;
  buyLots = lots;
  openingLoss = loss;
  feeReserve = fees;
  if (!countSide(contract, holding, SELL, isPlanned)) return false;
  sells = notional;
  sellLots = lots;
  openingLoss += loss;
  feeReserve += fees;
  return openingLoss <= MAX_UNITS && feeReserve <= MAX_UNITS;
}

function countSide(contract: i32, holding: i32, side: i32, isPlanned: bool): bool {
  const sums = sumsOf(holding, side);
  count = load<f64>(sums + perp.SUM_COUNT);
  notional = load<f64>(sums + perp.SUM_NOTIONAL);
  lots = load<f64>(sums + perp.SUM_LOTS);
  loss = load<f64>(sums + perp.SUM_LOSS);
  fees = load<f64>(sums + perp.SUM_FEES);
  isPlannedHere = isPlanned && plannedSide == side;
  if (isPlannedHere) {
    if (replaced != 0)
      change(contract, side, abs(int(orderAt(replaced), KEY)) as f64, num(orderAt(replaced), LOTS), -1);
    change(contract, side, plannedTicks, plannedLots, 1);
  }
  // Before parts are taken off again: a sum that was rounded stays wrong.
  if (!(notional <= MAX_UNITS && loss <= MAX_UNITS && fees <= MAX_UNITS)) return false;
  const offset = offsetOf(holding, side);
  if (offset != 0 && count != 0) useUp(contract, holding, side, offset);
  return true;
}

/** Adds an order of the side, or with `sign` -1 takes it off. */
function change(contract: i32, side: i32, ticks: f64, ownLots: f64, sign: f64): void {
  const own = ticks * ownLots * load<f64>(contract + layout.UNIT);
  count += sign;
  notional += sign * own;
  lots += sign * ownLots;
  changeOpening(contract, side, ticks, ownLots * load<f64>(contract + layout.STEP_SIZE), own, sign);
}

/** The part of an order that opens: its quantity at this many ticks, and their product rounded up. */
function changeOpening(contract: i32, side: i32, ticks: f64, quantity: f64, own: f64, sign: f64): void {
  loss += sign * lossOf(contract, side, ticks, quantity);
  fees += sign * feesOf(contract, own);
}

/** An opposite position takes up the best orders of the side first: only what is left of them opens, costs a fee and may lose. */
function useUp(contract: i32, holding: i32, side: i32, offset: f64): void {
  if (lots * load<f64>(contract + layout.STEP_SIZE) <= offset) {
    loss = 0;
    fees = 0;
    return;
  }
  const plannedKey: i32 = side == BUY ? -(plannedTicks as i32) : (plannedTicks as i32);
  let isWaiting = isPlannedHere;
  let left = offset;
  let key: i32 = i32.MIN_VALUE;
  let id: f64 = 0;
  while (left > 0) {
    const slot = nextInLine(holding, side, key, id);
    // The planned one is the newest: of equal prices it comes last.
    if (isWaiting && (slot == 0 || plannedKey < int(orderAt(slot), KEY))) {
      isWaiting = false;
      left = close(contract, side, plannedTicks, plannedLots, left);
      continue;
    }
    if (slot == 0) return;
    const order = orderAt(slot);
    key = int(order, KEY);
    id = num(order, ID);
    left = close(contract, side, abs(key) as f64, num(order, LOTS), left);
  }
}

/** Takes off what closes of an order, up to `most`; answers what is left of that. */
function close(contract: i32, side: i32, ticks: f64, ownLots: f64, most: f64): f64 {
  const quantity = ownLots * load<f64>(contract + layout.STEP_SIZE);
  changeOpening(contract, side, ticks, quantity, ticks * ownLots * load<f64>(contract + layout.UNIT), -1);
  if (quantity <= most) return most - quantity;
  const opening = quantity - most;
  const rest = timesCeil(opening, ticks * load<f64>(contract + layout.TICK_SIZE));
  changeOpening(contract, side, ticks, opening, rest, 1);
  return 0;
}

/**
 * The order (slot) that fills next after one of this key and id: by price, and of equal prices the older one, which is the one that comes first among
 * the holding's orders. 0 where there is none. They are few (isCountable).
 */
function nextInLine(holding: i32, side: i32, key: i32, id: f64): i32 {
  let next = 0;
  for (let slot = load<i32>(holding + perp.HOLDING_FIRST_ORDER); slot != 0; slot = int(orderAt(slot), USER_NEXT)) {
    const order = orderAt(slot);
    const ownKey = int(order, KEY);
    if (sideOf(order) != side || (int(order, FLAGS) & REDUCE_ONLY_FLAG) != 0) continue;
    if (ownKey < key || (ownKey == key && num(order, ID) <= id) || (isPlannedHere && slot == replaced)) continue;
    if (next == 0 || ownKey < int(orderAt(next), KEY)) next = slot;
  }
  return next;
}

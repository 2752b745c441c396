/** What the live orders of a holding come to side by side, as OrderSums of core/perp/account/order-sums.ts keeps it (trading B5). */
import { BUY, FLAGS, KEY, LOTS, REDUCE_ONLY_FLAG, USER_NEXT } from '../order-record.ts';
import * as layout from '../layout.ts';
import * as perp from '../perp-layout.ts';
import { hasFlag, setFlag } from './perp-holdings.ts';
import { timesCeil } from './perp-units.ts';
import { int, MAX_UNITS, num, orderAt, sideOf } from './records.ts';

/** Those of a side. */
export function sumsOf(holding: i32, side: i32): i32 {
  return holding + (side == BUY ? perp.SUMS_OF_BUYS : perp.SUMS_OF_SELLS);
}

/** What a quantity loses at mark that opens at this many ticks. */
export function lossOf(contract: i32, side: i32, ticks: f64, quantity: f64): f64 {
  const price = ticks * load<f64>(contract + layout.TICK_SIZE);
  const mark = load<f64>(contract + perp.MARK_UNITS);
  const adverse = side == BUY ? price - mark : mark - price;
  return adverse > 0 ? timesCeil(quantity, adverse) : 0;
}

/** The fee that it is to pay when it opens. */
export function feesOf(contract: i32, notional: f64): f64 {
  return timesCeil(notional, load<f64>(contract + layout.TAKER_RATE));
}

/** Counts the sums anew where they are not those of the present mark and rate; of an account in one-way mode. False: one of them may not be exact. */
export function renewSums(contract: i32, holding: i32): bool {
  if (areFresh(contract, holding)) return true;
  clear(sumsOf(holding, BUY));
  clear(sumsOf(holding, 1 - BUY));
  store<f64>(holding + perp.SUMS_MARK, load<f64>(contract + perp.MARK_UNITS));
  store<f64>(holding + perp.SUMS_RATE, load<f64>(contract + layout.TAKER_RATE));
  setFlag(holding, perp.SUMS_IN_HEDGE, false);
  for (let slot = load<i32>(holding + perp.HOLDING_FIRST_ORDER); slot != 0; slot = int(orderAt(slot), USER_NEXT)) {
    changeSums(contract, holding, orderAt(slot), 1);
  }
  return areFresh(contract, holding);
}

/**
 * An order enters (1) or leaves (-1); one that changes leaves as it was and enters as it is. Sums that do not hold, or do not any more, get a mark that
 * equals none.
 */
export function changeSums(contract: i32, holding: i32, order: i32, sign: f64): void {
  if (!areFresh(contract, holding)) {
    store<f64>(holding + perp.SUMS_MARK, NaN);
    return;
  }
  if ((int(order, FLAGS) & REDUCE_ONLY_FLAG) != 0) return;
  const side = sideOf(order);
  const ticks = abs(int(order, KEY)) as f64;
  const lots = num(order, LOTS);
  const notional = ticks * lots * load<f64>(contract + layout.UNIT);
  const sums = sumsOf(holding, side);
  addTo(sums + perp.SUM_COUNT, sign);
  addTo(sums + perp.SUM_NOTIONAL, sign * notional);
  addTo(sums + perp.SUM_LOTS, sign * lots);
  addTo(sums + perp.SUM_LOSS, sign * lossOf(contract, side, ticks, lots * load<f64>(contract + layout.STEP_SIZE)));
  addTo(sums + perp.SUM_FEES, sign * feesOf(contract, notional));
  if (!areExact(sums)) store<f64>(holding + perp.SUMS_MARK, NaN);
}

/** Do they hold for the present mark and rate and for one-way mode? */
function areFresh(contract: i32, holding: i32): bool {
  return (
    load<f64>(holding + perp.SUMS_MARK) == load<f64>(contract + perp.MARK_UNITS) &&
    load<f64>(holding + perp.SUMS_RATE) == load<f64>(contract + layout.TAKER_RATE) &&
    !hasFlag(holding, perp.SUMS_IN_HEDGE)
  );
}

function areExact(sums: i32): bool {
  return (
    load<f64>(sums + perp.SUM_NOTIONAL) <= MAX_UNITS &&
    load<f64>(sums + perp.SUM_LOSS) <= MAX_UNITS &&
    load<f64>(sums + perp.SUM_FEES) <= MAX_UNITS
  );
}

function clear(sums: i32): void {
  for (let at = perp.SUM_COUNT; at <= perp.SUM_FEES; at += 8) store<f64>(sums + at, 0);
}

function addTo(sum: i32, change: f64): void {
  store<f64>(sum, load<f64>(sum) + change);
}

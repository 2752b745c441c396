/**
 * What the orders and positions of one wallet need, kept for all its contracts together, as core/perp/account/wallet-sums.ts keeps it (trading B5, B6). The
 * sums are always those of the figures of the holdings that are summed up. What would take a sum beyond 2^53 - 1, or make one of a sum that is NaN, is
 * not done here: the holding stays among the touched, and the core counts it and adds up anew.
 */
import * as layout from '../layout.ts';
import * as perp from '../perp-layout.ts';
import { countFigures } from './perp-figures.ts';
import { contractAt, hasFlag, holdingAt, numberOf, positionOf, setFlag } from './perp-holdings.ts';
import { MAX_UNITS } from './records.ts';

const COUNTED = layout.SHARED + perp.COUNTED;

/** A holding's orders are other ones: what they come to is counted anew when it is next asked for. */
export function touch(account: i32, holding: i32): void {
  if (hasFlag(holding, perp.IS_TOUCHED)) return;
  setFlag(holding, perp.IS_TOUCHED, true);
  store<i32>(holding + perp.NEXT_TOUCHED, load<i32>(account + perp.ACCOUNT_FIRST_TOUCHED));
  store<i32>(account + perp.ACCOUNT_FIRST_TOUCHED, numberOf(holding));
}

/** A touched holding was counted; where others are touched, too, it stays among them. */
export function unmark(account: i32, holding: i32): void {
  const isOnlyOne =
    load<i32>(account + perp.ACCOUNT_FIRST_TOUCHED) == numberOf(holding) && load<i32>(holding + perp.NEXT_TOUCHED) == 0;
  if (!isOnlyOne) return;
  store<i32>(account + perp.ACCOUNT_FIRST_TOUCHED, 0);
  setFlag(holding, perp.IS_TOUCHED, false);
}

/**
 * Counts anew what does not hold any more, but for one holding, which stays touched if it is (UnitChecks.sumsOf). False: one of the others is the core's to
 * count, and is still touched.
 */
export function renewOthers(account: i32, but: i32): bool {
  touchRevalued(account);
  // The one before in the list, once there is one that stays in it.
  let before = 0;
  let number = load<i32>(account + perp.ACCOUNT_FIRST_TOUCHED);
  while (number != 0) {
    const holding = holdingAt(number);
    number = load<i32>(holding + perp.NEXT_TOUCHED);
    if (holding == but) {
      before = holding;
      continue;
    }
    if (!recount(account, holding)) return false;
    if (before == 0) store<i32>(account + perp.ACCOUNT_FIRST_TOUCHED, number);
    else store<i32>(before + perp.NEXT_TOUCHED, number);
    store<i32>(holding + perp.NEXT_TOUCHED, 0);
    setFlag(holding, perp.IS_TOUCHED, false);
  }
  return true;
}

/** Touches what was counted with another mark or other parameters than those of its contract now. */
function touchRevalued(account: i32): void {
  const valuations = load<f64>(layout.SHARED + layout.VALUATIONS);
  if (load<f64>(account + perp.ACCOUNT_VALUED_AT) == valuations) return;
  let number = load<i32>(account + perp.ACCOUNT_FIRST_SUMMED);
  while (number != 0) {
    const holding = holdingAt(number);
    const contract = contractAt(load<i32>(holding + perp.HOLDING_CONTRACT));
    if (load<f64>(holding + perp.HOLDING_VALUATION) != load<f64>(contract + perp.VALUATION)) touch(account, holding);
    number = load<i32>(holding + perp.NEXT_SUMMED);
  }
  store<f64>(account + perp.ACCOUNT_VALUED_AT, valuations);
}

/** False: nothing was done. */
function recount(account: i32, holding: i32): bool {
  if (hasFlag(holding, perp.HOLDING_IS_LEFT)) return false;
  if (load<i32>(holding + perp.HOLDING_ORDERS) == 0 && positionOf(holding) == 0) return leaveSums(account, holding);
  const contract = contractAt(load<i32>(holding + perp.HOLDING_CONTRACT));
  if (!countFigures(contract, holding, false, COUNTED) || !fitSums(account, holding, COUNTED)) return false;
  setFigures(account, contract, holding, COUNTED);
  return true;
}

/** A sum of the account without the part of a holding. */
export function sumWithout(account: i32, holding: i32, figure: i32): f64 {
  const sum = load<f64>(account + perp.ACCOUNT_FIGURES + figure);
  return hasFlag(holding, perp.IS_SUMMED) ? sum - load<f64>(holding + perp.HOLDING_FIGURES + figure) : sum;
}

/** Are all sums exact, and stay so with the figures at `from` in place of a holding's own? */
export function fitSums(account: i32, holding: i32, from: i32): bool {
  for (let at = 0; at < perp.FIGURES_BYTES; at += 8) {
    if (!fitSum(account, holding, at, load<f64>(from + at))) return false;
  }
  return true;
}

function fitSum(account: i32, holding: i32, figure: i32, value: f64): bool {
  const sum = load<f64>(account + perp.ACCOUNT_FIGURES + figure);
  const rest = sumWithout(account, holding, figure);
  // No comparison holds for NaN.
  return abs(sum) <= MAX_UNITS && abs(rest) <= MAX_UNITS && abs(rest + value) <= MAX_UNITS;
}

/** Sets a holding's figures to those at `from`, counted with the present valuation, in place of those it had; they fit (`fitSums`). */
export function setFigures(account: i32, contract: i32, holding: i32, from: i32): void {
  if (!hasFlag(holding, perp.IS_SUMMED)) enterSums(account, holding);
  for (let at = 0; at < perp.FIGURES_BYTES; at += 8) setFigure(account, holding, at, load<f64>(from + at));
  store<f64>(holding + perp.HOLDING_VALUATION, load<f64>(contract + perp.VALUATION));
}

function setFigure(account: i32, holding: i32, figure: i32, value: f64): void {
  const rest = sumWithout(account, holding, figure);
  store<f64>(holding + perp.HOLDING_FIGURES + figure, value);
  store<f64>(account + perp.ACCOUNT_FIGURES + figure, rest + value);
}

function enterSums(account: i32, holding: i32): void {
  const first = load<i32>(account + perp.ACCOUNT_FIRST_SUMMED);
  setFlag(holding, perp.IS_SUMMED, true);
  store<i32>(holding + perp.NEXT_SUMMED, first);
  store<i32>(holding + perp.PREVIOUS_SUMMED, 0);
  if (first != 0) store<i32>(holdingAt(first) + perp.PREVIOUS_SUMMED, numberOf(holding));
  store<i32>(account + perp.ACCOUNT_FIRST_SUMMED, numberOf(holding));
  for (let at = 0; at < perp.FIGURES_BYTES; at += 8) store<f64>(holding + perp.HOLDING_FIGURES + at, 0);
}

/** Takes a holding's figures out: it has neither orders nor positions any more. False: a sum is not exact, and nothing was done. */
function leaveSums(account: i32, holding: i32): bool {
  if (!hasFlag(holding, perp.IS_SUMMED)) return true;
  for (let at = 0; at < perp.FIGURES_BYTES; at += 8) if (!fitSum(account, holding, at, 0)) return false;
  for (let at = 0; at < perp.FIGURES_BYTES; at += 8) setFigure(account, holding, at, 0);
  const next = load<i32>(holding + perp.NEXT_SUMMED);
  const previous = load<i32>(holding + perp.PREVIOUS_SUMMED);
  if (next != 0) store<i32>(holdingAt(next) + perp.PREVIOUS_SUMMED, previous);
  if (previous != 0) store<i32>(holdingAt(previous) + perp.NEXT_SUMMED, next);
  else store<i32>(account + perp.ACCOUNT_FIRST_SUMMED, next);
  setFlag(holding, perp.IS_SUMMED, false);
  return true;
}

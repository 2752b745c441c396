/**
 * Limits and margin of an order of a perpetual, as core/perp/account/unit-checks.ts judges it, for an account in one-way mode and without bonus. It only
 * renews derived figures. Whatever is refused, or could not be decided in numbers that doubles hold, is the core's.
 */
import { BUY } from '../order-record.ts';
import * as layout from '../layout.ts';
import * as perp from '../perp-layout.ts';
import * as figures from './perp-figures.ts';
import { hasFlag, offsetOf } from './perp-holdings.ts';
import { buyLots, buys, plan, plannedLots, plannedSide, sellLots, sells } from './perp-needs.ts';
import { timesCeil } from './perp-units.ts';
import { fitSums, renewOthers, setFigures, sumWithout, unmark } from './perp-wallet.ts';
import { MAX_UNITS, rowAt } from './records.ts';

/** The part of a contract's open interest that one account may hold, a tenth, once the interest is above the other (core/formulas/order-limits.ts). */
const SHARE_CAP: f64 = 10;
const SHARE_CAP_FROM: f64 = 500000000000000;
/** 2^52: a balance is `high * LIMB + low`, the low limb first (core/ledger/limbs.ts). */
const LIMB: f64 = 4503599627370496;

/** Figures of a holding: what it comes to with the order that was let through last, and without it. */
const WITH_IT = layout.SHARED + perp.LET_THROUGH;
const AS_IT_IS = layout.SHARED + perp.COUNTED;

/**
 * May there be an order of these lots at these ticks, in place of the one in the slot `replaces`, or of none? As UnitChecks.limits and .margin. False: the core
 * decides.
 */
export function isLetThrough(
  account: i32,
  contract: i32,
  holding: i32,
  side: i32,
  ticks: f64,
  lots: f64,
  replaces: i32,
): bool {
  plan(side, ticks, lots, replaces);
  if (!figures.countFigures(contract, holding, true, WITH_IT) || !isWithinLimits(contract, holding)) return false;
  const isNoMore = isKnownAsNoMore(contract, holding);
  if (!isNoMore && !renewOthers(account, holding)) return false;
  // They are set once the order is there, and must fit then.
  if (!fitSums(account, holding, WITH_IT)) return false;
  return isNoMore || isBorne(account, contract, holding);
}

/** The order that was let through is there now: what the holding comes to is known (UnitChecks.keep). */
export function keepFigures(account: i32, contract: i32, holding: i32): void {
  setFigures(account, contract, holding, WITH_IT);
  unmark(account, holding);
}

/** Is it known already that the contract needs no more with the planned order than without it? */
function isKnownAsNoMore(contract: i32, holding: i32): bool {
  if (hasFlag(holding, perp.IS_TOUCHED) || !hasFlag(holding, perp.IS_SUMMED)) return false;
  if (load<f64>(holding + perp.HOLDING_VALUATION) != load<f64>(contract + perp.VALUATION)) return false;
  return planned(perp.FIGURE_TOTAL) <= load<f64>(holding + perp.HOLDING_FIGURES + perp.FIGURE_TOTAL);
}

/** UnitChecks.judge, once the sums of the others hold. */
function isBorne(account: i32, contract: i32, holding: i32): bool {
  const wallet = walletOf(account);
  const won = sumWithout(account, holding, perp.FIGURE_RESULTS) + planned(perp.FIGURE_RESULTS);
  const size = sumWithout(account, holding, perp.FIGURE_SIZE) + planned(perp.FIGURE_SIZE);
  const needed = sumWithout(account, holding, perp.FIGURE_TOTAL) + planned(perp.FIGURE_TOTAL);
  const isolated = sumWithout(account, holding, perp.FIGURE_ISOLATED) + planned(perp.FIGURE_ISOLATED);
  // Of a wallet that a double may not hold it is known that it is larger than all that one may hold.
  const least = wallet > MAX_UNITS ? MAX_UNITS : wallet;
  // An order that the wallet can bear, even without its gains, is not compared with what was before.
  const isKnown = size <= MAX_UNITS && needed <= MAX_UNITS;
  if (isKnown && least + Math.min(0, won) - needed >= 0 && isolated <= least) return true;
  if (!figures.countFigures(contract, holding, false, AS_IT_IS)) return false;
  if (planned(perp.FIGURE_TOTAL) <= load<f64>(AS_IT_IS + perp.FIGURE_TOTAL)) return true;
  if (!isKnown || !(abs(wallet) + size <= MAX_UNITS) || wallet + won - needed < 0) return false;
  return planned(perp.FIGURE_ISOLATED) <= load<f64>(AS_IT_IS + perp.FIGURE_ISOLATED) || isolated <= wallet;
}

/** A figure with the order that is planned. */
function planned(figure: i32): f64 {
  return load<f64>(WITH_IT + figure);
}

/** What the wallet holds without isolated margin, in units of the settlement asset; NaN where the core has to look. */
export function walletOf(account: i32): f64 {
  const row = load<i32>(account + perp.ACCOUNT_ROW);
  const bucket = rowAt(row) + layout.ROW_FUTURES;
  return row == 0 ? NaN : load<f64>(bucket + 8) * LIMB + load<f64>(bucket);
}

/** Leverage of the tier, position limit, share and cap of the open interest (trading B2, B18), with what the planned order was just counted to. */
function isWithinLimits(contract: i32, holding: i32): bool {
  const side = plannedSide;
  const step = load<f64>(contract + layout.STEP_SIZE);
  const all = (side == BUY ? buyLots : sellLots) * step;
  if (all > MAX_UNITS) return false;
  const opening = Math.min(plannedLots * step, Math.max(0, all - offsetOf(holding, side)));
  if (opening == 0) return true;
  const notional = Math.max(0, side == BUY ? figures.signedWorth + buys : sells - figures.signedWorth);
  const leverage = load<f64>(holding + (side == BUY ? perp.LONG_LEVERAGE : perp.SHORT_LEVERAGE));
  if (!(notional <= MAX_UNITS) || !isWithinTiers(contract, notional, leverage)) return false;
  const cap = load<f64>(contract + perp.OPEN_INTEREST_CAP);
  // So small a side is no share of the open interest that counts.
  if (notional <= SHARE_CAP_FROM / SHARE_CAP && cap == 0) return true;
  const open = load<f64>(contract + perp.OPEN_UNITS);
  if (open > MAX_UNITS) return false;
  const mark = load<f64>(contract + perp.MARK_UNITS);
  const interest = timesCeil(open, mark);
  const opened = timesCeil(opening, mark);
  if (interest + opened > MAX_UNITS) return false;
  if (interest > SHARE_CAP_FROM && notional > Math.floor(interest / SHARE_CAP)) return false;
  return cap == 0 || interest + opened <= cap;
}

/** Does the tier of the notional allow the leverage, and is the notional within the last one? */
function isWithinTiers(contract: i32, notional: f64, leverage: f64): bool {
  const end = contract + perp.TIERS + load<i32>(contract + perp.TIER_COUNT) * perp.TIER_BYTES;
  for (let tier = contract + perp.TIERS; tier != end; tier += perp.TIER_BYTES) {
    if (notional <= load<f64>(tier + perp.TIER_CAP)) return leverage <= load<f64>(tier + perp.TIER_LEVERAGE);
  }
  return false;
}

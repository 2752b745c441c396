/** What a holding's orders and positions need and have won, as ContractFigures of core/perp/account/unit-checks.ts counts it, in one-way mode. */
import * as perp from '../perp-layout.ts';
import { hasFlag, isCountable, positionOf } from './perp-holdings.ts';
import { buys, countNeeds, feeReserve, openingLoss, sells } from './perp-needs.ts';
import { divCeil, exact, timesCeil } from './perp-units.ts';
import { MAX_UNITS } from './records.ts';

/** Notional at mark of the position of the last `countFigures`: above 0 of a long, below of a short; beyond what doubles hold, without end. */
export let signedWorth: f64 = 0;

/**
 * Writes the figures (perp-layout.ts) at `into`, with the order that is planned (perp-needs.ts) or without it. False: they may not be exact, and nothing is
 * told.
 */
export function countFigures(contract: i32, holding: i32, isPlanned: bool, into: i32): bool {
  if (!isCountable(holding) || !countNeeds(contract, holding, isPlanned)) return false;
  const quantity = positionOf(holding);
  const worth = worthOf(contract, quantity);
  const isCross = !hasFlag(holding, perp.IS_ISOLATED);
  const leverage = load<f64>(holding + perp.LONG_LEVERAGE);
  signedWorth = quantity < 0 ? -worth : worth;
  let margin = divCeil(exact(Math.max(abs(signedWorth + buys), abs(signedWorth - sells))), leverage);
  if (!isCross) margin = Math.max(0, margin - divCeil(worth, leverage));
  const total = margin + openingLoss + feeReserve;
  store<f64>(into + perp.FIGURE_TOTAL, total);
  store<f64>(into + perp.FIGURE_ISOLATED, isCross ? 0 : margin);
  countPosition(contract, holding, isCross && quantity != 0, into);
  return total <= MAX_UNITS;
}

function countPosition(contract: i32, holding: i32, isCounted: bool, into: i32): void {
  const cost = load<f64>(holding + perp.BOTH_COST);
  const worth = isCounted ? abs(signedWorth) : 0;
  const result = isCounted ? resultOf(signedWorth > 0, worth, cost) : 0;
  store<f64>(into + perp.FIGURE_RESULTS, result);
  // Of two numbers within 2^53 - 1 the difference is exact where it is, too; what is not makes the size too large.
  store<f64>(into + perp.FIGURE_SIZE, isCounted && cost > MAX_UNITS ? Infinity : abs(result));
  store<f64>(into + perp.FIGURE_MAINTENANCE, isCounted ? maintenanceOf(contract, worth) : 0);
  store<f64>(into + perp.FIGURE_NOTIONAL, worth);
}

/** Notional at mark of a quantity, of either sign. */
export function worthOf(contract: i32, quantity: f64): f64 {
  return timesCeil(abs(quantity), load<f64>(contract + perp.MARK_UNITS));
}

/** What a position has won. */
export function resultOf(isLong: bool, worth: f64, cost: f64): f64 {
  return isLong ? worth - cost : cost - worth;
}

/** The maintenance margin of a notional (trading B2), as maintenanceUnits of core/formulas/perp/tiers.ts. */
export function maintenanceOf(contract: i32, notional: f64): f64 {
  if (notional > MAX_UNITS) return Infinity;
  const last = contract + perp.TIERS + (load<i32>(contract + perp.TIER_COUNT) - 1) * perp.TIER_BYTES;
  let tier = contract + perp.TIERS;
  while (tier != last && notional > load<f64>(tier + perp.TIER_CAP)) tier += perp.TIER_BYTES;
  return timesCeil(notional, load<f64>(tier + perp.TIER_RATE)) - load<f64>(tier + perp.TIER_DEDUCTION);
}

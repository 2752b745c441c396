/** What a holding's orders and positions need and have won, as ContractFigures of core/perp/account/unit-checks.ts counts it, in one-way mode. */
import * as perp from '../perp-layout.ts';
import { hasFlag, isCountable, positionOf } from './perp-holdings.ts';
import { buys, countNeeds, feeReserve, openingLoss, sells } from './perp-needs.ts';
import { divCeil, exact, timesCeil } from './perp-units.ts';
import { MAX_UNITS } from './records.ts';

/** What the last `countFigures` that answered true found (FIGURE_TOTAL and the others of perp-layout.ts). */
export let total: f64 = 0;
export let isolatedOrders: f64 = 0;
export let results: f64 = 0;
export let sizeOfResults: f64 = 0;
/** Notional at mark of its position: above 0 of a long, below of a short; beyond what doubles hold, without end. */
export let signedWorth: f64 = 0;

/** With the order that is planned (perp-needs.ts) or without it. False: the figures may not be exact, and nothing is told. */
export function countFigures(contract: i32, holding: i32, isPlanned: bool): bool {
  if (!isCountable(holding) || !countNeeds(contract, holding, isPlanned)) return false;
  const quantity = positionOf(holding);
  const worth = timesCeil(abs(quantity), load<f64>(contract + perp.MARK_UNITS));
  const isCross = !hasFlag(holding, perp.IS_ISOLATED);
  const leverage = load<f64>(holding + perp.LONG_LEVERAGE);
  signedWorth = quantity < 0 ? -worth : worth;
  let margin = divCeil(exact(Math.max(abs(signedWorth + buys), abs(signedWorth - sells))), leverage);
  if (!isCross) margin = Math.max(0, margin - divCeil(worth, leverage));
  total = margin + openingLoss + feeReserve;
  isolatedOrders = isCross ? 0 : margin;
  results = 0;
  sizeOfResults = 0;
  if (isCross && quantity != 0) addResult(worth, load<f64>(holding + perp.BOTH_COST), quantity > 0);
  return total <= MAX_UNITS;
}

function addResult(worth: f64, cost: f64, isLong: bool): void {
  const gain = worth - cost;
  // Of two numbers within 2^53 - 1 the difference is exact where it is, too; what is not makes the size too large.
  results = isLong ? gain : 0 - gain;
  sizeOfResults = cost > MAX_UNITS ? Infinity : abs(gain);
}

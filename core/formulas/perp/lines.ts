/**
 * How far marks may move before a scope has to be looked at (decision 075). Doubles, always on the careful side: a scope is safe at
 * every mark within the reach, and the exact test decides beyond it.
 */
import { MAX_UNITS, RATE_ONE } from '../../fixed.ts';
import { tierAt, type TierUnits } from './tiers.ts';

/** What rounding of notionals, maintenance margins and tier borders can add to a loss, in quote units for each contract. */
const ROUNDING = 200;
/** What doubles can be off, as a part of the reach and of the price. */
const RELATIVE_ERROR = 1e-9;
const PRICE_ERROR = 1e-12;

/** What equity less maintenance margin loses at most, in quote units, while a mark falls to 0 or doubles; in proportion on the way. */
export interface Exposure {
  readonly falling: number;
  readonly rising: number;
}

/** The exposure of a scope whose positions in one contract have these notionals at mark, in quote units. */
export function exposureOf(tiers: readonly TierUnits[], longs: number, shorts: number): Exposure {
  const net = longs - shorts;
  // Maintenance margins fall with the mark; while it rises, at most at the rate of the tier that twice the notional has.
  return { falling: Math.max(0, net), rising: Math.max(0, growthOf(tiers, longs) + growthOf(tiers, shorts) - net) };
}

/**
 * By which part, 0 to 1, each of the marks may move at once in either direction, so that `slack` (equity less maintenance margin, in quote units) stays
 * above 0. 0: look at every mark.
 */
export function reachOf(slack: number, exposures: readonly Exposure[]): number {
  const most = mostLost(exposures);
  const left = slack - ROUNDING * exposures.length;
  if (left <= 0) return 0;
  const reach = most <= left ? 1 : left / most;
  return Math.max(0, reach * (1 - RELATIVE_ERROR) - PRICE_ERROR);
}

/** The part of the slack that may be paid away before lines have to be made anew: they are nearer by as much. */
const RESERVED = 1 / 16;

/**
 * What a scope may pay in all before its lines do not hold any more, in whole quote units: what its slack has beyond all that the marks
 * can take within their reach, and at least a sixteenth. The lines are made as if it were paid.
 */
export function reserveOf(slack: number, exposures: readonly Exposure[]): number {
  const most = mostLost(exposures);
  const left = slack - ROUNDING * exposures.length;
  const reserve = Math.floor(Math.max(left - most, left * RESERVED));
  return reserve > 0 && reserve <= MAX_UNITS ? reserve : 0;
}

/** What the sums of doubles in `isClearlySafe` can be off, as a part of their terms. */
const SUM_ERROR = 1e-12;

/**
 * Whether a cross scope is safe beyond the errors of doubles (trading B11); false says nothing. `rest`: what the scope has without this
 * position, its balance and the others' results less their maintenance margins; `quantity` is below 0 for a short; all in units.
 */
export function isClearlySafe(
  rest: number,
  quantity: number,
  cost: number,
  mark: number,
  tiers: readonly TierUnits[],
): boolean {
  const size = Math.abs(quantity);
  const notional = (size * mark) / RATE_ONE;
  const { rate, deduction } = tierAt(tiers, notional);
  const result = quantity < 0 ? cost - notional : notional - cost;
  const slack = rest + result - ((notional * rate) / RATE_ONE - deduction);
  return slack > ROUNDING + SUM_ERROR * (Math.abs(rest) + cost + notional + deduction);
}

function mostLost(exposures: readonly Exposure[]): number {
  return exposures.reduce((sum, { falling, rising }) => sum + Math.max(falling, rising), 0);
}

function growthOf(tiers: readonly TierUnits[], notional: number): number {
  return (notional * tierAt(tiers, 2 * notional).rate) / RATE_ONE;
}

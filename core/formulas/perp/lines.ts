/**
 * How far marks may move before a scope has to be looked at (decision 075). Doubles, always on the careful side: a scope is safe at
 * every mark within the reach, and the exact test decides beyond it.
 */
import { RATE_ONE } from '../../fixed.ts';
import { notionalOf } from '../rounding.ts';
import { type Tier, tierOf } from './tiers.ts';

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

/** Of the quantities of a scope in one contract. */
export function exposureOf(tiers: readonly Tier[], long: bigint, short: bigint, mark: bigint): Exposure {
  const [longs, shorts] = [notionalOf(long, mark), notionalOf(short, mark)];
  const net = Number(longs) - Number(shorts);
  // Maintenance margins fall with the mark; while it rises, at most at the rate of the tier that twice the notional has.
  return { falling: Math.max(0, net), rising: Math.max(0, growthOf(tiers, longs) + growthOf(tiers, shorts) - net) };
}

/**
 * By which part, 0 to 1, each of the marks may move at once in either direction, so that `slack` (equity less maintenance margin) stays
 * above 0. 0: look at every mark.
 */
export function reachOf(slack: bigint, exposures: readonly Exposure[]): number {
  const most = exposures.reduce((sum, { falling, rising }) => sum + Math.max(falling, rising), 0);
  const left = Number(slack) - ROUNDING * exposures.length;
  if (left <= 0) return 0;
  const reach = most <= left ? 1 : left / most;
  return Math.max(0, reach * (1 - RELATIVE_ERROR) - PRICE_ERROR);
}

function growthOf(tiers: readonly Tier[], notional: bigint): number {
  return (Number(notional) * Number(tierOf(tiers, 2n * notional).rate)) / RATE_ONE;
}

/**
 * Figures of a lead's page (trading D7). They are shown and never paid: numbers with fractions, from equities in quote units
 * that were exact before they came here.
 */

/** The equity at one point of time, and what flowed in (out is negative) right after it. */
export interface EquityPoint {
  readonly equity: number;
  readonly inflow: number;
}

/** NAV at each point, beginning with 1: deposits and withdrawals do not move it. A wallet that lost all stays at 0. */
export function netAssetValues(points: readonly EquityPoint[]): number[] {
  let nav = 1;
  return points.map(({ equity }, i) => {
    if (i === 0) return nav;
    const before = points[i - 1].equity + points[i - 1].inflow;
    nav = before > 0 ? Math.max(0, (nav * equity) / before) : nav;
    return nav;
  });
}

/** NAV_end / NAV_start - 1; null without two points or after a total loss. */
export function returnOnInvestment(navs: readonly number[]): number | null {
  const first = navs[0];
  const last = navs.at(-1);
  return first === undefined || last === undefined || navs.length < 2 || first === 0 ? null : last / first - 1;
}

/** equity_end - equity_start - net inflow in between. */
export function profitAndLoss(points: readonly EquityPoint[]): number {
  const last = points.at(-1);
  if (last === undefined) return 0;
  const inflow = points.slice(0, -1).reduce((sum, point) => sum + point.inflow, 0);
  return last.equity - points[0].equity - inflow;
}

/** Largest fall from a peak, as a share of the peak. */
export function maxDrawdown(navs: readonly number[]): number {
  let peak = 0;
  let worst = 0;
  for (const nav of navs) {
    peak = Math.max(peak, nav);
    if (peak > 0) worst = Math.max(worst, (peak - nav) / peak);
  }
  return worst;
}

/** mean / sample standard deviation * sqrt(365); null for fewer than two days or when nothing varies. */
export function sharpeRatio(dailyReturns: readonly number[]): number | null {
  const days = dailyReturns.length;
  if (days < 2) return null;
  const mean = dailyReturns.reduce((sum, value) => sum + value, 0) / days;
  const variance = dailyReturns.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (days - 1);
  return variance === 0 ? null : (mean / Math.sqrt(variance)) * Math.sqrt(365);
}

/** Of the positions that were closed as a whole; null when there is none. */
export function winRate(netResults: readonly number[]): number | null {
  if (netResults.length === 0) return null;
  return netResults.filter((result) => result > 0).length / netResults.length;
}

/** Average win / |average loss|; null while one of the two is missing. */
export function profitLossRatio(netResults: readonly number[]): number | null {
  const wins = netResults.filter((result) => result > 0);
  const losses = netResults.filter((result) => result < 0);
  if (wins.length === 0 || losses.length === 0) return null;
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  return mean(wins) / Math.abs(mean(losses));
}

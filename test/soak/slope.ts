/** A line through measurements of which some lie far off: what grows shows, what jumps once does not. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Slope {
  /** Theil and Sen's: the median of the slopes between any two points, in units of y by one of x. */
  readonly median: number;
  /** The true slope is above this in about 99 of 100 cases. */
  readonly atLeast: number;
}

/** One-sided 99 % of the normal distribution. */
const SURE = 2.326;

/**
 * The slope and how sure it is, by ranks alone (Sen 1968): of the sorted slopes the one that lies as far before the middle as Kendall's
 * tau strays when nothing grows. NaN of fewer than two points with different x; with fewer than six, `atLeast` is minus infinity.
 */
export function slopeOf(points: readonly Point[]): Slope {
  const slopes: number[] = [];
  for (const [i, a] of points.entries())
    for (const b of points.slice(i + 1)) if (b.x !== a.x) slopes.push((b.y - a.y) / (b.x - a.x));
  slopes.sort((a, b) => a - b);
  const middle = slopes.length / 2;
  const median = ((slopes[Math.ceil(middle) - 1] ?? NaN) + (slopes[Math.floor(middle)] ?? NaN)) / 2;
  const n = points.length;
  const strays = SURE * Math.sqrt((n * (n - 1) * (2 * n + 5)) / 18);
  const at = Math.floor((slopes.length - strays) / 2);
  return { median, atLeast: slopes[at] ?? (slopes.length === 0 ? NaN : -Infinity) };
}

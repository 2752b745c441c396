/** Where the points of a curve lie in a box. Positions are for drawing: the only numbers here that are not exact. */
import type { CurvePoint } from './pnl-days.ts';

export interface PlacedPoint {
  readonly point: CurvePoint;
  /** 0 at the start, 1 at the end. */
  readonly x: number;
  /** 0 at the top, 1 at the bottom; null where the day has no figure. */
  readonly y: number | null;
}

export interface Geometry {
  readonly points: readonly PlacedPoint[];
  /** Where zero lies. */
  readonly zero: number;
  /** Largest and least amount that is drawn, zero included. */
  readonly high: number;
  readonly low: number;
}

/** `isByDay`: each point has a place of its own width (bars), else the first and the last lie at the edges (a line). */
export function placePoints(points: readonly CurvePoint[], isByDay: boolean): Geometry {
  const amounts = points.flatMap(({ amount }) => (amount === null ? [] : [Number(amount)]));
  const high = Math.max(0, ...amounts);
  const low = Math.min(0, ...amounts);
  const span = high - low || 1;
  const y = (amount: number): number => (high - amount) / span;
  const x = (at: number): number =>
    isByDay || points.length === 1 ? (at + 0.5) / points.length : at / (points.length - 1);
  return {
    points: points.map((point, at) => ({
      point,
      x: x(at),
      y: point.amount === null ? null : y(Number(point.amount)),
    })),
    zero: high === low ? 0.5 : y(0),
    high,
    low,
  };
}

/** The days that have a figure, in stretches without a gap. */
export function stretchesOf(points: readonly PlacedPoint[]): (PlacedPoint & { readonly y: number })[][] {
  const stretches: (PlacedPoint & { readonly y: number })[][] = [[]];
  for (const { point, x, y } of points) {
    if (y === null) stretches.push([]);
    else stretches.at(-1)!.push({ point, x, y });
  }
  return stretches.filter((stretch) => stretch.length > 0);
}

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

/** `isByDay`: a point stands in the middle of its day (bars), else at its end, where the day's sum is known (a line). */
export function placePoints(points: readonly CurvePoint[], isByDay: boolean): Geometry {
  const amounts = points.flatMap(({ amount }) => (amount === null ? [] : [Number(amount)]));
  const high = Math.max(0, ...amounts);
  const low = Math.min(0, ...amounts);
  const span = high - low || 1;
  const y = (amount: number): number => (high - amount) / span;
  return {
    points: points.map((point, at) => ({
      point,
      x: (at + (isByDay ? 0.5 : 1)) / points.length,
      y: point.amount === null ? null : y(Number(point.amount)),
    })),
    zero: high === low ? 0.5 : y(0),
    high,
    low,
  };
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/**
 * The line of sums in stretches without a gap. Each begins where its first day begins, at the sum of before (zero for the first one), so
 * that a single day is a line too, from zero to its result.
 */
export function stretchesOf({ points, zero }: Pick<Geometry, 'points' | 'zero'>): readonly (readonly Place[])[] {
  const stretches: Place[][] = [];
  let open: Place[] | null = null;
  let before: Place = { x: 0, y: zero };
  for (const { x, y } of points) {
    if (y === null) {
      open = null;
      before = { x, y: before.y };
      continue;
    }
    if (open === null) {
      open = [before];
      stretches.push(open);
    }
    before = { x, y };
    open.push(before);
  }
  return stretches;
}

/** Which of `count` days is meant by this share of the width. */
export function dayAt(share: number, count: number, isByDay: boolean): number {
  const day = isByDay ? Math.floor(share * count) : Math.round(share * count) - 1;
  return Math.max(0, Math.min(count - 1, day));
}

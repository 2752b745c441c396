/** How a cost grows: measured at several sizes, and the power of the size that fits best. */

export interface Growth {
  readonly what: string;
  readonly unit: string;
  /** Cost by size. */
  readonly points: readonly (readonly [size: number, cost: number])[];
  /** Another cost of the same run to compare it with, by size. */
  readonly beside?: { readonly what: string; readonly costs: readonly number[] };
}

/** The slope of the least squares through the logarithms: 0 does not grow, 1 grows as the size does. */
export function exponent(points: Growth['points']): number {
  const logs = points.map(([size, cost]) => [Math.log(size), Math.log(cost)] as const);
  const mean = (at: 0 | 1): number => logs.reduce((sum, point) => sum + point[at], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const top = logs.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0);
  return top / logs.reduce((sum, [a]) => sum + (a - x) ** 2, 0);
}

/** The median of the rounds, in their unit. */
export function median(rounds: readonly number[]): number {
  const sorted = [...rounds].sort((a, b) => a - b);
  return sorted[sorted.length >> 1]!;
}

/** One line a size, and one for how it grows. */
export function lines({ what, unit, points, beside }: Growth): string[] {
  const rows = points.map(([size, cost], at) => {
    const other = beside?.costs[at];
    const ratio =
      other === undefined ? '' : `  ${(cost / other).toFixed(2)} times ${beside!.what} (${other.toFixed(1)})`;
    return `  ${String(size).padStart(7)}  ${cost.toFixed(1).padStart(9)} ${unit}${ratio}`;
  });
  return [what, ...rows, `  exponent ${exponent(points).toFixed(2)}`];
}

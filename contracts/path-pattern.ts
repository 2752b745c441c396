/**
 * Patterns of page paths (growth 8.8): `*` is exactly one segment, `**` is none or more, everything else is itself,
 * upper and lower case told apart. Pure, because the server and the browser must choose the same pattern.
 */

/** Without query and trailing slash; the locale's prefix is taken off by whoever knows the locales. */
export function normalizePath(path: string): string {
  const bare = path.split(/[?#]/, 1)[0] ?? '';
  return `/${segmentsOf(bare).join('/')}`;
}

export function matchesPattern(pattern: string, path: string): boolean {
  const wanted = segmentsOf(pattern);
  const given = segmentsOf(path);
  // reachable[i]: the segments read so far can be matched by the first i of the pattern. One row per segment read, so
  // that no pattern takes longer than its length times the path's.
  let reachable = closure(wanted, [true, ...wanted.map(() => false)]);
  for (const segment of given) {
    const next = [false, ...wanted.map(() => false)];
    wanted.forEach((part, index) => {
      if (part === '**') next[index + 1] = reachable[index + 1] === true || reachable[index] === true;
      else next[index + 1] = reachable[index] === true && (part === '*' || part === segment);
    });
    reachable = closure(wanted, next);
  }
  return reachable[wanted.length] === true;
}

/** `**` may stand for nothing. */
function closure(wanted: readonly string[], reachable: boolean[]): boolean[] {
  wanted.forEach((part, index) => {
    if (part === '**' && reachable[index] === true) reachable[index + 1] = true;
  });
  return reachable;
}

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');

/** A literal segment says more than `*`, that more than the pattern's end, that more than `**`. */
function weightOf(segment: string | undefined): number {
  if (segment === undefined) return 1;
  return segment === '**' ? 0 : segment === '*' ? 2 : 3;
}

/** Negative: `a` is the more specific one. From the left, the first difference decides; equals go by their text. */
export function comparePatterns(a: string, b: string): number {
  const [left, right] = [segmentsOf(a), segmentsOf(b)];
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const difference = weightOf(right[index]) - weightOf(left[index]);
    if (difference !== 0) return difference;
  }
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Those that match, the most specific first. */
export function matchingPatterns(patterns: readonly string[], path: string): string[] {
  return patterns.filter((pattern) => matchesPattern(pattern, path)).toSorted(comparePatterns);
}

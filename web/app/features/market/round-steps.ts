/** Round numbers beside a picture: 96,000, 96,500, 97,000. For drawing alone: nothing is counted with them. */

const ROUND = [1, 2, 2.5, 5, 10] as const;

export interface RoundSteps {
  /** From low to high, within the range. */
  readonly at: readonly number[];
  /** Decimals that tell them apart. */
  readonly decimals: number;
}

/** About `wanted` of them between both; none where there is no range. */
export function roundSteps(low: number, high: number, wanted: number): RoundSteps {
  const range = high - low;
  if (!(range > 0)) return { at: [], decimals: 0 };
  // A hair less: a range that is written as five times a round step must not miss it by an error of its last binary digit.
  const least = (range / wanted) * (1 - 1e-9);
  const exponent = Math.floor(Math.log10(least));
  const factor = ROUND.find((one) => one * 10 ** exponent >= least) ?? 10;
  const step = factor * 10 ** exponent;
  const decimals = Math.max(0, (factor === 2.5 ? 1 : factor === 10 ? -1 : 0) - exponent);
  const first = Math.ceil(low / step);
  const last = Math.floor(high / step);
  // Each from its own multiple: adding up would carry the error of one into the next.
  const at = Array.from({ length: last - first + 1 }, (_, place) => Number(((first + place) * step).toFixed(decimals)));
  return { at, decimals };
}

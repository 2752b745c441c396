import { decimal, formatUnits } from '../../ui/decimal.ts';
import { truncate } from '../../ui/format.ts';

const SCALE = 18;

/** A sum and its two parts, as decimal text. */
export interface Parts {
  readonly sum: string;
  readonly other: string;
  readonly part: string;
}

/**
 * What is shown of `part` where `sum` and `other` stand beside it, all cut to these digits: the two that are cut would be a cent short of
 * the sum. So it is what is left of the shown sum, a cent at most beside what it is. Where the parts do not make the sum it is cut itself.
 */
export function shownRest({ sum, other, part }: Parts, decimals: number): string {
  const isSum = decimal(other, SCALE) + decimal(part, SCALE) === decimal(sum, SCALE);
  if (!isSum) return truncate(part, decimals);
  return formatUnits(
    decimal(truncate(sum, decimals), decimals) - decimal(truncate(other, decimals), decimals),
    decimals,
  );
}

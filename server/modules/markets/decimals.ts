/** Decimal text to ledger units, with the two ways it can fail told apart. */
import { Refusal } from '@agio/contracts/errors';
import { parseUnits } from '@agio/core/fixed';

/** `TOO_FINE`: more decimals than the scale has. `TOO_LARGE`: past 2^53 - 1 units. `text` is a plain decimal. */
export function readUnits(text: string, scale: number): number | 'TOO_FINE' | 'TOO_LARGE' {
  const units = parseUnits(text, scale);
  if (units !== null) return units;
  const decimals = (text.split('.')[1] ?? '').replace(/0+$/, '').length;
  return decimals > scale ? 'TOO_FINE' : 'TOO_LARGE';
}

/** By what name a number is refused that has more decimals than it may. */
type TooFine = 'PRICE_TICK' | 'QUANTITY_STEP' | 'BAD_REQUEST';

/** The site's refusal of a number that the core's integers cannot hold. The trading API words it differently. */
export class NumberRefusal extends Refusal {
  readonly problem: 'TOO_FINE' | 'TOO_LARGE';
  readonly tooFine: TooFine;

  constructor(field: string, problem: 'TOO_FINE' | 'TOO_LARGE', tooFine: TooFine) {
    const isPlain = problem === 'TOO_FINE' && tooFine === 'BAD_REQUEST';
    super(
      problem === 'TOO_LARGE' ? 'AMOUNT_TOO_LARGE' : tooFine,
      isPlain ? { detail: `${field} has too many decimals`, field } : {},
    );
    this.problem = problem;
    this.tooFine = tooFine;
  }
}

/** Units of 10^-scale. Not given is 0, which is how the core says "none". Throws a NumberRefusal. */
export function unitsOf(field: string, text: string | undefined, scale: number, tooFine: TooFine): number {
  if (text === undefined) return 0;
  const units = readUnits(text, scale);
  if (typeof units === 'string') throw new NumberRefusal(field, units, tooFine);
  return units;
}

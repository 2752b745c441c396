/** Results of a formula that has no value. The texts are the specification's, letter for letter. */
export const FORMULA_ERRORS = {
  /** A division by 0. */
  divisionByZero: '#DIV/0!',
  /** A function that does not exist. */
  reference: '#REF!',
  /** The arguments have no such value: words in a sum, the root of −1, a result too large. */
  notAvailable: '#N/A',
  /** The text is no formula, or longer or deeper than formulas may be. */
  unknown: '#UNKOWN!',
  /** The operator %. */
  percent: 'not support, operate %',
} as const;

export type FormulaError = (typeof FORMULA_ERRORS)[keyof typeof FORMULA_ERRORS];

/** Carries an error up to `evaluateFormula`, which alone catches it. */
export class FormulaFailure extends Error {
  override readonly name = 'FormulaFailure';
  readonly error: FormulaError;

  constructor(error: FormulaError) {
    super(error);
    this.error = error;
  }
}

export function fail(kind: keyof typeof FORMULA_ERRORS): never {
  throw new FormulaFailure(FORMULA_ERRORS[kind]);
}

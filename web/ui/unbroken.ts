/** Where a line of a message may not break. */

/** A figure before the code of what it counts. */
const AMOUNT_AND_UNIT = /(\d%?) (?=[A-Z][A-Z0-9]{1,11}(?![A-Za-z0-9]))/g;
const BEFORE_SEPARATOR = / (?=[·→/] )/g;
const NO_BREAK = '\u00a0';

/** An amount stays with its unit, and a separator at the end of the line before. */
export function unbroken(text: string): string {
  return text.replace(AMOUNT_AND_UNIT, `$1${NO_BREAK}`).replace(BEFORE_SEPARATOR, NO_BREAK);
}

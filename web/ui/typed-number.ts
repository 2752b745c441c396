/**
 * Rules for typing into a number field (checklist V1). A text never becomes another number than the one typed: a text that is not a plain
 * decimal stays as typed, and the owner of the field shows why it does not count. The decimal mark is a dot in every language.
 */
import { DECIMAL } from './decimal.ts';

/** Why a typed text is no number of its field. */
export type NumberFault =
  /** A comma that groups no thousands: it may be meant as a decimal mark. */
  | 'comma'
  /** A sign, an exponent, a letter, a blank, a second dot. */
  | 'characters'
  /** Anything but digits where only whole numbers count. */
  | 'whole'
  /** More decimals than count. */
  | 'decimals';

export const NUMBER_CHARACTERS = 13;
const DIGITS_AND_DOT = /^\d*\.?\d*$/;
const GROUPED = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/;

/**
 * The text that the field holds after typing or pasting: in Latin digits, without commas that group thousands, without zeros or blanks
 * before it or, where it was pasted, blanks behind it; everything else as it is. Null: it would be longer than the field, which keeps what it held.
 */
export function typedNumber(typed: string, before: string): string | null {
  const latin = addedCharacters(typed, before) > 1 ? toLatin(typed).trim() : toLatin(typed).trimStart();
  const plain = GROUPED.test(latin) ? latin.replaceAll(',', '') : latin;
  // A text that is not a number stays unchanged: without its zero, 0123,456 would look like grouped digits.
  const text = DIGITS_AND_DOT.test(plain) ? plain.replace(/^0+(?=\d)/, '').replace(/^(?=\.)/, '0') : plain;
  return text.length > NUMBER_CHARACTERS && text.length > before.length ? null : text;
}

/** How many characters stand where others, or none, stood before: more than one were pasted, not typed. */
function addedCharacters(typed: string, before: string): number {
  const shorter = Math.min(typed.length, before.length);
  let start = 0;
  while (start < shorter && typed[start] === before[start]) start += 1;
  let end = 0;
  while (end < shorter - start && typed.at(-1 - end) === before.at(-1 - end)) end += 1;
  return typed.length - start - end;
}

/** The fault that keeps a text from being a number with at most `decimals` decimals; null if it is one, or empty, which counts as 0. */
export function numberFault(text: string, decimals: number): NumberFault | null {
  if (text === '') return null;
  // Any other sentence would ask for a dot, which is refused then.
  if (decimals === 0) return /^\d+$/.test(text) ? null : 'whole';
  if (text.includes(',')) return 'comma';
  if (!DECIMAL.test(text) || text.startsWith('-')) return 'characters';
  const [, fraction] = text.split('.');
  if (fraction === undefined) return null;
  return /[1-9]/.test(fraction.slice(decimals)) ? 'decimals' : null;
}

/** Whether a text is a plain decimal without a sign, whatever its decimals. */
export const isPlainNumber = (text: string): boolean => numberFault(text, Infinity) === null;

/** Keyboards of other scripts type their own digits and marks, and copied text may hold direction marks: the number is the same. */
function toLatin(text: string): string {
  return text
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Nd}/gu, latinDigit)
    .replace(/[٫．]/g, '.')
    .replace(/[٬，]/g, ',');
}

function latinDigit(digit: string): string {
  // Digits that differ from ours in their look alone, such as those of full width.
  const plain = digit.normalize('NFKC');
  if (/^\d$/.test(plain)) return plain;
  // The ten digits of a script follow each other, from zero on.
  const point = digit.codePointAt(0)!;
  let value = 0;
  while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(point - value - 1))) value += 1;
  return String(value);
}

/**
 * Fields that callers fill. Numbers that one may have sent wrong (and that are then refused, the same on every replay)
 * are written as doubles when they are no safe whole number; words that are not in their list as text.
 */
import type { Amount } from '../fixed.ts';
import { type ByteReader, type ByteWriter, FormatError } from './bytes.ts';

/** 0: a whole number; 1: a negative one; 2: anything else. */
export function writeNumber(w: ByteWriter, value: number): void {
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) {
    w.count(value < 0 ? 1 : 0);
    w.count(Math.abs(value));
  } else {
    w.count(2);
    w.double(value);
  }
}

export function readNumber(r: ByteReader): number {
  const tag = r.count();
  if (tag === 2) return r.double();
  if (tag > 2) throw new FormatError('a number is of no kind');
  const value = r.count();
  return tag === 1 ? -value : value;
}

export const readAmount = (r: ByteReader): Amount => readNumber(r) as Amount;

/** The place of a word in its list from 1; 0 and the text itself for a word that is not in it. */
export function writeWord<T extends string>(w: ByteWriter, words: readonly T[], word: T): void {
  const at = words.indexOf(word) + 1;
  w.count(at);
  if (at === 0) w.text(word);
}

export function readWord<T extends string>(r: ByteReader, words: readonly T[]): T {
  const at = r.count();
  if (at > words.length) throw new FormatError('a word is not of its list');
  return at === 0 ? (r.text() as T) : words[at - 1];
}

/** One bit for each that is there, then those. */
export function writeOptionals<K extends string>(
  w: ByteWriter,
  names: readonly K[],
  fields: { readonly [N in K]?: number },
): void {
  let present = 0;
  names.forEach((name, bit) => {
    if (fields[name] !== undefined) present |= 1 << bit;
  });
  w.count(present);
  for (const name of names) {
    const value = fields[name];
    if (value !== undefined) writeNumber(w, value);
  }
}

/** Version 1 has none. */
export function readOptionals<K extends string>(r: ByteReader, names: readonly K[]): { [N in K]?: never } {
  if (r.version === 1) return {};
  const present = r.count();
  const found = names.filter((_, bit) => ((present >> bit) & 1) === 1);
  return readNumbers(r, found);
}

export function readNumbers<K extends string>(r: ByteReader, names: readonly K[]): { [N in K]: never } {
  return Object.fromEntries(names.map((name) => [name, readNumber(r)])) as { [N in K]: never };
}

/**
 * How one value is written and read back. A kind of command, of answer or of thing in a snapshot is a list of its fields in the
 * order in which they stand in the bytes (`record`), so that writing and reading cannot differ. A list may only grow at its end.
 *
 * Fields that callers fill may hold anything: numbers that are no safe whole numbers are written as doubles, words that are not in
 * their list as text. A refused command comes back so as it was sent, and is refused the same on every replay.
 */
import { type ByteReader, type ByteWriter, FormatError } from './bytes.ts';
import { property, readerInto, readerOf, writerOf, writerOfPresent } from './compiled-fields.ts';
import type { Field, Part, Step } from './field.ts';
import type { Usual } from './usual-values.ts';
import { placeOf } from '../protocol/words.ts';

/** A field for each name; one more or less does not compile. */
type Layout<T> = { readonly [F in keyof T]-?: Field<T[F]> };

/** A number that callers fill: 0 and a whole number; 1 and a negative one; 2 and the eight bytes of anything else. */
export const NUMBER = {
  write: writeNumber,
  read: (r: ByteReader): never => readNumber(r) as never,
  usual: { is: 'number' },
} as const;
/** A whole number from 0 that the core itself made. */
export const COUNT = {
  write: (w: ByteWriter, value: number): void => w.count(value),
  read: (r: ByteReader): never => r.count() as never,
  usual: { is: 'count' },
} as const;
/** A large number that the core itself made. */
export const BIG: Field<bigint> = { write: (w, value) => w.big(value), read: (r) => r.big() };
export const TEXT: Field<string> = {
  write: (w, value) => w.text(value),
  read: (r) => r.text(),
  usual: { is: 'text' },
};
/** How many records come, of at least so many bytes each. */
export function countOf(r: ByteReader, leastBytes: number): number {
  const count = r.count();
  if (count * leastBytes > r.bytes.length - r.offset) throw new FormatError('a list is longer than the bytes');
  return count;
}

/** A word as text, where the order of its list may change. */
export const CODE = {
  write: (w: ByteWriter, value: string): void => w.text(value),
  read: (r: ByteReader): never => r.text() as never,
};
export const FLAG: Field<boolean> = {
  write: (w, value) => w.count(value ? 1 : 0),
  read: (r) => {
    const value = r.count();
    if (value > 1) throw new FormatError('a flag is neither set nor clear');
    return value === 1;
  },
};

function writeNumber(w: ByteWriter, value: number): void {
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) {
    w.signed(value);
  } else {
    w.count(2);
    w.double(value);
  }
}

function readNumber(r: ByteReader): number {
  const tag = r.count();
  if (tag === 2) return r.double();
  if (tag > 2) throw new FormatError('a number is of no kind');
  const value = r.count();
  return tag === 1 ? -value : value;
}

/** A word that callers fill: its index in the list, counted from 1; 0 and the text itself for a word that is not in it. */
export function word<T extends string>(words: readonly T[]): Field<T> {
  return {
    write(w, value) {
      const at = placeOf(words, value) + 1;
      w.count(at);
      if (at === 0) w.text(value);
    },
    read(r) {
      const at = r.count();
      if (at > words.length) throw new FormatError('a word is not of its list');
      return at === 0 ? (r.text() as T) : words[at - 1];
    },
    usual: { is: 'word', words },
  };
}

/** A word that the core itself chose: its index in the list. */
export function wordIndex<T>(words: readonly T[]): Field<T> {
  return { write: (w, value) => w.count(placeOf(words, value)), read: (r) => r.word(words) };
}

interface ListField<T> {
  readonly write: (w: ByteWriter, values: readonly T[]) => void;
  readonly read: (r: ByteReader) => T[];
}

/** How many, then each. */
export function list<T>(field: Field<T>): ListField<T> {
  return {
    write(w, values) {
      w.count(values.length);
      for (const value of values) field.write(w, value);
    },
    read(r) {
      const values: T[] = [];
      // Array.from takes a quarter of a microsecond for a list of nothing, which most lists of a snapshot are.
      for (let left = r.count(); left > 0; left -= 1) values.push(field.read(r));
      return values;
    },
  };
}

/** 0 for null; 1 and the value. */
export function nullable<T>(field: Field<T>): Field<T | null> {
  return {
    write(w, value) {
      w.count(value === null ? 0 : 1);
      if (value !== null) field.write(w, value);
    },
    read: (r) => (r.count() === 0 ? null : field.read(r)),
    usual: { is: 'null' },
  };
}

/** Bytes of versions before this one lack the field, which is left out of what is read. */
export function since<T>(version: number, field: Field<T>): Field<T> {
  return { write: field.write, read: (r) => (r.version < version ? (undefined as T) : field.read(r)), mayLack: true };
}

/** A field whose value may be left out, and is undefined then. */
export function optional<T>(field: Field<T>): Field<T> {
  return { write: field.write, read: field.read, mayLack: true };
}

/** The same field under each of these names. */
export function each<K extends string, F>(names: readonly K[], field: F): { readonly [N in K]: F } {
  return Object.fromEntries(names.map((name) => [name, field])) as { readonly [N in K]: F };
}

/** The codec of an object with named fields. */
export interface RecordField<T extends object> extends Field<T> {
  /** In the order of the bytes. */
  readonly steps: readonly Step[];
  /** Reads the fields into a thing that is there already. */
  readonly readInto: (r: ByteReader, target: { -readonly [F in keyof T]?: T[F] }) => void;
}

function recordField<T extends object>(steps: readonly Step[]): RecordField<T> {
  return {
    steps,
    write: writerOf(steps),
    readInto: readerInto(steps),
    read: readerOf(steps) as (r: ByteReader) => T,
  };
}

/** Properties that no single field reads or writes. */
function partField<T extends object>(
  write: (w: ByteWriter, value: T) => void,
  readInto: Part['readInto'],
  usual?: Usual,
): RecordField<T> {
  return recordField([[null, { write, readInto, usual }]]);
}

/** Its fields one after the other, in the order of the layout. */
export function record<T extends object>(layout: Layout<T>): RecordField<T> {
  // `Layout` says more than `entries` keeps: a field for each name, of that name's type.
  return recordField(Object.entries(layout) as unknown as readonly Step[]);
}

/** The codec of an object that is written as two records, one after the other. */
export function joined<A extends object, B extends object>(
  first: RecordField<A>,
  second: RecordField<B>,
): RecordField<A & B> {
  return recordField([...first.steps, ...second.steps]);
}

/** As `joined`, where bytes of versions before `version` have no second record. */
export function joinedSince<A extends object, B extends object>(
  version: number,
  first: RecordField<A>,
  second: RecordField<B>,
): RecordField<A & B> {
  const readInto: Part['readInto'] = (r, target) => {
    if (r.version >= version) second.readInto(r, target as Partial<B>);
  };
  return joined(first, partField<B>(second.write, readInto, usualSince(version, second)));
}

/** Of a record that is nothing but a part, what is usual of that part, in the versions that have it. */
function usualSince(version: number, { steps }: { readonly steps: readonly Step[] }): Usual | undefined {
  const usual = steps.length === 1 ? steps[0][1].usual : undefined;
  return usual?.is === 'nothing' ? { ...usual, since: version } : undefined;
}

/** Numbers that a caller may leave out: one bit for each that is there, then those. */
export function optionals<T extends object>(names: readonly (keyof T & string)[]): RecordField<T> {
  const readInto: Part['readInto'] = (r, target) => {
    const present = r.count();
    if (present === 0) return;
    names.forEach((name, bit) => {
      if (((present >> bit) & 1) === 1) target[name] = readNumber(r);
    });
  };
  const isNothing = names.map((name) => `${property('value', name)} === undefined`).join(' && ');
  return partField<T>(writerOfPresent(names, writeNumber), readInto, { is: 'nothing', isNothing, since: 0 });
}

/** A flag that is either true or left out: written as 1 or 0, and read back as true or as no field at all. */
export function consent<K extends string>(name: K): RecordField<{ readonly [N in K]?: boolean }> {
  return partField(
    (w, value) => w.count(value[name] === true ? 1 : 0),
    (r, target) => {
      if (r.count() === 1) target[name] = true;
    },
    { is: 'nothing', isNothing: `${property('value', name)} !== true`, since: 0 },
  );
}

/**
 * Program text for a list of fields. A loop over a list asks for each property by a name that it computes and calls a function that it
 * looks up, some 300 ns a command; text that names each property once costs a third of that, and V8 makes one piece of it. The
 * lists stay what they were: nothing is written down twice.
 */
import { type ByteReader, type ByteWriter, FormatError } from './bytes.ts';
import type { Field, Step } from './field.ts';

export type Write = (w: ByteWriter, value: object) => void;
export type ReadInto = (r: ByteReader, target: object) => void;
/** `given`: values for the names that come before those of the steps. */
export type Read = (r: ByteReader, ...given: unknown[]) => object;

export function writerOf(steps: readonly Step[]): Write {
  const lines = steps.map(([name], at) => `write${at}(w, ${name === null ? 'value' : property('value', name)});`);
  return compiled('write(w, value)', lines, steps) as Write;
}

/** Into a thing that is there already. */
export function readerInto(steps: readonly Step[]): ReadInto {
  return compiled('readInto(r, target)', linesInto(steps), steps) as ReadInto;
}

function linesInto(steps: readonly Step[]): string[] {
  return steps.map(([name, step], at) =>
    name === null ? `read${at}(r, target);` : [`const v${at} = read${at}(r);`, put('target', name, step, at)].join(' '),
  );
}

/** Makes the thing in one piece, so that all of a kind have one shape: `given` names first, then those that are always there. */
export function readerOf(steps: readonly Step[], given: readonly string[] = []): Read {
  const fields = steps.flatMap(([name, step], at) => (name === null ? [] : [{ name, step, at }]));
  const always = fields.filter(({ step }) => step.mayLack !== true);
  const reads = fields.map(({ at }) => `const v${at} = read${at}(r);`);
  const checks = always.map(({ at }) => `if (v${at} === undefined) lacks();`);
  const made = [...given, ...always.map(({ name, at }) => `${name}: v${at}`)].join(', ');
  const late = fields.flatMap(({ name, step, at }) => (step.mayLack === true ? [put('target', name, step, at)] : []));
  const parts = steps.flatMap(([name], at) => (name === null ? [`read${at}(r, target);`] : []));
  const lastField = fields.at(-1)?.at ?? -1;
  const isInPieces = steps.some(([name], at) => name === null && at < lastField);
  const lines = isInPieces
    ? // A part stands before a field: what it reads has to be there first.
      [`const target = { ${given.join(', ')} };`, ...linesInto(steps), 'return target;']
    : [...reads, ...checks, `const target = { ${made} };`, ...late, ...parts, 'return target;'];
  return compiled(`read(${['r', ...given].join(', ')})`, lines, steps) as Read;
}

/** For properties that may be left out: one bit for each that is there, then those. */
export function writerOfPresent(names: readonly string[], writeNumber: (w: ByteWriter, value: number) => void): Write {
  const values = names.map((name, at) => `const v${at} = ${property('value', name)};`);
  const bits = names.map((_, at) => `(v${at} === undefined ? 0 : ${1 << at})`).join(' | ');
  const writes = names.map((_, at) => `if (v${at} !== undefined) writeNumber(w, v${at});`);
  const lines = [...values, `const present = ${bits};`, 'w.count(present);', 'if (present === 0) return;', ...writes];
  const text = `'use strict'; return function write(w, value) { ${lines.join(' ')} };`;
  // As in `compiled`: the names are those of this program's own lists, and checked.
  const make = new Function('writeNumber', text) as (writeNumber: (w: ByteWriter, value: number) => void) => Write;
  return make(writeNumber);
}

function put(target: string, name: string, field: Field<never>, at: number): string {
  const store = `${property(target, name)} = v${at};`;
  return field.mayLack === true ? `if (v${at} !== undefined) ${store}` : `if (v${at} === undefined) lacks(); ${store}`;
}

function property(target: string, name: string): string {
  if (!/^[a-z]\w*$/i.test(name)) throw new Error(`${name} cannot be the name of a field`);
  return `${target}.${name}`;
}

/** Constants and no arguments: V8 knows then that they never change, and puts what they do in place of the call. */
function compiled(head: string, lines: readonly string[], steps: readonly Step[]): unknown {
  const constants = steps.map(
    ([name], at) => `const { write: write${at}, ${name === null ? 'readInto' : 'read'}: read${at} } = steps[${at}][1];`,
  );
  const text = `'use strict'; ${constants.join(' ')} return function ${head} { ${lines.join(' ')} };`;
  // The names are those of this program's own lists, and checked besides.
  const make = new Function('steps', 'lacks', text) as (steps: readonly Step[], lacks: () => never) => unknown;
  return make(steps, lacks);
}

function lacks(): never {
  throw new FormatError('a field that is always there was left out');
}

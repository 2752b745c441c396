/**
 * Program text for a list of fields. A loop over a list asks for each property by a name that it computes and calls a function that it
 * looks up, some 300 ns a command; text that names each property once costs a third of that, and V8 makes one piece of it. The
 * lists stay what they were: nothing is written down twice.
 */
import { type ByteReader, type ByteWriter, FormatError } from './bytes.ts';
import type { Field, Step } from './field.ts';
import { type Usual, USUAL_BYTES, USUAL_HELPERS, usualRead, usualWrite } from './usual-values.ts';

export type Write = (w: ByteWriter, value: object) => void;
export type ReadInto = (r: ByteReader, target: object) => void;
/** `given`: values for the names that come before those of the steps. */
export type Read = (r: ByteReader, ...given: unknown[]) => object;

export function writerOf(steps: readonly Step[]): Write {
  const lines = steps.flatMap(([name, { usual }], at) => {
    const value = `const v${at} = ${name === null ? 'value' : property('value', name)};`;
    if (usual === undefined) return [value, `w.length = at; write${at}(w, v${at}); ${WRITE_ON}`];
    const { condition, statement } = usualWrite(usual, at);
    return [value, `if (${condition}) { ${statement} } else { w.length = at; write${at}(w, v${at}); ${WRITE_ON} }`];
  });
  const begin = `let bytes, at, end; ${WRITE_ON}`;
  return compiled('write(w, value)', [begin, ...lines, 'w.length = at;'], steps) as Write;
}

/** After something else has written, and at the beginning: there is room for one usual value after the other from here on. */
const WRITE_ON = 'w.reserve(room); bytes = w.bytes; at = w.length;';

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
  const reads = fields.map(({ at, step }) => `let v${at}; ${readUsual(step.usual, at, `v${at} = read${at}(r);`)}`);
  const checks = always.flatMap(({ at, step }) =>
    step.usual === undefined ? [`if (v${at} === undefined) lacks();`] : [],
  );
  const made = [...given, ...always.map(({ name, at }) => `${name}: v${at}`)].join(', ');
  const late = fields.flatMap(({ name, step, at }) => (step.mayLack === true ? [put('target', name, step, at)] : []));
  const parts = steps.flatMap(([name, { usual }], at) =>
    name === null ? [readUsual(usual, at, `read${at}(r, target);`)] : [],
  );
  const lastField = fields.at(-1)?.at ?? -1;
  const isInPieces = steps.some(([name], at) => name === null && at < lastField);
  const lines = isInPieces
    ? // A part stands before a field: what it reads has to be there first.
      [`const target = { ${given.join(', ')} };`, ...linesInto(steps), 'return target;']
    : [
        'const { bytes } = r; let at = r.offset;',
        ...reads,
        ...checks,
        `const target = { ${made} };`,
        ...late,
        ...parts,
        'r.continueAt(at); return target;',
      ];
  return compiled(`read(${['r', ...given].join(', ')})`, lines, steps) as Read;
}

/** A usual value by its own text, any other by `call`. */
function readUsual(usual: Usual | undefined, step: number, call: string): string {
  const other = `r.offset = at; ${call} at = r.offset;`;
  if (usual === undefined) return other;
  const { condition, statement } = usualRead(usual, step);
  return `if (${condition}) { ${statement} } else { ${other} }`;
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

/** Text that names a property. Throws where the name is none: nothing else may get into the text. */
export function property(target: string, name: string): string {
  if (!/^[a-z]\w*$/i.test(name)) throw new Error(`${name} cannot be the name of a field`);
  return `${target}.${name}`;
}

/** Constants and no arguments: V8 knows then that they never change, and puts what they do in place of the call. */
function compiled(head: string, lines: readonly string[], steps: readonly Step[]): unknown {
  const constants = steps.map(
    ([name], at) => `const { write: write${at}, ${name === null ? 'readInto' : 'read'}: read${at} } = steps[${at}][1];`,
  );
  const words = steps.flatMap(([, { usual }], at) =>
    usual?.is === 'word' ? [`const words${at} = steps[${at}][1].usual.words;`] : [],
  );
  const helpers = `const { ${Object.keys(USUAL_HELPERS).join(', ')} } = helpers;`;
  const text = `'use strict'; ${[helpers, ...constants, ...words].join(' ')} return function ${head} { ${lines.join(' ')} };`;
  // The names are those of this program's own lists, and checked besides.
  const make = new Function('steps', 'lacks', 'helpers', 'room', text) as (...values: unknown[]) => unknown;
  return make(steps, lacks, USUAL_HELPERS, steps.length * USUAL_BYTES);
}

function lacks(): never {
  throw new FormatError('a field that is always there was left out');
}

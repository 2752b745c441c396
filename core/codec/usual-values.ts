/**
 * The usual values of a field, written and read by program text that keeps its place in a local number (compiled-fields.ts): a whole number
 * that is not below zero, a short text of plain letters, a word of its list, nothing at all. A command consists of hardly anything else, and
 * a call for each, which keeps its place in the writer or reader, costs more. Any other value is left to the field itself.
 */
import { placeOf } from '../protocol/words.ts';

/** What the usual values of a field are. Bytes of a format before `since` have no such field. */
export type Usual =
  | { readonly is: 'count' }
  | { readonly is: 'number' }
  | { readonly is: 'text' }
  | { readonly is: 'word'; readonly words: readonly unknown[] }
  /** Null, written as 0. */
  | { readonly is: 'null' }
  /** A part without any of its properties, written as 0: an expression of `value` says whether it is one. */
  | { readonly is: 'nothing'; readonly isNothing: string; readonly since: number };

/** Room for one usual value. */
export const USUAL_BYTES = 40;
const LONGEST_TEXT = 32;
const FOUR_GROUPS = 2 ** 28;

/** What the text below calls besides the fields. */
export const USUAL_HELPERS = { isWhole, putCount, putText, placeOf };

/**
 * The condition under which `v` is written here, and the statement that does it, into `bytes` at `at`.
 * `step`: the step's place in the list, which its names carry.
 */
export function usualWrite(usual: Usual, step: number): { readonly condition: string; readonly statement: string } {
  const v = `v${step}`;
  switch (usual.is) {
    case 'count':
      return { condition: `isWhole(${v})`, statement: `at = putCount(bytes, at, ${v});` };
    case 'number':
      return { condition: `isWhole(${v})`, statement: `bytes[at] = 0; at = putCount(bytes, at + 1, ${v});` };
    case 'text':
      return { condition: `(end = putText(bytes, at, ${v})) !== 0`, statement: 'at = end;' };
    case 'word':
      return { condition: `(end = placeOf(words${step}, ${v})) >= 0`, statement: 'bytes[at++] = end + 1;' };
    case 'null':
      return { condition: `${v} === null`, statement: 'bytes[at++] = 0;' };
    case 'nothing':
      return { condition: usual.isNothing, statement: 'bytes[at++] = 0;' };
  }
}

/** The condition under which the bytes at `at` are a usual value, and the statement that reads it into `v`. */
export function usualRead(usual: Usual, step: number): { readonly condition: string; readonly statement: string } {
  const v = `v${step}`;
  switch (usual.is) {
    case 'count':
      return { condition: 'true', statement: `${v} = bytes[at++]; ${longCount(v)}` };
    case 'number':
      return { condition: 'bytes[at] === 0', statement: `${v} = bytes[at + 1]; at += 2; ${longCount(v)}` };
    case 'text':
      return { condition: 'bytes[at] === 0', statement: `${v} = ''; at += 1;` };
    case 'word':
      return {
        condition: `bytes[at] > 0 && bytes[at] <= ${usual.words.length}`,
        statement: `${v} = words${step}[bytes[at++] - 1];`,
      };
    case 'null':
      return { condition: 'bytes[at] === 0', statement: `${v} = null; at += 1;` };
    case 'nothing':
      return { condition: `bytes[at] === 0 && r.version >= ${usual.since}`, statement: 'at += 1;' };
  }
}

function longCount(v: string): string {
  return `if (!(${v} < 128)) { ${v} = r.countAt(at - 1); at = r.offset; }`;
}

function isWhole(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0 && !Object.is(value, -0);
}

/** As ByteWriter.count, into bytes that have room; answers where the number ends. */
function putCount(bytes: Uint8Array, begin: number, value: number): number {
  let at = begin;
  let word = value | 0;
  if (word !== value) {
    word = Math.floor(value / FOUR_GROUPS);
    const low = (value - word * FOUR_GROUPS) | 0;
    bytes[at] = low | 128;
    bytes[at + 1] = (low >>> 7) | 128;
    bytes[at + 2] = (low >>> 14) | 128;
    bytes[at + 3] = (low >>> 21) | 128;
    at += 4;
  }
  while (word >= 128) {
    bytes[at++] = word | 128;
    word >>>= 7;
  }
  bytes[at] = word;
  return at + 1;
}

/** As ByteWriter.text, of a short text of letters below 128; 0 for any other. */
function putText(bytes: Uint8Array, begin: number, value: unknown): number {
  if (typeof value !== 'string' || value.length > LONGEST_TEXT) return 0;
  const { length } = value;
  bytes[begin] = length;
  for (let i = 0; i < length; i += 1) {
    const unit = value.charCodeAt(i);
    if (unit >= 128) return 0;
    bytes[begin + 1 + i] = unit;
  }
  return begin + 1 + length;
}

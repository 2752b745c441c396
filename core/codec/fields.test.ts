import { expect, test } from 'vitest';
import { ByteReader, ByteWriter } from './bytes.ts';
import {
  consent,
  COUNT,
  joined,
  joinedSince,
  optional,
  optionals,
  record,
  type RecordField,
  since,
  wordIndex,
} from './fields.ts';

const STATES = [undefined, 'on', 'off'] as const;
interface Thing {
  readonly size: number;
  readonly late: number;
  readonly state?: 'on' | 'off';
}
const thing = record<Thing>({ size: COUNT, late: since(3, COUNT), state: optional(wordIndex(STATES)) });
const limits = optionals<{ readonly limit?: number }>(['limit']);

function readBack<T extends object>(
  field: RecordField<T>,
  value: T,
  writtenBy: { readonly write: (w: ByteWriter, value: T) => void } = field,
  version = 3,
): T {
  const w = new ByteWriter();
  writtenBy.write(w, value);
  const bytes = w.done();
  return field.read(new ByteReader(bytes, 0, bytes.length, version));
}

test('what is left out leaves no property behind, whichever way it may be left out, also of records that are joined', () => {
  const small = record<Pick<Thing, 'size'>>({ size: COUNT });
  const dated = record<Omit<Thing, 'state'>>({ size: COUNT, late: since(3, COUNT) });
  expect(readBack(dated, { size: 1, late: 2 }, small, 2)).toStrictEqual({
    size: 1,
  });
  expect(readBack(thing, { size: 1, late: 2 })).toStrictEqual({ size: 1, late: 2 });
  expect(readBack(thing, { size: 1, late: 2, state: 'off' })).toStrictEqual({ size: 1, late: 2, state: 'off' });
  const all = joined(thing, joined(limits, consent('agreed')));
  expect(readBack(all, { size: 1, late: 2 })).toStrictEqual({ size: 1, late: 2 });
  expect(readBack(all, { size: 1, late: 2, limit: 0, agreed: true })).toStrictEqual({
    size: 1,
    late: 2,
    limit: 0,
    agreed: true,
  });
  const later = joinedSince(3, small, record<{ readonly more: number }>({ more: COUNT }));
  expect(readBack(later, { size: 1, more: 2 })).toStrictEqual({ size: 1, more: 2 });
  expect(readBack(later, { size: 1, more: 2 }, small, 2)).toStrictEqual({
    size: 1,
  });
});

test('a field that is always there and reads as nothing is an error', () => {
  const broken = record<Pick<Thing, 'state'>>({ state: wordIndex(STATES) });
  expect(() => readBack(broken, {})).toThrow('left out');
});

test('what reads itself before a named field is read before it, whichever way the record is read', () => {
  const order = joined(limits, record<Pick<Thing, 'size'>>({ size: COUNT }));
  expect(readBack(order, { limit: 5, size: 300 })).toStrictEqual({ limit: 5, size: 300 });
  expect(readBack(order, { size: 300 })).toStrictEqual({ size: 300 });
});

test('a name that is no plain name becomes no program text', () => {
  expect(() => record<{ readonly 'x; y': number }>({ 'x; y': COUNT })).toThrow('cannot be the name of a field');
});

/** What a codec is made of: fields, and lists of fields in the order of the bytes. */
import type { ByteReader, ByteWriter } from './bytes.ts';
import type { Usual } from './usual-values.ts';

export interface Field<T> {
  readonly write: (w: ByteWriter, value: T) => void;
  readonly read: (r: ByteReader) => T;
  /** Whether it may read as undefined: then the thing that is read has no such property. */
  readonly mayLack?: boolean;
  /** Which of its values are written and read without a call. */
  readonly usual?: Usual;
}

/** Properties that come and go together, or only in some versions: they read and write themselves. */
export interface Part {
  readonly write: (w: ByteWriter, value: never) => void;
  readonly readInto: (r: ByteReader, target: Record<string, unknown>) => void;
  readonly usual?: Usual | undefined;
}

/** In the order of the bytes: a field under its name, or a part without one. */
export type Step = readonly [name: string, field: Field<never>] | readonly [name: null, part: Part];

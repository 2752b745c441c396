/** A caller's own name for a command, as bytes. */
import type { Idempotency } from '../protocol/commands.ts';
import { FormatError } from './bytes.ts';
import type { Field } from './field.ts';
import { nullable, record, TEXT } from './fields.ts';

export const IDEMPOTENCY: Field<Idempotency | null> = nullable(record<Idempotency>({ key: TEXT, fingerprint: TEXT }));

/** Of a command of money that always has one: all but those that users send, Transfer and MoveMargin. */
export const KEY: Field<Idempotency> = {
  write: IDEMPOTENCY.write,
  read(r) {
    const idempotency = IDEMPOTENCY.read(r);
    if (idempotency === null) throw new FormatError('a money command has no key');
    return idempotency;
  },
};

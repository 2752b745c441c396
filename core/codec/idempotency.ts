/** A caller's own name for a command, as bytes. */
import type { Idempotency } from '../protocol/commands.ts';
import { type ByteReader, type ByteWriter, FormatError } from './bytes.ts';

export function writeIdempotency(w: ByteWriter, idempotency: Idempotency | null): void {
  w.count(idempotency === null ? 0 : 1);
  if (idempotency === null) return;
  w.text(idempotency.key);
  w.text(idempotency.fingerprint);
}

export function readIdempotency(r: ByteReader): Idempotency | null {
  return r.count() === 0 ? null : { key: r.text(), fingerprint: r.text() };
}

/** Of a command of money that always has one: all but those that users send, Transfer and MoveMargin. */
export function readKey(r: ByteReader): Idempotency {
  const idempotency = readIdempotency(r);
  if (idempotency === null) throw new FormatError('a money command has no key');
  return idempotency;
}

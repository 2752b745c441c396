/** Keys with their first answers, as bytes (see state-machine/idempotency.ts): a snapshot has a list of them, and the core keeps them so. */
import type { EncodedKeys, KeyLog } from '../state-machine/key-log.ts';
import type { IdempotencyKeys, KeyBytes, KeyRecord } from '../state-machine/idempotency.ts';
import { MAX_KEY_LENGTH } from '../protocol/field-checks.ts';
import { OUTCOME, passOutcome } from './answers.ts';
import { ByteReader, ByteWriter, FormatError } from './bytes.ts';
import { COUNT, list, record, TEXT } from './fields.ts';
import { SNAPSHOT_VERSION } from './snapshot-version.ts';

export const KEY_RECORD = record<KeyRecord>({
  uid: COUNT,
  key: TEXT,
  fingerprint: TEXT,
  timeMs: COUNT,
  outcome: OUTCOME,
});

/** In the present version. */
export function keyBytes(): KeyBytes {
  const w = new ByteWriter();
  return {
    encode(key) {
      w.clear();
      KEY_RECORD.write(w, key);
      return w.from(0);
    },
    decode: (bytes) => KEY_RECORD.read(readerOf(bytes)),
    uidOf: (bytes) => readerOf(bytes).count(),
  };
}

function readerOf(bytes: Uint8Array): ByteReader {
  return new ByteReader(bytes, 0, bytes.length, SNAPSHOT_VERSION);
}

export function writeKeys(w: ByteWriter, log: KeyLog): void {
  w.count(log.count);
  for (const piece of log.pieces()) w.raw(piece);
}

/** Calls `makeRoom` before each key that is added by itself. */
export function readKeys(r: ByteReader, keys: IdempotencyKeys, log: KeyLog, makeRoom: () => void): void {
  if (r.version === SNAPSHOT_VERSION) {
    keys.restore(log, readPlaces(r));
    return;
  }
  // The bytes of versions before are others.
  for (const key of list(KEY_RECORD).read(r)) {
    makeRoom();
    if (log === keys.money) keys.addMoney(key);
    else keys.addOrder(key);
  }
}

/** Only where they stand: an answer is gone over to find its end. */
function readPlaces(r: ByteReader): EncodedKeys {
  const count = r.count();
  if (count > r.bytes.length) throw new FormatError('a list is longer than the bytes');
  const uids = new Float64Array(count);
  const [begins, keysAt, keyLengths] = [new Float64Array(count + 1), new Float64Array(count), new Uint32Array(count)];
  for (let i = 0; i < count; i += 1) {
    begins[i] = r.offset;
    uids[i] = r.count();
    const keyLength = r.count();
    keyLengths[i] = keyLength;
    keysAt[i] = r.offset;
    passText(r, keyLength);
    passText(r, r.count());
    r.count();
    passOutcome(r);
  }
  begins[count] = r.offset;
  return { bytes: r.bytes, count, uids, begins, keysAt, keyLengths };
}

/** Goes over the letters of a key or a fingerprint. */
function passText(r: ByteReader, length: number): void {
  if (length > MAX_KEY_LENGTH) throw new FormatError('a key is too long');
  r.passLetters(length);
}

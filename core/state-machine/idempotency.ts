/**
 * Keys that callers give their commands, each with the first answer (reliability 1.4). They are state, not a cache: a
 * repeat has one effect also after a restart. Keys of money commands live 30 days, and none is dropped before: a user who
 * has as many as there may be gets no new one. Keys of orders live 24 hours, and of one user only the last 1,000.
 */
import { type KnownNames, OF_KEYS } from '../kernel/known-names.ts';
import type { Idempotency } from '../protocol/commands.ts';
import { DAY_MS } from '../protocol/durations.ts';
import type { Outcome } from '../protocol/events.ts';
import { type EncodedKeys, KeyLog, type KeyName } from './key-log.ts';

const ORDER_KEY_MS = DAY_MS;
export const MONEY_KEY_MS = 30 * DAY_MS;
const ORDER_KEYS_PER_USER = 1_000;
/** More than a user of the site comes to; a program that moves more does it without keys. Some 100 bytes each, those of orders 250. */
export const MONEY_KEYS_PER_USER = 5_000;

/**
 * How many keys of each kind are remembered for everybody together, and two more for each user: many accounts of one person must not fill
 * the memory. Past that, a user who has KEYS_OF_ONE_WHEN_CROWDED gets no new one; users with fewer still do.
 */
export const KEYS_OF_ALL = 400_000;
const MORE_PER_USER = 2;
export const KEYS_OF_ONE_WHEN_CROWDED = 50;

export interface KeyRecord {
  readonly uid: number;
  readonly key: string;
  readonly fingerprint: string;
  readonly timeMs: number;
  readonly outcome: Outcome;
}

/** Records as bytes: `encode` answers a view that holds until it is called again. */
export interface KeyBytes {
  encode(record: KeyRecord): Uint8Array;
  decode(bytes: Uint8Array): KeyRecord;
  /** Only the user. */
  readonly uidOf: (bytes: Uint8Array) => number;
}

export class IdempotencyKeys {
  /** Oldest first, as stamps never go back. Those of money that the exchange itself used for a user count as the user's as well. */
  readonly money: KeyLog;
  readonly orders: KeyLog;
  private readonly known: KnownNames;
  private readonly bytes: KeyBytes;

  constructor(known: KnownNames, bytes: KeyBytes) {
    this.known = known;
    this.bytes = bytes;
    this.money = new KeyLog(false, bytes.uidOf);
    this.orders = new KeyLog(true, bytes.uidOf);
  }

  /** The answer to repeat, a mismatch, or null when the key is new (or has aged out). */
  find(uid: number, idempotency: Idempotency, timeMs: number): Outcome | 'IDEMPOTENCY_MISMATCH' | null {
    const name = this.nameOf(uid, idempotency.key);
    const record =
      alive(this.recordIn(this.orders, name, idempotency.key), timeMs, ORDER_KEY_MS) ??
      alive(this.recordIn(this.money, name, idempotency.key), timeMs, MONEY_KEY_MS);
    if (record === null) return null;
    return record.fingerprint === idempotency.fingerprint ? record.outcome : 'IDEMPOTENCY_MISMATCH';
  }

  addMoney(record: KeyRecord): void {
    this.add(this.money, record);
  }

  /** `tag`: where the kernel has noted already that the key is taken, which it was not before. */
  addOrder(record: KeyRecord, tag?: number): void {
    this.add(this.orders, record, tag);
    if (this.orders.countOf(record.uid) > ORDER_KEYS_PER_USER) this.drop(this.orders, this.orders.oldestOf(record.uid));
  }

  /** As adding the records, which are encoded already, one after the other to an empty log; none of the keys is in the other one. */
  restore(log: KeyLog, records: EncodedKeys): void {
    const { count, bytes, uids, begins, keysAt, keyLengths } = records;
    const tags = new Int32Array(count);
    for (let i = 0; i < count; i += 1)
      tags[i] = this.known.tagOfLetters(uids[i], OF_KEYS, bytes, keysAt[i], keyLengths[i]);
    const hashes = tags.slice();
    for (let i = 0; i < count; i += 1)
      if (tags[i] === 0)
        hashes[i] = this.known.hashOf(uids[i], this.bytes.decode(bytes.subarray(begins[i], begins[i + 1])).key);
    this.known.addTags(tags);
    log.addAll(records, tags, hashes);
  }

  /** True when the user has as many living keys of money as are remembered of one. */
  isFull(uid: number): boolean {
    return this.money.countOf(uid) >= MONEY_KEYS_PER_USER;
  }

  /** Whether this user may get a new key of that kind: always one who has few, another only while not too many are remembered in all. */
  hasRoom(uid: number, ofMoney: boolean, users: number): boolean {
    const log = ofMoney ? this.money : this.orders;
    return log.countOf(uid) < KEYS_OF_ONE_WHEN_CROWDED || log.count < KEYS_OF_ALL + MORE_PER_USER * users;
  }

  /** Whether so many more of either kind may be added, whoever they are of. */
  hasRoomForAll(count: number): boolean {
    return Math.max(this.orders.count, this.money.count) + count <= KEYS_OF_ALL;
  }

  /** Forgets what has aged out. */
  age(timeMs: number): void {
    this.ageIn(this.money, timeMs, MONEY_KEY_MS);
    this.ageIn(this.orders, timeMs, ORDER_KEY_MS);
  }

  private add(log: KeyLog, record: KeyRecord, tag?: number): void {
    const { uid, key } = record;
    const name = tag === undefined ? this.nameOf(uid, key) : { uid, tag, hash: tag };
    if (tag === undefined) {
      // One that has aged out makes room.
      for (const old of [this.orders, this.money]) this.drop(old, this.entryIn(old, name, key));
      this.known.addTag(name.tag);
    }
    log.add(name, this.bytes.encode(record));
  }

  private nameOf(uid: number, key: string): KeyName {
    const tag = this.known.tagOf(uid, OF_KEYS, key);
    return { uid, tag, hash: tag === 0 ? this.known.hashOf(uid, key) : tag };
  }

  /** 0 for a key that is not there. */
  private entryIn(log: KeyLog, { uid, hash }: KeyName, key: string): number {
    let entry = log.find(uid, hash);
    while (entry !== 0 && this.bytes.decode(log.bytesOf(entry)).key !== key) entry = log.another(entry);
    return entry;
  }

  private recordIn(log: KeyLog, name: KeyName, key: string): KeyRecord | null {
    const entry = this.entryIn(log, name, key);
    return entry === 0 ? null : this.bytes.decode(log.bytesOf(entry));
  }

  private ageIn(log: KeyLog, timeMs: number, lifeMs: number): void {
    while (log.oldest !== 0 && alive(this.bytes.decode(log.bytesOf(log.oldest)), timeMs, lifeMs) === null)
      this.drop(log, log.oldest);
  }

  private drop(log: KeyLog, entry: number): void {
    if (entry === 0) return;
    this.known.remove(log.tagOf(entry));
    log.drop(entry);
  }
}

function alive(record: KeyRecord | null, timeMs: number, lifeMs: number): KeyRecord | null {
  return record !== null && timeMs - record.timeMs < lifeMs ? record : null;
}

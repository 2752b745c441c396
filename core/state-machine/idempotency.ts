/**
 * Keys that callers give their commands, each with the first answer (reliability 1.4). They are state, not a cache: a
 * repeat has one effect also after a restart. Keys of money commands live 30 days, and none is dropped before: a user who
 * has as many as there may be gets no new one. Keys of orders live 24 hours, and of one user only the last 1,000.
 */
import { type KnownNames, OF_KEYS } from '../kernel/known-names.ts';
import type { Idempotency } from '../protocol/commands.ts';
import { DAY_MS } from '../protocol/durations.ts';
import type { Outcome } from '../protocol/events.ts';

const ORDER_KEY_MS = DAY_MS;
export const MONEY_KEY_MS = 30 * DAY_MS;
const ORDER_KEYS_PER_USER = 1_000;
/** More than a user of the site comes to; a program that moves more does it without keys. About 600 bytes each. */
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

interface Kept {
  readonly record: KeyRecord;
  /** Of KnownNames. */
  readonly tag: number;
}

/** Names of order keys, oldest first: those before `begin` are gone. */
interface OwnKeys {
  names: string[];
  begin: number;
}

export class IdempotencyKeys {
  /** Oldest first, as maps keep the order of insertion and stamps never go back. */
  private readonly money = new Map<string, Kept>();
  private readonly orders = new Map<string, Kept>();
  /** How many keys of money each user has; those that the exchange itself used for the user count as well. */
  private readonly moneyOfUser = new Map<number, number>();
  private readonly byUser = new Map<number, OwnKeys>();
  private readonly known: KnownNames;

  constructor(known: KnownNames) {
    this.known = known;
  }

  /** The answer to repeat, a mismatch, or null when the key is new (or has aged out). */
  find(uid: number, idempotency: Idempotency, timeMs: number): Outcome | 'IDEMPOTENCY_MISMATCH' | null {
    const name = nameOf(uid, idempotency.key);
    const record =
      alive(this.orders.get(name)?.record, timeMs, ORDER_KEY_MS) ??
      alive(this.money.get(name)?.record, timeMs, MONEY_KEY_MS);
    if (record === null) return null;
    return record.fingerprint === idempotency.fingerprint ? record.outcome : 'IDEMPOTENCY_MISMATCH';
  }

  private ordersOf(uid: number): number {
    const own = this.byUser.get(uid);
    return own === undefined ? 0 : own.names.length - own.begin;
  }

  addMoney(record: KeyRecord): void {
    const name = nameOf(record.uid, record.key);
    this.dropOrderKey(name);
    this.dropMoneyKey(name);
    this.money.set(name, { record, tag: this.known.add(record.uid, OF_KEYS, record.key) });
    this.moneyOfUser.set(record.uid, (this.moneyOfUser.get(record.uid) ?? 0) + 1);
  }

  /** True when the user has as many living keys of money as are remembered of one. */
  isFull(uid: number): boolean {
    return (this.moneyOfUser.get(uid) ?? 0) >= MONEY_KEYS_PER_USER;
  }

  /** Whether this user may get a new key of that kind: always one who has few, another only while not too many are remembered in all. */
  hasRoom(uid: number, ofMoney: boolean, users: number): boolean {
    const [all, own] = ofMoney
      ? [this.money.size, this.moneyOfUser.get(uid) ?? 0]
      : [this.orders.size, this.ordersOf(uid)];
    return own < KEYS_OF_ONE_WHEN_CROWDED || all < KEYS_OF_ALL + MORE_PER_USER * users;
  }

  /** Whether so many more of either kind may be added, whoever they are of. */
  hasRoomForAll(count: number): boolean {
    return Math.max(this.orders.size, this.money.size) + count <= KEYS_OF_ALL;
  }

  /** `tag`: where the kernel has noted already that the key is taken, which it was not before. */
  addOrder(record: KeyRecord, tag?: number): void {
    const name = nameOf(record.uid, record.key);
    if (tag === undefined) {
      this.dropOrderKey(name);
      this.dropMoneyKey(name);
    }
    this.orders.set(name, { record, tag: tag ?? this.known.add(record.uid, OF_KEYS, record.key) });
    const own = this.byUser.get(record.uid);
    if (own === undefined) {
      this.byUser.set(record.uid, { names: [name], begin: 0 });
      return;
    }
    own.names.push(name);
    if (own.names.length - own.begin > ORDER_KEYS_PER_USER) this.dropOrderKey(own.names[own.begin]);
  }

  /** Forgets what has aged out. */
  age(timeMs: number): void {
    for (const [name, { record }] of this.money) {
      if (alive(record, timeMs, MONEY_KEY_MS) !== null) break;
      this.dropMoneyKey(name);
    }
    for (const [name, { record }] of this.orders) {
      if (alive(record, timeMs, ORDER_KEY_MS) !== null) break;
      this.dropOrderKey(name);
    }
  }

  moneyRecords(): readonly KeyRecord[] {
    return Array.from(this.money.values(), ({ record }) => record);
  }
  orderRecords(): readonly KeyRecord[] {
    return Array.from(this.orders.values(), ({ record }) => record);
  }

  private dropMoneyKey(name: string): void {
    const kept = this.money.get(name);
    if (kept === undefined) return;
    const { uid } = kept.record;
    this.money.delete(name);
    this.known.remove(kept.tag);
    const left = (this.moneyOfUser.get(uid) ?? 0) - 1;
    if (left === 0) this.moneyOfUser.delete(uid);
    else this.moneyOfUser.set(uid, left);
  }

  private dropOrderKey(name: string): void {
    const kept = this.orders.get(name);
    if (kept === undefined) return;
    const { uid } = kept.record;
    this.orders.delete(name);
    this.known.remove(kept.tag);
    const own = this.byUser.get(uid);
    if (own === undefined) return;
    // Most often it is the user's oldest one; what is gone is given back when it is more than half.
    if (own.names[own.begin] === name) own.begin += 1;
    else own.names.splice(own.names.indexOf(name, own.begin), 1);
    if (own.begin === own.names.length) this.byUser.delete(uid);
    else if (2 * own.begin > own.names.length) this.byUser.set(uid, { names: own.names.slice(own.begin), begin: 0 });
  }
}

function alive(record: KeyRecord | undefined, timeMs: number, lifeMs: number): KeyRecord | null {
  return record !== undefined && timeMs - record.timeMs < lifeMs ? record : null;
}

function nameOf(uid: number, key: string): string {
  return `${uid}:${key}`;
}

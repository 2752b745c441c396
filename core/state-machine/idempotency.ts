/**
 * Keys that callers give their commands, each with the first answer (reliability 1.4). They are state, not a cache: a
 * repeat has one effect also after a restart. Keys of money commands live 30 days, and none is dropped before: a user who
 * has as many as there may be gets no new one. Keys of orders live 24 hours, and of one user only the last 1,000.
 */
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

export class IdempotencyKeys {
  /** Oldest first, as maps keep the order of insertion and stamps never go back. */
  private readonly money = new Map<string, KeyRecord>();
  private readonly orders = new Map<string, KeyRecord>();
  /** How many keys of money each user has; those that the exchange itself used for the user count as well. */
  private readonly moneyOfUser = new Map<number, number>();
  /** Each user's order keys, oldest first. */
  private readonly byUser = new Map<number, string[]>();

  /** The answer to repeat, a mismatch, or null when the key is new (or has aged out). */
  find(uid: number, idempotency: Idempotency, timeMs: number): Outcome | 'IDEMPOTENCY_MISMATCH' | null {
    const name = nameOf(uid, idempotency.key);
    const record =
      alive(this.orders.get(name), timeMs, ORDER_KEY_MS) ?? alive(this.money.get(name), timeMs, MONEY_KEY_MS);
    if (record === null) return null;
    return record.fingerprint === idempotency.fingerprint ? record.outcome : 'IDEMPOTENCY_MISMATCH';
  }

  addMoney(record: KeyRecord): void {
    const name = nameOf(record.uid, record.key);
    this.dropOrderKey(name);
    this.dropMoneyKey(name);
    this.money.set(name, record);
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
      : [this.orders.size, this.byUser.get(uid)?.length ?? 0];
    return own < KEYS_OF_ONE_WHEN_CROWDED || all < KEYS_OF_ALL + MORE_PER_USER * users;
  }

  addOrder(record: KeyRecord): void {
    const name = nameOf(record.uid, record.key);
    this.dropOrderKey(name);
    this.dropMoneyKey(name);
    this.orders.set(name, record);
    const names = this.byUser.get(record.uid);
    if (names === undefined) {
      this.byUser.set(record.uid, [name]);
      return;
    }
    names.push(name);
    if (names.length > ORDER_KEYS_PER_USER) this.dropOrderKey(names[0]);
  }

  /** Forgets what has aged out. */
  age(timeMs: number): void {
    for (const [name, record] of this.money) {
      if (alive(record, timeMs, MONEY_KEY_MS) !== null) break;
      this.dropMoneyKey(name);
    }
    for (const [name, record] of this.orders) {
      if (alive(record, timeMs, ORDER_KEY_MS) !== null) break;
      this.dropOrderKey(name);
    }
  }

  moneyRecords(): readonly KeyRecord[] {
    return [...this.money.values()];
  }
  orderRecords(): readonly KeyRecord[] {
    return [...this.orders.values()];
  }

  private dropMoneyKey(name: string): void {
    const record = this.money.get(name);
    if (record === undefined) return;
    this.money.delete(name);
    const left = (this.moneyOfUser.get(record.uid) ?? 0) - 1;
    if (left === 0) this.moneyOfUser.delete(record.uid);
    else this.moneyOfUser.set(record.uid, left);
  }

  private dropOrderKey(name: string): void {
    const record = this.orders.get(name);
    if (record === undefined) return;
    this.orders.delete(name);
    const names = this.byUser.get(record.uid);
    if (names === undefined) return;
    names.splice(names.indexOf(name), 1);
    if (names.length === 0) this.byUser.delete(record.uid);
  }
}

function alive(record: KeyRecord | undefined, timeMs: number, lifeMs: number): KeyRecord | null {
  return record !== undefined && timeMs - record.timeMs < lifeMs ? record : null;
}

function nameOf(uid: number, key: string): string {
  return `${uid}:${key}`;
}

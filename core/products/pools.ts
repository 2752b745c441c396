/** The house's own accounts: capital that comes in, the pools that it fills, and what they may pay (trading C1, C2). */
import { isCount } from '../protocol/field-checks.ts';
import type { RejectCode } from '../protocol/rejects.ts';
import type { BonusHolder } from './bonus-holder.ts';
import { type Books, type LedgerAccount, THE_HOUSE } from './books.ts';
import type { ProductCommandOf } from '../protocol/product-commands.ts';
import { type PostingKind } from '../protocol/product-events.ts';
import {
  CAPITAL_ACCOUNT,
  FEE_ACCOUNT,
  INSURANCE_ACCOUNT,
  OUTSIDE_ACCOUNT,
  type Pool,
  POOLS,
} from '../protocol/words.ts';

/** Earn and dual investment have promised their payouts: these pools may go below zero, down to a configured floor (trading C2). */
const WITH_FLOOR: readonly Pool[] = ['EARN_POOL', 'DUAL_POOL'];

export interface PoolFloor {
  readonly pool: Pool;
  readonly asset: number;
  /** 0 or negative. */
  readonly floor: number;
}

export class Pools {
  private readonly books: Books;
  private readonly holder: () => BonusHolder;
  /** Floors by pool and asset; 0 if none is set. */
  private readonly floors = new Map<string, PoolFloor>();

  constructor(books: Books, holder: () => BonusHolder) {
    this.books = books;
    this.holder = holder;
  }

  /** The house takes no more of its capital out than there is. */
  contribute({ amount }: ProductCommandOf<'ContributeCapital'>, asset: number): RejectCode | number {
    if (!isMove(amount)) return 'BAD_FIELDS';
    if (amount < 0 && this.books.holding(THE_HOUSE, CAPITAL_ACCOUNT, asset) < BigInt(-amount))
      return 'INSUFFICIENT_BALANCE';
    this.books.move('CAPITAL', 0, this.books.outside(asset), this.capital(asset), amount);
    return 0;
  }

  fund({ pool, amount }: ProductCommandOf<'FundPool'>, asset: number): RejectCode | number {
    if (!isMove(amount) || !POOLS.includes(pool)) return 'BAD_FIELDS';
    const giver = amount > 0 ? CAPITAL_ACCOUNT : pool;
    if (this.books.holding(THE_HOUSE, giver, asset) < BigInt(Math.abs(amount))) return 'INSUFFICIENT_BALANCE';
    this.books.move('POOL', 0, this.capital(asset), this.place(pool, asset), amount);
    if (pool === INSURANCE_ACCOUNT) this.holder().insuranceMoved(asset, BigInt(amount));
    return 0;
  }

  /** One of the house's accounts, or the world outside, that a correction may name (trading C1). */
  isAccount(name: string): boolean {
    return [...POOLS, CAPITAL_ACCOUNT, FEE_ACCOUNT, OUTSIDE_ACCOUNT].includes(name);
  }

  account(name: string, asset: number): LedgerAccount {
    if (name === FEE_ACCOUNT) return this.books.fees(asset);
    if (name === OUTSIDE_ACCOUNT) return this.books.outside(asset);
    return name === CAPITAL_ACCOUNT ? this.capital(asset) : this.place(name as Pool, asset);
  }

  /** The outside world may always give; a pool may go down to its floor, any other account only to zero. */
  mayGive(name: string, asset: number, amount: number): boolean {
    if (name === OUTSIDE_ACCOUNT) return true;
    if ((POOLS as readonly string[]).includes(name)) return this.covers(name as Pool, asset, amount);
    const { row, bucket } = this.account(name, asset);
    return this.books.ledger.balance(row, bucket) >= BigInt(amount);
  }

  setFloor({ pool, floor }: ProductCommandOf<'SetPoolFloor'>, asset: number): RejectCode | number {
    if (!WITH_FLOOR.includes(pool) || !Number.isSafeInteger(floor) || floor > 0) return 'BAD_FIELDS';
    if (this.books.holding(THE_HOUSE, pool, asset) < BigInt(floor)) return 'POOL_SHORT';
    this.restoreFloor({ pool, asset, floor });
    return 0;
  }

  /** A payout that would take a pool below its floor is refused; below zero it raises an alert. */
  pay(
    posting: PostingKind,
    eventId: number,
    from: { pool: Pool; asset: number },
    to: LedgerAccount,
    amount: number,
  ): boolean {
    const { pool, asset } = from;
    if (!this.covers(pool, asset, amount)) return false;
    this.books.move(posting, eventId, this.place(pool, asset), to, amount);
    const balance = this.books.holding(THE_HOUSE, pool, asset);
    if (balance < 0n) this.books.tell(null, { kind: 'PoolLow', pool, asset: this.books.assetName(asset), balance });
    return true;
  }

  covers(pool: Pool, asset: number, amount: number): boolean {
    return this.books.holding(THE_HOUSE, pool, asset) - BigInt(amount) >= BigInt(this.floorOf(pool, asset));
  }

  place(pool: Pool, asset: number): LedgerAccount {
    return this.books.named(THE_HOUSE, pool, asset);
  }

  floorOf(pool: Pool, asset: number): number {
    return this.floors.get(`${pool}:${asset}`)?.floor ?? 0;
  }

  /** By pool and asset, whatever the history. */
  allFloors(): readonly PoolFloor[] {
    return [...this.floors.values()].sort((a, b) => POOLS.indexOf(a.pool) - POOLS.indexOf(b.pool) || a.asset - b.asset);
  }
  restoreFloor(floor: PoolFloor): void {
    const key = `${floor.pool}:${floor.asset}`;
    if (floor.floor === 0) this.floors.delete(key);
    else this.floors.set(key, floor);
  }

  private capital(asset: number): LedgerAccount {
    return this.books.named(THE_HOUSE, CAPITAL_ACCOUNT, asset);
  }
}

function isMove(amount: number): boolean {
  return Number.isSafeInteger(amount) && isCount(Math.abs(amount)) && amount !== 0;
}

/**
 * A ledger over another one: postings made here are seen only here, and the ledger underneath does not change. For trying out fills
 * that happen only if their effect is allowed.
 */
import { safeOrNaN } from '../fixed.ts';
import { AVAILABLE, FUTURES, Ledger, type Posting } from './ledger.ts';

export class DraftLedger extends Ledger {
  private readonly base: Ledger;
  /** Balances that differ, by row and bucket (`keyOf`). */
  private readonly changed = new Map<number, bigint>();
  /** Accounts that the ledger behind it does not have, by owner, asset and name: their rows count down from -1. */
  private readonly opened = new Map<string, number>();

  constructor(base: Ledger) {
    super();
    this.base = base;
  }

  /** Forgets all postings and accounts: it is like the ledger behind it again. */
  clear(): void {
    this.changed.clear();
    this.opened.clear();
  }

  override account(owner: number, name: string, asset: number): number {
    const known = this.rowOf(owner, name, asset);
    if (known !== 0) return known;
    const row = -1 - this.opened.size;
    this.opened.set(`${owner}:${asset}:${name}`, row);
    return row;
  }

  override rowOf(owner: number, name: string, asset: number): number {
    return this.base.rowOf(owner, name, asset) || (this.opened.get(`${owner}:${asset}:${name}`) ?? 0);
  }

  override walletRow(user: number, asset: number): number {
    return this.base.walletRow(user, asset);
  }

  override houseRow(asset: number): number {
    return this.base.houseRow(asset);
  }

  override balance(row: number, bucket: number): bigint {
    return this.changed.get(keyOf(row, bucket)) ?? (row < 0 ? 0n : this.base.balance(row, bucket));
  }

  override units(row: number, bucket: number): number {
    return safeOrNaN(Number(this.balance(row, bucket)));
  }

  override post(postings: readonly Posting[]): void {
    for (const { row, bucket, amount } of postings) this.add(row, bucket, amount);
  }

  override giveFutures(row: number, amount: number): void {
    this.add(row, FUTURES, BigInt(amount));
  }

  override giveHouseAccount(row: number, amount: number): void {
    this.add(row, AVAILABLE, BigInt(amount));
  }

  /** A draft need not close accounts: an empty one counts like a missing one. */
  override closeAccount(): void {}

  private add(row: number, bucket: number, amount: bigint): void {
    this.changed.set(keyOf(row, bucket), this.balance(row, bucket) + amount);
  }
}

/** One number for both: buckets are below 8. */
function keyOf(row: number, bucket: number): number {
  return row * 8 + bucket;
}

/**
 * A ledger over another one: postings made here are seen only here, and the ledger underneath does not change. For trying out fills
 * that happen only if their effect is allowed.
 */
import { Ledger, type Posting } from './ledger.ts';

export class DraftLedger extends Ledger {
  private readonly base: Ledger;
  /** Balances that differ, by row and bucket. */
  private readonly changed = new Map<string, bigint>();
  /** Accounts that the ledger behind it does not have, by owner, asset and name: their rows count down from -1. */
  private readonly opened = new Map<string, number>();

  constructor(base: Ledger) {
    super();
    this.base = base;
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

  override houseRow(asset: number): number {
    return this.base.houseRow(asset);
  }

  override balance(row: number, bucket: number): bigint {
    return this.changed.get(`${row}:${bucket}`) ?? (row < 0 ? 0n : this.base.balance(row, bucket));
  }

  override post(postings: readonly Posting[]): void {
    for (const { row, bucket, amount } of postings)
      this.changed.set(`${row}:${bucket}`, this.balance(row, bucket) + amount);
  }

  /** A draft need not close accounts: an empty one counts like a missing one. */
  override closeAccount(): void {}
}

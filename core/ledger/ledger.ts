/**
 * Double entry. A row holds the balances of one owner in one asset; users have rows with three buckets, and the house
 * and the outside world one row each per asset. Users and the house have further accounts by name (trading C1), each a
 * row of its own. Whatever changes a balance takes from some buckets exactly what it gives to others, so the sum over all
 * rows of an asset stays zero (trading C4.1).
 *
 * A balance is two limbs (limbs.ts). Amounts of one posting are safe integers, not negative.
 */
import { safeOrNaN } from '../fixed.ts';
import { AVAILABLE, EXTERNAL, FUTURES, HOUSE, LOCKED, mayOwe, type NamedAccount, type Posting } from './accounts.ts';
import { MOST_ASSETS, ROW_BYTES, ROW_FUTURES_TOUCHED, ROW_SPOT_TOUCHED } from '../kernel/layout.ts';
import { assert } from '../protocol/invariant.ts';
import { LedgerRows } from './ledger-rows.ts';
import { addToLimbs, balanceOfLimbs, LIMB, putLimbs, takeFromLimbs } from './limbs.ts';

/** Doubles, and whole numbers, of a row. */
const STRIDE = ROW_BYTES >> 3;
const WORDS = ROW_BYTES >> 2;
const BUCKETS = [AVAILABLE, LOCKED, FUTURES] as const;
const SPOT_TOUCHED = ROW_SPOT_TOUCHED >> 2;
const FUTURES_TOUCHED = ROW_FUTURES_TOUCHED >> 2;

const NOBODY: readonly number[] = [];

/** House and outside rows of an asset keep their one balance here. */
const OWN = AVAILABLE;
/** The most assets; the core refuses another one with LIMIT_REACHED. */
export const MAX_ASSETS = MOST_ASSETS;
/** From so many on there are no new users; those that there are may still open accounts. */
const CROWDED_ROWS = 7 << 20;
/** More than one order opens, fee vouchers and all. */
const ROWS_OF_COMMAND = 32;

export { AVAILABLE, EXTERNAL, FUTURES, HOUSE, LOCKED, type NamedAccount, type Posting } from './accounts.ts';

/**
 * All balances. It refuses nothing: whoever posts has checked that the funds are there. What went wrong all the same it notes in
 * `isOverdrawn` and `isUnbalanced`, and the core then stops trading (trading C4.1, C4.2).
 */
export class Ledger extends LedgerRows {
  private readonly houseRows: number[] = [];
  private readonly externalRows: number[] = [];
  private readonly named = new Map<string, NamedAccount>();
  private readonly freeRows: number[] = [];
  /** Rows of accounts that were closed by the present command. They are reused only after it, because its events refer to them. */
  private readonly closedRows: number[] = [];
  private assetsUsed = 0;
  /** User rows of which a bucket was set below zero since `takeOwing`: only margin wallets may be, and not for long. */
  private owing: number[] = [];
  /** Users of whom a futures wallet or an account with a name was posted to since `takeMarginOwners`. */
  private readonly marginOwners = new Set<number>();
  /** True once a posting's sides did not add up to zero: a defect too (trading C4.1). */
  isUnbalanced = false;

  /** How many user rows were touched since `begin`. */
  get touchedCount(): number {
    return this.shared.touchedCount;
  }
  /** True once a user's bucket was taken below zero: a defect, and trading stops (trading C4.2). */
  get isOverdrawn(): boolean {
    return this.shared.isOverdrawn;
  }

  /** Makes the house's row and the outside world's; answers the index of the asset. */
  addAsset(): number {
    const asset = this.assetsUsed++;
    this.houseRows.push(this.addRow(HOUSE, asset));
    this.externalRows.push(this.addRow(EXTERNAL, asset));
    return asset;
  }

  /**
   * The row of the account of that name (trading C1), opened when there is none. Its balance is in AVAILABLE, and what COPY holds back in
   * LOCKED.
   */
  account(owner: number, name: string, asset: number): number {
    const key = `${owner}:${asset}:${name}`;
    const known = this.named.get(key);
    if (known !== undefined) return known.row;
    const row = this.freeRows.pop() ?? this.newRow(owner, asset);
    this.nameRow(row, owner, asset, name);
    this.named.set(key, { owner, asset, name, row });
    return row;
  }

  /** The row of the account of that name; 0 when there is none. */
  rowOf(owner: number, name: string, asset: number): number {
    return this.named.get(`${owner}:${asset}:${name}`)?.row ?? 0;
  }

  /** What the account holds in AVAILABLE; 0 when there is none. */
  holding(owner: number, name: string, asset: number): bigint {
    const row = this.rowOf(owner, name, asset);
    return row === 0 ? 0n : this.balance(row, AVAILABLE);
  }

  /** Forgets an empty account; leaves one that holds something as it is. */
  closeAccount(owner: number, name: string, asset: number): void {
    const key = `${owner}:${asset}:${name}`;
    const known = this.named.get(key);
    if (known === undefined || BUCKETS.some((bucket) => this.balance(known.row, bucket) !== 0n)) return;
    this.named.delete(key);
    this.closedRows.push(known.row);
  }

  /** By owner, asset and name, whatever the history. */
  namedAccounts(): NamedAccount[] {
    const byName = (a: NamedAccount, b: NamedAccount): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
    return [...this.named.values()].sort((a, b) => a.owner - b.owner || a.asset - b.asset || byName(a, b));
  }

  /**
   * One posting with any number of sides, all of one asset: for everything but the fills of the spot markets. Amounts are signed and of
   * any size. The caller decides whether an account may go below zero.
   */
  post(postings: readonly Posting[]): void {
    let sum = 0n;
    const asset = postings.length === 0 ? 0 : this.assetOf(postings[0].row);
    for (const { row, bucket, amount } of postings) {
      sum += amount;
      if (this.assetOf(row) !== asset) this.isUnbalanced = true;
      if (amount === 0n) continue;
      this.touch(row, bucket);
      if (this.ownerOf(row) > HOUSE && (bucket === FUTURES || this.nameOf(row) !== ''))
        this.marginOwners.add(this.ownerOf(row));
      const balance = this.balance(row, bucket) + amount;
      this.setBalance(row, bucket, balance);
      if (balance < 0n && this.ownerOf(row) > HOUSE && !mayOwe(this.nameOf(row), bucket)) this.shared.noteOverdrawn();
    }
    if (sum !== 0n) this.isUnbalanced = true;
  }

  /** Is the sum of every asset what it was before the command? */
  get areAllBalanced(): boolean {
    for (let asset = 0; asset < this.assetsUsed; asset += 1) if (!this.isBalanced(asset)) return false;
    return true;
  }

  get assetCount(): number {
    return this.assetsUsed;
  }
  /** The row of HOUSE_FEE. */
  houseRow(asset: number): number {
    return this.houseRows[asset];
  }
  /** The row of EXTERNAL. */
  externalRow(asset: number): number {
    return this.externalRows[asset];
  }

  /** From here on touched rows count anew. */
  begin(): void {
    this.shared.begin();
    // Growing voids every array over the same bytes: it happens before a command rather than while one holds such an array.
    this.makeRoom(ROWS_OF_COMMAND);
    if (this.closedRows.length > 0) this.freeRows.push(...this.closedRows.splice(0));
  }

  /** Does the bucket hold at least `amount`, a safe integer of ledger units? Without making a bigint: it is asked for every order. */
  covers(row: number, bucket: number, amount: number): boolean {
    const at = row * STRIDE + bucket;
    const high = this.cells[at + 1];
    return high > 1 || high * LIMB + this.cells[at] >= amount;
  }

  /** In ledger units. */
  balance(row: number, bucket: number): bigint {
    const at = row * STRIDE + bucket;
    return balanceOfLimbs(this.cells[at], this.cells[at + 1]);
  }
  /** Copies both limbs, the low one first: who reads them elsewhere makes the bigint (`balanceOfLimbs`). */
  copyLimbs(row: number, bucket: number, into: Float64Array, at: number): void {
    into[at] = this.cells[row * STRIDE + bucket];
    into[at + 1] = this.cells[row * STRIDE + bucket + 1];
  }
  /** The same as a number, without making a bigint; NaN where a double may not hold it. */
  units(row: number, bucket: number): number {
    return safeOrNaN(this.cells[row * STRIDE + bucket + 1] * LIMB + this.cells[row * STRIDE + bucket]);
  }
  /** Takes a balance over from a snapshot. */
  setBalance(row: number, bucket: number, units: bigint): void {
    const at = row * STRIDE + bucket;
    if (units < 0n && this.ownerOf(row) > HOUSE) this.owing.push(row);
    putLimbs(this.cells, at, units);
  }

  /** The same of a balance from 0 to 2^52 - 1, without a bigint: a snapshot has millions of them. */
  setUnits(row: number, bucket: number, units: number): void {
    assert(units >= 0 && units < LIMB, 'a balance that is one limb lies between 0 and 2^52 - 1');
    this.cells[row * STRIDE + bucket] = units;
    this.cells[row * STRIDE + bucket + 1] = 0;
  }

  /** The users whose margin, in a futures wallet or an account with a name, was posted to since it was last asked. */
  takeMarginOwners(): readonly number[] {
    if (this.marginOwners.size === 0) return NOBODY;
    const owners = [...this.marginOwners];
    this.marginOwners.clear();
    return owners;
  }

  /** The rows that were set below zero since it was last asked; some may have come back since. */
  takeOwing(): readonly number[] {
    if (this.owing.length === 0) return NOBODY;
    const owing = this.owing;
    this.owing = [];
    return owing;
  }

  /** Does a bucket of the row stand below zero? */
  owes(row: number): boolean {
    return BUCKETS.some((bucket) => this.balance(row, bucket) < 0n);
  }

  /** Between two spot wallets in the same asset: `amount` is a safe integer of ledger units, not negative, and is there (`covers`). */
  move(fromRow: number, fromBucket: number, toRow: number, toBucket: number, amount: number): void {
    this.take(fromRow, fromBucket, amount);
    this.give(toRow, toBucket, amount);
  }

  /** Between two buckets of one spot wallet, in the terms of `move`. */
  shift(row: number, fromBucket: number, toBucket: number, amount: number): void {
    this.touchSpot(row);
    const at = row * STRIDE;
    takeFromLimbs(this.cells, at + fromBucket, amount);
    addToLimbs(this.cells, at + toBucket, amount);
    if (this.cells[at + fromBucket + 1] < 0) this.shared.noteOverdrawn();
  }

  /** A user's spot wallet's side of a transfer whose other sides follow: the caller keeps the sum at zero, `isBalanced` checks it. */
  take(row: number, bucket: number, amount: number): void {
    this.shared.addToControl(this.assetOf(row), -amount);
    this.touchSpot(row);
    takeFromLimbs(this.cells, row * STRIDE + bucket, amount);
    if (this.cells[row * STRIDE + bucket + 1] < 0) this.shared.noteOverdrawn();
  }

  /** The counterpart of `take`. */
  give(row: number, bucket: number, amount: number): void {
    this.shared.addToControl(this.assetOf(row), amount);
    this.touchSpot(row);
    addToLimbs(this.cells, row * STRIDE + bucket, amount);
  }

  /** Fees to HOUSE_FEE; a negative amount is a rebate it pays, and it may go below zero. */
  giveHouse(asset: number, amount: number): void {
    this.shared.addToControl(asset, amount);
    this.addSigned(this.houseRows[asset] * STRIDE + OWN, amount);
  }

  /** Gives to the outside world, whose balance is negative: minus everything that it brought in. */
  giveExternal(asset: number, amount: number): void {
    this.shared.addToControl(asset, amount);
    this.addSigned(this.externalRows[asset] * STRIDE + OWN, amount);
  }

  /**
   * A futures wallet's side of a transfer whose other sides follow, as with `take`: a safe integer, below 0 for what the wallet pays, which
   * may take it below zero. Of all movements only this one is not among `takeMarginOwners`: the caller keeps the payment within
   * the account's `lineReserve`, or notes the account as changed.
   */
  giveFutures(row: number, amount: number): void {
    const at = row * STRIDE + FUTURES;
    this.shared.addToControl(this.assetOf(row), amount);
    this.touch(row, FUTURES);
    this.addSigned(at, amount);
    if (this.cells[at + 1] < 0) this.owing.push(row);
  }

  /** The house's side of it, in an account with a name; the caller decides whether that may go below zero. */
  giveHouseAccount(row: number, amount: number): void {
    this.shared.addToControl(this.assetOf(row), amount);
    this.addSigned(row * STRIDE + OWN, amount);
  }

  /** What a futures wallet holds, as a double: exact as long as it is a safe integer. Without making a bigint. */
  futuresUnits(row: number): number {
    const at = row * STRIDE + FUTURES;
    return this.cells[at + 1] * LIMB + this.cells[at];
  }

  /** Is there no room for another user? By the accounts that are open, which a restored ledger has too: it has no closed ones. */
  get isCrowded(): boolean {
    return this.rowCount - this.freeRows.length - this.closedRows.length >= CROWDED_ROWS;
  }

  /** Whether the sides of `take` and `give` in this asset have added up to zero so far (trading C4.1). */
  isBalanced(asset: number): boolean {
    return this.shared.controlOf(asset) === 0;
  }

  /** Sum over all rows of each asset: users, house, outside. */
  sums(): { users: bigint; house: bigint; external: bigint }[] {
    const sums = this.houseRows.map(() => ({ users: 0n, house: 0n, external: 0n }));
    for (let row = 1; row < this.rowCount; row += 1) {
      const sum = sums[this.assetOf(row)];
      if (this.ownerOf(row) === HOUSE) sum.house += this.balance(row, OWN);
      else if (this.ownerOf(row) === EXTERNAL) sum.external += this.balance(row, OWN);
      else for (const bucket of BUCKETS) sum.users += this.balance(row, bucket);
    }
    return sums;
  }

  private touch(row: number, bucket: number): void {
    if (this.ownerOf(row) <= HOUSE) return;
    if (bucket === FUTURES) this.note(row * WORDS + FUTURES_TOUCHED, row * 2 + 1);
    else this.touchSpot(row);
  }

  private touchSpot(row: number): void {
    this.note(row * WORDS + SPOT_TOUCHED, row * 2);
  }

  /** Once in a command: where the list has another wallet, or ends, at the place that the row remembers, that place is one of an earlier command. */
  private note(at: number, wallet: number): void {
    const { shared, words } = this;
    const place = words[at];
    if (place < shared.touchedCount && shared.touchedAt(place) === wallet) return;
    words[at] = shared.noteTouched(wallet);
  }

  private addSigned(at: number, amount: number): void {
    if (amount >= 0) addToLimbs(this.cells, at, amount);
    else takeFromLimbs(this.cells, at, -amount);
  }
}

/**
 * The rows of the ledger: where they stand, whose each one is and of which asset, and how the row of a user in an asset is found. They are the kernel's
 * too, which opens some itself (core/kernel/assembly/rows.ts): all of it but names and lists stands in its memory. Rows are numbered in the order in which
 * they were opened, and are never given back; one of an account that was closed becomes that of another account with a name.
 */
import { hashPlace } from '../kernel/hash-places.ts';
import { InParts } from '../kernel/in-parts.ts';
import { lengthened } from '../kernel/lengthened.ts';
import {
  ASSET_BITS,
  PLACES_OF_ROW,
  ROW_ASSET,
  ROW_BYTES,
  ROW_OWNER,
  ROW_PLACES_AT,
  ROW_ROOM,
  ROWS_AT,
  SHARED,
} from '../kernel/layout.ts';
import { grown, LEDGER_ROWS } from '../kernel/limits.ts';
import { Bytes } from '../kernel/memory.ts';
import { SharedState } from '../kernel/shared-state.ts';
import { assert } from '../protocol/invariant.ts';
import { HOUSE } from './accounts.ts';

/** Doubles, and whole numbers, of a row: 64 bytes, one cache line. */
const STRIDE = ROW_BYTES >> 3;
const WORDS = ROW_BYTES >> 2;
const OWNER = ROW_OWNER >> 2;
const ASSET = ROW_ASSET >> 2;
const FIRST_OWNERS = 64;

export class LedgerRows {
  /** What the kernel touches and tells too. */
  readonly shared: SharedState;
  /** All rows, as doubles and as whole numbers. */
  protected cells!: Float64Array;
  protected words!: Int32Array;
  /** Of accounts with a name, by row. */
  private readonly names = new Map<number, string>();
  /** Rows of users' own wallets by user and asset: a hash table of rows, whose keys are read in the rows themselves. */
  private places!: Int32Array;
  private readonly memory: Bytes;
  private rowsAt: number;
  private placesAt: number;
  /** For how many there are places, and for how many memory. */
  private capacity = LEDGER_ROWS.first;
  private room = LEDGER_ROWS.first;
  /** The same rows as one list for each user: the first by user, the next by row. They are put into it when a list is next asked for. */
  private firsts = new Int32Array(FIRST_OWNERS);
  private nexts = new Int32Array(LEDGER_ROWS.first);
  private listed = 1;
  /** Rows from here on, all restored, have no place in the table yet; 0: all have one. */
  private restored = 0;

  /** `memory`: where the rows stand. */
  constructor(memory = new Bytes()) {
    this.memory = memory;
    this.shared = new SharedState(memory);
    this.shared.rowsUsed = 1;
    this.rowsAt = memory.allocate(LEDGER_ROWS.first * ROW_BYTES);
    this.placesAt = memory.allocate(bytesOfPlaces(LEDGER_ROWS.first));
    memory.follow(() => this.view());
  }

  /** One more than the number of the last row; they count from 1. */
  get rowCount(): number {
    return this.shared.rowsUsed;
  }
  /** HOUSE, EXTERNAL or a user's index from 1. */
  ownerOf(row: number): number {
    return this.words[row * WORDS + OWNER];
  }
  assetOf(row: number): number {
    return this.words[row * WORDS + ASSET];
  }
  /** Of an account with a name; empty for a user's spot and futures wallets. */
  nameOf(row: number): string {
    return this.names.get(row) ?? '';
  }

  /**
   * A new row with nothing in it, of HOUSE or EXTERNAL, or for the SPOT and FUTURES wallets of a user (by index from 1) who has none in the asset. Answers the
   * row, never 0.
   */
  addRow(owner: number, asset: number): number {
    const row = this.newRow(owner, asset);
    if (owner > HOUSE) this.places[this.placeOf(owner, asset)] = row;
    return row;
  }

  /** As `addRow` for a user, between `beginRestoring` and `enterRows`. */
  restoreRow(user: number, asset: number): number {
    return this.newRow(user, asset);
  }

  /** Rows from here on are restored, those too that the kernel reads: found only after `enterRows`. Makes room for so many users' own. */
  beginRestoring(users: number): void {
    this.restored = this.rowCount;
    // Growing step by step copies the rows at each step. Who trades has two balances.
    let rows = this.capacity;
    while (rows < this.rowCount + 2 * users && rows < LEDGER_ROWS.most) rows *= 2;
    if (rows > this.capacity) this.growTo(rows);
  }

  /** What was restored is found from here on. */
  enterRows(): void {
    const { restored } = this;
    this.restored = 0;
    if (restored !== 0) this.placeRows(restored, this.rowCount);
  }

  /** The row of a user's SPOT and FUTURES wallets in an asset; 0 where the user has none. 0 is no user. */
  walletRow(user: number, asset: number): number {
    return this.places[this.placeOf(user, asset)];
  }

  /** The rows of many users, each in an asset of each of the lists; 0 for none. Soonest where users whose indexes are near one another come together (core/kernel/in-parts.ts). */
  walletRowsIn(users: Int32Array, ...lists: readonly Int32Array[]): Int32Array[] {
    this.list();
    const { firsts, nexts, rowCount } = this;
    // Read in order and side by side, where each row itself lies in a cache line of its own.
    const assetsOf = new Int32Array(rowCount);
    for (let row = 1; row < rowCount; row += 1) assetsOf[row] = this.assetOf(row);
    return lists.map((assets) => {
      const rows = new Int32Array(users.length);
      for (let i = 0; i < users.length; i += 1) {
        let row = users[i] < firsts.length ? firsts[users[i]] : 0;
        while (row !== 0 && assetsOf[row] !== assets[i]) row = nexts[row];
        rows[i] = row;
      }
      return rows;
    });
  }

  /** All those rows of a user, in ascending order of their assets. */
  walletRowsOf(user: number): number[] {
    this.list();
    const rows: number[] = [];
    for (let row = this.firstOf(user); row !== 0; row = this.nexts[row]) rows.push(row);
    return rows.length > 1 ? rows.sort((a, b) => this.assetOf(a) - this.assetOf(b)) : rows;
  }

  /** Has the user any? */
  hasWallets(user: number): boolean {
    this.list();
    return this.firstOf(user) !== 0;
  }

  /** A row that is none of a user's own wallets, or is not known to be one yet. */
  protected newRow(owner: number, asset: number): number {
    const row = this.rowCount;
    // Growing looks at all rows whose numbers are taken, and so before this one is.
    if (row === this.capacity) this.grow();
    this.shared.rowsUsed = row + 1;
    this.words[row * WORDS + OWNER] = owner;
    this.words[row * WORDS + ASSET] = asset;
    return row;
  }

  /** The row is that of an account with a name from now on. */
  protected nameRow(row: number, owner: number, asset: number, name: string): void {
    this.words[row * WORDS + OWNER] = owner;
    this.words[row * WORDS + ASSET] = asset;
    this.names.set(row, name);
  }

  /** Room for so many more. Growing voids arrays over the memory: call it between commands. */
  protected makeRoom(spare: number): void {
    if (this.rowCount + spare > this.capacity && this.capacity < LEDGER_ROWS.most) this.grow();
  }

  private grow(): void {
    assert(this.capacity < LEDGER_ROWS.most, 'a ledger with another row has room for it');
    this.growTo(this.capacity < this.room ? this.room : grown(this.capacity, LEDGER_ROWS));
  }

  private growTo(rows: number): void {
    if (rows > this.room) this.makeRoomFor(rows);
    else this.places.fill(0);
    this.capacity = rows;
    this.view();
    this.placeRows(1, this.restored || this.rowCount);
  }

  private makeRoomFor(rows: number): void {
    const { room, rowsAt, placesAt } = this;
    while (this.room < rows) this.room = grown(this.room, LEDGER_ROWS);
    const address = this.memory.allocate(this.room * ROW_BYTES);
    new Float64Array(this.memory.buffer, address, this.cells.length).set(this.cells);
    this.memory.release(rowsAt, room * ROW_BYTES);
    this.rowsAt = address;
    this.placesAt = this.memory.allocate(bytesOfPlaces(this.room));
    this.memory.release(placesAt, bytesOfPlaces(room));
  }

  /** Those from `begin` to before `end`, none of which has a place. */
  private placeRows(begin: number, end: number): void {
    const { places, words } = this;
    const last = places.length - 1;
    const found = [new Int32Array(end - begin), new Int32Array(end - begin)];
    let count = 0;
    for (let row = begin; row < end; row += 1) {
      if (!this.isWallet(row)) continue;
      found[0][count] = homeOf(words[row * WORDS + OWNER], words[row * WORDS + ASSET], places.length);
      found[1][count] = row;
      count += 1;
    }
    const parts = new InParts(found[0].subarray(0, count), places.length);
    const [homes, rows] = found.map((values) => parts.ints(values.subarray(0, count)));
    for (let i = 0; i < count; i += 1) {
      let place = homes[i];
      while (places[place] !== 0) place = (place + 1) & last;
      places[place] = rows[i];
    }
  }

  private view(): void {
    const { buffer } = this.memory;
    this.cells = new Float64Array(buffer, this.rowsAt, this.capacity * STRIDE);
    this.words = new Int32Array(buffer, this.rowsAt, this.capacity * WORDS);
    this.places = new Int32Array(buffer, this.placesAt, this.capacity * PLACES_OF_ROW);
    const shared = new Int32Array(buffer, SHARED);
    shared[ROWS_AT >> 2] = this.rowsAt;
    shared[ROW_ROOM >> 2] = this.capacity;
    shared[ROW_PLACES_AT >> 2] = this.placesAt;
  }

  /** The place of a user's row in an asset, or the free one where it would be. */
  private placeOf(user: number, asset: number): number {
    const { places, words } = this;
    const last = places.length - 1;
    let place = homeOf(user, asset, places.length);
    for (let row = places[place]; row !== 0; row = places[place]) {
      if (words[row * WORDS + OWNER] === user && words[row * WORDS + ASSET] === asset) break;
      place = (place + 1) & last;
    }
    return place;
  }

  private isWallet(row: number): boolean {
    return this.ownerOf(row) > HOUSE && (this.names.size === 0 || !this.names.has(row));
  }

  private firstOf(user: number): number {
    return user < this.firsts.length ? this.firsts[user] : 0;
  }

  /** Puts the rows into the lists of their users that were opened since it was last done. */
  private list(): void {
    if (this.nexts.length < this.capacity) this.nexts = lengthened(this.nexts, this.capacity);
    for (; this.listed < this.rowCount; this.listed += 1) {
      const row = this.listed;
      if (!this.isWallet(row)) continue;
      const owner = this.ownerOf(row);
      if (owner >= this.firsts.length) this.firsts = lengthened(this.firsts, 2 * owner);
      this.nexts[row] = this.firsts[owner];
      this.firsts[owner] = row;
    }
  }
}

function homeOf(user: number, asset: number, places: number): number {
  return hashPlace((user << ASSET_BITS) | asset, places);
}

function bytesOfPlaces(rows: number): number {
  return rows * PLACES_OF_ROW * 4;
}

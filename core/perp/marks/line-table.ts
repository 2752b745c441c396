/**
 * The lines of accounts in contracts, side by side in flat arrays: an object for each of a hundred thousand would be looked at by every collection of garbage, while
 * orders wait. A pair of lines, below the mark and above it, has a number from 1 on; the pairs of an account are chained.
 */
import { lengthened } from '../../kernel/lengthened.ts';

const FIRST_PAIRS = 64;

/** All lines below the marks, or all above them, by the number of their pair; those of one contract are in one heap (line-heap.ts). */
export class LineSide {
  /** The line is passed once the mark reaches this key. */
  keys = new Float64Array(FIRST_PAIRS);
  /** In its heap; -1 outside. */
  places = new Int32Array(FIRST_PAIRS).fill(-1);

  grow(length: number): void {
    const keys = new Float64Array(length);
    keys.set(this.keys);
    this.keys = keys;
    const before = this.places.length;
    this.places = lengthened(this.places, length).fill(-1, before);
  }
}

export class LineTable {
  readonly falling = new LineSide();
  readonly rising = new LineSide();
  private accounts = new Int32Array(FIRST_PAIRS);
  private contracts = new Int32Array(FIRST_PAIRS);
  /** The next pair of the account, or the next free one; 0 for none. */
  private nexts = new Int32Array(FIRST_PAIRS);
  /** The first pair of each account, by index. */
  private firsts = new Int32Array(FIRST_PAIRS);
  private free = 0;
  private used = 1;

  /** Has the account, by index, lines in any contract? */
  has(account: number): boolean {
    return account >= 0 && account < this.firsts.length && this.firsts[account] !== 0;
  }

  /** The pair of an account in a contract, both by index; 0 where there is none. Walks over the contracts that the account holds: to make all its lines takes time with the square of those. */
  find(account: number, contract: number): number {
    let pair = account < this.firsts.length ? this.firsts[account] : 0;
    while (pair !== 0 && this.contracts[pair] !== contract) pair = this.nexts[pair];
    return pair;
  }

  /** A new pair, outside the heaps; the account has none in the contract. */
  add(account: number, contract: number): number {
    const pair = this.free === 0 ? this.newest() : this.free;
    if (pair === this.free) this.free = this.nexts[pair];
    if (account >= this.firsts.length) this.firsts = lengthened(this.firsts, 2 * account);
    this.accounts[pair] = account;
    this.contracts[pair] = contract;
    this.nexts[pair] = this.firsts[account];
    this.firsts[account] = pair;
    return pair;
  }

  /** Forgets a pair, which is outside the heaps. */
  drop(pair: number): void {
    const account = this.accounts[pair];
    if (this.firsts[account] === pair) {
      this.firsts[account] = this.nexts[pair];
    } else {
      let before = this.firsts[account];
      while (this.nexts[before] !== pair) before = this.nexts[before];
      this.nexts[before] = this.nexts[pair];
    }
    this.nexts[pair] = this.free;
    this.free = pair;
  }

  accountOf(pair: number): number {
    return this.accounts[pair];
  }

  private newest(): number {
    if (this.used === this.nexts.length) this.grow(2 * this.used);
    return this.used++;
  }

  private grow(length: number): void {
    this.accounts = lengthened(this.accounts, length);
    this.contracts = lengthened(this.contracts, length);
    this.nexts = lengthened(this.nexts, length);
    this.falling.grow(length);
    this.rising.grow(length);
  }
}

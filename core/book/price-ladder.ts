/**
 * The levels of one side. Near the best price: a window of 2^15 keys, one entry each, with a bitmap of three levels of
 * 32 bits to find the best and the next one. Beyond the window: an array sorted by key. A key is the price in ticks,
 * negated for bids, so the smaller key is the better price on both sides and one code serves both.
 *
 * It holds that the best level lies in the window, and that every level outside has a larger key than the window. A
 * better price outside moves the window. Where the window stands is never visible from outside.
 */
import * as layout from '../kernel/layout.ts';
import { assert } from '../protocol/invariant.ts';
import { INT_STRIDE, KEY, LOTS, NEXT, NUM_STRIDE, type OrderPool, PREVIOUS } from './order-pool.ts';

const { WINDOW } = layout;
/** How far below a new best price the window begins: room for a run of better prices. */
const HEADROOM = WINDOW >> 2;

/** A level in the window: its first and last order (32-bit words 0 and 1 of `ends`), its lots (double 1 of `lots`). */
const FIRST = layout.LEVEL_FIRST >> 2;
const LAST = layout.LEVEL_LAST >> 2;
const SUM = layout.LEVEL_LOTS >> 3;
/** Fields of `state`: of the whole side. */
const BASE = layout.BASE >> 2;
/** Index of the best level in the window; WINDOW when the side is empty. */
const BEST = layout.BEST >> 2;
const TOP = layout.TOP >> 2;
const FAR_COUNT = layout.FAR_COUNT >> 2;
const STATE_FIELDS = layout.GROUPS >> 2;

/** A level outside the window. */
interface FarLevel {
  readonly key: number;
  head: number;
  tail: number;
  lots: number;
}

export class PriceLadder {
  private readonly orders: OrderPool;
  /** Where all of the following stands, for the kernel. */
  readonly address: number;
  private state!: Int32Array;
  /** Two views of one record of 16 bytes a level, the last of which stays 0 and answers for an empty side. */
  private ends!: Int32Array;
  private lots!: Float64Array;
  private words!: Int32Array;
  private groups!: Int32Array;
  private far: FarLevel[] = [];

  constructor(orders: OrderPool) {
    this.orders = orders;
    this.address = orders.memory.allocate(layout.LADDER_BYTES);
    orders.memory.follow(() => this.view());
    this.best = WINDOW;
  }

  private view(): void {
    const { address } = this;
    const { buffer } = this.orders.memory;
    this.state = new Int32Array(buffer, address, STATE_FIELDS);
    this.groups = new Int32Array(buffer, address + layout.GROUPS, WINDOW >> 10);
    this.words = new Int32Array(buffer, address + layout.WORDS, WINDOW >> 5);
    this.ends = new Int32Array(buffer, address + layout.LEVELS, 4 * (WINDOW + 1));
    this.lots = new Float64Array(buffer, address + layout.LEVELS, 2 * (WINDOW + 1));
  }

  private get base(): number {
    return this.state[BASE];
  }
  private set base(key: number) {
    this.state[BASE] = key;
  }
  private get best(): number {
    return this.state[BEST];
  }
  private set best(index: number) {
    this.state[BEST] = index;
  }
  private get top(): number {
    return this.state[TOP];
  }
  private set top(bits: number) {
    this.state[TOP] = bits;
  }

  first(): number {
    return this.ends[4 * this.best + FIRST];
  }

  add(order: number): void {
    const { int, num } = this.orders;
    assert(num[order * NUM_STRIDE + LOTS] > 0, 'an order that enters a book has a rest');
    const key = int[order * INT_STRIDE + KEY];
    let index = key - this.base;
    if (index < 0 || index >= WINDOW) {
      if (index > 0 && this.best !== WINDOW) {
        this.addFar(order, key);
        return;
      }
      this.moveWindow(windowBefore(key));
      index = key - this.base;
    }
    const at = order * INT_STRIDE;
    const tail = this.ends[4 * index + LAST];
    int[at + NEXT] = 0;
    int[at + PREVIOUS] = tail;
    this.ends[4 * index + LAST] = order;
    if (tail !== 0) {
      int[tail * INT_STRIDE + NEXT] = order;
    } else {
      this.ends[4 * index + FIRST] = order;
      this.mark(index);
    }
    this.lots[2 * index + SUM] += num[order * NUM_STRIDE + LOTS];
  }

  remove(order: number): void {
    const { int } = this.orders;
    const at = order * INT_STRIDE;
    const index = int[at + KEY] - this.base;
    if (index >= WINDOW) {
      this.removeFar(order);
      return;
    }
    assert(index >= this.best, 'an order that leaves a book is no better than its best');
    const next = int[at + NEXT];
    const previous = int[at + PREVIOUS];
    if (next !== 0) int[next * INT_STRIDE + PREVIOUS] = previous;
    else this.ends[4 * index + LAST] = previous;
    if (previous !== 0) int[previous * INT_STRIDE + NEXT] = next;
    else this.ends[4 * index + FIRST] = next;
    this.lots[2 * index + SUM] -= this.orders.num[order * NUM_STRIDE + LOTS];
    if (next === 0 && previous === 0) this.unmark(index);
  }

  reduce(order: number, lots: number): void {
    const rest = this.orders.num[order * NUM_STRIDE + LOTS];
    assert(lots > 0 && lots < rest, 'an order that is reduced in its book loses lots and keeps some');
    this.orders.num[order * NUM_STRIDE + LOTS] = rest - lots;
    const key = this.orders.int[order * INT_STRIDE + KEY];
    const index = key - this.base;
    if (index < WINDOW) this.lots[2 * index + SUM] -= lots;
    else this.far[this.farIndex(key)].lots -= lots;
  }

  next(order: number): number {
    const at = order * INT_STRIDE;
    const next = this.orders.int[at + NEXT];
    if (next !== 0) return next;
    const key = this.orders.int[at + KEY];
    const index = key - this.base;
    if (index >= WINDOW) return this.far[this.farIndex(key) + 1]?.head ?? 0;
    const nextIndex = this.marked(index + 1);
    return nextIndex < WINDOW ? this.ends[4 * nextIndex + FIRST] : (this.far[0]?.head ?? 0);
  }

  levelLots(key: number): number {
    const index = key - this.base;
    if (index < 0) return 0;
    if (index < WINDOW) return this.lots[2 * index + SUM];
    const level = this.far[this.farIndex(key)];
    return level !== undefined && level.key === key ? level.lots : 0;
  }

  forEachLevel(limit: number, visit: (key: number, lots: number) => void): void {
    let left = limit;
    for (let index = this.best; index < WINDOW && left > 0; index = this.marked(index + 1), left -= 1) {
      visit(this.base + index, this.lots[2 * index + SUM]);
    }
    for (let i = 0; i < this.far.length && left > 0; i += 1, left -= 1) visit(this.far[i].key, this.far[i].lots);
  }

  private mark(index: number): void {
    this.words[index >> 5] |= 1 << (index & 31);
    this.groups[index >> 10] |= 1 << ((index >> 5) & 31);
    this.top |= 1 << (index >> 10);
    if (index < this.best) this.best = index;
  }

  private unmark(index: number): void {
    const word = (this.words[index >> 5] &= ~(1 << (index & 31)));
    if (word === 0) {
      const group = (this.groups[index >> 10] &= ~(1 << ((index >> 5) & 31)));
      if (group === 0) this.top &= ~(1 << (index >> 10));
    }
    if (index !== this.best) return;
    this.best = this.marked(index + 1);
    if (this.best === WINDOW && this.far.length > 0) this.moveWindow(windowBefore(this.far[0].key));
  }

  /** The first marked index from `from` on; WINDOW when there is none. */
  private marked(from: number): number {
    if (from >= WINDOW) return WINDOW;
    const word = this.words[from >> 5] >>> (from & 31);
    if (word !== 0) return from + lowestBit(word);
    const fromWord = (from >> 5) + 1;
    if ((fromWord & 31) !== 0) {
      const group = this.groups[fromWord >> 5] >>> (fromWord & 31);
      if (group !== 0) {
        const found = fromWord + lowestBit(group);
        return (found << 5) + lowestBit(this.words[found]);
      }
    }
    const fromGroup = (fromWord + 31) >> 5;
    if (fromGroup > 31) return WINDOW;
    const rest = this.top >>> fromGroup;
    if (rest === 0) return WINDOW;
    const group = fromGroup + lowestBit(rest);
    const found = (group << 5) + lowestBit(this.groups[group]);
    return (found << 5) + lowestBit(this.words[found]);
  }

  /** Sets the window to begin at a key; levels go in and out of it. Costs the number of levels: rare. */
  private moveWindow(base: number): void {
    const levels: FarLevel[] = [];
    for (let index = this.best; index < WINDOW; index = this.marked(index + 1)) {
      levels.push({
        key: this.base + index,
        head: this.ends[4 * index + FIRST],
        tail: this.ends[4 * index + LAST],
        lots: this.lots[2 * index + SUM],
      });
      this.ends[4 * index + FIRST] = 0;
      this.ends[4 * index + LAST] = 0;
      this.lots[2 * index + SUM] = 0;
    }
    this.words.fill(0);
    this.groups.fill(0);
    this.top = 0;
    this.best = WINDOW;
    this.base = base;
    const all = levels.concat(this.far);
    const inside = all.findIndex((level) => level.key >= base + WINDOW);
    const count = inside < 0 ? all.length : inside;
    for (let i = 0; i < count; i += 1) {
      const level = all[i];
      const index = level.key - base;
      this.ends[4 * index + FIRST] = level.head;
      this.ends[4 * index + LAST] = level.tail;
      this.lots[2 * index + SUM] = level.lots;
      this.mark(index);
    }
    this.far = all.slice(count);
    this.state[FAR_COUNT] = this.far.length;
  }

  private addFar(order: number, key: number): void {
    const { int, num } = this.orders;
    const lots = num[order * NUM_STRIDE + LOTS];
    const at = this.farIndex(key);
    const level = this.far[at];
    int[order * INT_STRIDE + NEXT] = 0;
    if (level !== undefined && level.key === key) {
      int[order * INT_STRIDE + PREVIOUS] = level.tail;
      int[level.tail * INT_STRIDE + NEXT] = order;
      level.tail = order;
      level.lots += lots;
    } else {
      int[order * INT_STRIDE + PREVIOUS] = 0;
      this.far.splice(at, 0, { key, head: order, tail: order, lots });
      this.state[FAR_COUNT] = this.far.length;
    }
  }

  private removeFar(order: number): void {
    const { int, num } = this.orders;
    const at = order * INT_STRIDE;
    const position = this.farIndex(int[at + KEY]);
    const level = this.far[position];
    const next = int[at + NEXT];
    const previous = int[at + PREVIOUS];
    if (next !== 0) int[next * INT_STRIDE + PREVIOUS] = previous;
    else level.tail = previous;
    if (previous !== 0) int[previous * INT_STRIDE + NEXT] = next;
    else level.head = next;
    level.lots -= num[order * NUM_STRIDE + LOTS];
    if (level.head === 0) this.far.splice(position, 1);
    this.state[FAR_COUNT] = this.far.length;
  }

  /** Where a key stands, or would stand, among the far levels. */
  private farIndex(key: number): number {
    let low = 0;
    let high = this.far.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.far[middle].key < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Where the window begins for a best key: on the same side of 0, so that no difference of two keys passes 32 bits. */
function windowBefore(key: number): number {
  return Math.max(key - HEADROOM, key < 0 ? -0x8000_0000 : 0);
}

function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}

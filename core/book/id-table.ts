/**
 * Order id → slot; of an ended order that has no slot any more → the number of its owner, who remembers it, negated. Ids are handed
 * out one after the other, and most orders end soon after they came: so ids stand in pages of 4,096 direct places, and a page goes when
 * its last id does. An order that outlives nearly all of its page must not hold a whole page: a page of which few ids are left is
 * dissolved, and those few go to a map. So an id takes a kilobyte at most, and all pages together what limits.ts allows. Only 16 ids are
 * few, because the kernel does not know the map: to forget one of them is the core's.
 *
 * Pages that were asked for lately are found without a search; only those the kernel finds (core/kernel/assembly/ids.ts).
 */
import { ascending } from '../kernel/ascending.ts';
import * as layout from '../kernel/layout.ts';
import { MOST_ID_PAGES } from '../kernel/limits.ts';
import { Bytes } from '../kernel/memory.ts';
import { assert } from '../protocol/invariant.ts';

const PAGE = layout.PAGE_IDS;
/** Behind the ids of a page, in words: how many it holds. */
const COUNT = layout.PAGE_COUNT >> 2;
const FEW = layout.PAGE_FEW;
const NEAR = layout.NEAR_PAGES;

export class IdTable {
  private readonly memory: Bytes;
  /** All of the memory, in words and in doubles. */
  private words!: Int32Array;
  private doubles!: Float64Array;
  /** Address of the near pages. */
  private readonly near: number;
  /** Addresses by number, oldest first; a page below the newest is never made again. */
  private readonly pages = new Map<number, number>();
  private readonly freePages: number[] = [];
  private readonly sharedAt: number;
  private newest = 0;
  /** Of the ids that are left of dissolved pages. */
  private readonly strays = new Map<number, number>();
  /** Tests set a smaller one, so that they can reach it. */
  mostPages = MOST_ID_PAGES;

  /** `sharedAt`: where the kernel is told of the pages in which it looks, and of the last id (core/kernel/layout.ts); 0 for a table that it does not know. */
  constructor(memory = new Bytes(), sharedAt = 0) {
    this.memory = memory;
    this.sharedAt = sharedAt;
    this.near = memory.allocate(NEAR * layout.NEAR_BYTES);
    memory.follow(() => {
      this.words = new Int32Array(memory.buffer);
      this.doubles = new Float64Array(memory.buffer);
    });
    for (let place = 0; place < NEAR; place += 1) this.setNear(place, -1, 0);
    if (sharedAt !== 0) this.words[(sharedAt + layout.IDS_AT) >> 2] = this.near;
    this.pages.set(0, this.newPage());
  }

  /** The last id that was handed out; the kernel hands out ids too. Only of a table that it knows. */
  get lastId(): number {
    return this.doubles[(this.sharedAt + layout.LAST_ORDER_ID) >>> 3];
  }
  set lastId(id: number) {
    this.doubles[(this.sharedAt + layout.LAST_ORDER_ID) >>> 3] = id;
  }

  /** Pages that are held. */
  get pageCount(): number {
    return this.pages.size;
  }

  /** The id is not in the table. */
  set(id: number, slot: number): void {
    assert(id > 0 && slot > 0, 'ids and slots count from 1');
    const number = Math.floor(id / PAGE);
    if (number > this.newest) this.begin(number);
    const page = this.page(number);
    if (page === 0) {
      this.strays.set(id, slot);
      return;
    }
    this.words[page + (id % PAGE)] = slot;
    this.words[page + COUNT] += 1;
  }

  /** As `set` of each of them, whatever their order. */
  setAll(ids: Float64Array, slots: Int32Array): void {
    if (ids.length === 0) return;
    const numbers = ids.map((id) => Math.floor(id / PAGE));
    const { least, most } = boundsOf(numbers);
    // Pages are made in their order. Where most of them would be empty, or some go again, the ids are put in order first.
    const isSparse = most - least >= Math.min(ids.length, this.mostPages - this.pages.size);
    if (isSparse) for (const place of ascending(ids)) this.set(ids[place], slots[place]);
    else this.setDense(ids, slots, numbers, { least, most });
  }

  private setDense(
    ids: Float64Array,
    slots: Int32Array,
    numbers: Float64Array,
    { least, most }: { readonly least: number; readonly most: number },
  ): void {
    const { newest } = this;
    const counts = new Int32Array(most - least + 1);
    for (let i = 0; i < ids.length; i += 1) {
      if (numbers[i] > newest) counts[numbers[i] - least] += 1;
      else this.set(ids[i], slots[i]);
    }
    const pages = new Int32Array(counts.length);
    for (let number = Math.max(least, newest + 1); number <= most; number += 1) {
      const count = counts[number - least];
      if (count <= FEW && number < most) continue;
      this.begin(number);
      const page = this.page(number);
      pages[number - least] = page;
      this.words[page + COUNT] = count;
    }
    const { words } = this;
    for (let i = 0; i < ids.length; i += 1) {
      if (numbers[i] <= newest) continue;
      const page = pages[numbers[i] - least];
      if (page === 0) this.strays.set(ids[i], slots[i]);
      else words[page + (ids[i] - numbers[i] * PAGE)] = slots[i];
    }
  }

  /** The order of an id that is in the table gives its slot back; its owner remembers it. */
  keep(id: number, owner: number): void {
    assert(owner > 0 && this.get(id) > 0, 'an order that its owner remembers had a slot');
    const page = this.page(Math.floor(id / PAGE));
    if (page === 0) this.strays.set(id, -owner);
    else this.words[page + (id % PAGE)] = -owner;
  }

  /** 0 when the id is unknown. */
  get(id: number): number {
    const page = this.page(Math.floor(id / PAGE));
    return page === 0 ? (this.strays.get(id) ?? 0) : this.words[page + (id % PAGE)];
  }

  delete(id: number): void {
    const number = Math.floor(id / PAGE);
    const page = this.page(number);
    if (page === 0) {
      this.strays.delete(id);
      return;
    }
    if (this.words[page + (id % PAGE)] === 0) return;
    this.words[page + (id % PAGE)] = 0;
    this.words[page + COUNT] -= 1;
    if (this.words[page + COUNT] <= FEW && number !== this.newest) this.dissolve(number, page);
  }

  /** Where the page begins, in words, and near from here on; 0 where there is none. */
  private page(number: number): number {
    const place = number & (NEAR - 1);
    const at = this.near + place * layout.NEAR_BYTES;
    if (this.doubles[(at + layout.NEAR_NUMBER) >>> 3] === number)
      return this.words[(at + layout.NEAR_ADDRESS) >>> 2] >>> 2;
    const address = this.pages.get(number);
    if (address === undefined) return 0;
    this.setNear(place, number, address);
    return address >>> 2;
  }

  private setNear(place: number, number: number, address: number): void {
    const at = this.near + place * layout.NEAR_BYTES;
    this.doubles[(at + layout.NEAR_NUMBER) >>> 3] = number;
    this.words[(at + layout.NEAR_ADDRESS) >>> 2] = address;
  }

  /** The page of the next ids, and what its predecessors need not hold any more. */
  private begin(number: number): void {
    const before = this.newest;
    this.newest = number;
    const few = this.pages.get(before);
    if (few !== undefined && this.words[(few >>> 2) + COUNT] <= FEW) this.dissolve(before, few >>> 2);
    if (this.pages.size >= this.mostPages) {
      const [oldest, address] = this.pages.entries().next().value!;
      this.dissolve(oldest, address >>> 2);
    }
    this.pages.set(number, this.newPage());
  }

  private newPage(): number {
    const free = this.freePages.pop();
    if (free === undefined) return this.memory.allocate(layout.PAGE_BYTES);
    this.words.fill(0, free / 4, (free + layout.PAGE_BYTES) / 4);
    return free;
  }

  private dissolve(number: number, page: number): void {
    this.pages.delete(number);
    this.freePages.push(page * 4);
    const place = number & (NEAR - 1);
    if (this.doubles[(this.near + place * layout.NEAR_BYTES) >>> 3] === number) this.setNear(place, -1, 0);
    for (let at = 0, left = this.words[page + COUNT]; left > 0; at += 1) {
      const value = this.words[page + at];
      if (value === 0) continue;
      this.strays.set(number * PAGE + at, value);
      left -= 1;
    }
  }
}

function boundsOf(numbers: Float64Array): { readonly least: number; readonly most: number } {
  let [least, most] = [Infinity, 0];
  for (let i = 0; i < numbers.length; i += 1) {
    least = Math.min(least, numbers[i]);
    most = Math.max(most, numbers[i]);
  }
  return { least, most };
}

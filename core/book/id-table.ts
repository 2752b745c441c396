/**
 * Order id → slot; of an ended order that has no slot any more → the number of its owner, who remembers it, negated. Ids are handed
 * out one after the other, and most orders end soon after they came: so ids stand in pages of 4,096 direct places, and a page goes when
 * its last id does. An order that outlives nearly all of its page must not hold a whole page: a page of which few ids are left is
 * dissolved, and those few go to a map. So an id takes 128 bytes at most, as much as its order.
 */
import { assert } from '../protocol/invariant.ts';

const PAGE = 4_096;
/** The place behind the last one: how many ids the page holds. */
const COUNT = PAGE;
/** A page with no more ids than this is dissolved, unless it is the newest, which is still being filled. */
const FEW = 128;
/** A power of two. */
const NEAR = 64;
const NO_PAGE = new Int32Array(0);

export class IdTable {
  /** By number; one below the newest is never made again. */
  private readonly pages = new Map<number, Int32Array>();
  private newest = 0;
  /** Pages that were asked for lately, by the last bits of their number: the Map is asked only for what is not here. */
  private readonly near: Int32Array[] = [];
  private readonly nearNumbers = new Float64Array(NEAR).fill(-1);
  /** Of the ids that are left of dissolved pages. */
  private readonly strays = new Map<number, number>();

  constructor() {
    for (let i = 0; i < NEAR; i += 1) this.near.push(NO_PAGE);
    this.pages.set(0, new Int32Array(PAGE + 1));
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
    if (page === undefined) {
      this.strays.set(id, slot);
      return;
    }
    page[id % PAGE] = slot;
    page[COUNT] += 1;
  }

  /** The order of an id that is in the table gives its slot back; its owner remembers it. */
  keep(id: number, owner: number): void {
    assert(owner > 0 && this.get(id) > 0, 'an order that its owner remembers had a slot');
    const page = this.page(Math.floor(id / PAGE));
    if (page === undefined) this.strays.set(id, -owner);
    else page[id % PAGE] = -owner;
  }

  /** 0 when the id is unknown. */
  get(id: number): number {
    const page = this.page(Math.floor(id / PAGE));
    return page === undefined ? (this.strays.get(id) ?? 0) : page[id % PAGE];
  }

  delete(id: number): void {
    const number = Math.floor(id / PAGE);
    const page = this.page(number);
    if (page === undefined) {
      this.strays.delete(id);
      return;
    }
    if (page[id % PAGE] === 0) return;
    page[id % PAGE] = 0;
    page[COUNT] -= 1;
    if (page[COUNT] <= FEW && number !== this.newest) this.dissolve(number, page);
  }

  private page(number: number): Int32Array | undefined {
    const place = number & (NEAR - 1);
    if (this.nearNumbers[place] === number) return this.near[place];
    const page = this.pages.get(number);
    if (page === undefined) return undefined;
    this.nearNumbers[place] = number;
    this.near[place] = page;
    return page;
  }

  private begin(number: number): void {
    const before = this.newest;
    const page = this.pages.get(before);
    this.newest = number;
    this.pages.set(number, new Int32Array(PAGE + 1));
    if (page !== undefined && page[COUNT] <= FEW) this.dissolve(before, page);
  }

  private dissolve(number: number, page: Int32Array): void {
    this.pages.delete(number);
    const place = number & (NEAR - 1);
    if (this.nearNumbers[place] === number) {
      this.nearNumbers[place] = -1;
      this.near[place] = NO_PAGE;
    }
    for (let at = 0, left = page[COUNT]; left > 0; at += 1) {
      if (page[at] === 0) continue;
      this.strays.set(number * PAGE + at, page[at]);
      left -= 1;
    }
  }
}

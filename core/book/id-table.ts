/**
 * Order id → slot. Ids are handed out one after the other, so `id & mask` spreads them perfectly; collisions go to the
 * next free place, and removal shifts the followers back, so that no tombstones pile up.
 */
import { assert } from '../protocol/invariant.ts';

const PLACE_BYTES = 16;
const SLOT = 2;
/** Copied seldom; memory that was never written costs nothing. */
const GROWTH = 4;

export class IdTable {
  /** Two views of one record of 16 bytes a place: the id is its double 0, the slot its 32-bit word 2. */
  private ids: Float64Array;
  private slots: Int32Array;
  private mask = 1023;
  private size = 0;

  constructor() {
    const places = new ArrayBuffer((this.mask + 1) * PLACE_BYTES);
    this.ids = new Float64Array(places);
    this.slots = new Int32Array(places);
  }

  set(id: number, slot: number): void {
    assert(id > 0 && slot > 0, 'ids and slots count from 1');
    if (this.size * 2 >= this.mask) this.grow();
    this.insert(id, slot);
    this.size += 1;
  }

  /** 0 when the id is unknown. */
  get(id: number): number {
    const { ids, mask } = this;
    let at = id & mask;
    while (ids[2 * at] !== id) {
      if (ids[2 * at] === 0) return 0;
      at = (at + 1) & mask;
    }
    return id === 0 ? 0 : this.slots[4 * at + SLOT];
  }

  delete(id: number): void {
    const { ids, slots, mask } = this;
    let hole = id & mask;
    while (ids[2 * hole] !== id) {
      if (ids[2 * hole] === 0) return;
      hole = (hole + 1) & mask;
    }
    this.size -= 1;
    for (let at = (hole + 1) & mask; ids[2 * at] !== 0; at = (at + 1) & mask) {
      const distance = (at - (ids[2 * at] & mask)) & mask;
      if (distance >= ((at - hole) & mask)) {
        ids[2 * hole] = ids[2 * at];
        slots[4 * hole + SLOT] = slots[4 * at + SLOT];
        hole = at;
      }
    }
    ids[2 * hole] = 0;
  }

  private insert(id: number, slot: number): void {
    let at = id & this.mask;
    while (this.ids[2 * at] !== 0) at = (at + 1) & this.mask;
    this.ids[2 * at] = id;
    this.slots[4 * at + SLOT] = slot;
  }

  private grow(): void {
    const { ids, slots, mask } = this;
    this.mask = (mask + 1) * GROWTH - 1;
    const places = new ArrayBuffer((this.mask + 1) * PLACE_BYTES);
    this.ids = new Float64Array(places);
    this.slots = new Int32Array(places);
    for (let at = 0; at <= mask; at += 1) if (ids[2 * at] !== 0) this.insert(ids[2 * at], slots[4 * at + SLOT]);
  }
}

/**
 * Order id → slot. Ids are handed out one after the other, so `id & mask` spreads them perfectly; collisions go to the
 * next free place, and removal shifts the followers back, so that no tombstones pile up.
 */
export class IdTable {
  private ids = new Float64Array(1024);
  private slots = new Int32Array(1024);
  private mask = 1023;
  private size = 0;

  set(id: number, slot: number): void {
    if (this.size * 2 >= this.mask) this.grow();
    this.insert(id, slot);
    this.size += 1;
  }

  /** 0 when the id is unknown. */
  get(id: number): number {
    const { ids, mask } = this;
    let at = id & mask;
    while (ids[at] !== id) {
      if (ids[at] === 0) return 0;
      at = (at + 1) & mask;
    }
    return id === 0 ? 0 : this.slots[at];
  }

  delete(id: number): void {
    const { ids, slots, mask } = this;
    let hole = id & mask;
    while (ids[hole] !== id) {
      if (ids[hole] === 0) return;
      hole = (hole + 1) & mask;
    }
    this.size -= 1;
    for (let at = (hole + 1) & mask; ids[at] !== 0; at = (at + 1) & mask) {
      const distance = (at - (ids[at] & mask)) & mask;
      if (distance >= ((at - hole) & mask)) {
        ids[hole] = ids[at];
        slots[hole] = slots[at];
        hole = at;
      }
    }
    ids[hole] = 0;
  }

  private insert(id: number, slot: number): void {
    let at = id & this.mask;
    while (this.ids[at] !== 0) at = (at + 1) & this.mask;
    this.ids[at] = id;
    this.slots[at] = slot;
  }

  private grow(): void {
    const { ids, slots } = this;
    this.mask = this.mask * 2 + 1;
    this.ids = new Float64Array(this.mask + 1);
    this.slots = new Int32Array(this.mask + 1);
    for (let i = 0; i < ids.length; i += 1) if (ids[i] !== 0) this.insert(ids[i], slots[i]);
  }
}

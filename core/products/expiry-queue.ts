/** Ids by the time at which they expire, the smaller id first at one time: a heap, so that the clock looks at no others. */
interface Expiry {
  readonly atMs: number;
  readonly id: number;
}

export class ExpiryQueue {
  private readonly heap: Expiry[] = [];

  add(atMs: number, id: number): void {
    const { heap } = this;
    heap.push({ atMs, id });
    for (let at = heap.length - 1; at > 0;) {
      const parent = (at - 1) >> 1;
      if (isBefore(heap[parent], heap[at])) return;
      [heap[parent], heap[at]] = [heap[at], heap[parent]];
      at = parent;
    }
  }

  /** Takes out the next one that has expired; 0 when there is none. What ended before stays in until then. */
  take(timeMs: number): number {
    const { heap } = this;
    if (heap.length === 0 || heap[0].atMs > timeMs) return 0;
    const { id } = heap[0];
    const last = heap.pop();
    if (last !== undefined && heap.length > 0) {
      heap[0] = last;
      this.sink();
    }
    return id;
  }

  private sink(): void {
    const { heap } = this;
    for (let at = 0; ;) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < heap.length && isBefore(heap[child], heap[least])) least = child;
      }
      if (least === at) return;
      [heap[least], heap[at]] = [heap[at], heap[least]];
      at = least;
    }
  }
}

function isBefore(a: Expiry, b: Expiry): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.id < b.id);
}

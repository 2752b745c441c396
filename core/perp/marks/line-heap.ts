/** Lines of one side of a contract in order of the marks that pass them: the nearest first. A binary heap whose lines know their places. */
import { lengthened } from '../../kernel/lengthened.ts';
import type { LineSide } from './line-table.ts';

const FIRST_LINES = 16;

export class LineHeap {
  private readonly side: LineSide;
  /** By place, the numbers of their pairs (line-table.ts). */
  private lines = new Int32Array(FIRST_LINES);
  private count = 0;

  constructor(side: LineSide) {
    this.side = side;
  }

  /** Enters a line, or moves it; an infinite key takes it out: no mark gets there. */
  set(line: number, key: number): void {
    if (key === Infinity) {
      this.remove(line);
      return;
    }
    const { keys, places } = this.side;
    keys[line] = key;
    if (places[line] < 0) {
      if (this.count === this.lines.length) this.lines = lengthened(this.lines, 2 * this.count);
      this.put(line, this.count);
      this.count += 1;
    }
    this.settle(line);
  }

  /** Where it is not in the heap nothing happens. */
  remove(line: number): void {
    const { places } = this.side;
    const place = places[line];
    if (place < 0) return;
    this.count -= 1;
    const last = this.lines[this.count];
    places[line] = -1;
    if (last === line) return;
    this.put(last, place);
    this.settle(last);
  }

  /** Takes the nearest line out if the bound passes it, and answers its number; 0 where none is passed. */
  takePassed(bound: number): number {
    if (this.count === 0) return 0;
    const first = this.lines[0];
    if (this.side.keys[first] > bound) return 0;
    this.remove(first);
    return first;
  }

  private settle(line: number): void {
    const { lines, count } = this;
    const { keys, places } = this.side;
    const key = keys[line];
    let at = places[line];
    for (let above = (at - 1) >> 1; at > 0 && keys[lines[above]] > key; above = (at - 1) >> 1) {
      this.put(lines[above], at);
      at = above;
    }
    for (;;) {
      let below = 2 * at + 1;
      if (below + 1 < count && keys[lines[below + 1]] < keys[lines[below]]) below += 1;
      if (below >= count || keys[lines[below]] >= key) break;
      this.put(lines[below], at);
      at = below;
    }
    this.put(line, at);
  }

  private put(line: number, at: number): void {
    this.lines[at] = line;
    this.side.places[line] = at;
  }
}

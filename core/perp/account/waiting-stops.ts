/** Conditional orders of one account that wait, by id, in order of creation. The kernel has to know whether there are any: it closes no position then. */
import type { StopOrder } from '../contract/stop-table.ts';
import { LazyMap } from './lazy-map.ts';

export class WaitingStops extends LazyMap<number, StopOrder> {
  private readonly noteSize: (size: number) => void;

  /** `noteSize` hears how many they are, whenever that changes. */
  constructor(noteSize: (size: number) => void) {
    super();
    this.noteSize = noteSize;
  }

  override set(id: number, stop: StopOrder): this {
    super.set(id, stop);
    this.noteSize(this.size);
    return this;
  }

  override delete(id: number): boolean {
    const had = super.delete(id);
    this.noteSize(this.size);
    return had;
  }
}

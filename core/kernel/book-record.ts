/** What the record of a market and that of a contract have in common (core/kernel/layout.ts): where it stands, and the numbers that each trade and each change of a level moves on. */
import * as layout from './layout.ts';
import type { Bytes } from './memory.ts';

export class BookRecord {
  readonly address: number;
  protected doubles!: Float64Array;
  protected ints!: Int32Array;
  protected bytes!: Uint8Array;

  /** A new one of so many bytes. */
  constructor(memory: Bytes, bytes: number) {
    this.address = memory.allocate(bytes);
    memory.follow(() => {
      const { buffer } = memory;
      this.doubles = new Float64Array(buffer, this.address, bytes >> 3);
      this.ints = new Int32Array(buffer, this.address, bytes >> 2);
      this.bytes = new Uint8Array(buffer, this.address, bytes);
    });
  }

  /** Prints of more ticks than `above` and fewer than `below` wake and move no conditional order (core/book/quiet-prints.ts). */
  setQuiet(above: number, below: number): void {
    this.ints[layout.QUIET_ABOVE >> 2] = above;
    this.ints[layout.QUIET_BELOW >> 2] = below;
  }

  /** Ticks of the last trade; 0 before the first. */
  get lastTicks(): number {
    return this.doubles[layout.LAST_TICKS >> 3];
  }
  set lastTicks(ticks: number) {
    this.doubles[layout.LAST_TICKS >> 3] = ticks;
  }
  /** The number of the last trade. */
  get lastTradeId(): number {
    return this.doubles[layout.LAST_TRADE_ID >> 3];
  }
  set lastTradeId(id: number) {
    this.doubles[layout.LAST_TRADE_ID >> 3] = id;
  }
  /** Counts every change of a level. */
  get updateId(): number {
    return this.doubles[layout.UPDATE_ID >> 3];
  }
  set updateId(id: number) {
    this.doubles[layout.UPDATE_ID >> 3] = id;
  }
}

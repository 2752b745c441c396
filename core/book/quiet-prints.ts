/** Between which prints of a market no conditional order wakes, and none that trails moves: with these the kernel trades alone (core/kernel). */
import type { QuietKeys } from './trailing-stops.ts';

/** Above all ticks that a price can have. */
const MOST_TICKS = 2 ** 31 - 1;

export class QuietPrints {
  /** In whole ticks: prints above `above` and below `below` are quiet. Without any orders that wait all are. */
  above = 0;
  below = MOST_TICKS;

  /** A print of so many ticks, or more, is not quiet; nor one of so many, or fewer. */
  notFrom(ticks: number): void {
    this.below = Math.max(0, Math.min(this.below, ticks));
  }
  notTo(ticks: number): void {
    this.above = Math.min(MOST_TICKS, Math.max(this.above, ticks));
  }

  /** No print is. */
  never(): void {
    this.below = 0;
  }

  /** What trailing stops of one side add; their keys are prices, of buys below 0. Null: all prints move some of them. */
  trail<Key>(quiet: QuietKeys<Key> | null, isSell: boolean, ticksOf: TicksOf<Key>): void {
    if (quiet === null) {
      this.never();
      return;
    }
    const { extreme, begin, level } = quiet;
    if (isSell) {
      if (extreme !== null) this.notFrom(ticksOf.floor(extreme) + 1);
      if (begin !== null) this.notFrom(ticksOf.ceil(begin));
      if (level !== null) this.notTo(ticksOf.floorOfLevel(level));
      return;
    }
    if (extreme !== null) this.notTo(-ticksOf.floor(extreme) - 1);
    if (begin !== null) this.notTo(-ticksOf.ceil(begin));
    if (level !== null) this.notFrom(-ticksOf.floorOfLevel(level));
  }
}

/** Whole ticks of a key, or of a level (TrailingRule), rounded down or up. */
export interface TicksOf<Key> {
  floor(key: Key): number;
  ceil(key: Key): number;
  floorOfLevel(level: Key): number;
}

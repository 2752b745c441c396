/**
 * Who has ended orders that are remembered. With more live orders than leave room for any, what ends is forgotten at each command: that
 * must cost what there is to forget, not a look at everybody.
 */
const FEW = 1_024;

export interface EndedOrderOwner {
  readonly index: number;
  /** Ended orders, oldest first. */
  readonly ended: readonly number[];
}

export class EndedOrderOwners<T extends EndedOrderOwner> {
  private readonly having = new Set<T>();

  /** Call it whenever something was remembered. */
  add(owner: T): void {
    this.having.add(owner);
  }

  /**
   * Forgets all of one after the other, by their indexes, while there is need: the same in a restored core, which got to know them in
   * another order. `everybody` has them in that order. Where many have something, a walk over all costs no more than sorting them.
   */
  forget(everybody: readonly T[], isNeeded: () => boolean, forgetAll: (owner: T) => void): void {
    if (this.having.size === 0) return;
    const wanted = this.having.size > FEW ? everybody : [...this.having].sort((a, b) => a.index - b.index);
    for (const owner of wanted) {
      if (!isNeeded()) return;
      if (!this.having.delete(owner)) continue;
      forgetAll(owner);
    }
  }
}

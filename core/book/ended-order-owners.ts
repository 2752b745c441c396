/**
 * The users, or margin accounts, whose ended orders the core still remembers. When live orders leave no room, ended ones are
 * forgotten at every command: finding them must not take a walk over all users.
 */
const FEW = 1_024;

export interface EndedOrderOwner {
  readonly index: number;
}

export class EndedOrderOwners<T extends EndedOrderOwner> {
  private readonly having = new Set<T>();

  /** Call it whenever something was remembered. */
  add(owner: T): void {
    this.having.add(owner);
  }

  /**
   * Forgets the ended orders of one owner after the other until there is room. They go by index, because a core that was restored
   * from a snapshot met the owners in another order and must forget the same ones. `everybody` is sorted by index: where many
   * owners have ended orders, walking over it costs no more than sorting them.
   */
  forget(everybody: readonly (T | undefined)[], isNeeded: () => boolean, forgetAll: (owner: T) => void): void {
    if (this.having.size === 0) return;
    const wanted = this.having.size > FEW ? everybody : [...this.having].sort((a, b) => a.index - b.index);
    for (const owner of wanted) {
      if (!isNeeded()) return;
      if (owner === undefined || !this.having.delete(owner)) continue;
      forgetAll(owner);
    }
  }
}

/**
 * The users, or margin accounts, whose ended orders the core still remembers, by index. When live orders leave no room, ended ones are
 * forgotten at every command: finding them must not take a walk over all users.
 */
const FEW = 1_024;

export class EndedOrderOwners {
  private readonly having = new Set<number>();

  /** Call it whenever something was remembered. */
  add(owner: number): void {
    this.having.add(owner);
  }

  /**
   * Forgets the ended orders of one owner after the other until there is room. They go by index, because a core that was restored
   * from a snapshot met the owners in another order and must forget the same ones. All indexes are below `end`: where many
   * owners have ended orders, walking over all indexes costs no more than sorting theirs.
   */
  forget(end: number, isNeeded: () => boolean, forgetAll: (owner: number) => void): void {
    const { having } = this;
    if (having.size === 0) return;
    const wanted = having.size > FEW ? null : [...having].sort((a, b) => a - b);
    for (let at = 0; at < (wanted?.length ?? end); at += 1) {
      if (!isNeeded()) return;
      const owner = wanted === null ? at : wanted[at];
      if (having.delete(owner)) forgetAll(owner);
    }
  }
}

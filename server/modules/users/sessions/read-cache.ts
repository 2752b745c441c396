/**
 * What was read of the database, kept by name until its reader finds it too old. An answer may be on its way while what it tells of
 * is ended or changed here: it would bring back how it was, and is not kept.
 */

export interface ReadCache<Value> {
  get(name: string): Value | undefined;
  /** To be called before the database is asked; what it answers takes the answer, and keeps it unless something was forgotten meanwhile. */
  asking(): (name: string, value: Value) => void;
  /** Removes an entry that this server changed; reads in progress are not kept either. */
  forget(name: string): void;
  /** Removes an entry that the database does not have. */
  drop(name: string): void;
}

/** Keeps at most `size` values; one more, and all are read again. */
export function createReadCache<Value>(size: number): ReadCache<Value> {
  const kept = new Map<string, Value>();
  let forgotten = 0;
  return {
    get: (name) => kept.get(name),
    asking() {
      const before = forgotten;
      return (name, value) => {
        if (before !== forgotten) return;
        if (kept.size >= size) kept.clear();
        kept.set(name, value);
      };
    },
    forget(name) {
      forgotten += 1;
      kept.delete(name);
    },
    drop: (name) => void kept.delete(name),
  };
}

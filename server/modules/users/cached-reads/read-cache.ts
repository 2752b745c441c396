/**
 * Values read from the database, kept by name until the reader finds them too old. A value read before a change made here would bring the
 * old state back, so it is not kept.
 */

export interface ReadCache<Value> {
  get(name: string): Value | undefined;
  /** To be called before a query; returns a function that keeps the query's answer, unless `forget` was called meanwhile. */
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

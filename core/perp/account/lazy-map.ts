/** As a Map, in the order of insertion, but it takes room only once something is in it: of a hundred thousand accounts most never have what they could have. */
export class LazyMap<K, V> implements Iterable<[K, V]> {
  private entries: Map<K, V> | null = null;

  constructor(from: Iterable<[K, V]> = []) {
    for (const [key, value] of from) this.set(key, value);
  }

  get size(): number {
    return this.entries === null ? 0 : this.entries.size;
  }

  get(key: K): V | undefined {
    return this.entries === null ? undefined : this.entries.get(key);
  }

  set(key: K, value: V): this {
    this.entries ??= new Map();
    this.entries.set(key, value);
    return this;
  }

  /** Answers whether it was there. */
  delete(key: K): boolean {
    return this.entries?.delete(key) === true;
  }

  values(): Iterable<V> {
    return this.entries === null ? [] : this.entries.values();
  }

  [Symbol.iterator](): Iterator<[K, V]> {
    return this.entries === null ? [][Symbol.iterator]() : this.entries[Symbol.iterator]();
  }
}

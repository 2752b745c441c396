import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Store } from '../live/store.ts';

/** Reads a live store; the store itself tells at most once per frame. */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.first);
}

/** What follows from a store: its reader is drawn anew only when that changes, so it is a text or a number. */
export function useDerived<T, D extends string | number | boolean | null>(store: Store<T>, derive: (value: T) => D): D {
  return useSyncExternalStore(
    store.subscribe,
    () => derive(store.get()),
    () => derive(store.first()),
  );
}

/** Reads a store at most every `ms`: for what depends on a fast one without having to follow each change. */
export function useSlowStore<T>(store: Store<T>, ms: number): T {
  const [value, setValue] = useState(store.get);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      timer = undefined;
      setValue(store.get());
    };
    const leave = store.subscribe(() => {
      timer ??= setTimeout(read, ms);
    });
    return () => {
      leave();
      clearTimeout(timer);
    };
  }, [store, ms]);
  return value;
}

import { useSyncExternalStore } from 'react';
import type { Store } from './live/store.ts';

/** Reads a live store; the store itself tells at most once per frame. */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}

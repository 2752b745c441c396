/** What the script in the document's head kept of a search that was begun before the app ran (`start/early-script.ts`). */
interface EarlySearch {
  /** Those that were typed after the key that opens the search; null: it was not pressed. */
  keys: readonly string[] | null;
  /** From here on the app hears the keys itself. */
  stop(): void;
}

declare global {
  interface Window {
    agioEarlySearch?: EarlySearch;
  }
}

/** Null: no search is waiting. */
export function takeEarlySearch(): readonly string[] | null {
  const early = window.agioEarlySearch;
  const keys = early?.keys ?? null;
  early?.stop();
  delete window.agioEarlySearch;
  return keys;
}

/**
 * Answers that are the same for everyone: asked for once and kept for a moment on the server. A failure is never kept, and no request
 * gets the failure of another one.
 */

export const FRESH_MS = 2_000;

export interface KeptMoment<Value> {
  /**
   * A caller who waited for a request started by another caller that failed sends its own: the failure may be due to the other
   * caller.
   */
  read(name: string, ask: () => Promise<Value>): Promise<Value>;
}

/** `most`: an upper bound of kept answers. */
export function createKeptMoment<Value>(most: number, now: () => number = Date.now): KeptMoment<Value> {
  const kept = new Map<string, { readonly value: Promise<Value>; readonly until: number }>();
  const ask = (name: string, question: () => Promise<Value>): Promise<Value> => {
    if (kept.size >= most) kept.clear();
    const value = question();
    kept.set(name, { value, until: now() + FRESH_MS });
    value.catch(() => {
      if (kept.get(name)?.value === value) kept.delete(name);
    });
    return value;
  };
  return {
    async read(name, question) {
      const found = kept.get(name);
      if (!found || found.until <= now()) return ask(name, question);
      return found.value.catch(() => ask(name, question));
    },
  };
}

/** Loads what a person is about to open, a few at a time. Pure but for the loads. */

/** While more preloads than this are under way, the next one waits. */
export const MOST_PENDING = 4;

export interface PreloadQueue {
  /** Resolves once it is loaded, or was before; a failed load is forgotten and may be tried again. */
  preload(path: string): Promise<void>;
  readonly pendingCount: number;
}

export function createPreloadQueue(load: (path: string) => Promise<void>): PreloadQueue {
  const known = new Map<string, Promise<void>>();
  const pending = new Set<Promise<void>>();
  const begin = async (path: string): Promise<void> => {
    while (pending.size > MOST_PENDING) await Promise.allSettled(pending);
    const work = load(path);
    pending.add(work);
    try {
      await work;
    } catch {
      known.delete(path);
    } finally {
      pending.delete(work);
    }
  };
  return {
    preload(path) {
      const running = known.get(path) ?? begin(path);
      known.set(path, running);
      return running;
    },
    get pendingCount() {
      return pending.size;
    },
  };
}

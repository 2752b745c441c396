/** How many conversations visitors may open from one address: a visitor costs nothing to invent. In memory, of this process. */

const WINDOW_MS = 60 * 60_000;
const MOST_OPENED = 5;
const MOST_ADDRESSES = 50_000;
const FULL_WAIT_SECONDS = 600;

export interface Openings {
  /** Seconds to wait; 0: it may be opened, and is counted. */
  take(address: string, nowMs: number): number;
}

export function createOpenings(): Openings {
  const opened = new Map<string, readonly number[]>();
  return {
    take(address, nowMs) {
      const recent = (opened.get(address) ?? []).filter((at) => at > nowMs - WINDOW_MS);
      const oldest = recent[0];
      if (oldest !== undefined && recent.length >= MOST_OPENED) return Math.ceil((oldest + WINDOW_MS - nowMs) / 1_000);
      if (opened.size >= MOST_ADDRESSES && !opened.has(address)) {
        for (const [known, times] of opened) if ((times.at(-1) ?? 0) <= nowMs - WINDOW_MS) opened.delete(known);
        // Forgetting those that count would let whoever has enough addresses begin anew.
        if (opened.size >= MOST_ADDRESSES) return FULL_WAIT_SECONDS;
      }
      opened.set(address, [...recent, nowMs]);
      return 0;
    },
  };
}

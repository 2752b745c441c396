/**
 * How often one address may do what costs nothing to invent a name for: begin a conversation, make an account. In memory, of this
 * process; addresses as `networkOf` has them.
 */

const WINDOW_MS = 60 * 60_000;
const MOST_ADDRESSES = 50_000;
const FULL_WAIT_SECONDS = 600;

export interface AddressCount {
  /** Seconds to wait; 0: it may be done, and is counted. */
  take(address: string, nowMs: number): number;
}

/** `most` in an hour. */
export function createAddressCount(most: number): AddressCount {
  const counted = new Map<string, readonly number[]>();
  return {
    take(address, nowMs) {
      const recent = (counted.get(address) ?? []).filter((at) => at > nowMs - WINDOW_MS);
      const oldest = recent[0];
      if (oldest !== undefined && recent.length >= most) return Math.ceil((oldest + WINDOW_MS - nowMs) / 1_000);
      if (counted.size >= MOST_ADDRESSES && !counted.has(address)) {
        for (const [known, times] of counted) if ((times.at(-1) ?? 0) <= nowMs - WINDOW_MS) counted.delete(known);
        // Forgetting those that count would let whoever has enough addresses begin anew.
        if (counted.size >= MOST_ADDRESSES) return FULL_WAIT_SECONDS;
      }
      counted.set(address, [...recent, nowMs]);
      return 0;
    },
  };
}

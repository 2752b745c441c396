/** What time it is at the exchange: a device's own clock may be minutes off, and a countdown to the funding with it. */

/** The way of an answer and the whole seconds of its header are no difference. */
const TOLERANCE_MS = 3_000;
/** The header is cut to whole seconds. */
const HALF_SECOND_MS = 500;

export interface ServerClock {
  /** Takes the Date header of an answer. One that a cache kept is older than now and moves nothing back. */
  note(header: string | null): void;
  /** UTC milliseconds. */
  now(): number;
}

export function createServerClock(deviceNow: () => number): ServerClock {
  /** By how much the exchange is ahead of the device, at least. */
  let aheadMs: number | null = null;
  return {
    note(header) {
      const serverMs = Date.parse(header ?? '');
      if (Number.isNaN(serverMs)) return;
      aheadMs = Math.max(aheadMs ?? -Infinity, serverMs + HALF_SECOND_MS - deviceNow());
    },
    now: () => deviceNow() + (aheadMs !== null && Math.abs(aheadMs) > TOLERANCE_MS ? aheadMs : 0),
  };
}

export const serverClock = createServerClock(() => Date.now());

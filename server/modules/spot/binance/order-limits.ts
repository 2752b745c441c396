/** How many orders a user placed in the running ten seconds and the running day, as the dialect counts and limits them. */
import { DialectError } from '@agio/contracts/errors';
import { ORDER_LIMITS } from './market-data.ts';

const WINDOWS_MS = [10_000, 86_400_000] as const;
const MAX_USERS = 50_000;

interface Count {
  window: number;
  count: number;
}

export interface OrderLimits {
  /** Counts one order; throws -1015 when a window is full. Answers the counts, shortest window first. */
  take(uid: number): readonly number[];
  read(uid: number): readonly number[];
}

/** `isLimited` false counts all the same. */
export function createOrderLimits(isLimited: (uid: number) => boolean): OrderLimits {
  const users = new Map<number, Count[]>();
  const countsOf = (uid: number): Count[] => {
    const now = Date.now();
    if (users.size > MAX_USERS) users.clear();
    const counts = users.get(uid) ?? WINDOWS_MS.map(() => ({ window: 0, count: 0 }));
    users.set(uid, counts);
    counts.forEach((each, index) => {
      const window = Math.floor(now / WINDOWS_MS[index]!);
      if (each.window !== window) Object.assign(each, { window, count: 0 });
    });
    return counts;
  };
  return {
    take(uid) {
      const counts = countsOf(uid);
      const isFull = counts.some((each, index) => each.count >= ORDER_LIMITS[index]!.limit);
      if (isFull && isLimited(uid)) throw new DialectError(429, -1015, 'Too many new orders.');
      return counts.map((each) => ++each.count);
    },
    read: (uid) => countsOf(uid).map((each) => each.count),
  };
}

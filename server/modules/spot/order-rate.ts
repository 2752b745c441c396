/** How many orders a user placed in the running ten seconds and the running day, by calls of the site and of the trading API together. */
import { DAY_MS } from '@agio/contracts/durations';
import { DialectError, Refusal } from '@agio/contracts/errors';

export const ORDER_LIMITS = [
  { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 10, limit: 100 },
  { rateLimitType: 'ORDERS', interval: 'DAY', intervalNum: 1, limit: 200_000 },
] as const;

const UNITS_MS = { SECOND: 1_000, DAY: DAY_MS } as const;
/** What exchangeInfo tells is what is counted. */
const WINDOWS_MS = ORDER_LIMITS.map(({ interval, intervalNum }) => intervalNum * UNITS_MS[interval]);
const MAX_USERS = 50_000;

interface Count {
  window: number;
  count: number;
}

export interface OrderRate {
  /** Counts one order; throws -1015 when a window is full. Answers the counts, shortest window first. */
  take(uid: number): readonly number[];
  /** Like `take`, for the site's calls: throws TOO_MANY_ATTEMPTS with the seconds until the window that is full ends. */
  takeForSite(uid: number, orders?: number): void;
  read(uid: number): readonly number[];
}

/** Orders of users for whom `isLimited` is false are counted too. */
export function createOrderRate(isLimited: (uid: number) => boolean): OrderRate {
  const users = new Map<number, Count[]>();
  const countsOf = (uid: number): Count[] => {
    const now = Date.now();
    if (users.size > MAX_USERS) forgetIdle(users, now);
    const counts = users.get(uid) ?? WINDOWS_MS.map(() => ({ window: 0, count: 0 }));
    users.set(uid, counts);
    counts.forEach((each, index) => {
      const window = Math.floor(now / WINDOWS_MS[index]!);
      if (each.window !== window) Object.assign(each, { window, count: 0 });
    });
    return counts;
  };
  const fullWindow = (counts: readonly Count[], orders: number): number =>
    counts.findLastIndex((each, index) => each.count + orders > ORDER_LIMITS[index]!.limit);
  return {
    take(uid) {
      const counts = countsOf(uid);
      if (fullWindow(counts, 1) >= 0 && isLimited(uid)) throw new DialectError(429, -1015, 'Too many new orders.');
      return counts.map((each) => ++each.count);
    },
    takeForSite(uid, orders = 1) {
      const counts = countsOf(uid);
      const full = fullWindow(counts, orders);
      if (full >= 0 && isLimited(uid)) {
        const endsAt = (counts[full]!.window + 1) * WINDOWS_MS[full]!;
        throw new Refusal('TOO_MANY_ATTEMPTS', { seconds: Math.ceil((endsAt - Date.now()) / 1_000) });
      }
      for (const each of counts) each.count += orders;
    },
    read: (uid) => countsOf(uid).map((each) => each.count),
  };
}

/** Those whose day is over; and while there are too many, those who are far from the day's limit and quiet now. */
function forgetIdle(users: Map<number, Count[]>, now: number): void {
  const [short, day] = WINDOWS_MS.map((length) => Math.floor(now / length));
  for (const [uid, [recent, today]] of users) {
    const isQuiet = recent!.window !== short && today!.count < ORDER_LIMITS[1]!.limit / 100;
    if (today!.window !== day || isQuiet) users.delete(uid);
  }
}

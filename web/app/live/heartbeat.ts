/**
 * Pings of one connection and what their answers say: the round trip, a late answer, the risk that data was lost, a
 * connection that is gone. Silence is counted from the oldest ping nobody answered, so that a timer which the browser
 * held back never makes a living connection look dead.
 */
import type { Cancel, Clock, PageSignals } from './clock.ts';
import {
  DELAY_REPORT_MS,
  LATE_REPLY_MS,
  PING_EVERY_MS,
  PONG_LIMIT_HIDDEN_MS,
  PONG_LIMIT_MS,
  VISIBLE_RESET_MS,
} from './timing.ts';

export interface HeartbeatOptions {
  readonly clock: Clock;
  readonly page: PageSignals;
  send(ts: number): void;
  /** A ping has had no answer for 6 s. Once for each silence. */
  onLate(): void;
  /** A ping was still unanswered at the next one. Once for each silence. */
  onLossRisk(): void;
  onRoundTrip(ms: number): void;
  /** The round trip passed 500 ms; again only after a fast one. */
  onDelay(ms: number): void;
  onLost(): void;
}

export interface Heartbeat {
  /** Sends the first ping. */
  start(): void;
  pong(ts: number): void;
  stop(): void;
}

export function createHeartbeat(options: HeartbeatOptions): Heartbeat {
  const { clock, page } = options;
  let unanswered: number[] = [];
  let limitMs = page.isHidden() ? PONG_LIMIT_HIDDEN_MS : PONG_LIMIT_MS;
  let isRiskTold = false;
  let isLateTold = false;
  let isSlow = false;
  let cancelLost: Cancel | undefined;
  let cancelLate: Cancel | undefined;
  let cancelReset: Cancel | undefined;

  const tellLate = () => {
    isLateTold = true;
    options.onLate();
  };
  const watch = () => {
    cancelLost?.();
    cancelLate?.();
    const [oldest] = unanswered;
    if (oldest === undefined) return;
    const remaining = (ms: number) => Math.max(0, oldest + ms - clock.now());
    cancelLost = clock.after(remaining(limitMs), options.onLost);
    if (!isLateTold) cancelLate = clock.after(remaining(LATE_REPLY_MS), tellLate);
  };
  const setLimit = (ms: number) => {
    limitMs = ms;
    watch();
  };
  const ping = () => {
    if (unanswered.length > 0 && !isRiskTold) {
      isRiskTold = true;
      options.onLossRisk();
    }
    const ts = clock.now();
    unanswered.push(ts);
    options.send(ts);
    if (unanswered.length === 1) watch();
  };
  const onVisibility = () => {
    cancelReset?.();
    if (page.isHidden()) setLimit(PONG_LIMIT_HIDDEN_MS);
    else cancelReset = clock.after(VISIBLE_RESET_MS, () => setLimit(PONG_LIMIT_MS));
  };
  let cancelPings: Cancel | undefined;
  let leaveVisibility: Cancel | undefined;

  return {
    start() {
      leaveVisibility = page.onVisibility(onVisibility);
      cancelPings = clock.every(PING_EVERY_MS, ping);
      ping();
    },
    pong(ts) {
      if (!unanswered.includes(ts)) return;
      unanswered = unanswered.filter((sent) => sent > ts);
      isRiskTold = false;
      isLateTold = false;
      watch();
      const roundTrip = Math.max(0, clock.now() - ts);
      options.onRoundTrip(roundTrip);
      if (roundTrip > DELAY_REPORT_MS && !isSlow) options.onDelay(roundTrip);
      isSlow = roundTrip > DELAY_REPORT_MS;
    },
    stop() {
      for (const cancel of [cancelPings, leaveVisibility, cancelLost, cancelLate, cancelReset]) cancel?.();
    },
  };
}

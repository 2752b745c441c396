/**
 * Polls by HTTP while the page's socket is down: first after 1 s and then each second, after each failure twice as late up to 30 s. It
 * ends as soon as the socket is connected again: an answer that comes later is dropped.
 */
import type { Cancel, Clock } from './clock.ts';
import type { ChannelParams } from './subscriptions.ts';
import { POLL_FROM_MS, POLL_MOST_MS } from './timing.ts';

export interface PollChannel {
  readonly channel: string;
  readonly params: ChannelParams;
}

export interface PollMessage {
  readonly channel: string;
  readonly data: unknown;
}

/** Asks for the newest message of each channel. */
export type Poll = (channels: readonly PollChannel[], signal: AbortSignal) => Promise<readonly PollMessage[]>;

export interface Polling {
  start(): void;
  stop(): void;
  /** The socket is back: the next time begins with the shortest wait. */
  reset(): void;
}

export interface PollingOptions {
  readonly clock: Clock;
  readonly poll: Poll;
  channels(): readonly PollChannel[];
  deliver(message: PollMessage): void;
}

export function createPolling({ clock, poll, channels, deliver }: PollingOptions): Polling {
  let waitMs = POLL_FROM_MS;
  let cancel: Cancel | undefined;
  let running: AbortController | null = null;

  const ask = async (run: AbortController) => {
    try {
      const messages = await poll(channels(), run.signal);
      if (run.signal.aborted) return;
      waitMs = POLL_FROM_MS;
      for (const message of messages) if (message.data !== null) deliver(message);
    } catch {
      // Nobody answered: asked again later, less often.
      if (run.signal.aborted) return;
      waitMs = Math.min(POLL_MOST_MS, waitMs * 2);
    }
    wait(run);
  };
  const wait = (run: AbortController) => {
    if (!run.signal.aborted) cancel = clock.after(waitMs, () => void ask(run));
  };
  return {
    start() {
      if (running) return;
      running = new AbortController();
      wait(running);
    },
    stop() {
      cancel?.();
      running?.abort();
      running = null;
    },
    reset() {
      waitMs = POLL_FROM_MS;
    },
  };
}

/** Requests of one connection, each with a different id, and the answers that come back under it. */
import type { Cancel, Clock } from './clock.ts';
import { LATE_REPLY_MS } from './timing.ts';

export interface Answer {
  readonly result: boolean;
  /** Why it was refused; empty when it was not. */
  readonly msg: string;
  /** Seconds, where the same may be granted later. */
  readonly retryAfter?: number;
}

interface Pending {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
  readonly cancelLate: Cancel;
  isLate: boolean;
}

export class SocketClosed extends Error {
  override readonly name = 'SocketClosed';
  constructor() {
    super('Socket is not connected');
  }
}

export interface Requests {
  readonly isAnyLate: boolean;
  /** `onLate`: there was no answer for 6 s; one may still come. */
  send(message: Readonly<Record<string, unknown>>, onLate: () => void): Promise<Answer>;
  /** Answers false if no request with this id waits. */
  settle(reqId: unknown, answer: Answer): boolean;
  /** The connection is lost: all waiting requests fail. */
  rejectAll(): void;
}

export function createRequests(clock: Clock, transmit: (text: string) => void): Requests {
  const pending = new Map<string, Pending>();
  let count = 0;
  return {
    get isAnyLate() {
      return [...pending.values()].some(({ isLate }) => isLate);
    },
    send(message, onLate) {
      count += 1;
      const reqId = String(count);
      return new Promise((resolve, reject) => {
        const cancelLate = clock.after(LATE_REPLY_MS, () => {
          request.isLate = true;
          onLate();
        });
        const request: Pending = { resolve, reject, cancelLate, isLate: false };
        pending.set(reqId, request);
        transmit(JSON.stringify({ ...message, reqId }));
      });
    },
    settle(reqId, answer) {
      const request = pending.get(String(reqId));
      if (!request) return false;
      pending.delete(String(reqId));
      request.cancelLate();
      request.resolve(answer);
      return true;
    },
    rejectAll() {
      const gone = [...pending.values()];
      pending.clear();
      for (const { cancelLate, reject } of gone) {
        cancelLate();
        reject(new SocketClosed());
      }
    },
  };
}

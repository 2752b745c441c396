/** Shared by all attacks: their target, their counts, and the loop that repeats requests. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Trader } from '../trader.ts';
import type { Asked, Caller } from './caller.ts';

/** Results of one kind of attack: how often it was served, refused (4xx, 503, refusals in words), or cut. */
export interface Tally {
  served: number;
  refused: number;
  cut: number;
}

export interface Target {
  readonly url: string;
  /** A user who attacks with funds of his own. */
  readonly mover: Trader;
}

export interface Running {
  isOver: boolean;
}
export type Attack = (target: Target, tally: Tally, running: Running) => Promise<void>;

export const noise = (length: number): string =>
  randomBytes(Math.ceil(length / 2))
    .toString('hex')
    .slice(0, length);

/** Asks one thing after the other, `at` at a time, until it is over. */
export async function keepAsking(
  caller: Caller,
  at: number,
  next: () => readonly [path: string, asked?: Asked],
  tally: Tally,
  running: Running,
): Promise<void> {
  const worker = async (): Promise<void> => {
    while (!running.isOver) {
      try {
        const answer = await caller.ask(...next());
        if (isRefusal(answer.status, answer.text)) tally.refused += 1;
        else tally.served += 1;
      } catch {
        tally.cut += 1;
        await sleep(5);
      }
    }
  };
  await Promise.all(Array.from({ length: at }, worker));
  caller.close();
}

/** An error status; or in the envelope a code, in GraphQL its errors. */
function isRefusal(status: number, text: string): boolean {
  return (
    status >= 400 || text.startsWith('{"errors"') || (text.startsWith('{"code":') && !text.startsWith('{"code":0,'))
  );
}

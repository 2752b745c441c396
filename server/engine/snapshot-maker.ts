/**
 * Has snapshots made by a process of its own (decision 077). A thread of the exchange's process would collect its garbage with the helpers that
 * all threads of a process share, at the priority of trading, and orders would wait for a processor behind them.
 */
import type { ChildProcess } from 'node:child_process';
import { getHeapStatistics } from 'node:v8';
import { putBehindTrading } from '../system/behind-trading.ts';
import type { SnapshotInMaking, SnapshotMaker, SnapshotOrder } from './make-snapshot.ts';
import { startProcess } from './threads.ts';

/** On a machine with few cores trading comes first. */
export const BEHIND_TRADING = 10;
/**
 * With a single thread at work, an order finds the other processor free where there are two. The process holds what the engine holds, so
 * it may have as much memory as the engine's thread.
 */
const flags = (): string[] => [
  '--single-threaded-gc',
  `--max-old-space-size=${Math.ceil(getHeapStatistics().heap_size_limit / 2 ** 20)}`,
];

/** What the process answers to an order. */
export interface SnapshotEnd {
  readonly error: string | null;
}

export interface RunningSnapshotMaker {
  readonly make: SnapshotMaker;
  /** Ends the process; resolves when it is gone. */
  close(): Promise<void>;
}

interface SnapshotProcess {
  /** Null where the system gave none. */
  readonly child: ChildProcess | null;
  /** Resolves with why it ended. */
  readonly ended: Promise<Error>;
  hasEnded: boolean;
}

/**
 * Starts the process, which rests until the first order. Called before the state is restored: to start a process, the system copies the
 * tables of all memory that its parent holds, 40 ms for each gigabyte, and every thread of it may have to wait. One that has ended is
 * replaced at that price.
 */
export function startSnapshotMaker(): RunningSnapshotMaker {
  let maker = start();
  return {
    make(order) {
      // It ended by itself, or the system has ended it for want of memory.
      if (maker.hasEnded) maker = start();
      return make(maker, order);
    },
    close: () => end(maker),
  };
}

function start(): SnapshotProcess {
  let child: ChildProcess;
  try {
    child = startProcess('snapshot-process', flags());
  } catch (error) {
    // The system has no memory for it now, for example: trading goes on without snapshots.
    return { child: null, ended: Promise.resolve(error as Error), hasEnded: true };
  }
  putBehindTrading(child.pid, BEHIND_TRADING);
  const ended = new Promise<Error>((resolve) => {
    child.once('error', resolve);
    child.once('exit', (code, signal) =>
      resolve(new Error(`the process of snapshots ended (${signal ?? `code ${code}`})`)),
    );
  });
  const started: SnapshotProcess = { child, ended, hasEnded: false };
  void ended.then(() => (started.hasEnded = true));
  // Who waits for nothing else may end: it is then told by its closed channel.
  child.unref();
  child.channel?.unref();
  return started;
}

function make({ child, ended }: SnapshotProcess, order: SnapshotOrder): SnapshotInMaking {
  const made = new Promise<void>((resolve, reject) => {
    void ended.then(reject);
    // It is gone, or was never there: why is told by `ended`.
    if (!child?.connected || child.pid === undefined) return;
    child.once('message', ({ error }: SnapshotEnd) => (error === null ? resolve() : reject(new Error(error))));
    child.send(order, (error) => void (error && reject(error)));
  });
  return { made, stop: () => end({ child, ended }) };
}

/** At once: a file that it has begun is removed by whoever writes the next one. */
async function end({ child, ended }: Pick<SnapshotProcess, 'child' | 'ended'>): Promise<void> {
  child?.kill('SIGKILL');
  await ended;
}

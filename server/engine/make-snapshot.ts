/**
 * Snapshots are made beside the engine, not by it: a second core begins at the newest snapshot, applies what the journal has behind it up
 * to the wanted position, and writes what it has become. Trading stands still for none of that (decision 077).
 */
import type { Worker } from 'node:worker_threads';
import { type Disk, nodeDisk, readJournal, writeSnapshot } from '../journal/index.ts';
import { restoreNewest, stateReplayer } from './recover.ts';
import { startThread } from './threads.ts';

export interface SnapshotOrder {
  readonly directory: string;
  /** The state behind this command is wanted; it is durable. */
  readonly seq: number;
  /** A reader that stands here may have to go on from a snapshot. */
  readonly neededSeq: number;
  /** The last command of older rules, 0 without any: nothing before it is ever replayed. */
  readonly boundarySeq: number;
}

export interface SnapshotInMaking {
  /** Rejected when there will be none: no room, a damaged journal, or stopped. */
  readonly made: Promise<void>;
  /** Gives it up, or lets it end; resolves when it touches no file any more. */
  stop(): Promise<void>;
}

export type SnapshotMaker = (order: SnapshotOrder) => SnapshotInMaking;

/** Makes a snapshot on this thread. Throws where the state cannot be had or written: then there is none of this position. */
export async function makeSnapshot(order: SnapshotOrder, disk: Disk = nodeDisk): Promise<void> {
  const { directory, seq, neededSeq, boundarySeq } = order;
  const restored = restoreNewest(directory, seq, disk);
  const { core } = restored;
  readJournal(directory, core.lastSeq, stateReplayer(directory, restored, disk, seq), disk, seq);
  if (core.lastSeq !== seq) throw new Error(`the journal ends at ${core.lastSeq}, before command ${seq}`);
  await writeSnapshot({ directory, seq, bytes: core.snapshot(), neededSeq, boundarySeq, besideTrading: true }, disk);
}

/** Makes a snapshot on a thread of its own, which exists as long as it takes. */
export function makeSnapshotOnThread(order: SnapshotOrder): SnapshotInMaking {
  let worker: Worker;
  try {
    worker = startThread('snapshot-worker', order);
  } catch (error) {
    // The system gives no thread now: trading goes on without this snapshot.
    return { made: Promise.reject(error as Error), stop: async () => {} };
  }
  const made = new Promise<void>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    // No effect if 'message' or 'error' came first. terminate() before start exits with 0.
    worker.once('exit', () => reject(new Error('it was given up')));
  });
  return { made, stop: async () => void (await worker.terminate()) };
}

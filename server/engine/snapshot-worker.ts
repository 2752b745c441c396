/** The thread behind makeSnapshotOnThread. */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { makeSnapshot, type SnapshotOrder } from './make-snapshot.ts';

/** On a machine with few cores trading comes first. */
const BEHIND_TRADING = 10;

// Linux takes this for the calling thread; others would slow the whole process.
if (process.platform === 'linux') setPriority(0, BEHIND_TRADING);
await makeSnapshot(workerData as SnapshotOrder);
parentPort!.postMessage('made');

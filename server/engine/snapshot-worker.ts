/** The thread behind makeSnapshotOnThread. */
import { parentPort, workerData } from 'node:worker_threads';
import { makeSnapshot, type SnapshotOrder } from './make-snapshot.ts';

await makeSnapshot(workerData as SnapshotOrder);
parentPort!.postMessage('made');

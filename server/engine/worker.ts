/** The engine's thread: a sequencer between two message ports. */
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../system/clock.ts';
import { nodeDisk } from '../journal/index.ts';
import { type EngineWorkerData, type FromEngine, movedWith, type ToEngine } from './messages.ts';
import { startSequencer } from './sequencer.ts';
import { startSnapshotMaker } from './snapshot-maker.ts';
import { inlineKernel, inlineWholePaths, makeAllObjectsYoung } from './v8-settings.ts';

const port = parentPort!;
makeAllObjectsYoung();
inlineKernel();
const snapshots = startSnapshotMaker();
const receive = startSequencer({
  ...(workerData as EngineWorkerData),
  disk: nodeDisk,
  clock: systemClock,
  makeSnapshot: snapshots.make,
  send,
  warn: (sentence) => void process.stderr.write(`${sentence}\n`),
});
// Only now: making one piece of every path costs a start more than its replay gains by it.
inlineWholePaths();

/** The engine is closed when its process of snapshots is gone as well. */
function send(message: FromEngine): void {
  if (message.kind === 'closed') void snapshots.close().then(() => port.postMessage(message));
  else port.postMessage(message, movedWith(message));
}

port.on('message', (message: ToEngine) => receive(message));

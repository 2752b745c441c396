/**
 * The process behind startSnapshotMaker. It makes each snapshot on a thread that exists as long as that takes, so that what it held goes with
 * it, and hears meanwhile whether the exchange is still there.
 */
import { putBehindTrading } from '../system/behind-trading.ts';
import { beEndedFirst } from '../system/out-of-memory.ts';
import { makeSnapshotOnThread, type SnapshotOrder } from './make-snapshot.ts';
import { BEHIND_TRADING, type SnapshotEnd } from './snapshot-maker.ts';
import { inlineKernel } from './v8-settings.ts';

putBehindTrading(process.pid, BEHIND_TRADING);
beEndedFirst();
inlineKernel();

const tell = (end: SnapshotEnd): void => void process.send!(end);
process.on('message', (order: SnapshotOrder) => {
  makeSnapshotOnThread(order).made.then(
    () => tell({ error: null }),
    (error: Error) => tell({ error: error.message }),
  );
});
process.on('disconnect', () => process.exit(0));
// Ctrl-C reaches every process of the terminal: the engine says when it is time.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

/** The thread behind replayEvents. */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { CoreEvent } from '@agio/core';
import { readJournal } from '../journal/index.ts';
import { applyUnit, restoreNewest } from './recover.ts';
import type { ReplayWorkerData } from './replay.ts';

const CHUNK_EVENTS = 5_000;
const range = workerData as ReplayWorkerData;
const port = parentPort!;
const core = restoreNewest(range.directory, range.afterSeq, () => {});

let events: CoreEvent[] = [];
let sent = 0;

function flush(): void {
  // At most two chunks are on their way: the reader asks for more as it takes each.
  while (sent >= 2) {
    const message = receiveMessageOnPort(port);
    if (message) sent--;
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  }
  port.postMessage({ lastSeq: core.lastSeq, events });
  sent++;
  events = [];
}

readJournal(range.directory, core.lastSeq, (unit) => {
  if (unit.firstSeq > range.toSeq) return;
  applyUnit(
    core,
    unit,
    (event) => {
      if (event.seq > range.afterSeq) events.push(event);
    },
    range.toSeq,
  );
  if (events.length >= CHUNK_EVENTS) flush();
});
flush();
port.postMessage(null);

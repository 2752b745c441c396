/** The thread behind replayEvents. */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { readEvents, type ReplayRange } from './recover.ts';

const port = parentPort!;
let sent = 0;

readEvents(workerData as ReplayRange, (chunk) => {
  // At most two chunks are on their way: the reader asks for more as it takes each.
  while (sent >= 2) {
    const message = receiveMessageOnPort(port);
    if (message) sent--;
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  }
  port.postMessage(chunk);
  sent++;
});
port.postMessage(null);

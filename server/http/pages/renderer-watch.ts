/**
 * A thread of the renderer that ends the process when the exchange is gone. The closed channel says so too, but a page that never lets go
 * keeps that from being heard, and whoever was killed cannot end it: it would hold a core for good.
 */
import { workerData } from 'node:worker_threads';

const LOOK_EVERY_MS = 500;
const { parent } = workerData as { readonly parent: number };

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, LOOK_EVERY_MS);

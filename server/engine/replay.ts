/** Events of the past, for a projection that is behind: replayed from disk on a thread of its own. */
import { Worker } from 'node:worker_threads';
import type { ReplayChunk, ReplayRange } from './recover.ts';

/**
 * Hands over the events of commands `afterSeq + 1` to `toSeq` in chunks; the next chunk is made while one is consumed,
 * never more. All of that range must be durable.
 */
export async function replayEvents(range: ReplayRange, consume: (chunk: ReplayChunk) => Promise<void>): Promise<void> {
  const worker = new Worker(new URL('./replay-worker.ts', import.meta.url), { workerData: range });
  try {
    await new Promise<void>((resolve, reject) => {
      let queue = Promise.resolve();
      worker.once('error', reject);
      worker.on('message', (chunk: ReplayChunk | null) => {
        if (chunk === null) queue.then(resolve, reject);
        else queue = queue.then(() => consume(chunk)).then(() => worker.postMessage('more'));
        queue.catch(reject);
      });
    });
  } finally {
    await worker.terminate();
  }
}

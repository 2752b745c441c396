/** Events of the past, for a projection that is behind: those that the engine's start has kept, or all from disk on a thread of its own. */
import type { RunningEngine } from './connect-engine.ts';
import type { ReplayChunk, ReplayRange } from './recover.ts';
import { startThread } from './threads.ts';

type Consume = (chunk: ReplayChunk) => Promise<void>;

/**
 * Hands over the events of commands after `afterSeq` in chunks, to `toSeq` or to where the engine's start had replayed them to: who misses
 * more asks again.
 */
export async function eventsOfPast(
  engine: Pick<RunningEngine, 'recentEvents'>,
  range: ReplayRange,
  consume: Consume,
  fromDisk: typeof replayEvents = replayEvents,
): Promise<void> {
  const kept = await engine.recentEvents(range.afterSeq);
  if (kept === null || kept.length === 0) return fromDisk(range, consume);
  for (const chunk of kept) await consume(chunk);
}

/**
 * Hands over the events of commands `afterSeq + 1` to `toSeq` in chunks; the next chunk is made while one is consumed,
 * never more. All of that range must be durable.
 */
export async function replayEvents(range: ReplayRange, consume: Consume): Promise<void> {
  const worker = startThread('replay-worker', range);
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

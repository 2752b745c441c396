/** Starts the engine's thread. */
import type { Worker } from 'node:worker_threads';
import {
  connectEngine,
  type ConnectOptions,
  type EngineLink,
  type EngineReady,
  type RunningEngine,
} from './connect-engine.ts';
import type { EngineWorkerData, FromEngine } from './messages.ts';
import { startThread } from './threads.ts';

export type { RunningEngine } from './connect-engine.ts';
export interface EngineOptions extends EngineWorkerData, ConnectOptions {}

/** Resolves once the state is restored and the journal is open for writing. */
export async function startEngine(options: EngineOptions): Promise<RunningEngine> {
  const worker = startThread('worker', {
    directory: options.directory,
    segmentBytes: options.segmentBytes,
    snapshotEvery: options.snapshotEvery,
    ...(options.keptCommands === undefined ? {} : { keptCommands: options.keptCommands }),
  } satisfies EngineWorkerData);
  const ready = await new Promise<EngineReady>((resolve, reject) => {
    const onExit = (): void => reject(new Error('the engine ended before it was ready'));
    worker.once('error', reject);
    worker.once('exit', onExit);
    worker.once('message', (message: FromEngine) => {
      worker.off('error', reject);
      worker.off('exit', onExit);
      if (message.kind === 'ready') resolve(message);
      else reject(new Error(message.kind === 'failed' ? message.message : 'the engine did not start'));
    });
  });
  return connectEngine(linkTo(worker), options, ready);
}

function linkTo(worker: Worker): EngineLink {
  return {
    post: (message) => worker.postMessage(message),
    onMessage: (listener) => void worker.on('message', listener),
    onError: (listener) => void worker.on('error', (error) => listener(error as Error)),
    atEndOfTurn: (run) => void setImmediate(run),
    end: async () => void (await worker.terminate()),
  };
}

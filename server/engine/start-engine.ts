/** Starts the engine's thread and speaks to it: calls of one turn travel in one message. */
import { Worker } from 'node:worker_threads';
import type { Outcome } from '@agio/core';
import { type Engine, EngineBusy, EngineStopped, type EventBatch } from './index.ts';
import type { Answer, EngineWorkerData, FromEngine, ToEngine, WorkItem } from './messages.ts';

export interface EngineOptions extends EngineWorkerData {
  /** Commands and reads that may wait at once; more are refused with EngineBusy. */
  readonly queueLimit: number;
  /** The disk failed or the thread died: nothing can be acknowledged, the process has to end. */
  readonly onFailure: (error: Error) => void;
}

export interface RunningEngine extends Engine {
  /** Commands that had to be replayed at the start. */
  readonly replayed: number;
  /** Tells the engine where the projections stand. */
  reportProjected(seq: number): void;
}

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

function diskFailed(cause: string): string {
  return `The disk failed (${cause}). Nothing was acknowledged after it; the next start reads back what is really on disk.`;
}

/** Resolves once the state is restored and the journal is open for writing. */
export async function startEngine(options: EngineOptions): Promise<RunningEngine> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: {
      directory: options.directory,
      segmentBytes: options.segmentBytes,
      snapshotEvery: options.snapshotEvery,
    } satisfies EngineWorkerData,
  });
  const ready = await new Promise<Extract<FromEngine, { kind: 'ready' }>>((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (message: FromEngine) => {
      worker.off('error', reject);
      if (message.kind === 'ready') resolve(message);
      else reject(new Error(message.kind === 'failed' ? message.message : 'the engine did not start'));
    });
  });
  return connect(worker, options, ready);
}

function connect(worker: Worker, options: EngineOptions, ready: Extract<FromEngine, { kind: 'ready' }>): RunningEngine {
  const waiting = new Map<number, Waiting>();
  const listeners: ((batch: EventBatch) => void)[] = [];
  let outbox: WorkItem[] = [];
  let nextId = 1;
  let durableSeq = ready.seq;
  let closed: (() => void) | null = null;
  let stopped: Error | null = null;
  let isTradingStopped = false;

  const post = (message: ToEngine): void => worker.postMessage(message);
  const flush = (): void => {
    const items = outbox;
    outbox = [];
    post({ kind: 'work', items });
  };
  const enqueue = <T>(make: (id: number) => WorkItem): Promise<T> => {
    if (stopped) return Promise.reject(stopped);
    if (waiting.size >= options.queueLimit)
      return Promise.reject(new EngineBusy('The engine has more waiting than it takes. Nothing was done; try again.'));
    const id = nextId++;
    // A turn's calls travel together: the first one schedules the message.
    if (outbox.length === 0) setImmediate(flush);
    outbox.push(make(id));
    return new Promise<T>((resolve, reject) => waiting.set(id, { resolve, reject }));
  };
  const stop = (error: Error): void => {
    stopped = error;
    for (const entry of waiting.values()) entry.reject(error);
    waiting.clear();
  };
  const settle = (answer: Answer): void => {
    const entry = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (!entry) return;
    if ('outcome' in answer) {
      if (!answer.outcome.ok && answer.outcome.code === 'TRADING_STOPPED') isTradingStopped = true;
      entry.resolve(answer.outcome as never);
    } else if ('output' in answer) entry.resolve(answer.output as never);
    else if ('noRoom' in answer)
      entry.reject(
        new EngineBusy('The disk is full: nothing was done. Cancels still work; try again when space was made.'),
      );
    else entry.reject(new Error(answer.error));
  };

  worker.on('message', (message: FromEngine) => {
    if (message.kind === 'durable') {
      durableSeq = message.seq;
      const batch = { firstSeq: message.firstSeq, lastSeq: message.seq, events: message.events };
      // Readers hear of it before the caller does, so that whoever got an answer then reads its effect.
      if (message.seq >= message.firstSeq) for (const listener of listeners) listener(batch);
      for (const answer of message.answers) settle(answer);
    } else if (message.kind === 'closed') closed?.();
    else if (message.kind === 'failed') fail(new EngineStopped(diskFailed(message.message)));
  });
  const fail = (error: Error): void => {
    stop(error);
    options.onFailure(error);
  };
  worker.on('error', (error) =>
    fail(new EngineStopped(`The engine stopped: ${(error as Error).stack ?? String(error)}`)),
  );

  return {
    submit: (body) => enqueue<Outcome>((id) => ({ kind: 'command', id, body })),
    query: (query, input) => enqueue((id) => ({ kind: 'query', id, query, input })),
    onEvents: (listener) => void listeners.push(listener),
    reportProjected: (seq) => post({ kind: 'projected', seq }),
    get durableSeq() {
      return durableSeq;
    },
    get isTradingStopped() {
      return isTradingStopped;
    },
    replayed: ready.replayed,
    async close() {
      if (!stopped) {
        if (outbox.length > 0) flush();
        // From here on nothing new is taken; what is under way is still answered.
        stopped = new EngineStopped('The engine is closed.');
        await new Promise<void>((resolve) => {
          closed = resolve;
          post({ kind: 'close' });
        });
        stop(stopped);
      }
      await worker.terminate();
    },
  };
}

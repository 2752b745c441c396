/**
 * One life of the exchange: the real sequencer over the simulated disk, the real caller's side of the engine over simulated
 * message ports, the real projector over the simulated database, put together in the order of server/exchange.ts.
 */
import type { CommandBody, Outcome } from '@agio/core';
import type { Clock } from '../../server/system/clock.ts';
import { startClock } from '../../server/engine/clock.ts';
import {
  connectEngine,
  type EngineLink,
  type EngineReady,
  type RunningEngine,
} from '../../server/engine/connect-engine.ts';
import type { EventBatch } from '../../server/engine/index.ts';
import type { FromEngine, ToEngine } from '../../server/engine/messages.ts';
import { makeSnapshot, type SnapshotInMaking, type SnapshotOrder } from '../../server/engine/make-snapshot.ts';
import { readEvents } from '../../server/engine/recover.ts';
import { eventsOfPast } from '../../server/engine/replay.ts';
import { startSequencer } from '../../server/engine/sequencer.ts';
import type { Disk } from '../../server/journal/index.ts';
import type { Projection } from '../../server/store/index.ts';
import { type ProjectedRows, type Projector, startProjector } from '../../server/store/projector.ts';
import { ProcessEnded } from './mounted-disk.ts';
import type { Random } from './random.ts';
import type { Life, Scheduler } from './scheduler.ts';
import type { SimTransaction } from './sim-database.ts';
import { DIRECTORY } from './sim-disk.ts';

export interface ProcessOptions {
  readonly life: Life;
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly disk: Disk;
  readonly clock: Clock;
  readonly rows: ProjectedRows<SimTransaction>;
  readonly segmentBytes: number;
  readonly snapshotEvery: number;
  readonly queueLimit: number;
  /** The engine's thread has read the journal back and stands at `seq`. */
  readonly onRecovered: (engine: RunningEngine) => void;
  readonly onEvents: (batch: EventBatch) => void;
  readonly onFailure: (error: Error) => void;
  readonly onTrouble: (error: Error) => void;
  readonly alterLink: (link: EngineLink) => EngineLink;
}

const projections: readonly Projection<SimTransaction>[] = [
  { name: 'events', apply: (tx, events) => tx.insert(events) },
];

/** The listeners here are the simulation's own judges: an error that they throw is a finding. */
function noteFailure(_part: string, error: unknown): never {
  throw error;
}

export class ExchangeProcess {
  readonly engine: RunningEngine;
  readonly projector: Projector;
  private isOpen = true;
  private readonly stopClock: () => void;

  private constructor(engine: RunningEngine, projector: Projector, options: ProcessOptions) {
    this.engine = engine;
    this.projector = projector;
    const hasWaiting = options.random.chance(0.2);
    this.stopClock = startClock(
      engine,
      () => hasWaiting,
      (_part, error) => options.onTrouble(error as Error),
      options.clock,
    ).stop;
  }

  /** Resolves when calls are taken; rejects where the start is refused. */
  static async start(options: ProcessOptions): Promise<ExchangeProcess> {
    const { clock, disk, rows } = options;
    const { link, ready } = await startThread(options);
    const engine = connectEngine(options.alterLink(link), { ...options, noteFailure }, ready);
    options.onRecovered(engine);
    const projector = await startProjector(
      {
        rows,
        projections,
        replay: (afterSeq, toSeq, consume) =>
          eventsOfPast(engine, { directory: DIRECTORY, afterSeq, toSeq }, consume, (range) =>
            replay(options, disk, range, consume),
          ),
        onProjected: (seq) => engine.reportProjected(seq),
        onTrouble: options.onTrouble,
        clock,
      },
      engine.durableSeq,
    );
    engine.onEvents('test', (batch) => {
      options.onEvents(batch);
      projector.push(batch);
    });
    return new ExchangeProcess(engine, projector, options);
  }

  submit(body: CommandBody): Promise<Outcome> {
    if (!this.isOpen) return Promise.reject(new Error('connection refused'));
    return this.engine.submit(body);
  }

  /** As after SIGTERM. */
  async close(): Promise<void> {
    this.isOpen = false;
    this.stopClock();
    await this.engine.close();
    await this.projector.close();
  }
}

async function replay(
  { scheduler, random, life }: ProcessOptions,
  disk: Disk,
  range: { readonly afterSeq: number; readonly toSeq: number },
  consume: Parameters<Parameters<typeof startProjector<SimTransaction>>[0]['replay']>[2],
): Promise<void> {
  const chunks: { lastSeq: number; events: Parameters<typeof consume>[0]['events'] }[] = [];
  await scheduler.sleep(random.between(100, 5_000), life);
  readEvents({ ...range, directory: DIRECTORY }, (chunk) => void chunks.push(chunk), disk);
  for (const chunk of chunks) await consume(chunk);
}

/** The thread that makes a snapshot: the journal grows while it begins. */
function makeSnapshotLater({ scheduler, random, life, disk }: ProcessOptions, order: SnapshotOrder): SnapshotInMaking {
  const begun = new Promise<void>((resolve) => void scheduler.after(random.between(1, 20_000), life, resolve));
  const made = begun.then(() => makeSnapshot(order, disk));
  return { made, stop: () => made.catch(() => {}) };
}

/** The engine's thread with its two message ports: messages take their time and keep their order. */
async function startThread(options: ProcessOptions): Promise<{ link: EngineLink; ready: EngineReady }> {
  const { scheduler, random, life } = options;
  let onMessage: (message: FromEngine) => void = () => {};
  let onError: (error: Error) => void = () => {};
  const port = <Message>(deliver: (message: Message) => void): ((message: Message) => void) => {
    const queue: Message[] = [];
    let lastUs = 0;
    return (message) => {
      queue.push(message);
      lastUs = Math.max(lastUs, scheduler.nowUs + random.between(1, 60));
      scheduler.after(lastUs - scheduler.nowUs, life, () => deliver(queue.shift()!));
    };
  };
  const guarded = (run: () => void): void => {
    try {
      run();
    } catch (error) {
      if (!(error instanceof ProcessEnded)) onError(error as Error);
    }
  };
  const isReady = new Promise<EngineReady>((resolve, reject) => {
    onMessage = (message) => {
      if (message.kind === 'ready') resolve(message);
      else if (message.kind === 'failed') reject(new Error(message.message));
    };
  });
  const send = port<FromEngine>((message) => onMessage(message));
  const receive = startSequencer({
    directory: DIRECTORY,
    segmentBytes: options.segmentBytes,
    snapshotEvery: options.snapshotEvery,
    disk: options.disk,
    clock: options.clock,
    send,
    makeSnapshot: (order) => makeSnapshotLater(options, order),
    warn: (sentence) => options.onTrouble(new Error(sentence)),
  });
  const post = port<ToEngine>((message) => guarded(() => receive(message)));
  const ready = await isReady;
  const link: EngineLink = {
    post,
    onMessage: (listener) => void (onMessage = listener),
    onError: (listener) => void (onError = listener),
    atEndOfTurn: (run) => void scheduler.after(0, life, run),
    end: async () => {},
  };
  return { link, ready };
}

/** Opens the foundations of the modules: the data folder, the journal with its engine, the database. */
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type Shipping, startShipping } from './backup/shipping.ts';
import { refuseUnfinished } from './backup/unfinished.ts';
import type { Config } from './config.ts';
import { type RunningEngine, startEngine } from './engine/start-engine.ts';
import type { NoteFailure } from './failures/failures.ts';
import { databaseOfOlderRules, type Lock, takeLock } from './journal/index.ts';
import type { Store } from './store/index.ts';
import { type OpenStore, openStore } from './store/open-store.ts';
import type { Projector } from './store/projector.ts';

/** An earlier process that is just stopping gets this long to let go of the folder. */
const LOCK_WAIT_MS = 6_000;
const QUEUE_LIMIT = 20_000;

export interface Ground {
  readonly journalDirectory: string;
  readonly opened: OpenStore;
  readonly engine: RunningEngine;
  readonly store: AttachableStore;
  readonly shipping: Shipping | null;
}

export interface GroundOptions {
  readonly config: Config;
  /** A part that all others need (engine, journal; the database while it starts) has ended: the process must stop. */
  readonly onFailure: (error: Error) => void;
}

/**
 * Opens all parts at once; if one fails, the others are closed again. The caller closes them by `undo`, its last entry first; the data
 * folder is released last.
 */
export async function openGround(
  { config, onFailure }: GroundOptions,
  logger: Logger,
  noteFailure: NoteFailure,
  undo: (() => Promise<void> | void)[],
): Promise<Ground> {
  const journalDirectory = join(config.dataDirectory, 'journal');
  refuseUnfinished(config.dataDirectory);
  const lock: Lock = await takeLock(config.dataDirectory, LOCK_WAIT_MS);
  undo.push(() => lock.release());
  const starting = startEngine({
    directory: journalDirectory,
    segmentBytes: config.segmentBytes,
    snapshotEvery: config.snapshotEvery,
    queueLimit: QUEUE_LIMIT,
    onFailure,
    noteFailure,
  });
  const [opened, engine] = await openBoth(
    openStore({
      directory: config.dataDirectory,
      databaseUrl: config.databaseUrl,
      onExit: onFailure,
      checkPosition: async (position) => refuseOlderRows(position, await starting),
    }),
    starting,
  );
  const store = attachableStore(opened);
  const shipping: Shipping | null =
    config.shipping &&
    startShipping({
      ...config.shipping,
      dataDirectory: config.dataDirectory,
      logger,
      durableSeq: () => engine.durableSeq,
    });
  // Shipping ends after the engine, so that the last commands are shipped too.
  undo.push(() => shipping?.stop());
  // The engine stops before the projections, so that its last commands are projected too.
  undo.push(
    () => opened.close(),
    () => store.drain(logger),
    () => engine.close(),
  );
  return { journalDirectory, opened, engine, store, shipping };
}

/** Both start at once; when one fails the other is closed. */
async function openBoth(
  opening: Promise<OpenStore>,
  starting: Promise<RunningEngine>,
): Promise<[OpenStore, RunningEngine]> {
  const [opened, engine] = await Promise.allSettled([opening, starting]);
  if (opened.status === 'fulfilled' && engine.status === 'fulfilled') return [opened.value, engine.value];
  if (opened.status === 'fulfilled') await opened.value.close();
  if (engine.status === 'fulfilled') await engine.value.close();
  throw opened.status === 'rejected' ? opened.reason : (engine as PromiseRejectedResult).reason;
}

/** Refuses a database that misses events of older rules: a release with newer rules cannot make them. Nothing is changed then. */
function refuseOlderRows(position: number, { boundarySeq, durableSeq }: RunningEngine): void {
  if (position < boundarySeq) throw databaseOfOlderRules(position, boundarySeq, boundarySeq < durableSeq);
}

interface AttachableStore extends Store {
  attach(projector: Projector): void;
  /** Lets the projections catch up, and says so in the log where they did not. */
  drain(logger: Logger): Promise<void>;
}

/** Modules are made before the projector, which needs their projections: its position is attached afterwards. */
function attachableStore(opened: OpenStore): AttachableStore {
  let projector: Projector | null = null;
  return {
    db: opened.db,
    attach: (value) => (projector = value),
    async drain(logger) {
      if (!projector || (await projector.close())) return;
      logger.warn(
        { seq: projector.seq, journalSeq: projector.knownSeq },
        'the projections did not catch up with the journal: start this release again before one with newer rules',
      );
    },
    get projectedSeq() {
      return projector?.seq ?? 0;
    },
    waitForSeq: async (seq) => projector?.waitForSeq(seq),
    close: () => opened.close(),
  };
}

/**
 * The embedded PostgreSQL of an exchange. Once the exchange runs, a database that ends by itself (killed, or in a panic on a full disk) is
 * treated as away, like an external one that cannot be reached: it is started again, after growing pauses, until it runs.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** A database that ran shorter than this before it ended again keeps the grown pause; one that ran longer begins with the first one. */
const STEADY_MS = 60_000;

export interface KeptPostgres extends Pick<EmbeddedPostgres, 'connectionString' | 'startedAs'> {
  /** False from its end until it runs again. */
  readonly isRunning: boolean;
  /** From now on a database that ends by itself is started again instead of being told to `onExit`. Answers what ends that. */
  keepRunning(logger: Pick<Logger, 'error' | 'info'>): () => Promise<void>;
  stop(): Promise<void>;
}

export interface KeptPostgresOptions {
  readonly directory: string;
  /** It ended before the exchange ran. */
  readonly onExit: (error: Error) => void;
}

export async function startKeptPostgres({ directory, onExit }: KeptPostgresOptions): Promise<KeptPostgres> {
  const givenUp = new AbortController();
  const { signal } = givenUp;
  let log: Pick<Logger, 'error' | 'info'> | null = null;
  let isRunning = true;
  let pauseMs = FIRST_PAUSE_MS;
  let ranFromMs = performance.now();
  let returning: Promise<void> = Promise.resolve();

  const ended = (error: Error): void => {
    isRunning = false;
    if (log === null) return onExit(error);
    if (signal.aborted) return;
    log.error(
      { err: error },
      'the embedded PostgreSQL is away: trading goes on, and it is started again until it runs',
    );
    if (performance.now() - ranFromMs >= STEADY_MS) pauseMs = FIRST_PAUSE_MS;
    returning = bringBack(performance.now());
  };
  /** Ends when it runs, or when it was given up. */
  const bringBack = async (awayFromMs: number): Promise<void> => {
    let told = '';
    for (let tries = 1; ; tries += 1) {
      try {
        await sleep(pauseMs, undefined, { signal });
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
        current = await startEmbeddedPostgres({ directory, onExit: ended, isAgain: true, signal });
      } catch (error) {
        if (signal.aborted) return;
        // A line for each reason: one for each try would fill the log.
        const { message } = error as Error;
        if (message !== told) log?.error({ err: error }, 'the embedded PostgreSQL could not be started yet');
        told = message;
        continue;
      }
      isRunning = true;
      ranFromMs = performance.now();
      const seconds = Math.round((ranFromMs - awayFromMs) / 1_000);
      log?.info({ tries, seconds }, 'the embedded PostgreSQL runs again');
      return;
    }
  };
  let current = await startEmbeddedPostgres({ directory, onExit: ended });
  const giveUp = async (): Promise<void> => {
    givenUp.abort();
    await returning;
  };
  return {
    connectionString: current.connectionString,
    startedAs: current.startedAs,
    get isRunning() {
      return isRunning;
    },
    keepRunning(logger) {
      log = logger;
      return giveUp;
    },
    async stop() {
      await giveUp();
      await current.stop();
    },
  };
}

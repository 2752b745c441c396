/**
 * What a start begins with: the log, and the ground of the modules. It takes longest after a kill, when thousands of commands are
 * replayed on the engine's thread; so the process begins it before it loads the rest of the program, which takes a second and a half.
 */
import type { Logger } from 'pino';
import { createFailures, type Failures } from './failures/failures.ts';
import { type Ground, type GroundOptions, openGround } from './ground.ts';
import { openLog } from './log.ts';

export interface Beginning {
  readonly logger: Logger;
  readonly failures: Failures;
  /** What was opened, to be closed in the opposite order. */
  readonly undo: (() => Promise<void> | void)[];
  /** Rejects where journal, engine or database cannot be opened; what was opened until then is in `undo`. */
  readonly ground: Promise<Ground>;
}

/** Returns at once. Throws where the log cannot be opened. */
export function beginExchange(options: GroundOptions): Beginning {
  const logger = openLog(options.config);
  const failures = createFailures(logger);
  const undo: Beginning['undo'] = [];
  const ground = openGround(options, logger, failures.note, undo);
  // Whoever goes on with the start hears of it.
  ground.catch(() => {});
  return { logger, failures, undo, ground };
}

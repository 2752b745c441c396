/** The log of the process: a file in the data folder that only its user reads. */
import { chmodSync, closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';

/** In these fields PostgreSQL repeats values of the row that it refused: a hash, an encrypted key, an address. */
const OF_ROWS = ['detail', 'where', 'hint', 'internalQuery'] as const;

/** Lines that wait for a disk; more of them are lost. */
const MOST_WAITING_BYTES = 1 << 20;

/**
 * If the log cannot be written (a full disk), lines are lost but the exchange goes on: it says so once on the error output, and logs
 * again once there is space.
 */
export function openLog({ dataDirectory, logLevel }: Pick<Config, 'dataDirectory' | 'logLevel'>): Logger {
  const path = join(dataDirectory, 'agio.log');
  // A folder of an older release may have it open to others.
  closeSync(openSync(path, 'a', 0o600));
  const file = pino.destination({ dest: path, sync: false, mode: 0o600, maxLength: MOST_WAITING_BYTES });
  chmodSync(path, 0o600);
  let isSaid = false;
  file.on('error', (error: Error) => {
    if (!isSaid) process.stderr.write(`The log cannot be written (${error.message}). Agio goes on without it.\n`);
    isSaid = true;
  });
  file.on('drain', () => {
    isSaid = false;
  });
  return pino({ level: logLevel, serializers: { err: withoutRows } }, file);
}

function withoutRows(error: Error): object {
  const fields: Record<string, unknown> = { ...pino.stdSerializers.err(error) };
  for (const name of OF_ROWS) delete fields[name];
  return fields;
}

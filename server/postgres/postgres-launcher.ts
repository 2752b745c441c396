/**
 * Chooses the user as which the embedded PostgreSQL runs. It refuses to run as root, so a root process starts it under a user id that no
 * account of the machine has: no account is made for it, and other services that run as `nobody` cannot use its files. If that id does
 * not exist (in some containers) it is `nobody`; if other users cannot reach the folders, a user namespace in which root is `nobody`.
 */
import { type ChildProcess, execFileSync, spawn, type SpawnOptions } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lchownSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const NOBODY = 65534;
/**
 * User ids from here to 2^31 are not assigned: neither by Debian and its relatives to people and services, nor by systemd to its own or
 * to containers (systemd.io/UIDS-GIDS: "unused").
 */
const UNUSED_IDS_FROM = 1_879_048_192;
const OWN_IDS = 2 ** 20;

/**
 * PostgreSQL needs none of our environment variables, and all processes of its user could read them there, SECRET_KEY included. Windows
 * starts no process without its own variables, and does not show them to others.
 */
const CHILD_ENVIRONMENT: NodeJS.ProcessEnv | undefined =
  process.platform === 'win32' ? undefined : { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C', TZ: 'UTC' };

/** How a child must be started so that it does not run as root. */
export interface Launcher {
  readonly description: string;
  /** To whom its files belong; null: to whom they belong anyway. */
  readonly owner: number | null;
  run(command: string, args: readonly string[], options: SpawnOptions): ChildProcess;
}

/** No other user can reach the folder, and there are no user namespaces. */
export class NoLauncher extends Error {
  override readonly name = 'PostgresFailed';
}

/** For the server itself. */
export function chooseLauncher(directory: string, binaries: string): Launcher {
  if (process.getuid?.() !== 0) {
    return {
      description: 'the user who started Agio',
      owner: null,
      run: (command, args, options) => spawn(command, args, { ...options, env: CHILD_ENVIRONMENT }),
    };
  }
  if (canOthersReach(directory) && canOthersReach(binaries)) {
    const own = ownId(directory);
    return own === null || !isMapped(own)
      ? asUser(NOBODY, 'the user nobody (this place has no other ids to give)')
      : asUser(own, `a user of its own (id ${own})`);
  }
  return inNamespace(directory);
}

/**
 * For the program that makes the database's files: it requires a user with an account, and reads only its own files. Afterwards the files
 * are given to the server's user.
 */
export function makerFor(launcher: Launcher): Launcher {
  return launcher.owner !== null && launcher.owner >= UNUSED_IDS_FROM ? asUser(NOBODY, 'the user nobody') : launcher;
}

function asUser(id: number, description: string): Launcher {
  return {
    description,
    owner: id,
    run: (command, args, options) => spawn(command, args, { ...options, env: CHILD_ENVIRONMENT, uid: id, gid: id }),
  };
}

function inNamespace(directory: string): Launcher {
  const namespace = ['--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];
  try {
    execFileSync('unshare', [...namespace, 'true'], { stdio: 'ignore', env: CHILD_ENVIRONMENT });
  } catch {
    throw new NoLauncher(
      `PostgreSQL does not run as root, another user cannot reach ${directory}, and this system allows no user namespace. ` +
        'Start Agio as another user, move it to a folder that others may enter, or set DATABASE_URL.',
    );
  }
  return {
    description: 'nobody in a user namespace (others may not enter this folder)',
    owner: 0,
    run: (command, args, options) =>
      spawn('unshare', [...namespace, command, ...args], { ...options, env: CHILD_ENVIRONMENT }),
  };
}

/** The user id for a folder's PostgreSQL: the owner of its files, else one computed from the folder's path. Null on systems other than Linux. */
function ownId(directory: string): number | null {
  if (process.platform !== 'linux') return null;
  const present = statSync(directory).uid;
  if (present >= UNUSED_IDS_FROM && present < UNUSED_IDS_FROM + OWN_IDS) return present;
  return UNUSED_IDS_FROM + (createHash('sha256').update(directory).digest().readUInt32LE() % OWN_IDS);
}

/** Whether this id exists here; in a container it may not. */
function isMapped(id: number): boolean {
  try {
    return readFileSync('/proc/self/uid_map', 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number))
      .some(([from, , count]) => id >= from! && id < from! + count!);
  } catch {
    // Without user namespaces every id exists, but the file that says so is missing: `nobody` is safe.
    return false;
  }
}

function canOthersReach(path: string): boolean {
  for (let at = resolve(path, '..'); ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

/** Hands folders to the user PostgreSQL runs as; files of an earlier way of starting it are handed over too. */
export function giveTo(owner: number | null, ...folders: readonly string[]): void {
  if (owner === null) return;
  for (const folder of folders) {
    if (statSync(folder).uid === owner && !existsSync(join(folder, 'data'))) continue;
    handOver(folder, owner);
  }
}

function handOver(path: string, owner: number): void {
  const status = lstatSync(path);
  // Never what a link points to, also where the file became one just now: its owner may be who attacks.
  if (status.uid !== owner || status.gid !== owner) lchownSync(path, owner, owner);
  if (status.isDirectory()) for (const name of readdirSync(path)) handOver(join(path, name), owner);
}

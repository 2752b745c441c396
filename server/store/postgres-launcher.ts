/**
 * As whom the embedded PostgreSQL runs. It refuses to run as root, so a root process starts it under a user id that belongs to nobody
 * else on the machine: no account is made for it, and other services that run as `nobody` have no part in its files. Where the
 * ids of this place end before that (some containers) it is `nobody`; where other users cannot reach the folders, a user
 * namespace in which root is `nobody`.
 */
import { type ChildProcess, execFileSync, spawn, type SpawnOptions } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lchownSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const NOBODY = 65534;
/**
 * User ids from here to 2^31 are given to nobody: neither by Debian and its kin to people and services, nor by systemd to its
 * own or to containers (systemd.io/UIDS-GIDS: "unused").
 */
const UNUSED_IDS_FROM = 1_879_048_192;
const OWN_IDS = 2 ** 20;

/**
 * Of our environment PostgreSQL needs nothing; everybody of its user could read it there, SECRET_KEY among it. Windows starts
 * no process without its own variables, and shows them to nobody else.
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

/** Nobody can reach the folder as another user, and there are no user namespaces. */
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
 * For the program that makes the database's files: it insists on a user who has an account, and reads nothing that is not its
 * own. The files go to the server's user behind it.
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
    execFileSync('unshare', [...namespace, 'true'], { stdio: 'ignore' });
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

/** The id of a folder's PostgreSQL: what its files have already, else one from the folder's place. Null on systems other than Linux. */
function ownId(directory: string): number | null {
  if (process.platform !== 'linux') return null;
  const present = statSync(directory).uid;
  if (present >= UNUSED_IDS_FROM && present < UNUSED_IDS_FROM + OWN_IDS) return present;
  return UNUSED_IDS_FROM + (createHash('sha256').update(directory).digest().readUInt32LE() % OWN_IDS);
}

/** Whether this place (a container may be one) has such an id at all. */
function isMapped(id: number): boolean {
  try {
    return readFileSync('/proc/self/uid_map', 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number))
      .some(([from, , count]) => id >= from! && id < from! + count!);
  } catch {
    // Without user namespaces every id is there, but nothing says so: `nobody` is safe.
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

/**
 * Backups: taken beside the running exchange, looked through, and made into a data folder again. They read files and database
 * themselves; only what no file tells is asked of the server.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseBackupKey } from '../../server/backup/key.ts';
import { findBackups, type RestoreTarget } from '../../server/backup/choose.ts';
import { restoreBackup } from '../../server/backup/restore.ts';
import { takeBackup } from '../../server/backup/take.ts';
import { describeBackup, verifyBackups } from '../../server/backup/verify.ts';
import { embeddedConnection } from '../../server/postgres/embedded-postgres.ts';
import { type CommandArea, CommandFailed, directory, readStrings, readTime, readWhole } from './calling.ts';

const SEGMENT_BYTES = 32 * 1024 * 1024;
const ROOT = join(import.meta.dirname, '../..');

export const backupCommands: CommandArea = {
  usage: `
  agio backup take --to FOLDER [--keep N] [--keep-days D]
  agio backup list --from FOLDER
  agio backup verify --from FOLDER
  agio backup restore --from FOLDER --to-dir NEW_FOLDER [--until 2030-01-31T00:00:00Z | --position N] [--journal ID]
    [--keep-api-keys]`,
  commands: {
    'backup take': take,
    'backup list': list,
    'backup verify': verify,
    'backup restore': restore,
  },
};

async function take(args: string[]): Promise<unknown> {
  const { to, keep, 'keep-days': keepDays } = readStrings(args, ['to'], ['keep', 'keep-days']);
  const keepCount = keep === undefined ? null : readWhole('keep', keep);
  if (keepCount === 0) throw new CommandFailed('--keep must be 1 or more: the newest backup is never removed.');
  const taken = await takeBackup({
    dataDirectory: directory,
    connectionString: process.env.DATABASE_URL || embeddedConnection(directory),
    folder: resolve(to),
    backupKey: readKey(),
    release: (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version,
    keepCount,
    keepDays: keepDays === undefined ? null : readWhole('keep-days', keepDays),
  });
  const { takenAtMs, ...rest } = taken;
  return { takenAt: new Date(takenAtMs).toISOString(), ...rest };
}

async function list(args: string[]): Promise<unknown> {
  const { from } = readStrings(args, ['from']);
  const found = findBackups(resolve(from), readKey(), tellDamaged);
  return found.map(({ journalId, backups }) => ({ journalId, backups: backups.map(describeBackup) }));
}

async function verify(args: string[]): Promise<unknown> {
  const { from } = readStrings(args, ['from']);
  return verifyBackups(resolve(from), readKey());
}

async function restore(args: string[]): Promise<unknown> {
  const keepsApiKeys = args.includes('--keep-api-keys');
  const values = readStrings(
    args.filter((argument) => argument !== '--keep-api-keys'),
    ['from', 'to-dir'],
    ['until', 'position', 'journal'],
  );
  const startedMs = performance.now();
  const { takenAtMs, ...restored } = await restoreBackup({
    folder: resolve(values.from),
    toDirectory: resolve(values['to-dir']),
    backupKey: readKey(),
    databaseUrl: process.env.DATABASE_URL ?? '',
    target: readTarget(values.until, values.position),
    journalId: values.journal ?? null,
    segmentBytes: SEGMENT_BYTES,
    keepsApiKeys,
    onDamaged: tellDamaged,
  });
  const seconds = Number(((performance.now() - startedMs) / 1000).toFixed(2));
  return { takenAt: new Date(takenAtMs).toISOString(), ...restored, seconds };
}

function readTarget(until: string | undefined, position: string | undefined): RestoreTarget {
  if (until !== undefined && position !== undefined)
    throw new CommandFailed('--until and --position are two ways to say the same: give one of them.');
  if (until !== undefined) return { kind: 'time', timeMs: readTime(until) };
  if (position !== undefined) return { kind: 'position', seq: readWhole('position', position) };
  return { kind: 'end' };
}

/** An older backup may do, so it is said and not thrown. */
function tellDamaged(error: Error): void {
  process.stderr.write(`${error.message}\n`);
}

/** Of BACKUP_KEY, or of the file that BACKUP_KEY_FILE names. */
function readKey(): Buffer {
  const { BACKUP_KEY, BACKUP_KEY_FILE } = process.env;
  if (!BACKUP_KEY && BACKUP_KEY_FILE && !existsSync(BACKUP_KEY_FILE))
    throw new CommandFailed(`BACKUP_KEY_FILE names ${BACKUP_KEY_FILE}, and there is no such file.`);
  return parseBackupKey(BACKUP_KEY || (BACKUP_KEY_FILE ? readFileSync(BACKUP_KEY_FILE, 'utf8') : ''));
}

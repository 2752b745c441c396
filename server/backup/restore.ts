/**
 * Makes a data folder out of a backup and the journal beside it, to the end of what is there or to an earlier moment. The database
 * is never newer than the journal; what it lacks of it, the projections of the first start read.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { writeDurably } from '../system/durable-file.ts';
import { eventsAfter } from '../engine/recover.ts';
import { rebuildJournal, takeLock, writeSnapshot } from '../journal/index.ts';
import { auditFiles, noteRestore } from '../modules/operators/index.ts';
import { addLostOwners, endAccess, type EndedAccess, type LostOwner, uidsOf } from '../modules/users/index.ts';
import { type DatabaseLoad, openLoad } from '../store/dump.ts';
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { openDatabase } from '../store/open-database.ts';
import { type BackupHead, type BackupPart, readBackup } from './backup-file.ts';
import { chooseBackup, findBackups, partWithin, type RestoreTarget } from './choose.ts';
import { readPieces } from './pieces.ts';
import { BackupDamaged } from './sealed-file.ts';
import { UNFINISHED } from './unfinished.ts';

export interface RestoreOptions {
  readonly folder: string;
  readonly backupKey: Buffer;
  /** The data folder that is made: missing, or empty. */
  readonly toDirectory: string;
  /** An empty database of the operator's own; empty text: the embedded PostgreSQL of the new folder. */
  readonly databaseUrl: string;
  readonly target: RestoreTarget;
  /** The journal to restore; null: that of the newest backup. */
  readonly journalId: string | null;
  readonly segmentBytes: number;
  /** Keeps the API keys of the backup; otherwise all are deleted, because any may have been deleted after the backup. */
  readonly keepsApiKeys: boolean;
  readonly onDamaged: (error: BackupDamaged) => void;
}

export interface Restored {
  readonly backup: string;
  readonly takenAtMs: number;
  /** The last command of the restored journal, and the state's hash behind it. */
  readonly position: number;
  readonly stateHash: string;
  /** Where the rows of the database stand; the first start brings them to `position`. */
  readonly databasePosition: number;
  /** Users who are in the journal but not in the backup's database: they have funds, but no address and no password. */
  readonly lostOwners: readonly LostOwner[];
  /** How many sessions and API keys of the backup were ended: a log-out or deletion after the backup must stay one. */
  readonly ended: EndedAccess;
}

/** Throws a sentence, and leaves the folder marked as unfinished, where something is missing or damaged. */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { toDirectory, backupKey } = options;
  if (existsSync(toDirectory) && readdirSync(toDirectory).length > 0)
    throw new BackupDamaged(`${toDirectory} is not empty. Nothing was changed; name a folder that is new or empty.`);
  const chosen = chooseBackup(
    findBackups(options.folder, backupKey, options.onDamaged),
    options.target,
    options.journalId,
  );
  const journal = join(toDirectory, 'journal');
  mkdirSync(toDirectory, { recursive: true, mode: 0o711 });
  mkdirSync(journal, { mode: 0o700 });
  writeFileSync(join(toDirectory, UNFINISHED), '');
  const lock = await takeLock(toDirectory, 0);
  try {
    const { head } = chosen;
    const position = restoreJournal(options, dirname(chosen.path), journal);
    if (position < head.database.position)
      throw new BackupDamaged(
        `The journal in the folder ends at command ${position} by then, and the backup ${chosen.path} is of command ${head.database.position}. ` +
          'Restore to a later time, or from an older backup.',
      );
    // The restored journal gets a new id: commands that the old journal took after this one belong to the old journal only.
    const journalId = randomUUID();
    const found = await withDatabase(options, (connectionString) =>
      restoreDatabase({ ...options, connectionString, path: chosen.path, head, journal, journalId, position }),
    );
    writeDurably(join(journal, 'id'), journalId);
    rmSync(join(toDirectory, UNFINISHED));
    return {
      backup: chosen.path,
      takenAtMs: head.takenAtMs,
      position,
      databasePosition: head.database.position,
      ...found,
    };
  } finally {
    lock.release();
  }
}

/** Writes the journal up to the target; answers its last command. */
function restoreJournal({ backupKey, target, segmentBytes }: RestoreOptions, pieces: string, journal: string): number {
  const rebuild = rebuildJournal(journal, segmentBytes);
  for (const unit of readPieces(pieces, backupKey)) {
    const { count, payload } = partWithin(unit, target);
    if (count === unit.count) rebuild.add(unit);
    else if (count > 0) rebuild.addPart(unit, count, payload);
    if (count < unit.count || (target.kind === 'position' && rebuild.seq === target.seq)) break;
  }
  if (target.kind === 'position' && rebuild.seq < target.seq)
    throw new BackupDamaged(
      `The journal in the folder ends at command ${rebuild.seq}, before ${target.seq}. Restore with --position ${rebuild.seq} at most.`,
    );
  rebuild.finish();
  return rebuild.seq;
}

async function withDatabase<T>(
  { toDirectory, databaseUrl }: RestoreOptions,
  run: (connectionString: string) => Promise<T>,
): Promise<T> {
  if (databaseUrl) return run(databaseUrl);
  const embedded = await startEmbeddedPostgres({
    directory: join(toDirectory, 'postgres'),
    // A database that ends here is reported by the next statement.
    onExit: () => {},
  });
  try {
    return await run(embedded.connectionString);
  } finally {
    await embedded.stop();
  }
}

interface DatabaseRestore extends RestoreOptions {
  readonly connectionString: string;
  readonly path: string;
  readonly head: BackupHead;
  readonly journal: string;
  readonly journalId: string;
  readonly position: number;
}

async function restoreDatabase(
  restore: DatabaseRestore,
): Promise<Pick<Restored, 'stateHash' | 'lostOwners' | 'ended'>> {
  const { connectionString, head, journal, journalId, position } = restore;
  const load = await openLoad(connectionString, head.database);
  try {
    await readInto(restore, load);
    await load.finish(head.database.sequences, journalId);
  } finally {
    await load.close();
  }
  // The replay proves that snapshot and journal belong together, and says whom the rows of the backup do not know.
  const uids = new Set<number>();
  const stateHash = eventsAfter({ directory: journal, afterSeq: head.database.position, toSeq: position }, (events) => {
    for (const uid of uidsOf(events)) uids.add(uid);
  });
  const { db, close } = openDatabase(connectionString);
  try {
    const ended = await endAccess(db, restore.keepsApiKeys);
    await noteRestore(db, auditFiles(restore.toDirectory), `${basename(restore.path)} to command ${position}`);
    return { stateHash, ended, lostOwners: await addLostOwners(db, [...uids], Date.now()) };
  } finally {
    await close();
  }
}

/** Reads the backup once, each part to its place. */
async function readInto(
  { path, backupKey, head, journal, toDirectory }: DatabaseRestore,
  load: DatabaseLoad,
): Promise<void> {
  const parts = readBackup(path, backupKey);
  const snapshot: Buffer[] = [];
  let next = parts.next();
  while (!next.done) {
    const part: BackupPart = next.value;
    next = parts.next();
    if (part.kind === 'snapshot') snapshot.push(part.bytes);
    else if (part.kind === 'secretKey') writeDurably(join(toDirectory, 'secret-key'), part.bytes.toString());
    else if (part.kind === 'table') {
      const rows = function* (): Generator<Buffer> {
        for (; !next.done && next.value.kind === 'rows'; next = parts.next()) yield next.value.bytes;
      };
      await load.fillTable(part.table, rows());
    }
  }
  if (head.snapshotSeq > 0)
    await writeSnapshot({
      directory: journal,
      seq: head.snapshotSeq,
      bytes: Buffer.concat(snapshot),
      neededSeq: head.snapshotSeq,
      boundarySeq: 0,
      besideTrading: false,
    });
}

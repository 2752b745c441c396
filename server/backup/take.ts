/**
 * Takes a backup beside a running exchange, without stopping anybody: first the database at one moment, then the journal to at
 * least where its projections stood, so that a backup's database is never newer than its journal.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '@agio/contracts/durations';
import { restoreCore, RULES_VERSION } from '@agio/core';
import { isDiskFull } from '../system/disk-full.ts';
import {
  followJournal,
  highWaterPath,
  listSnapshots,
  readHighWater,
  readJournalId,
  readSnapshot,
} from '../journal/index.ts';
import { type DatabaseDump, openDump } from '../store/dump.ts';
import { BackupDamaged } from './sealed-file.ts';
import { createBackup, listBackups, readBackup, removeLeftovers } from './backup-file.ts';
import { createPieceWriter } from './piece-writer.ts';
import { readMark } from './pieces.ts';
import { HOST_OPTIONS } from '../system/host-options.ts';

const BATCH_BYTES = 1024 * 1024;

export interface TakeOptions {
  readonly dataDirectory: string;
  readonly connectionString: string;
  /** The backup folder; it is made where it is not there. */
  readonly folder: string;
  readonly backupKey: Buffer;
  readonly release: string;
  /** How many of the newest backups of this journal stay, at least 1; null: all. */
  readonly keepCount: number | null;
  /** Backups that are younger than this many days are kept, whatever their number; null: only `keepCount` decides. */
  readonly keepDays: number | null;
}

export interface TakenBackup {
  readonly path: string;
  readonly takenAtMs: number;
  /** The last command whose events are in the database's rows. */
  readonly position: number;
  /** The last command in the folder's copy of the journal. */
  readonly journalSeq: number;
  readonly bytes: number;
  readonly rows: number;
  readonly removed: readonly string[];
}

/** Throws BackupDamaged, WrongBackupKey, PostgresFailed, JournalDamaged; no backup was made then. */
export async function takeBackup(options: TakeOptions): Promise<TakenBackup> {
  try {
    return await take(options);
  } catch (error) {
    throw sayDisk(error, options.folder);
  }
}

async function take(options: TakeOptions): Promise<TakenBackup> {
  const { dataDirectory, backupKey } = options;
  const journal = join(dataDirectory, 'journal');
  if (!existsSync(join(journal, 'id')))
    throw new BackupDamaged(
      `There is no journal in ${dataDirectory}. Name the folder of an exchange that has run, by DATA_DIR.`,
    );
  const journalId = readJournalId(journal);
  const folder = join(options.folder, journalId);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  removeLeftovers(folder, Date.now());
  const dump = await openDump(options.connectionString);
  try {
    if (dump.head.journalId !== journalId)
      throw new BackupDamaged(
        `The database belongs to another journal than ${dataDirectory}. Set DATA_DIR and DATABASE_URL as for npm start.`,
      );
    const written = await writeBackup(options, folder, dump);
    checkReadable(written.path, backupKey);
    return { ...written, removed: rotate(folder, options, written.path) };
  } finally {
    await dump.close();
  }
}

async function writeBackup(
  options: TakeOptions,
  folder: string,
  dump: DatabaseDump,
): Promise<Omit<TakenBackup, 'removed'>> {
  const { dataDirectory, backupKey, release } = options;
  const journal = join(dataDirectory, 'journal');
  // Read after the moment of the dump, so that the backup holds nothing that happened later than this.
  const takenAtMs = Date.now();
  const { head } = dump;
  const snapshot = newestSnapshot(journal, head.position);
  const backup = createBackup(folder, backupKey, {
    release,
    rulesVersion: RULES_VERSION,
    takenAtMs,
    database: head,
    snapshotSeq: snapshot?.seq ?? 0,
  });
  try {
    if (snapshot) backup.snapshot(snapshot.bytes);
    const secretKey = join(dataDirectory, 'secret-key');
    if (existsSync(secretKey)) backup.secretKey(readFileSync(secretKey, 'utf8').trim());
    const rowCounts: Record<string, number> = {};
    for (const table of head.tables) {
      backup.table(table);
      rowCounts[table.name] = await dump.readTable(table, (bytes) => backup.rows(bytes));
    }
    const journalSeq = await bringJournal(journal, folder, backupKey);
    const path = backup.finish(rowCounts);
    const rows = Object.values(rowCounts).reduce((sum, count) => sum + count, 0);
    const [file] = listBackups(folder, backupKey, () => {}).filter((entry) => entry.path === path);
    return { path, takenAtMs, position: head.position, journalSeq, bytes: file?.bytes ?? 0, rows };
  } catch (error) {
    backup.abandon();
    throw error;
  }
}

/** A full disk of the backups as a sentence; any other error as it is. */
function sayDisk(error: unknown, folder: string): unknown {
  if (!isDiskFull(error)) return error;
  return new BackupDamaged(
    `The disk of ${folder} is full: this backup was not finished, and what was written of it is removed. Make room there, and take it again.`,
  );
}

/** The newest snapshot at or before a position that verifies: the projections go on from it. Null where the journal alone has to do. */
function newestSnapshot(journal: string, position: number): { seq: number; bytes: Uint8Array } | null {
  for (const seq of listSnapshots(journal).filter((at) => at <= position)) {
    try {
      const bytes = readSnapshot(journal, seq);
      restoreCore(bytes, HOST_OPTIONS);
      return { seq, bytes };
    } catch {
      // Damaged, or removed meanwhile by the running exchange, which then has newer ones: the one before has to do.
      continue;
    }
  }
  return null;
}

/** Puts into the folder what of the durable journal is not there yet; answers how far it goes now. */
async function bringJournal(journal: string, folder: string, backupKey: Buffer): Promise<number> {
  const lookedAtMs = Date.now();
  const durableSeq = readHighWater(highWaterPath(journal));
  const follower = followJournal(journal, readMark(folder, backupKey).seq);
  const writer = createPieceWriter(folder, backupKey);
  try {
    for (;;) {
      const units = follower.next(durableSeq, BATCH_BYTES);
      if (units.length === 0) break;
      await writer.append(units);
    }
    await writer.close();
    // Shipping may have gone further meanwhile: then its mark stays.
    if (readMark(folder, backupKey).seq < follower.seq)
      await writer.mark({ seq: follower.seq, coveredUntilMs: lookedAtMs });
    return follower.seq;
  } finally {
    follower.close();
  }
}

/** Reads back all that was written, before an older backup may go. */
function checkReadable(path: string, backupKey: Buffer): void {
  let parts = 0;
  for (const part of readBackup(path, backupKey)) if (part.kind === 'end') parts++;
  if (parts !== 1) throw new BackupDamaged(`${path} does not read back as it was written. Look at its disk.`);
}

/** Removes the backups that neither `keepCount` nor `keepDays` keeps. */
function rotate(folder: string, options: TakeOptions, newest: string): string[] {
  const backups = listBackups(folder, options.backupKey, () => {}).filter(({ path }) => path !== newest);
  const expired = expiredOf(backups, options, Date.now());
  for (const { path } of expired) rmSync(path);
  return expired.map(({ path }) => path);
}

/** Which of the backups before the newest one, oldest first, may go: the newest, just read back, is not in the list. */
export function expiredOf<T extends { readonly head: { readonly takenAtMs: number } }>(
  earlier: readonly T[],
  { keepCount, keepDays }: Pick<TakeOptions, 'keepCount' | 'keepDays'>,
  nowMs: number,
): T[] {
  if (keepCount === null && keepDays === null) return [];
  const oldestMs = keepDays === null ? Infinity : nowMs - keepDays * DAY_MS;
  const kept = (keepCount ?? 1) - 1;
  return earlier.filter(({ head }, index) => index < earlier.length - kept && head.takenAtMs < oldestMs);
}

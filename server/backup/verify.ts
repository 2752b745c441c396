/** Reads everything that a backup folder holds, to the last byte, and says what can be restored from it. */
import { join } from 'node:path';
import { type BackupFile, listBackups, listJournals, readBackup } from './backup-file.ts';
import { readPieces } from './pieces.ts';
import { BackupDamaged } from './sealed-file.ts';

export interface VerifiedJournal {
  readonly journalId: string;
  /** To which command the journal is there. */
  readonly journalSeq: number;
  readonly backups: readonly {
    readonly path: string;
    readonly takenAt: string;
    readonly position: number;
    readonly bytes: number;
  }[];
}

/** Throws BackupDamaged at the first file that is not what was written, or WrongBackupKey. */
export function verifyBackups(folder: string, backupKey: Buffer): VerifiedJournal[] {
  return listJournals(folder).map((journalId) => {
    const own = join(folder, journalId);
    let journalSeq = 0;
    for (const unit of readPieces(own, backupKey)) journalSeq = unit.firstSeq + unit.count - 1;
    const backups = listBackups(own, backupKey, (error) => {
      throw error;
    });
    for (const { path, head } of backups) {
      for (const _part of readBackup(path, backupKey));
      if (head.database.position > journalSeq)
        throw new BackupDamaged(
          `${path} is of command ${head.database.position}, and the journal beside it ends at ${journalSeq}. Use another copy of the folder.`,
        );
    }
    return { journalId, journalSeq, backups: backups.map(describeBackup) };
  });
}

export function describeBackup({ path, head, bytes }: BackupFile): VerifiedJournal['backups'][number] {
  return { path, takenAt: new Date(head.takenAtMs).toISOString(), position: head.database.position, bytes };
}

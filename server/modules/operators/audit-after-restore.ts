/**
 * The record of the operators' calls after a restore. A restore brings it back as of the backup, which would be an excuse for an attacker
 * who cut it off: so the restore notes what it did and where the record ended, and the first call of an operator, or the first check of
 * the record, adds this note as a record.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from '../../system/durable-file.ts';
import type { Db } from '../../store/index.ts';

/** Stands in a record of a restore in place of a call's method. */
export const RESTORED = 'RESTORED';

export interface AuditFiles {
  /** Names the last record: its number and its hash. */
  readonly head: string;
  /** The file with the note of a restore, until it is in the record. */
  readonly restored: string;
}

export function auditFiles(dataDirectory: string): AuditFiles {
  const head = join(dataDirectory, 'operator-audit');
  return { head, restored: `${head}.restored` };
}

/** Called at the end of a restore: `what` says from which backup and to which command. Without any record no note is needed. */
export async function noteRestore(db: Db, files: AuditFiles, what: string): Promise<void> {
  const last = await db
    .selectFrom('operator_audit')
    .select(['id', 'hash'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last) writeDurably(files.head, `${last.id} ${last.hash}`);
  writeDurably(files.restored, what);
}

/** The note of a restore that is not in the record yet; null if there is none. */
export function restoreToRecord(files: AuditFiles): string | null {
  return existsSync(files.restored) ? readFileSync(files.restored, 'utf8').trim() : null;
}

/** Called once the record has the note. */
export function forgetRestore(files: AuditFiles): void {
  rmSync(files.restored, { force: true });
}

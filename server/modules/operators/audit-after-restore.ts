/**
 * The record of the operators' calls after a restore. It comes back as it was at the backup, and whoever had cut it off could say that it
 * was restored: so the restore notes what it did and where the record ended, and the first call of an operator, or the first check of the record, writes that down as a record.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from '../../system/durable-file.ts';
import type { Db } from '../../store/index.ts';

/** What a record of a restore has where others have the method of a call. */
export const RESTORED = 'RESTORED';

export interface AuditFiles {
  /** Names the last record: its number and its hash. */
  readonly head: string;
  /** What a restore notes for whoever is first to write to the record. */
  readonly restored: string;
}

export function auditFiles(dataDirectory: string): AuditFiles {
  const head = join(dataDirectory, 'operator-audit');
  return { head, restored: `${head}.restored` };
}

/** For the end of a restore: `what` says from which backup and to which command. Without a record there is nothing to note. */
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

/** What a restore noted and nothing has recorded yet; null where there was none. */
export function restoreToRecord(files: AuditFiles): string | null {
  return existsSync(files.restored) ? readFileSync(files.restored, 'utf8').trim() : null;
}

/** Once the record has it. */
export function forgetRestore(files: AuditFiles): void {
  rmSync(files.restored, { force: true });
}

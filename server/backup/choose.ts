/** Which backup a restore begins with, and where in the journal it ends. */
import { join } from 'node:path';
import { decodeCommand } from '@agio/core';
import type { KeptUnit } from '../journal/index.ts';
import { type BackupFile, listBackups, listJournals } from './backup-file.ts';
import { BackupDamaged } from './sealed-file.ts';

/** Where a restore ends: at the end of the journal, at the last command at or before a time, or at a command. */
export type RestoreTarget =
  | { readonly kind: 'end' }
  | { readonly kind: 'time'; readonly timeMs: number }
  | { readonly kind: 'position'; readonly seq: number };

export interface FoundBackups {
  readonly journalId: string;
  /** Oldest first. */
  readonly backups: readonly BackupFile[];
}

/** For each journal in the folder, its backups with an undamaged head. */
export function findBackups(
  folder: string,
  backupKey: Buffer,
  onDamaged: (error: BackupDamaged) => void,
): FoundBackups[] {
  return listJournals(folder).map((journalId) => ({
    journalId,
    backups: listBackups(join(folder, journalId), backupKey, onDamaged),
  }));
}

/**
 * The newest backup whose database ends at or before the target. A restored exchange begins a new journal, so a folder may have several:
 * without `journalId` the newest backup of all decides, and a position needs the journal named.
 */
export function chooseBackup(
  found: readonly FoundBackups[],
  target: RestoreTarget,
  journalId: string | null,
): BackupFile {
  const journals = found.filter(
    (entry) => entry.backups.length > 0 && (journalId ?? entry.journalId) === entry.journalId,
  );
  if (journals.length === 0) throw new BackupDamaged('There is no backup to restore from in that folder.');
  if (target.kind === 'position' && journals.length > 1)
    throw new BackupDamaged(
      `The folder has backups of ${journals.length} journals: say of which one with --journal ${journals.map((entry) => entry.journalId).join(' or ')}.`,
    );
  const candidates = journals.flatMap(({ backups }) => backups).sort((a, b) => a.head.takenAtMs - b.head.takenAtMs);
  const usable = candidates.filter(({ head }) => {
    if (target.kind === 'time') return head.takenAtMs <= target.timeMs;
    return target.kind === 'end' || head.database.position <= target.seq;
  });
  const newest = usable.at(-1);
  if (newest) return newest;
  const first = candidates[0]!.head;
  throw new BackupDamaged(
    `The oldest backup is of ${new Date(first.takenAtMs).toISOString()}, at command ${first.database.position}: there is none of before. ` +
      'Restore to that time or a later one.',
  );
}

/** How many commands of a unit the target takes, and their encoded bytes; all of them in most units. */
export function partWithin(
  unit: KeptUnit,
  target: RestoreTarget,
): { readonly count: number; readonly payload: Buffer } {
  let offset = 0;
  for (let i = 0; i < unit.count; i++) {
    const { command, next } = decodeCommand(unit.payload, offset);
    const isBehind =
      (target.kind === 'time' && command.timeMs > target.timeMs) ||
      (target.kind === 'position' && command.seq > target.seq);
    if (isBehind) return { count: i, payload: unit.payload.subarray(0, offset) };
    offset = next;
  }
  return { count: unit.count, payload: unit.payload };
}

/**
 * One backup: the database at one moment and the snapshot from which its projections go on, in one sealed file. The journal lies
 * beside it in pieces, once for all backups. Each chunk of the file is a frame: a byte that says its kind, then what it holds.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { HOUR_MS } from '@agio/contracts/durations';
import { join } from 'node:path';
import { syncFolder } from '../system/sync-folder.ts';
import type { DumpedTable, DumpHead } from '../store/dump.ts';
import { BackupDamaged, createSealer, readSealed } from './sealed-file.ts';

const FORMAT = 1;
const FRAME = { head: 1, snapshot: 2, secretKey: 3, table: 4, rows: 5, end: 6 } as const;
const FRAME_BYTES = 1024 * 1024;
const JOURNAL_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NAME = /^backup-[0-9]{8}T[0-9]{9}Z-[0-9]{15}\.agio$/;
/** An unfinished backup to which nobody has written for this time was left by a process that is gone. */
const LEFT_AFTER_MS = HOUR_MS;

export interface BackupHead {
  readonly format: number;
  readonly release: string;
  readonly rulesVersion: number;
  /** The moment of which the rows are. */
  readonly takenAtMs: number;
  readonly database: DumpHead;
  /** Position of the snapshot; 0 if there is none, and the state is made from the journal alone. */
  readonly snapshotSeq: number;
}

export interface BackupFile {
  readonly path: string;
  readonly head: BackupHead;
  readonly bytes: number;
}

export interface BackupWriter {
  snapshot(bytes: Uint8Array): void;
  /** The SECRET_KEY of a data folder that made its own. */
  secretKey(text: string): void;
  table(table: DumpedTable): void;
  /** A part of the rows of the table that was named last. */
  rows(bytes: Uint8Array): void;
  /** Ends the file and gives it its name, durably. Only from here on it is a backup. Answers its path. */
  finish(rowCounts: Readonly<Record<string, number>>): string;
  /** Removes the file unless it was finished. */
  abandon(): void;
}

/** Begins a backup in its journal's folder, under a temporary name that no restore looks at. */
export function createBackup(folder: string, backupKey: Buffer, head: Omit<BackupHead, 'format'>): BackupWriter {
  const stamp = new Date(head.takenAtMs).toISOString().replace(/[-:.]/g, '');
  const path = join(folder, `backup-${stamp}-${String(head.database.position).padStart(15, '0')}.agio`);
  const temporary = join(folder, `${process.pid}-${stamp}.agio.new`);
  const file = openSync(temporary, 'w', 0o600);
  const sealer = createSealer(backupKey, 'backup');
  let gathered: Uint8Array[] = [];
  let gatheredBytes = 0;
  let isOpen = true;
  const put = (bytes: Uint8Array): void => {
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at, bytes.length - at);
  };
  const frame = (kind: number, payload: Uint8Array, isLast = false): void =>
    put(sealer.seal(Buffer.concat([Buffer.of(kind), payload]), isLast));
  const flush = (): void => {
    if (gatheredBytes > 0) frame(FRAME.rows, Buffer.concat(gathered));
    gathered = [];
    gatheredBytes = 0;
  };
  const close = (): void => {
    if (isOpen) closeSync(file);
    isOpen = false;
  };
  const abandon = (): void => {
    close();
    rmSync(temporary, { force: true });
  };
  try {
    put(sealer.header);
    frame(FRAME.head, Buffer.from(JSON.stringify({ format: FORMAT, ...head })));
  } catch (error) {
    abandon();
    throw error;
  }
  return {
    snapshot(bytes) {
      for (let at = 0; at < bytes.length; at += FRAME_BYTES)
        frame(FRAME.snapshot, bytes.subarray(at, at + FRAME_BYTES));
    },
    secretKey: (text) => frame(FRAME.secretKey, Buffer.from(text)),
    table(table) {
      flush();
      frame(FRAME.table, Buffer.from(JSON.stringify(table)));
    },
    rows(bytes) {
      // Copied, because the database driver reads its next rows into the same memory.
      gathered.push(Buffer.from(bytes));
      gatheredBytes += bytes.length;
      if (gatheredBytes >= FRAME_BYTES) flush();
    },
    finish(rowCounts) {
      flush();
      frame(FRAME.end, Buffer.from(JSON.stringify({ rowCounts })), true);
      fsyncSync(file);
      close();
      renameSync(temporary, path);
      syncFolder(folder);
      return path;
    },
    abandon,
  };
}

/** Files that a killed backup left. They count for nothing, and take room. */
export function removeLeftovers(folder: string, nowMs: number): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const status = name.endsWith('.new') ? statSync(path, { throwIfNoEntry: false }) : undefined;
    if (status && nowMs - status.mtimeMs > LEFT_AFTER_MS) rmSync(path, { force: true });
  }
}

/** The parts of a backup, in the order of its file. A table is followed by its rows, in several parts. */
export type BackupPart =
  | { readonly kind: 'head'; readonly head: BackupHead }
  | { readonly kind: 'snapshot' | 'secretKey' | 'rows'; readonly bytes: Buffer }
  | { readonly kind: 'table'; readonly table: DumpedTable }
  | { readonly kind: 'end'; readonly rowCounts: Readonly<Record<string, number>> };

/**
 * Throws BackupDamaged or WrongBackupKey for a file that differs in any byte from the one written, before it hands out the part in
 * question.
 */
export function* readBackup(path: string, backupKey: Buffer): Generator<BackupPart> {
  let hasEnded = false;
  for (const { plain, isLast } of readSealed(path, 'backup', backupKey)) {
    hasEnded = isLast;
    yield partOf(path, plain);
  }
  if (!hasEnded) throw new BackupDamaged(`${path} was cut off: its end is missing. Use another backup.`);
}

function partOf(path: string, plain: Buffer): BackupPart {
  const bytes = plain.subarray(1);
  const json = (): unknown => JSON.parse(bytes.toString());
  switch (plain[0]) {
    case FRAME.head: {
      const head = json() as BackupHead;
      if (head.format !== FORMAT)
        throw new BackupDamaged(
          `${path} has format ${head.format}; this release reads ${FORMAT}. Use the one that wrote it.`,
        );
      return { kind: 'head', head };
    }
    case FRAME.snapshot:
      return { kind: 'snapshot', bytes };
    case FRAME.secretKey:
      return { kind: 'secretKey', bytes };
    case FRAME.table:
      return { kind: 'table', table: json() as DumpedTable };
    case FRAME.rows:
      return { kind: 'rows', bytes };
    case FRAME.end:
      return { kind: 'end', rowCounts: (json() as { rowCounts: Record<string, number> }).rowCounts };
    default:
      throw new BackupDamaged(`${path} has a part that this release does not know. Use the release that wrote it.`);
  }
}

/** The folders of journals in a backup folder. */
export function listJournals(folder: string): string[] {
  if (!existsSync(folder)) throw new BackupDamaged(`There is no folder ${folder}. Name the folder of the backups.`);
  return readdirSync(folder).filter((name) => JOURNAL_ID.test(name));
}

/**
 * The backups of one journal, oldest first, as their heads say. A file with a damaged head is left out and reported to `onDamaged`.
 * Throws WrongBackupKey.
 */
export function listBackups(
  folder: string,
  backupKey: Buffer,
  onDamaged: (error: BackupDamaged) => void,
): BackupFile[] {
  const files: BackupFile[] = [];
  for (const name of readdirSync(folder)
    .filter((entry) => NAME.test(entry))
    .sort()) {
    const path = join(folder, name);
    try {
      for (const part of readBackup(path, backupKey)) {
        if (part.kind === 'head') files.push({ path, head: part.head, bytes: statSync(path).size });
        break;
      }
    } catch (error) {
      if (!(error instanceof BackupDamaged)) throw error;
      onDamaged(error);
    }
  }
  return files.sort((a, b) => a.head.takenAtMs - b.head.takenAtMs);
}

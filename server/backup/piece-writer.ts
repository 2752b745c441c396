/** Puts units of the journal into a backup folder, durably, and notes how far it went. */
import { type FileHandle, open, rename, unlink } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { RawUnit } from '../journal/index.ts';
import { syncFolderLater } from '../system/sync-folder.ts';
import { encodeUnits, type Mark, pieceName, sealMark } from './pieces.ts';
import { createSealer, type Sealer } from './sealed-file.ts';

/** A piece that is longer is ended, and another one begun. */
const PIECE_BYTES = 16 * 1024 * 1024;

interface OpenPiece {
  readonly path: string;
  readonly file: FileHandle;
  readonly sealer: Sealer;
  length: number;
}

export interface PieceWriter {
  /** Resolves once the units are on the folder's disk. After a failure the next ones begin a piece of their own. */
  append(units: readonly RawUnit[]): Promise<void>;
  /** Notes, durably, how far the journal is there. */
  mark(mark: Mark): Promise<void>;
  close(): Promise<void>;
}

/** `folder` is the journal's own in the backup folder, and is there. */
export function createPieceWriter(folder: string, backupKey: Buffer): PieceWriter {
  let piece: OpenPiece | null = null;

  const begin = async (firstSeq: number): Promise<OpenPiece> => {
    const path = join(folder, pieceName(firstSeq));
    const file = await open(path, 'wx', 0o600);
    const sealer = createSealer(backupKey, 'piece');
    piece = { path, file, sealer, length: 0 };
    await write(piece, sealer.header);
    return piece;
  };
  /** After a failed write a piece is closed and never appended to: its end looks like one that a crash cut off. */
  const abandon = async ({ file, path, length, sealer }: OpenPiece): Promise<void> => {
    piece = null;
    await file.close().catch(() => {});
    if (length <= sealer.header.length) await unlink(path).catch(() => {});
  };
  const end = async (): Promise<void> => {
    if (!piece) return;
    const { file, sealer } = piece;
    await write(piece, sealer.seal(Buffer.alloc(0), true));
    await file.datasync();
    await file.close();
    piece = null;
  };

  return {
    async append(units) {
      if (units.length === 0) return;
      try {
        if (piece && piece.length > PIECE_BYTES) await end();
        const isNew = piece === null;
        const at = piece ?? (await begin(units[0]!.firstSeq));
        const before = at.length;
        await write(at, at.sealer.seal(encodeUnits(units), false)).catch((error: unknown) => {
          at.length = before;
          throw error;
        });
        await at.file.datasync();
        if (isNew) await syncFolderLater(folder);
      } catch (error) {
        if (piece) await abandon(piece);
        throw error;
      }
    },
    async mark(mark) {
      const path = join(folder, 'mark');
      const temporary = `${path}-${randomBytes(4).toString('hex')}.new`;
      const file = await open(temporary, 'wx', 0o600);
      try {
        await file.writeFile(sealMark(backupKey, mark));
        await file.datasync();
        await file.close();
        await rename(temporary, path);
      } catch (error) {
        await file.close().catch(() => {});
        await unlink(temporary).catch(() => {});
        throw error;
      }
    },
    async close() {
      await end();
    },
  };
}

async function write(piece: OpenPiece, bytes: Buffer): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    const { bytesWritten } = await piece.file.write(bytes, written, bytes.length - written, piece.length + written);
    written += bytesWritten;
  }
  piece.length += bytes.length;
}

/**
 * The journal in a backup folder: sealed files of raw units, each begun at some command and written once. Two writers may put the
 * same units there, and a piece that was cut off by a crash is followed by another one: what counts is that the units, in order,
 * make one chain. A mark says how far the journal was put there, so that a missing end is noticed.
 */
import { existsSync, readdirSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { decodeUnit, type KeptUnit, type RawUnit, ZERO_HASH } from '../journal/index.ts';
import { BackupDamaged, createSealer, readSealed } from './sealed-file.ts';

const NAME = /^journal-([0-9]{15})-[0-9a-f]{8}\.piece$/;
const RECORD_HEADER_BYTES = 8;

/** The name of a new piece that begins with this command. */
export function pieceName(firstSeq: number): string {
  return `journal-${String(firstSeq).padStart(15, '0')}-${randomBytes(4).toString('hex')}.piece`;
}

/** A chunk of a piece: for each unit the version of the rules of its commands and its length, u32 LE each, then its bytes. */
export function encodeUnits(units: readonly RawUnit[]): Buffer {
  return Buffer.concat(
    units.flatMap(({ bytes, rulesVersion }) => {
      const header = Buffer.alloc(RECORD_HEADER_BYTES);
      header.writeUInt32LE(rulesVersion, 0);
      header.writeUInt32LE(bytes.length, 4);
      return [header, bytes];
    }),
  );
}

function* decodeUnits(path: string, plain: Buffer): Generator<KeptUnit> {
  for (let at = 0; at < plain.length;) {
    const rulesVersion = plain.readUInt32LE(at);
    const bytes = plain.subarray(at + RECORD_HEADER_BYTES, at + RECORD_HEADER_BYTES + plain.readUInt32LE(at + 4));
    const unit = decodeUnit(bytes, 0, null);
    if (!unit)
      throw new BackupDamaged(`${path} holds a unit of the journal that is not whole. Use another copy of it.`);
    yield { ...unit, rulesVersion, bytes };
    at += RECORD_HEADER_BYTES + bytes.length;
  }
}

/** How far the journal was put into a folder. */
export interface Mark {
  /** The last command in the folder; 0 if there is none. */
  readonly seq: number;
  /** All commands acknowledged before this time are in the folder. */
  readonly coveredUntilMs: number;
}

/** Throws BackupDamaged where the mark is not as it was written. */
export function readMark(folder: string, backupKey: Buffer): Mark {
  const path = join(folder, 'mark');
  if (!existsSync(path)) return { seq: 0, coveredUntilMs: 0 };
  const [chunk] = [...readSealed(path, 'mark', backupKey)];
  if (!chunk?.isLast) throw new BackupDamaged(`${path} was cut off. Use another copy of the folder.`);
  return JSON.parse(chunk.plain.toString()) as Mark;
}

/** The bytes of a mark, which is written under another name and renamed. */
export function sealMark(backupKey: Buffer, mark: Mark): Buffer {
  const sealer = createSealer(backupKey, 'mark');
  return Buffer.concat([sealer.header, sealer.seal(Buffer.from(JSON.stringify(mark)), true)]);
}

interface Piece {
  readonly path: string;
  readonly firstSeq: number;
}

function listPieces(folder: string): Piece[] {
  return readdirSync(folder)
    .filter((name) => NAME.test(name))
    .sort()
    .map((name) => ({ path: join(folder, name), firstSeq: Number(NAME.exec(name)![1]) }));
}

/**
 * The units of a folder of pieces from the first command on, as one chain without a gap. At the end of the chain it throws BackupDamaged
 * if the mark names a later command; a caller who stops earlier does not learn of that.
 */
export function* readPieces(folder: string, backupKey: Buffer): Generator<KeptUnit> {
  const state = { seq: 0, hash: ZERO_HASH };
  let trouble: BackupDamaged | null = null;
  for (const piece of listPieces(folder)) {
    if (piece.firstSeq > state.seq + 1) throw trouble ?? missing(folder, state.seq, piece.firstSeq);
    try {
      yield* unitsOf(piece.path, backupKey, state);
    } catch (error) {
      // A writer that was killed leaves a piece that is cut off, and the next piece goes on where it ended. Whether it
      // does shows when that one is read.
      if (!(error instanceof BackupDamaged)) throw error;
      trouble ??= error;
    }
  }
  if (state.seq > 0 && !existsSync(join(folder, 'mark')))
    throw new BackupDamaged(
      `${folder} misses the file mark, which says how far the journal was put there. Use another copy of the folder, ` +
        `or restore with --position ${state.seq} at most.`,
    );
  const promised = readMark(folder, backupKey).seq;
  if (state.seq < promised) throw trouble ?? missing(folder, state.seq, promised + 1);
}

function missing(folder: string, seq: number, nextSeq: number): BackupDamaged {
  return new BackupDamaged(
    `${folder} misses the journal's commands ${seq + 1} to ${nextSeq - 1}, which were put there. Use another copy of the folder, ` +
      `or restore with --position ${seq} at most.`,
  );
}

/** The units of a piece that come after `state`, which moves along with them. */
function* unitsOf(path: string, backupKey: Buffer, state: { seq: number; hash: Buffer }): Generator<KeptUnit> {
  for (const { plain } of readSealed(path, 'piece', backupKey)) {
    for (const unit of decodeUnits(path, plain)) {
      const lastSeq = unit.firstSeq + unit.count - 1;
      if (lastSeq <= state.seq) continue;
      if (
        unit.firstSeq !== state.seq + 1 ||
        !decodeUnit(unit.bytes, 0, { seq: state.seq + 1, previousHash: state.hash })
      )
        throw new BackupDamaged(
          `${path} does not continue the journal behind command ${state.seq}: it is of another journal.`,
        );
      state.seq = lastSeq;
      state.hash = unit.hash;
      yield unit;
    }
  }
}

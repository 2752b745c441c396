/**
 * Puts every durable unit of a running exchange's journal into a second folder, as it comes. It only reads the journal on disk and never
 * calls the exchange, so a slow, full or missing folder delays no user; units not shipped yet are the lag.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { followJournal, highWaterPath, type JournalFollower, readHighWater, readJournalId } from '../journal/index.ts';
import { createPieceWriter, type PieceWriter } from './piece-writer.ts';
import { readMark } from './pieces.ts';
import { BackupDamaged } from './sealed-file.ts';

const BATCH_BYTES = 1024 * 1024;
const LOOK_EVERY_MS = 250;
const RETRY_MS = 1_000;

export interface ShipOptions {
  /** The journal's folder. */
  readonly journal: string;
  /** The backup folder; it must be there, so that a disk that is not mounted is not taken for an empty one. */
  readonly folder: string;
  readonly backupKey: Buffer;
  readonly onReport: (report: ShippingReport) => void;
}

export interface ShippingReport {
  /** The last command that is in the folder. */
  readonly shippedSeq: number;
  /** Everything acknowledged before this time is in the folder. */
  readonly coveredUntilMs: number;
  /** Bytes of durable units that are not in the folder. */
  readonly lagBytes: number;
  /** Why shipping is stopped at present; null while it works. */
  readonly trouble: string | null;
}

export interface Ship {
  /** Goes on until this command is there, then ends. */
  endAt(seq: number): Promise<void>;
  /** Ends as it stands. */
  stop(): Promise<void>;
}

export function startShip(options: ShipOptions): Ship {
  const { journal, backupKey } = options;
  const own = join(options.folder, readJournalId(journal));
  const state = {
    shippedSeq: 0,
    coveredUntilMs: Date.now(),
    trouble: null as string | null,
    endSeq: Infinity,
    underWayBytes: 0,
  };
  let follower: JournalFollower | null = null;
  let writer: PieceWriter | null = null;

  const durableSeq = (): number => readHighWater(highWaterPath(journal));

  /** Goes on where the folder's mark stands. */
  const open = (): void => {
    if (!existsSync(options.folder)) throw new BackupDamaged(`The folder ${options.folder} is not there.`);
    if (!existsSync(own) && state.shippedSeq === 0) mkdirSync(own, { mode: 0o700 });
    const mark = readMark(own, backupKey);
    if (mark.seq < state.shippedSeq)
      throw new BackupDamaged(
        `${own} no longer has the journal to command ${state.shippedSeq}, which was put there. Is its disk mounted?`,
      );
    if (mark.seq > durableSeq())
      throw new BackupDamaged(
        `${own} has the journal to command ${mark.seq}, and this journal ends at ${durableSeq()}. Ship to another folder.`,
      );
    state.shippedSeq = mark.seq;
    if (mark.coveredUntilMs > 0) state.coveredUntilMs = mark.coveredUntilMs;
    follower = followJournal(journal, mark.seq);
    writer = createPieceWriter(own, backupKey);
  };

  /** Ships the next units; answers whether there were any. */
  const step = async (): Promise<boolean> => {
    if (!writer) open();
    const lookedAtMs = Date.now();
    const toSeq = durableSeq();
    const units = follower!.next(toSeq, BATCH_BYTES);
    state.underWayBytes = units.reduce((sum, { length }) => sum + length, 0);
    const isLevel = follower!.seq >= toSeq;
    const coveredUntilMs = isLevel ? lookedAtMs : state.coveredUntilMs;
    if (units.length > 0) {
      await writer!.append(units);
      await writer!.mark({ seq: follower!.seq, coveredUntilMs });
    }
    Object.assign(state, { shippedSeq: follower!.seq, coveredUntilMs, underWayBytes: 0, trouble: null });
    return units.length > 0 && !isLevel;
  };

  const closeAll = async (): Promise<void> => {
    follower?.close();
    const closing = writer;
    [follower, writer] = [null, null];
    // Closing fails when the backup folder is what failed. The piece then counts as cut off by a crash.
    await closing?.close().catch(() => {});
  };

  const report = (): void => {
    const lagBytes = readLag(follower, durableSeq, state.underWayBytes);
    options.onReport({
      shippedSeq: state.shippedSeq,
      coveredUntilMs: state.coveredUntilMs,
      lagBytes,
      trouble: state.trouble,
    });
  };

  const run = async (): Promise<void> => {
    while (state.shippedSeq < state.endSeq) {
      try {
        const isBehind = await step();
        if (!isBehind) await sleep(Math.min(LOOK_EVERY_MS, state.endSeq === Infinity ? LOOK_EVERY_MS : 10));
      } catch (error) {
        state.trouble = (error as Error).message;
        await closeAll();
        // Opened again for the reports, which go on saying how much is missing in the folder.
        follower = followJournal(journal, state.shippedSeq);
        await sleep(RETRY_MS);
      }
    }
    await closeAll();
  };
  const reporting = setInterval(report, LOOK_EVERY_MS);
  const running = run().finally(() => clearInterval(reporting));
  return {
    async endAt(seq) {
      state.endSeq = seq;
      await running;
      report();
    },
    async stop() {
      state.endSeq = -1;
      await running;
    },
  };
}

/** Bytes that are not shipped yet. When the journal cannot be read (the engine reports that), only bytes being written are counted. */
function readLag(follower: JournalFollower | null, durableSeq: () => number, underWayBytes: number): number {
  try {
    return underWayBytes + (follower?.bytesTo(durableSeq()) ?? 0);
  } catch {
    return underWayBytes;
  }
}

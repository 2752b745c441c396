/**
 * The sequenced log on disk. `append` resolves once its commands are durable; whatever is appended while a write is in flight goes to
 * disk together in the next unit (group commit). One fdatasync is in flight at a time, on libuv's own threads, never on the event loop.
 * After any write error it never writes again: the process has to restart and read back what is really on disk (reliability 1.3.5).
 */
import { RULES_VERSION } from '@agio/core';
import { type Clock, systemClock } from '../system/clock.ts';
import { type Disk, nodeDisk, syncFolderOn, writeFully, writeFullyLater } from './disk.ts';
import { highWaterPath, openHighWater, readHighWater, type HighWater } from './high-water.ts';
import { type JournalEnd, type JournalUnit, readJournal } from './reader.ts';
import { type Shortage, watchRoom } from './room.ts';
import { newerRules } from './rules.ts';
import {
  createSegment,
  fillWithZeros,
  JournalDamaged,
  SEGMENT_HEADER_BYTES,
  type SegmentHeader,
  segmentPath,
} from './segment.ts';
import { PendingCommands } from './pending.ts';
import { encodeUnit, UNIT_HEADER_BYTES } from './unit.ts';

export interface JournalOptions {
  readonly directory: string;
  readonly segmentBytes: number;
  /** Called once when a write or sync failed: from then on no command can be acknowledged. */
  readonly onFailure: (error: Error) => void;
  /** The machine's own where none is given. */
  readonly disk?: Disk;
  readonly clock?: Clock;
  /** The rules under which the appended commands are taken; by default the core's. */
  readonly rulesVersion?: number;
}

export interface Journal {
  readonly durableSeq: number;
  readonly epoch: number;
  /** Bytes of commands waiting for the next unit. */
  readonly pendingBytes: number;
  /** The resource missing for another segment; only cancels of orders may be appended meanwhile. Null: none. */
  readonly shortage: Shortage | null;
  /** Takes encoded commands, the first of which is `firstSeq`; one where no count is given. `onDurable` listeners hear of them once they are on disk. */
  append(firstSeq: number, commands: Uint8Array, count?: number): void;
  /** Called after each group commit with the highest durable seq. */
  onDurable(listener: (seq: number) => void): void;
  /** Waits until everything appended is durable, then closes the files. */
  close(): Promise<void>;
}

/**
 * Opens the log, hands every unit after `afterSeq` to `onUnit`, cuts a torn tail and takes the next epoch. Throws JournalDamaged if the
 * log does not verify or lacks acknowledged commands, RulesDiffer if it is of newer rules.
 */
export function openJournal(given: JournalOptions, afterSeq: number, onUnit: (unit: JournalUnit) => void): Journal {
  const options = { disk: nodeDisk, clock: systemClock, rulesVersion: RULES_VERSION, ...given };
  const { directory, disk } = options;
  const path = highWaterPath(directory);
  const acknowledged = readHighWater(path, disk);
  const end = readJournal(directory, afterSeq, onUnit, disk);
  if (end.lastSeq < acknowledged) {
    throw new JournalDamaged(
      `The journal ends at command ${end.lastSeq}, but command ${acknowledged} was acknowledged. ` +
        'Its last part is damaged. Restore the journal from a backup.',
    );
  }
  if (end.segment && end.segment.rulesVersion > options.rulesVersion) throw newerRules(end.segment.rulesVersion);
  hardenEnd(disk, directory, end);
  return startWriter(options, end, openHighWater(disk, path, end.lastSeq));
}

/**
 * The units that an earlier process wrote but never synced may be in the page cache only: they count from here on, so they are synced
 * first. The last unit is written again: after a failed sync its pages count as clean, and no later sync would write them. The name of
 * its segment may be unsynced too.
 */
function hardenEnd(disk: Disk, directory: string, { segment }: JournalEnd): void {
  if (!segment) return;
  const file = disk.open(segmentPath(directory, segment.index), 'r+');
  try {
    writeFully(disk, file, segment.lastUnit, segment.offset - segment.lastUnit.length);
    disk.sync(file);
  } finally {
    disk.close(file);
  }
  syncFolderOn(disk, directory);
}

type WriterOptions = Required<JournalOptions>;

interface OpenSegment {
  readonly index: number;
  readonly rulesVersion: number;
  readonly file: number;
  readonly length: number;
  offset: number;
}

function openTail(options: WriterOptions, end: JournalEnd): OpenSegment {
  const { disk, rulesVersion } = options;
  if (!end.segment)
    return beginSegment(options, { index: 1, firstSeq: 1, previousHash: end.lastHash, rulesVersion }, 0);
  const length = Math.max(end.segment.length, options.segmentBytes);
  const segment = openSegment(options, end.segment, end.segment.offset, length);
  // A torn tail is zeroed, and a file that lost its preallocated end gets it back.
  if (end.segment.isTorn || end.segment.length < segment.length) {
    fillWithZeros(disk, segment.file, segment.offset, segment.length);
    disk.sync(segment.file);
  }
  return segment;
}

/** Makes the segment of that header, of the usual length or, where that is too short, of `leastBytes`. */
function beginSegment(options: WriterOptions, header: SegmentHeader, leastBytes: number): OpenSegment {
  const length = Math.max(options.segmentBytes, leastBytes);
  createSegment(options.disk, options.directory, header, length);
  return openSegment(options, header, SEGMENT_HEADER_BYTES, length);
}

function openSegment(
  { disk, directory }: WriterOptions,
  { index, rulesVersion }: Pick<OpenSegment, 'index' | 'rulesVersion'>,
  offset: number,
  length: number,
): OpenSegment {
  return { index, rulesVersion, file: disk.open(segmentPath(directory, index), 'r+'), offset, length };
}

function startWriter(options: WriterOptions, end: JournalEnd, highWater: HighWater): Journal {
  const { disk } = options;
  const listeners: ((seq: number) => void)[] = [];
  const epoch = end.epoch + 1;
  let segment = openTail(options, end);
  let hash = end.lastHash;
  let durableSeq = end.lastSeq;
  const pending = new PendingCommands();
  let flight: Promise<void> | null = null;
  let hasFailed = false;
  let isNextPrepared = true;
  const room = watchRoom(options);
  void room.prepare();
  const stopSyncing = options.clock.every(1000, () => highWater.syncLater());

  const nextSegment = (firstSeq: number, size: number): void => {
    room.dropBallast();
    const header = { index: segment.index + 1, firstSeq, previousHash: hash, rulesVersion: options.rulesVersion };
    // Opened before the other is closed: where no more files may be open, the journal stands as it was and tries all of this again.
    const next = beginSegment(options, header, SEGMENT_HEADER_BYTES + UNIT_HEADER_BYTES + size);
    disk.close(segment.file);
    segment = next;
    isNextPrepared = false;
  };

  const commitOne = async (): Promise<void> => {
    const { payload, count, size } = pending.takeUnit();
    const firstSeq = durableSeq + 1;
    const isFull = segment.offset + UNIT_HEADER_BYTES + size > segment.length;
    if (isFull || segment.rulesVersion !== options.rulesVersion)
      await room.whenFilesOpen(() => nextSegment(firstSeq, size));
    const unit = encodeUnit({ firstSeq, count, epoch, previousHash: hash, payload });
    await writeFullyLater(disk, segment.file, unit.bytes, segment.offset);
    await disk.syncDataLater(segment.file);
    segment.offset += unit.bytes.length;
    hash = unit.hash;
    durableSeq += count;
    highWater.write(durableSeq);
    for (const listener of listeners) listener(durableSeq);
    if (!isNextPrepared && segment.offset > segment.length / 2) {
      isNextPrepared = true;
      void room.prepare();
    }
  };

  const run = async (): Promise<void> => {
    try {
      while (pending.count > 0) await commitOne();
    } catch (error) {
      hasFailed = true;
      options.onFailure(error as Error);
    } finally {
      flight = null;
    }
  };

  return {
    get durableSeq() {
      return durableSeq;
    },
    get pendingBytes() {
      return pending.bytes;
    },
    get shortage() {
      return room.shortage;
    },
    epoch,
    append(firstSeq, commands, count = 1) {
      if (hasFailed) return;
      if (firstSeq !== durableSeq + pending.count + 1 && !flight)
        throw new Error(`command ${firstSeq} does not follow the journal`);
      pending.add(commands, count);
      // The commit starts after the caller's whole turn, so that commands of one turn share a unit.
      flight ??= Promise.resolve().then(run);
    },
    onDurable: (listener) => void listeners.push(listener),
    async close() {
      stopSyncing();
      while (flight) await flight;
      await room.close();
      highWater.close();
      disk.close(segment.file);
    },
  };
}

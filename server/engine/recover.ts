/**
 * Brings a core back from disk: the newest valid snapshot at or before `startAtOrBefore`, then the journal after it.
 * The same walk serves the engine's start, a projection that is behind, and `journal verify`.
 */
import { createCore, decodeCommand, restoreCore, type Command, type Core, type CoreEvent } from '@agio/core';
import { type Disk, listSnapshots, nodeDisk, readJournal, readSnapshot, type Unit } from '../journal/index.ts';

const CHUNK_EVENTS = 5_000;

/** The newest snapshot at or before a position that still verifies; an empty core when there is none. */
export function restoreNewest(
  directory: string,
  startAtOrBefore: number,
  onBadSnapshot: (seq: number, error: Error) => void,
  disk: Disk = nodeDisk,
): Core {
  for (const seq of listSnapshots(directory, disk)) {
    if (seq > startAtOrBefore) continue;
    try {
      return restoreCore(readSnapshot(directory, seq, disk));
    } catch (error) {
      onBadSnapshot(seq, error as Error);
    }
  }
  return createCore();
}

/** Applies the commands of a unit that the core has not seen, up to and including `toSeq`. */
export function applyUnit(
  core: Core,
  unit: Unit,
  emit: (event: CoreEvent) => void,
  toSeq = Number.MAX_SAFE_INTEGER,
): void {
  for (const command of commandsOf(unit))
    if (command.seq > core.lastSeq && command.seq <= toSeq) core.apply(command, emit);
}

export interface ReplayRange {
  readonly directory: string;
  readonly afterSeq: number;
  readonly toSeq: number;
}
export interface ReplayChunk {
  readonly lastSeq: number;
  readonly events: readonly CoreEvent[];
}

/** Makes the events of commands `afterSeq + 1` to `toSeq` anew, in chunks. All of that range must be durable. */
export function readEvents(range: ReplayRange, send: (chunk: ReplayChunk) => void, disk: Disk = nodeDisk): void {
  const { directory, afterSeq, toSeq } = range;
  const core = restoreNewest(directory, afterSeq, () => {}, disk);
  let events: CoreEvent[] = [];
  const flush = (): void => {
    send({ lastSeq: core.lastSeq, events });
    events = [];
  };
  const onUnit = (unit: Unit): void => {
    if (unit.firstSeq > toSeq) return;
    applyUnit(core, unit, (event) => void (event.seq > afterSeq && events.push(event)), toSeq);
    if (events.length >= CHUNK_EVENTS) flush();
  };
  readJournal(directory, core.lastSeq, onUnit, disk);
  flush();
}

function* commandsOf(unit: Unit): Generator<Command> {
  let offset = 0;
  for (let i = 0; i < unit.count; i++) {
    const { command, next } = decodeCommand(unit.payload, offset);
    if (command.seq !== unit.firstSeq + i)
      throw new Error(`command ${command.seq} stands where ${unit.firstSeq + i} belongs`);
    offset = next;
    yield command;
  }
}

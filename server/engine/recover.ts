/**
 * Brings a core back from disk: the newest valid snapshot at or before `startAtOrBefore`, then the journal after it.
 * The same walk serves the engine's start, a projection that is behind, and `journal verify`. Commands of other rules than
 * this program's are never applied: behind a snapshot they refuse the walk (decision 032).
 */
import {
  type Command,
  CommandReader,
  createCore,
  restoreCore,
  type Core,
  type CoreEvent,
  RULES_VERSION,
  snapshotRules,
  unpackEvents,
} from '@agio/core';
import {
  databaseOfOlderRules,
  type Disk,
  type JournalUnit,
  lastSeqBefore,
  listSnapshots,
  newerRules,
  nodeDisk,
  olderRules,
  readJournal,
  readSnapshot,
  type RulesDiffer,
} from '../journal/index.ts';
import { HOST_OPTIONS } from '../system/host-options.ts';

const CHUNK_EVENTS = 5_000;

export interface Restored {
  readonly core: Core;
  /** Newer snapshots that were left out, each with the reason. */
  readonly passedOver: readonly { readonly seq: number; readonly error: Error }[];
}

/** The newest snapshot at or before a position that still verifies; an empty core when there is none. */
export function restoreNewest(directory: string, startAtOrBefore: number, disk: Disk = nodeDisk): Restored {
  const candidates = listSnapshots(directory, disk).filter((seq) => seq <= startAtOrBefore);
  return restoreFirst(directory, candidates, disk);
}

/** The first of these snapshots that verifies; an empty core when none does. */
export function restoreFirst(directory: string, candidates: readonly number[], disk: Disk = nodeDisk): Restored {
  const passedOver: { seq: number; error: Error }[] = [];
  for (const seq of candidates) {
    let restored: { readonly core: Core; readonly rules: number };
    try {
      const bytes = readSnapshot(directory, seq, disk);
      restored = { core: restoreCore(bytes, HOST_OPTIONS), rules: snapshotRules(bytes) };
    } catch (error) {
      passedOver.push({ seq, error: error as Error });
      continue;
    }
    if (restored.rules > RULES_VERSION) throw newerRules(restored.rules);
    return { core: restored.core, passedOver };
  }
  return { core: createCore(HOST_OPTIONS), passedOver };
}

/** Hears what is replayed, from the first command after `afterSeq` on. The events of those before are not made. */
export interface Listener {
  readonly afterSeq: number;
  readonly emit: (event: CoreEvent) => void;
}

/** Takes the units behind the core's state, up to and including `toSeq`; the first one of older rules is `refuse`d. */
function replayer(
  core: Core,
  listener: Listener | null,
  refuse: (unit: JournalUnit) => RulesDiffer,
  toSeq = Number.MAX_SAFE_INTEGER,
): (unit: JournalUnit) => void {
  return (unit) => {
    if (unit.firstSeq > toSeq) return;
    if (unit.rulesVersion > RULES_VERSION) throw newerRules(unit.rulesVersion);
    if (unit.rulesVersion < RULES_VERSION) throw refuse(unit);
    applyUnit(core, unit, listener, toSeq);
  };
}

/** Applies each unit after the snapshot; used by the engine's start, by snapshots beside it and by `journal verify`. */
export function stateReplayer(
  directory: string,
  restored: Restored,
  disk: Disk = nodeDisk,
  toSeq = Number.MAX_SAFE_INTEGER,
  listener: Listener | null = null,
): (unit: JournalUnit) => void {
  return replayer(restored.core, listener, refusalOf(directory, restored, disk), toSeq);
}

function refusalOf(directory: string, { core, passedOver }: Restored, disk: Disk): (unit: JournalUnit) => RulesDiffer {
  const snapshotSeq = core.lastSeq;
  return ({ rulesVersion }) => {
    const areFollowed = lastSeqBefore(RULES_VERSION, directory, disk) !== null;
    return olderRules({ snapshotSeq, rulesVersion, areFollowed, passedOver });
  };
}

/** Applies the commands of a unit that the core has not seen, up to and including `toSeq`. */
export function applyUnit(
  core: Core,
  unit: JournalUnit,
  listener: Listener | null = null,
  toSeq = Number.MAX_SAFE_INTEGER,
): void {
  const commands = new CommandReader(unit.payload);
  const last = Math.min(unit.firstSeq + unit.count - 1, toSeq);
  let seq = unit.firstSeq;
  const next = (): Command => {
    const command = commands.next();
    if (command.seq !== seq) throw new Error(`command ${command.seq} stands where ${seq} belongs`);
    seq += 1;
    return command;
  };
  while (seq <= last && seq <= core.lastSeq) next();
  const lastUnheard = listener === null ? last : Math.min(last, listener.afterSeq);
  if (seq <= lastUnheard) {
    commands.offset = core.replay(unit.payload, commands.offset, lastUnheard);
    if (core.lastSeq !== lastUnheard) throw new Error(`command ${core.lastSeq + 1} is missing in its unit`);
    seq = core.lastSeq + 1;
  }
  if (listener === null || seq > last) return;
  while (seq <= last) {
    const begin = commands.offset;
    // What a settlement tells is read before the contract's next one (FundingPack).
    while (seq <= last && next().kind !== 'SettleFunding');
    core.applyTurn(unit.payload.subarray(begin, commands.offset));
    for (const event of unpackEvents([core.takeTold()])) listener.emit(event);
  }
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

/** Makes the events of commands `afterSeq + 1` to `toSeq` anew, in chunks. All of that range must be durable, and of these rules. */
export function readEvents(range: ReplayRange, send: (chunk: ReplayChunk) => void, disk: Disk = nodeDisk): void {
  replayRange(range, send, disk);
}

/** Hands over the same events, and answers the hash of the state behind the last of them. */
export function eventsAfter(range: ReplayRange, onEvents: (events: readonly CoreEvent[]) => void): string {
  return replayRange(range, ({ events }) => onEvents(events), nodeDisk).stateHash();
}

function replayRange(range: ReplayRange, send: (chunk: ReplayChunk) => void, disk: Disk): Core {
  const { directory, afterSeq, toSeq } = range;
  const restored = restoreNewest(directory, afterSeq, disk);
  const { core } = restored;
  let events: CoreEvent[] = [];
  const flush = (): void => {
    send({ lastSeq: core.lastSeq, events });
    events = [];
  };
  const refuse = (unit: JournalUnit): RulesDiffer => {
    const boundarySeq = lastSeqBefore(RULES_VERSION, directory, disk);
    return afterSeq < (boundarySeq ?? toSeq)
      ? databaseOfOlderRules(afterSeq, boundarySeq ?? toSeq, boundarySeq !== null)
      : refusalOf(directory, restored, disk)(unit);
  };
  const replay = replayer(core, { afterSeq, emit: (event) => void events.push(event) }, refuse, toSeq);
  const onUnit = (unit: JournalUnit): void => {
    replay(unit);
    if (events.length >= CHUNK_EVENTS) flush();
  };
  readJournal(directory, core.lastSeq, onUnit, disk, toSeq);
  flush();
  return core;
}

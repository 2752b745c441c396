/**
 * Brings a core back from disk: the newest valid snapshot at or before `startAtOrBefore`, then the journal after it.
 * The same walk serves the engine's start, a projection that is behind, and `journal verify`.
 */
import { createCore, decodeCommand, restoreCore, type Command, type Core, type CoreEvent } from '@agio/core';
import { listSnapshots, readSnapshot, type Unit } from '../journal/index.ts';

/** The newest snapshot at or before a position that still verifies; an empty core when there is none. */
export function restoreNewest(
  directory: string,
  startAtOrBefore: number,
  onBadSnapshot: (seq: number, error: Error) => void,
): Core {
  for (const seq of listSnapshots(directory)) {
    if (seq > startAtOrBefore) continue;
    try {
      return restoreCore(readSnapshot(directory, seq));
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

/** Used by `journal show`: one command of the log, the unit that holds it, and what it caused. */
import { type Command, type CoreEvent, decodeCommand, RULES_VERSION } from '@agio/core';
import { type JournalUnit, readJournal, receiptHashOf } from '../journal/index.ts';
import { readEvents } from './recover.ts';

export interface ShownCommand {
  readonly unit: {
    readonly firstSeq: number;
    readonly lastSeq: number;
    readonly rulesVersion: number;
    /** SHA-256 of the unit, which the next one carries; in hex, as the other two. */
    readonly chainHash: string;
    readonly previousChainHash: string;
    /** By which receipts name the unit: SHA-256 of the chain hash. */
    readonly receiptHash: string;
  };
  readonly command: Command;
  /** Made anew by a replay; null for a command of older rules, which is never applied again. */
  readonly events: readonly CoreEvent[] | null;
  /** The last command of the log: to it every unit was read, and its checksum and its place in the chain verified. */
  readonly verifiedTo: number;
}

/** Reads the whole log, so that a broken chain anywhere throws JournalDamaged. Null: the log has no such command. */
export function showCommand(directory: string, seq: number): ShownCommand | null {
  let previous: JournalUnit | null = null;
  let found: { unit: JournalUnit; previous: JournalUnit | null } | null = null;
  const { lastSeq } = readJournal(directory, 0, (unit) => {
    if (unit.firstSeq <= seq && seq < unit.firstSeq + unit.count) found = { unit, previous };
    previous = unit;
  });
  if (found === null) return null;
  const { unit, previous: before } = found as { unit: JournalUnit; previous: JournalUnit | null };
  let events: readonly CoreEvent[] | null = null;
  if (unit.rulesVersion === RULES_VERSION) {
    const made: CoreEvent[] = [];
    readEvents({ directory, afterSeq: seq - 1, toSeq: seq }, (chunk) => void made.push(...chunk.events));
    events = made;
  }
  return {
    unit: {
      firstSeq: unit.firstSeq,
      lastSeq: unit.firstSeq + unit.count - 1,
      rulesVersion: unit.rulesVersion,
      chainHash: unit.hash.toString('hex'),
      previousChainHash: (before?.hash ?? Buffer.alloc(32)).toString('hex'),
      receiptHash: receiptHashOf(unit.hash),
    },
    command: commandOf(unit, seq),
    events,
    verifiedTo: lastSeq,
  };
}

function commandOf(unit: JournalUnit, seq: number): Command {
  let offset = 0;
  for (;;) {
    const { command, next } = decodeCommand(unit.payload, offset);
    if (command.seq === seq) return command;
    offset = next;
  }
}

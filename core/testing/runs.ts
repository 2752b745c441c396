/** Commands taken one by one by a core without its kernel, and the same as bytes, for a core that takes many of them at once. */
import { CommandBatch, createCore, ToldOrders, unpackEvents } from '../index.ts';
import type { Command, CommandBody } from '../protocol/commands.ts';
import type { Core } from '../protocol/core.ts';
import type { CoreEvent, Outcome } from '../protocol/events.ts';

/** The core alone, and the bytes of what it took. */
export class Alone {
  readonly core: Core;
  readonly batch = new CommandBatch();
  readonly events: CoreEvent[] = [];
  readonly outcomes: Outcome[] = [];
  readonly commands: Command[] = [];
  timeMs = 1_700_000_000_000;

  constructor(checkInvariants = true) {
    this.core = createCore({ checkInvariants, hasKernel: false });
  }

  take(fields: CommandBody, gap = 1): void {
    const command = { ...fields, seq: this.core.lastSeq + 1, timeMs: (this.timeMs += gap) } as Command;
    this.outcomes.push(this.core.apply(command, (event) => void this.events.push(event)));
    this.batch.add(command);
    this.commands.push(command);
  }
}

/** What a turn of these commands is answered with, and what it tells. */
export function turn(core: Core, bytes: Uint8Array): { outcomes: Outcome[]; events: readonly CoreEvent[] } {
  const firstSeq = core.lastSeq + 1;
  const answers = core.applyTurn(bytes);
  const events = unpackEvents([core.takeTold()]);
  const told = new ToldOrders(events);
  return { outcomes: answers.map((answer, at) => answer ?? told.outcomeOf(firstSeq + at)), events };
}

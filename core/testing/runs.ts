/** Commands taken one by one by a core without its kernel, and the same as bytes, for a core that takes many of them at once. */
import { expect } from 'vitest';
import { CommandBatch, createCore, restoreCore, ToldOrders, unpackEvents } from '../index.ts';
import { RUN_PERP_ENTERS, RUN_PERP_UNSAFE, SHARED } from '../kernel/layout.ts';
import { NOTED_AT, NOTED_COUNT } from '../kernel/perp-layout.ts';
import type { Reached } from '../model/reached.ts';
import { checkInvariants } from '../state-machine/invariants.ts';
import { machineOf } from './exchange.ts';
import type { Command, CommandBody } from '../protocol/commands.ts';
import type { Core } from '../protocol/core.ts';
import { checkNames, type NameGiver } from './named-commands.ts';
import type { CoreEvent, Outcome } from '../protocol/events.ts';

/** The core alone, and the bytes of what it took. */
export class Alone {
  readonly core: Core;
  readonly batch = new CommandBatch();
  readonly events: CoreEvent[] = [];
  readonly outcomes: Outcome[] = [];
  readonly commands: Command[] = [];
  timeMs = 1_700_000_000_000;
  /** Gives commands names, where it is set. */
  names: NameGiver | null = null;

  constructor(checkInvariants = true) {
    this.core = createCore({ checkInvariants, hasKernel: false });
  }

  take(fields: CommandBody, gap = 1): void {
    const command = {
      ...(this.names?.give(fields) ?? fields),
      seq: this.core.lastSeq + 1,
      timeMs: (this.timeMs += gap),
    } as Command;
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

/** A core that takes bytes; counts which of the commands its kernel carried out, and which sides of fills it settled. */
export function counting(commands: readonly Command[], reached: Reached, core = createCore()): Core {
  const { kernel, ledger } = machineOf(core);
  const { run } = kernel;
  kernel.run = (...all) => {
    const before = ledger.shared.ran.seq;
    const stopped = run.apply(kernel, all);
    for (let seq = before + 1; seq <= ledger.shared.ran.seq; seq += 1) countCommand(commands[seq - 1]!, reached);
    const last = commands[ledger.shared.ran.seq - 1];
    const how = last !== undefined && 'idempotency' in last && last.idempotency ? ' with a key' : '';
    if (stopped === RUN_PERP_ENTERS) reached.count(`kernel: trades on in the core${how}`);
    if (stopped === RUN_PERP_UNSAFE) reached.count(`kernel: may have to be liquidated${how}`);
    countSides(core, reached);
    return stopped;
  };
  return core;
}

function countCommand(command: Command, reached: Reached): void {
  const { kind, idempotency, clientOrderId } = command as {
    kind: string;
    idempotency?: object;
    clientOrderId?: string;
  };
  reached.count(`kernel: ${kind}`);
  if (idempotency) reached.count(`kernel, with a key: ${kind}`);
  if (clientOrderId) reached.count(`kernel, with a name: ${kind}`);
}

/** Which sides of fills the kernel noted in its last run. */
function countSides(core: Core, reached: Reached): void {
  const { buffer } = machineOf(core).orders.memory;
  const shared = new Int32Array(buffer, SHARED);
  const noted = new Int32Array(buffer, shared[NOTED_AT >> 2], shared[NOTED_COUNT >> 2]);
  for (const note of noted)
    reached.count(`kernel: side ${['grows or shrinks', 'closed', 'opened', 'turned'][note & 3]}`);
}

/** Of the first that differ the difference is told: that of all of them would take minutes. */
function same(found: readonly unknown[], expected: readonly unknown[]): void {
  const text = (one: unknown): string =>
    JSON.stringify(one, (_, field: unknown) => (typeof field === 'bigint' ? `${field}n` : field)) ?? '';
  const at = expected.findIndex((one, place) => text(one) !== text(found[place]));
  if (at >= 0) expect(found[at]).toEqual(expected[at]);
  expect(found.length).toBe(expected.length);
}

/** Has had so many orders at once that a run asks for memory ahead (prepare of core/kernel/assembly/run.ts). */
export function crowded(core: Core): Core {
  const { orders } = machineOf(core);
  const slots = Array.from({ length: 9_000 }, () => orders.allocate());
  for (const slot of slots) orders.release(slot);
  return core;
}

/** What becomes of margin accounts that are records only after a restart, until the next one. */
export const RESTARTS: readonly string[] = ['all accounts made', 'some accounts made', 'no accounts made'];

/** A core that is restored from its own snapshot again and again: what that leaves as records becomes an object where a command asks for it. */
export class Restarting {
  core: Core;
  private readonly reached: Reached;
  /** Margin accounts that were records only. */
  private records = 0;
  /** When that was. */
  sinceSeq = 0;
  /** Every other time it takes turns that are heard, else replays. */
  isHeard = false;

  constructor(core: Core, reached: Reached) {
    this.core = core;
    this.reached = reached;
    this.restart();
  }

  restart(): void {
    const left = recordsOf(this.core);
    const [all, some, none] = RESTARTS;
    if (this.records > 0) this.reached.count(left === 0 ? all! : left < this.records ? some! : none!);
    this.core = restoreCore(this.core.snapshot());
    this.records = recordsOf(this.core);
    this.sinceSeq = this.core.lastSeq;
    this.isHeard = !this.isHeard;
  }
}

function recordsOf(core: Core): number {
  return machineOf(core)
    .perps.accounts.known()
    .filter((account) => account === undefined).length;
}

/** At least so many commands are between two restarts: they take longer than commands. */
const LIFE = 20;

/** The core alone, and three that take the same as bytes: one as a replay, one as turns that are heard, and one that is restarted between such turns. */
export class Beside {
  readonly alone = new Alone(false);
  private readonly unheard: Core;
  private readonly heard: Core;
  private readonly restarting: Restarting;

  constructor(reached: Reached) {
    this.restarting = new Restarting(createCore(), reached);
    this.unheard = counting(this.alone.commands, reached, crowded(createCore()));
    this.heard = counting(this.alone.commands, reached);
  }

  /** The core alone first; without the one that is restarted. */
  get cores(): readonly Core[] {
    return [this.alone.core, this.unheard, this.heard];
  }

  /** Hands the others what the core alone has taken since it was last called: their answers, events and states must be its. */
  hand(): void {
    const { alone, unheard, heard } = this;
    const bytes = alone.batch.take();
    // Where a test lowered them.
    machineOf(this.restarting.core).orders.limits = machineOf(alone.core).orders.limits;
    for (const core of this.restarting.isHeard ? [heard, this.restarting.core] : [heard]) {
      const { outcomes, events } = turn(core, bytes);
      same(outcomes, alone.outcomes);
      same(events, alone.events);
    }
    // The kernel makes fills of perpetuals only where nobody hears them.
    if (!this.restarting.isHeard) expect(this.restarting.core.replay(bytes, 0, Infinity)).toBe(bytes.length);
    alone.outcomes.length = 0;
    alone.events.length = 0;
    expect(this.restarting.core.stateHash()).toBe(alone.core.stateHash());
    if (alone.core.lastSeq - this.restarting.sinceSeq >= LIFE) this.restarting.restart();
    expect(heard.stateHash()).toBe(alone.core.stateHash());
    expect(unheard.replay(bytes, 0, Infinity)).toBe(bytes.length);
    expect(unheard.stateHash()).toBe(alone.core.stateHash());
    // Not the one that is restarted: to look it through asks for all of its objects.
    for (const one of this.cores) {
      checkInvariants(machineOf(one));
      checkNames(one);
    }
  }

  end(): void {
    this.hand();
    const restored = restoreCore(this.unheard.snapshot());
    expect(restored.stateHash()).toBe(this.alone.core.stateHash());
    expect(checkNames(restored)).toBe(checkNames(this.unheard));
    checkInvariants(machineOf(this.restarting.core));
    expect(this.restarting.core.stateHash()).toBe(this.alone.core.stateHash());
  }
}

/** A journal gives the same state again (reliability 1.1), wherever a snapshot was taken on the way. */
import { expect } from 'vitest';
import type { Command } from '../protocol/commands.ts';
import type { Core } from '../protocol/core.ts';
import type { CoreEvent, Outcome } from '../protocol/events.ts';
import { checkInvariants } from '../state-machine/invariants.ts';
import { machineOf } from '../testing/exchange.ts';
import { Restarting } from '../testing/runs.ts';
import type { Reached } from './reached.ts';
import type { EventWriter } from '../state-machine/event-writer.ts';
import {
  CommandBatch,
  createCore,
  decodeCommand,
  encodeCommand,
  restoreCore,
  ToldOrders,
  unpackEvents,
} from '../index.ts';

/** Commands that a turn holds, and a message. */
const TURN = 23;

/** Big integers as text: comparing texts is cheaper than comparing objects. */
const digest = (events: readonly (CoreEvent | Outcome)[]): string =>
  JSON.stringify(events, (_, field: unknown) => (typeof field === 'bigint' ? `${field}n` : field));

const numbersOf = (core: Core): Float64Array => (core as unknown as { told: EventWriter }).told.numbers;

/** Commands after which a twin begins anew, and restarts after which it is looked through. */
const LIFE = 6;
const LOOKED_THROUGH = 5;

/** A second core that begins with a snapshot of the first, and then takes the same commands. To look it through makes objects of all its records, and is seldom. */
export class Twin {
  private readonly reached: Reached;
  private twin: Restarting | null = null;
  private age = 0;

  constructor(reached: Reached) {
    this.reached = reached;
  }

  /** Takes the place that the core has now. */
  begin(core: Core): void {
    this.twin = new Restarting(core, this.reached);
  }

  /** Does nothing before the twin exists. */
  follow(command: Command, events: readonly CoreEvent[]): void {
    const { twin } = this;
    if (twin === null) return;
    const told: CoreEvent[] = [];
    twin.core.apply(command, (event) => told.push(event));
    if (digest(told) !== digest(events)) expect(told).toEqual(events);
    this.age += 1;
    if (this.age % LIFE !== 0) return;
    if (this.age % (LIFE * LOOKED_THROUGH) === 0) checkInvariants(machineOf(twin.core));
    twin.restart();
  }

  atEnd(core: Core): void {
    expect(this.twin?.core.stateHash() ?? core.stateHash()).toBe(core.stateHash());
    if (this.twin !== null) checkInvariants(machineOf(this.twin.core));
  }
}

/** The same commands as bytes, several at a time: the same answers, events and state, and the same state where nobody hears them. */
function checkTurns(
  core: Core,
  commands: readonly Command[],
  events: readonly CoreEvent[],
  outcomes: readonly Outcome[],
): void {
  const [heard, unheard] = [createCore(), createCore()];
  const batch = new CommandBatch();
  const told: CoreEvent[] = [];
  const answered: Outcome[] = [];
  for (const [at, command] of commands.entries()) {
    batch.add(command);
    if (at % TURN !== 0 && command.kind !== 'SettleFunding' && at !== commands.length - 1) continue;
    const bytes = batch.take();
    const firstAt = answered.length;
    const answers = heard.applyTurn(bytes);
    unheard.replay(bytes, 0, Infinity);
    const ofTurn = unpackEvents([heard.takeTold()]);
    const orders = new ToldOrders(ofTurn);
    answered.push(...answers.map((answer, place) => answer ?? orders.outcomeOf(firstAt + place + 1)));
    told.push(...ofTurn);
  }
  if (digest(told) !== digest(events)) expect(told).toEqual(events);
  expect(answered).toEqual(outcomes);
  expect([heard.stateHash(), unheard.stateHash()]).toEqual([core.stateHash(), core.stateHash()]);
  for (const one of [heard, unheard]) checkInvariants(machineOf(one));
}

/**
 * A core whose memory becomes another one in the middle of commands of perpetuals, where it may grow: who keeps an array over it meanwhile fails. Orders of spot make room before they begin (OrderPath.begin), and may keep theirs.
 */
function moving(core: Core): Core {
  const { ledger, orders, perps } = machineOf(core);
  let [isOfPerps, calls] = [false, 0];
  const before = <Args extends unknown[], Answer>(call: (...args: Args) => Answer) =>
    function (...args: Args): Answer {
      if (isOfPerps && (calls += 1) % 3 === 0) orders.memory.move();
      return call.apply(ledger, args);
    };
  ledger.begin = before(ledger.begin);
  ledger.account = before(ledger.account);
  const { execute } = perps;
  perps.execute = (...args) => {
    isOfPerps = true;
    try {
      return execute.apply(perps, args);
    } finally {
      isOfPerps = false;
    }
  };
  return core;
}

/** The same commands, as the journal keeps them, give the same events, as rows too, and the same state, also where nobody hears the events. */
export function checkReplay(core: Core, commands: readonly Command[], events: readonly CoreEvent[]): void {
  // The core alone: what its kernel did is done again without it.
  const replayed = createCore({ hasKernel: false });
  const unheard = moving(createCore());
  const again: CoreEvent[] = [];
  const outcomes: Outcome[] = [];
  for (const [at, command] of commands.entries()) {
    const { command: read } = decodeCommand(encodeCommand(command), 0);
    const outcome = replayed.applyPacked(read);
    outcomes.push(outcome);
    // As on the way to another thread, where a message holds what several commands told.
    // The payments of a settlement are lent until the contract's next one.
    if (at % 7 === 0 || command.kind === 'SettleFunding' || at === commands.length - 1) {
      again.push(...unpackEvents([replayed.takeTold()]));
      // Whatever a row forgets to write shows as NaN in its event.
      numbersOf(replayed).fill(NaN);
    }
    const code = unheard.applyUnheard(read);
    if (code !== (outcome.ok ? null : outcome.code)) expect(code).toEqual(outcome);
  }
  if (digest(again) !== digest(events)) expect(again).toEqual(events);
  expect([replayed.stateHash(), unheard.stateHash()]).toEqual([core.stateHash(), core.stateHash()]);
  checkTurns(core, commands, events, outcomes);
  expect(restoreCore(core.snapshot()).snapshot()).toEqual(core.snapshot());
}

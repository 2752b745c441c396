/** The kernel beside the core alone: the same commands give the same answers, events and state. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCore } from '../index.ts';
import type { Command, CommandBody } from '../protocol/commands.ts';
import type { Core } from '../protocol/core.ts';
import type { CoreEvent, Outcome } from '../protocol/events.ts';
import { Reached } from '../model/reached.ts';
import { body, machineOf, units } from '../testing/exchange.ts';
import { BEGINNING, commandOf, ORDER, OWN_TERMS, step, type Step, WIDE } from '../testing/random-orders.ts';
import { LOTS, NUM_STRIDE } from '../book/order-pool.ts';
import { InvariantError } from '../protocol/invariant.ts';
import { DONE, ENDED_BLOCK_COUNT, ENDED_BYTES, ENTERS, MOST_FILLS, NOT_MINE } from './layout.ts';
import { KERNEL_REFUSALS, type Kernel } from './kernel.ts';

const RUNS = 80;
const SEED = 20_261_128;

/** More than a page of ids, of which so few are remembered at the end that it is dissolved. */
const ORDERS_THAT_END = 5_100;
/** More than there is room for in the list of touched rows. */
const PEOPLE = 4_200;
const ORDERS_MET = 3 * MOST_FILLS + 5;
const COMMANDS = { minLength: 40, maxLength: 160 };
class Run {
  readonly core: Core;
  readonly events: CoreEvent[] = [];

  constructor(hasKernel: boolean, checkInvariants = true) {
    this.core = createCore({ checkInvariants, hasKernel });
    for (const begin of [...BEGINNING, ...OWN_TERMS]) expect(this.take(begin).ok).toBe(true);
  }

  take(fields: CommandBody): Outcome {
    return this.core.apply(this.next(fields), (event) => this.events.push(event));
  }

  /** Answers why it is refused. */
  takeUnheard(fields: CommandBody): string | null {
    return this.core.applyUnheard(this.next(fields));
  }

  private next(fields: CommandBody): Command {
    const seq = this.core.lastSeq + 1;
    return { ...fields, seq, timeMs: 1_700_000_000_000 + seq } as Command;
  }
}

/** Counts what the kernel of a core answers. */
function counted(core: Core, reached: Reached): void {
  const kernel = machineOf(core).kernel as { -readonly [Name in keyof Kernel]: Kernel[Name] };
  const names = { [DONE]: 'done', [ENTERS]: 'enters', [NOT_MINE]: 'not mine' } as Record<number, string>;
  const { place, amend, cancel, keepEnded, forgetEnded, match, trade } = kernel;
  const note = <T>(what: string, answer: T): T => {
    reached.count(`${what}: ${typeof answer === 'number' ? (KERNEL_REFUSALS[answer] ?? names[answer]) : answer}`);
    return answer;
  };
  const noteStop = (stopped: number): number => {
    reached.count(`match: ${STOPS[stopped]}`);
    return stopped;
  };
  kernel.place = (...all) => note('place', place.apply(kernel, all));
  kernel.amend = (...all) => note('amend', amend.apply(kernel, all));
  kernel.cancel = (...all) => note('cancel', cancel.apply(kernel, all));
  kernel.keepEnded = (...all) => note('keep', keepEnded.apply(kernel, all));
  kernel.forgetEnded = (...all) => note('forget', forgetEnded.apply(kernel, all));
  kernel.match = (...all) => noteStop(match.apply(kernel, all));
  kernel.trade = (...all) => note('trade', trade.apply(kernel, all));
}

const FILTERS = KERNEL_REFUSALS.slice(5, 13).concat('POST_ONLY', 'AMOUNT_TOO_LARGE', 'INSUFFICIENT_BALANCE');
/** Why `match` stopped, at the numbers of layout.ts. */
const STOPS = ['filled up', 'price limit', 'book empty', 'fills full', 'left to the core'];
const EXPECTED = [
  ...['done', 'enters', 'not mine', 'TOO_MANY_ORDERS', ...FILTERS].map((answer) => `place: ${answer}`),
  ...['done', 'enters', 'not mine', 'TOO_MANY_AMENDS', 'NOTHING_TO_AMEND', ...FILTERS].map((said) => `amend: ${said}`),
  'cancel: done',
  'cancel: not mine',
  ...['filled up', 'price limit', 'book empty', 'left to the core'].map((stop) => `match: ${stop}`),
  ...['keep', 'trade'].flatMap((what) => [`${what}: true`, `${what}: false`]),
];

/** Runs the steps with the kernel, heard and unheard, and without; whatever differs fails. */
function compare(steps: readonly Step[], reached: Reached): void {
  const [whole, unheard, alone] = [new Run(true), new Run(true), new Run(false)];
  counted(whole.core, reached);
  counted(unheard.core, reached);
  for (const one of steps) {
    const command = commandOf(one, whole.core);
    const answer = alone.take(command);
    expect(whole.take(command)).toEqual(answer);
    expect(unheard.takeUnheard(command)).toBe(answer.ok ? null : answer.code);
    expect(whole.events.splice(0)).toEqual(alone.events.splice(0));
    const hash = alone.core.stateHash();
    expect(whole.core.stateHash()).toBe(hash);
    expect(unheard.core.stateHash()).toBe(hash);
  }
}

test('trading A3 A4 A5 A6 with its kernel the core answers, tells and ends as it does alone, after each of many random commands', () => {
  fc.assert(
    fc.property(fc.array(step, COMMANDS), (steps) => compare(steps, new Reached())),
    { numRuns: RUNS },
  );
});

test('trading A3 A4 A5 A6 the commands of one seed reach everything that the kernel answers', () => {
  const reached = new Reached();
  fc.assert(
    fc.property(fc.array(step, COMMANDS), (steps) => compare(steps, reached)),
    { numRuns: 3 * RUNS, seed: SEED },
  );
  expect(reached.missing(EXPECTED)).toEqual([]);
});

test('trading A6 as many amends as a market allows are made, however many those are', () => {
  for (const maxAmends of [1, 3_000_000_000, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER]) {
    const market = body({ kind: 'ChangeMarket', symbol: 'WIDE', version: 2, parameters: { ...WIDE, maxAmends } });
    const amend = { ...ORDER, kind: 'amend', isWide: true, keeps: 'quantity' } as Step;
    const answers = [true, false].map((hasKernel) => {
      const run = new Run(hasKernel);
      expect(run.take(market).ok).toBe(true);
      const place = run.take(commandOf({ ...amend, kind: 'place' }, run.core));
      return [place, ...[1, 2].map((at) => run.take(commandOf({ ...amend, price: amend.price + 2 * at }, run.core)))];
    });
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]!.map(({ ok }) => ok)).toEqual([true, true, maxAmends > 1]);
  }
});

test('trading A1 A6 a field of conditional orders or icebergs that is not a number is refused, with the kernel as without', () => {
  for (const field of ['stopPrice', 'deltaBips', 'activationPrice', 'displayQuantity']) {
    for (const kind of ['place', 'amend'] as const) {
      const answers = [true, false].map((hasKernel) => {
        const run = new Run(hasKernel);
        expect(run.take(commandOf(ORDER, run.core)).ok).toBe(true);
        const command = commandOf({ ...ORDER, kind, price: ORDER.price + 2 }, run.core);
        return run.take({ ...command, [field]: NaN } as CommandBody);
      });
      expect(answers.map((answer) => (answer.ok ? null : answer.code))).toEqual(['BAD_FIELDS', 'BAD_FIELDS']);
    }
  }
});

test('trading A5.6 an order that meets more orders than the kernel notes at a time trades with all of them, one after the other', () => {
  const reached = new Reached();
  const runs = [new Run(true), new Run(false)];
  counted(runs[0]!.core, reached);
  const maker = { ...ORDER, isWide: true, lots: 2 };
  const taker = { ...maker, uid: 2, side: 'SELL', lots: 2 * ORDERS_MET } as Step;
  const told = runs.map((run) => {
    for (let i = 0; i < ORDERS_MET; i += 1) expect(run.take(commandOf(maker, run.core)).ok).toBe(true);
    run.events.length = 0;
    return [run.take(commandOf(taker, run.core)), run.events, run.core.stateHash()];
  });
  expect(told[0]).toEqual(told[1]);
  expect(runs[0]!.events.filter(({ kind }) => kind === 'Traded').length).toBe(ORDERS_MET);
  expect(reached.missing(['match: fills full'])).toEqual([]);
});

test('trading C4 an order that trades with thousands of people touches the balances of all of them, as it does without the kernel', () => {
  const runs = [new Run(true, false), new Run(false, false)];
  const maker = { ...ORDER, isWide: true, lots: 2 };
  const told = runs.map((run) => {
    for (let uid = 10; uid < 10 + PEOPLE; uid += 1) {
      for (const [asset, amount] of [['COIN', 1_000] as const, ['FIAT', units(1)] as const]) {
        const deposit = { kind: 'Deposit', uid, asset, amount, reference: `${uid}${asset}` };
        expect(
          run.take(body({ ...deposit, idempotency: { key: `${uid}${asset}`, fingerprint: '' } } as never)).ok,
        ).toBe(true);
      }
      expect(run.take(commandOf({ ...maker, uid } as Step, run.core)).ok).toBe(true);
    }
    run.events.length = 0;
    const taken = run.take(commandOf({ ...maker, uid: 2, side: 'SELL', lots: 2 * PEOPLE } as Step, run.core));
    return [taken, run.events, run.core.stateHash()];
  });
  expect(told[0]).toEqual(told[1]);
  const balances = runs[0]!.events.filter((event) => event.kind === 'BalanceChanged');
  expect(new Set(balances.map(({ uid }) => uid)).size).toBe(PEOPLE + 1);
});

test('trading A7 of a user whose orders end by the thousand the kernel keeps those that the core keeps', () => {
  const runs = [new Run(true), new Run(false)];
  const reached = new Reached();
  counted(runs[0]!.core, reached);
  const place = { ...ORDER, isWide: true, lots: 2 };
  const known = runs.map((run) => {
    for (let i = 1; i <= ORDERS_THAT_END; i += 1) {
      // Every eleventh of the first half has a name, which the core forgets itself.
      const clientOrderId = i % 11 === 0 && 2 * i < ORDERS_THAT_END ? `name ${i}` : '';
      expect(run.take({ ...commandOf(place, run.core), clientOrderId } as CommandBody).ok).toBe(true);
      expect(run.take(commandOf({ ...place, kind: 'cancel' }, run.core)).ok).toBe(true);
      run.events.length = 0;
    }
    const orders = Array.from({ length: ORDERS_THAT_END }, (_none, at) => run.core.order(at + 1));
    expect(orders.filter((order) => order !== null).length).toBeGreaterThanOrEqual(1_000);
    expect(orders.findLastIndex((order) => order === null)).toBeGreaterThan(0);
    const { ids, users } = machineOf(run.core);
    expect(ids.pageCount).toBe(1);
    expect(ids['strays'].size).toBeGreaterThan(5);
    const counts = [ENDED_BYTES, ENDED_BLOCK_COUNT].map((field) => users['ended']['state'][field >> 2]);
    return [run.core.stateHash(), ...counts, ...orders];
  });
  expect(known[0]).toEqual(known[1]);
  expect(reached.missing(['keep: true', 'keep: false', 'forget: true', 'forget: false'])).toEqual([]);
});

test('trading C4 a kernel that finds a state which cannot be says what is wrong, and changes nothing further', () => {
  const run = new Run(true);
  expect(run.take(commandOf({ ...ORDER, isWide: true }, run.core)).ok).toBe(true);
  const { orders, kernel, markets } = machineOf(run.core);
  const slot = machineOf(run.core).ids.get(1);
  orders.num[slot * NUM_STRIDE + LOTS] *= 2;
  expect(() => kernel.cancel(markets[1]!.kernelAddress(), ORDER.uid, 1, 1, true)).toThrow(
    new InvariantError('an order of the kernel gives back no more than its user has locked'),
  );
});

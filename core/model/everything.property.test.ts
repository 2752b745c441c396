/** Random commands of all products through the core and through the naive models as one: everything visible must agree. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { balancesOf, sorted } from './all-balances.ts';
import type { Command } from '../protocol/commands.ts';
import type { Core } from '../protocol/core.ts';
import type { CoreEvent, Outcome } from '../protocol/events.ts';
import { createCore } from '../index.ts';
import { NaiveEverything } from './naive-everything.ts';
import { misnumbered, wronglyFilled, wronglyFunded } from './perp/event-checks.ts';
import { Comparison } from './perp/naive-comparison.ts';
import { Telling } from './perp/naive-told.ts';
import { complete } from './perp/random-complete.ts';
import { START_MS, USERS } from './perp/random-setup.ts';
import { countReached as countPerps } from './perp/reached-perps.ts';
import { entriesOf } from '../perp/account/statement.ts';
import { statements } from '../testing/statement-sum.ts';
import { FIRST_COMMANDS, type Part, PERPS_MS, randomRun } from './random-everything.ts';
import { Resolving } from './spot/random-resolving.ts';
import { Reached } from './reached.ts';
import { scalesOf, wrongReceipts } from './receipts.ts';
import { OTHERS_EXPECTED, PERPS_EXPECTED } from './reached-everything.ts';
import { checkReplay, Twin } from './replay-check.ts';
import { SpotComparison } from './spot/comparison.ts';
import { countReached as countSpot } from './spot/reach.ts';
import { machineOf } from '../testing/exchange.ts';

const CI_RUNS = 140;
const RUNS = Number(process.env['FC_RUNS'] ?? CI_RUNS);
/** A run that failed, once more: the seed and the path that it printed. */
const { FC_SEED, FC_PATH = '' } = process.env;
const AGAIN = FC_SEED === undefined ? {} : { seed: Number(FC_SEED), path: FC_PATH };
const COMMANDS = { least: 120, most: 220 };
/** Accounts that the comparison of the perpetuals looks at, and margin wallets: those once they trade. */
const OF_PERPS = /^\d+ USDT (?:\S*ISO:|VOUCHER:|BONUS:|FEE_VOUCHER:|COVER:|COPY:\d+\/HOLD)/;
const WALLET = /^(\d+) USDT (FUTURES|ELITE|COPY:\d+) /;

interface ReachedByPart {
  readonly perps: Reached;
  readonly others: Reached;
}

/** An exchange and its model, which take the same commands. */
class Run {
  readonly core = createCore({ checkInvariants: true });
  readonly model = new NaiveEverything();
  readonly commands: Command[] = [];
  readonly events: CoreEvent[] = [];
  private readonly outcomes: Outcome[] = [];
  private readonly resolving: Resolving;
  private readonly spot = new SpotComparison(this.core, this.model, USERS);
  private readonly telling = new Telling(this.model.perps);
  private readonly reached: ReachedByPart;
  private timeMs = START_MS;

  constructor(resolving: (model: NaiveEverything) => Resolving, reached: ReachedByPart) {
    this.resolving = resolving(this.model);
    this.reached = reached;
  }

  /** Answers the command, and the events that it told. */
  take(part: Part): { readonly command: Command; readonly news: readonly CoreEvent[] } {
    const { core, model, reached } = this;
    const seq = core.lastSeq + 1;
    const command = { ...this.commandOf(part, seq), seq, timeMs: this.timeMs } as Command;
    this.commands.push(command);
    this.spot.before();
    const news: CoreEvent[] = [];
    const outcome = core.apply(command, (event) => news.push(event));
    this.events.push(...news);
    this.outcomes.push(outcome);
    const wanted = model.apply(command);
    const code = outcome.ok ? null : outcome.code;
    if (code !== wanted) expect(`${command.kind} ${code}`).toBe(`${command.kind} ${wanted}`);
    if (model.repeats !== 0)
      expect([outcome, news]).toEqual([{ ...this.outcomes[model.repeats - 1], repeated: true }, []]);
    else if (outcome.ok && outcome.result.kind === 'Moved' && model.answer !== null)
      expect(BigInt(outcome.result.amount)).toBe(model.answer);
    // Refusals are counted by product: the same code of another product does not count.
    if (part.part === 'PERPS') countPerps(reached.perps, command, outcome, news);
    else countSpot(reached.others, { command, outcome, model, events: news });
    this.compare(news);
    return { command, news };
  }

  private commandOf(part: Part, seq: number): Record<string, unknown> {
    switch (part.part) {
      case 'PERPS': {
        this.timeMs += part.fields.afterMs ?? PERPS_MS;
        const command = { ...complete(this.core, part.fields, this.timeMs) } as unknown as Record<string, unknown>;
        if ((command['idempotency'] ?? null) !== null) this.resolving.remember(command);
        return command;
      }
      case 'SPOT': {
        const { skippedMs } = this.resolving;
        const command = this.resolving.resolve(part.draft, seq);
        this.timeMs += 1 + this.resolving.skippedMs - skippedMs;
        return command;
      }
      default: {
        this.timeMs += 1;
        const { expiresInMs, ...fields } = part.fields;
        const idempotency = { key: `house ${seq}`, fingerprint: 'one' };
        const ends = expiresInMs === undefined ? {} : { expiresAtMs: this.timeMs + Number(expiresInMs) };
        // The first commands come as they are, the others without a key.
        const isWhole = 'idempotency' in fields || ['CreateAsset', 'CreateMarket'].includes(String(fields['kind']));
        const command = { ...fields, ...ends, ...(isWhole ? {} : { idempotency }) };
        if (!isWhole) this.resolving.remember(command);
        return command;
      }
    }
  }

  private compare(news: readonly CoreEvent[]): void {
    const { core, model } = this;
    const told = this.telling.differences(news);
    if (told.seen.length + told.meant.length > 0) expect(told.seen).toEqual(told.meant);
    if (this.commands.length <= FIRST_COMMANDS) return;
    this.spot.after(news);
    const { seen, meant } = new Comparison(core, model.perps).differences();
    if (seen.length > 0) expect(seen).toEqual(meant);
    const isOurs = (line: string): boolean => !OF_PERPS.test(line) && !this.trades(line);
    const ofModel = sorted(model.everyBalance()).filter(isOurs);
    const ofCore = sorted(balancesOf(core, USERS)).filter(isOurs);
    if (ofModel.join() !== ofCore.join()) expect(ofCore).toEqual(ofModel);
  }

  /** A line of a margin wallet that has an account: the comparison of the perpetuals has it. */
  private trades(line: string): boolean {
    const [, uid, wallet] = WALLET.exec(line) ?? [];
    if (uid === undefined || wallet === undefined) return false;
    return machineOf(this.core).perps.accounts.find(Number(uid), wallet) !== undefined;
  }

  /** Of all that was told. */
  finish(): void {
    const { core, events, reached } = this;
    this.spot.atEnd(events);
    expect([...misnumbered(events), ...wronglyFilled(core, events), ...wronglyFunded(events)]).toEqual([]);
    expect(wrongReceipts(events, scalesOf(core), reached.perps)).toEqual([]);
    for (const event of events) for (const { type } of entriesOf(event, 'USDT')) reached.perps.count(`entry ${type}`);
    const { told, held } = statements(core, events);
    expect(told).toEqual(held);
    for (const step of this.model.perps.steps) reached.perps.count(`step ${step}`);
  }
}

test('FLT-13 trading C2 C4.10 C4.16 random commands of all products: the engine equals the naive model after each, statements add up, receipts recompute, replay and restore give the same state', () => {
  const reached = { perps: new Reached(), others: new Reached() };
  fc.assert(
    fc.property(randomRun(COMMANDS), fc.nat(COMMANDS.most), ({ markets, list }, cut) => {
      const run = new Run((model) => new Resolving(markets, model), reached);
      const core: Core = run.core;
      const twin = new Twin(reached.perps);
      for (const part of list) {
        const { command, news } = run.take(part);
        if (run.commands.length === cut) twin.begin(core);
        else twin.follow(command, news);
      }
      run.finish();
      twin.atEnd(core);
      checkReplay(core, run.commands, run.events);
    }),
    { numRuns: RUNS, endOnFailure: true, ...AGAIN },
  );
  if (process.env['FC_VERBOSE'] !== undefined)
    process.stdout.write(`${reached.perps.table()}\n\n${reached.others.table()}\n`);
  if (RUNS < CI_RUNS) return;
  expect(reached.perps.missing(PERPS_EXPECTED)).toEqual([]);
  expect(reached.others.missing(OTHERS_EXPECTED)).toEqual([]);
}, 3_600_000);

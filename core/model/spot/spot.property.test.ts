/** Random command sequences through the core and through the naive model: everything visible must agree. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Command } from '../../protocol/commands.ts';
import type { CoreEvent, Outcome } from '../../protocol/events.ts';
import { createCore } from '../../index.ts';
import { NaiveModel } from './naive-model.ts';
import { commandArb } from './random-commands.ts';
import { firstOrders, marketsArb, setUpMarkets } from './random-markets.ts';
import { Resolving } from './random-resolving.ts';
import { Reached } from '../reached.ts';
import { scalesOf, SPOT_RECEIPTS_EXPECTED, wrongReceipts } from '../receipts.ts';
import { checkReplay, Twin } from '../replay-check.ts';
import { compareBalances, SpotComparison } from './comparison.ts';
import { countReached, SPOT_EXPECTED } from './reach.ts';

const CI_RUNS = 300;
const RUNS = Number(process.env['FC_RUNS'] ?? CI_RUNS);
const COMMANDS = 100;
const START_MS = 1_000;

test('random commands: the engine equals the naive model after every command, receipts recompute, and so do replay and restore', () => {
  const reached = new Reached();
  fc.assert(
    fc.property(
      marketsArb(START_MS),
      fc.noBias(fc.array(commandArb(START_MS), { minLength: 40, maxLength: COMMANDS, size: 'max' })),
      fc.nat(COMMANDS),
      fc.boolean(),
      (markets, list, cut, hasBook) => {
        const core = createCore({ checkInvariants: true });
        const model = new NaiveModel();
        const commands: Command[] = [];
        const outcomes: Outcome[] = [];
        const events: CoreEvent[] = [];
        const resolving = new Resolving(markets, model);
        const comparison = new SpotComparison(core, model);
        const twin = new Twin(reached);
        const run = (fields: object): void => {
          const seq = core.lastSeq + 1;
          const command = { ...fields, seq, timeMs: START_MS + seq + resolving.skippedMs } as Command;
          commands.push(command);
          const told = events.length;
          comparison.before();
          const outcome = core.apply(command, (event) => events.push(event));
          outcomes.push(outcome);
          expect(outcome.ok ? null : outcome.code).toBe(model.apply(command));
          const news = events.slice(told);
          if (model.repeats !== 0)
            expect([outcome, news]).toEqual([{ ...outcomes[model.repeats - 1], repeated: true }, []]);
          countReached(reached, { command, outcome, model, events: news });
          if (commands.length === cut) twin.begin(core);
          else twin.follow(command, news);
          comparison.after(news);
          compareBalances(core, model);
        };
        for (const fields of [...setUpMarkets(markets), ...(hasBook ? firstOrders(markets) : [])]) run(fields);
        for (const draft of list) run(resolving.resolve(draft, core.lastSeq + 1));
        comparison.atEnd(events);
        expect(wrongReceipts(events, scalesOf(core), reached)).toEqual([]);
        twin.atEnd(core);
        checkReplay(core, commands, events);
      },
    ),
    { numRuns: RUNS },
  );
  if (process.env['FC_VERBOSE'] !== undefined) process.stdout.write(`${reached.table()}\n`);
  if (RUNS >= CI_RUNS) expect(reached.missing([...SPOT_EXPECTED, ...SPOT_RECEIPTS_EXPECTED])).toEqual([]);
}, 3_600_000);

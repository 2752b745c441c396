/** Random commands on two contracts, with marks that jump: every invariant holds, and replay and restore give the same state. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Command } from '../commands.ts';
import type { Core } from '../core.ts';
import type { CoreEvent } from '../events.ts';
import { createCore, decodeCommand, encodeCommand, restoreCore } from '../index.ts';
import { complete, drawn, type Drawn, setUp } from './random-perps.property.ts';

const RUNS = Number(process.env['FC_RUNS'] ?? 150);
const COMMANDS = 100;
test('FLT-13 random commands on perpetuals keep every invariant, and replay and restore to the same state', () => {
  const kinds = new Map<string, number>();
  fc.assert(
    fc.property(
      fc.array(drawn, { minLength: 60, maxLength: COMMANDS, size: 'max' }),
      fc.nat(COMMANDS),
      fc.constantFrom(0, 50, 10_000),
      (list, cut, fund) => {
        const core = createCore({ checkInvariants: true });
        const commands: Command[] = [];
        const events: CoreEvent[] = [];
        let restored: Core | null = null;
        let timeMs = 1_700_006_400_000;
        for (const fields of [...(setUp(fund) as Drawn[]), ...list]) {
          timeMs += fields.afterMs ?? 10;
          const command = { ...complete(core, fields, timeMs), seq: core.lastSeq + 1, timeMs } as Command;
          commands.push(command);
          const count = events.length;
          const outcome = core.apply(command, (event) => events.push(event));
          const what = outcome.ok ? 'ok' : outcome.code;
          kinds.set(`${command.kind} ${what}`, (kinds.get(`${command.kind} ${what}`) ?? 0) + 1);
          for (const event of events.slice(count)) kinds.set(event.kind, (kinds.get(event.kind) ?? 0) + 1);
          if (commands.length === cut) restored = restoreCore(core.snapshot(), { checkInvariants: true });
          else restored?.apply(command, () => {});
        }
        expect(restored?.stateHash() ?? core.stateHash()).toBe(core.stateHash());
        const replayed = createCore();
        const again: CoreEvent[] = [];
        for (const command of commands)
          replayed.apply(decodeCommand(encodeCommand(command), 0).command, (event) => again.push(event));
        expect(again).toEqual(events);
        expect(replayed.stateHash()).toBe(core.stateHash());
        expect(restoreCore(core.snapshot()).snapshot()).toEqual(core.snapshot());
      },
    ),
    { numRuns: RUNS },
  );
  if (process.env['FC_VERBOSE'] !== undefined) process.stdout.write(`${JSON.stringify([...kinds])}\n`);
  // The commands do reach what is rare.
  const rare = ['Liquidated', 'Deleveraged', 'FundingPaid', 'InsuranceChanged', 'StopOrderChanged', 'PerpTraded'];
  if (RUNS >= 100) expect(rare.filter((kind) => !kinds.has(kind))).toEqual([]);
}, 3_600_000);

/** The pass for the deleveraging lights, which the engine goes on with in its pauses (trading B14, decision 075). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CommandBody, Outcome } from '@agio/core';
import { machineOf } from '../../../core/testing/exchange.ts';
import { TestPerps } from '../../../core/testing/perps.ts';
import { RANKED_AT_ONCE } from '../../../core/perp/liquidation/adl-standings.ts';
import { nodeDisk } from '../../../server/journal/index.ts';
import { systemClock } from '../../../server/system/clock.ts';
import { makeSnapshotOnThread } from '../../../server/engine/make-snapshot.ts';
import type { FromEngine } from '../../../server/engine/messages.ts';
import { startSequencer } from '../../../server/engine/sequencer.ts';

const HOLDERS = 2 * RANKED_AT_ONCE;

/** An exchange of tests whose commands another engine can be given too. */
class Told extends TestPerps {
  declare taken: { readonly body: CommandBody; readonly timeMs: number }[];
  override run(fields: Parameters<TestPerps['run']>[0]): Outcome {
    this.taken ??= [];
    this.taken.push({ body: fields as CommandBody, timeMs: this.timeMs });
    return super.run(fields);
  }
}

test('B14 after marks have moved the lights follow in the pauses of the engine, without a look or a tick of theirs', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'agio-lights-'));
  const sent: FromEngine[] = [];
  let nowMs = 0;
  const receive = startSequencer({
    directory,
    segmentBytes: 1_000_000,
    snapshotEvery: 1_000_000,
    disk: nodeDisk,
    clock: { ...systemClock, nowMs: () => nowMs },
    makeSnapshot: makeSnapshotOnThread,
    send: (message) => void sent.push(message),
    warn: () => {},
  });
  let id = 0;
  const answer = async (): Promise<unknown> => {
    const answers = (): readonly { readonly id: number }[] =>
      sent.flatMap((message) => (message.kind === 'durable' ? message.answers : []));
    await expect.poll(() => answers().some((one) => one.id === id)).toBe(true);
    return answers().find((one) => one.id === id);
  };
  const tell = async (commands: Told['taken']): Promise<void> => {
    for (const { body, timeMs } of commands.splice(0)) {
      nowMs = timeMs;
      id += 1;
      receive({ kind: 'work', items: [{ kind: 'command', id, body }] });
    }
    await answer();
  };
  const lights = async (uid: number): Promise<number> => {
    id += 1;
    receive({ kind: 'work', items: [{ kind: 'query', id, query: 'positions', input: x.owner(uid) }] });
    const { output } = (await answer()) as { readonly output: readonly { readonly adlLights: number }[] };
    return output[0]!.adlLights;
  };

  const x = new Told({ leverageDefault: 10, maxOpenOrders: 0 });
  x.fund(1, 80_000_000);
  for (let uid = 2; uid < 2 + HOLDERS; uid += 1) {
    x.fund(uid, 200 + ((uid * 37) % 101));
    x.trade(uid, 1, 49_000 + ((uid * 61) % 1_900), '0.001');
  }
  x.moveMark(50_010);
  await tell(x.taken);
  const ranked = (uid: number): number => {
    const { perps } = machineOf(x.core);
    const contract = perps.contract('BTCUSDT')!;
    return perps.adl.rankedLights(contract, perps.accounts.find(uid, 'FUTURES')!.holding(contract).both!);
  };
  const uids = Array.from({ length: HOLDERS }, (_, at) => 2 + at);
  const first = uids.map(ranked);
  expect(await lights(uids[0]!)).toBe(first[0]);
  x.moveMark(49_300);
  const moved = uids.findIndex((uid, at) => ranked(uid) !== first[at]);
  expect(moved).toBeGreaterThan(-1);
  await tell(x.taken);
  await expect.poll(() => lights(uids[moved]!), { timeout: 10_000 }).toBe(ranked(uids[moved]!));
  receive({ kind: 'close' });
  await expect.poll(() => sent.at(-1)?.kind).toBe('closed');
  rmSync(directory, { recursive: true, force: true });
});

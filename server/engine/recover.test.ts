import {
  type Command,
  type CommandBody,
  createCore,
  type CoreEvent,
  encodeCommand,
  restoreCore,
  RULES_VERSION,
} from '@agio/core';
import { expect, test } from 'vitest';
import { TestPerps } from '../../core/testing/perps.ts';
import { applyUnit } from './recover.ts';

const ASSETS = ['BTC', 'ETH', 'SOL', 'USDT'];
const commands = ASSETS.map((asset, at) => {
  const body: CommandBody = { kind: 'CreateAsset', asset, scale: 8 };
  return { ...body, seq: at + 1, timeMs: 1_000 } as Command;
});

function unitOf(some: readonly Command[]): Parameters<typeof applyUnit>[1] {
  const payload = Buffer.concat(some.map(encodeCommand));
  const firstSeq = some[0]!.seq;
  const { length } = payload;
  return {
    firstSeq,
    count: some.length,
    epoch: 1,
    payload,
    hash: Buffer.alloc(32),
    length,
    rulesVersion: RULES_VERSION,
  };
}

test('a replay tells the events from the command on that its listener names, and comes to the same state without one', () => {
  const states = [-1, 0, 2, 4].map((afterSeq) => {
    const core = createCore();
    const heard: CoreEvent[] = [];
    const listener = afterSeq < 0 ? null : { afterSeq, emit: (event: CoreEvent) => void heard.push(event) };
    applyUnit(core, unitOf(commands), listener);
    return { heard: heard.map(({ seq }) => seq), hash: core.stateHash() };
  });
  expect(states.map(({ heard }) => heard)).toEqual([[], [1, 2, 3, 4], [3, 4], []]);
  expect(new Set(states.map(({ hash }) => hash)).size).toBe(1);
});

test('a part of a unit that is heard is told up to its last command, and the rest is not applied', () => {
  const core = createCore();
  const heard: CoreEvent[] = [];
  applyUnit(core, unitOf(commands), { afterSeq: 1, emit: (event) => void heard.push(event) }, 3);
  expect([core.lastSeq, heard.map(({ seq }) => seq)]).toEqual([3, [2, 3]]);
});

test('trading B10 two settlements of a contract in one unit are told each, although the second writes over what the first tells with', () => {
  const x = new TestPerps({ interestRate: 30_000 });
  for (const uid of [1, 2]) x.fund(uid, 1_000_000);
  x.trade(1, 2, 50_000, 1);
  const core = restoreCore(x.core.snapshot());
  const [batch, told]: [Command[], CoreEvent[]] = [[], []];
  for (let settled = 0; settled < 2; settled += 1) {
    const timeMs = x.core.contract('BTCUSDT')!.nextFundingMs;
    const body: CommandBody = { kind: 'SettleFunding', symbol: 'BTCUSDT' };
    const command = { ...body, seq: x.core.lastSeq + 1, timeMs };
    expect(x.core.apply(command, (event) => void told.push(event))).toMatchObject({ ok: true });
    batch.push(command);
  }
  const heard: CoreEvent[] = [];
  applyUnit(core, unitOf(batch), { afterSeq: 0, emit: (event) => void heard.push(event) });
  expect(heard).toEqual(told);
  expect(told.filter(({ kind }) => kind === 'FundingPaid').length).toBe(4);
});

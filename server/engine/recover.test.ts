import { type Command, type CommandBody, createCore, type CoreEvent, encodeCommand, RULES_VERSION } from '@agio/core';
import { expect, test } from 'vitest';
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

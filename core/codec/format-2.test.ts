/**
 * Bytes of the second format, made by the program of that time: the first with conditional orders, order pairs, icebergs and fee tiers.
 * They are read for ever. Where a later version of the rules answers these commands otherwise, the replay is taken out, the reading stays.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createCore, decodeCommand, restoreCore } from '../index.ts';
import type { Core } from '../protocol/core.ts';

interface Fixture {
  readonly journal: string;
  readonly snapshot: string;
  /** What that program answered: OK, or why not. */
  readonly codes: readonly string[];
  readonly openOrders: readonly Readonly<Record<string, string | number>>[];
  /** “uid asset available locked”, in units. */
  readonly balances: readonly string[];
}

const fixture = JSON.parse(readFileSync(new URL('./fixtures/format-2.json', import.meta.url), 'utf8')) as Fixture;
const uids = [...new Set(fixture.balances.map((line) => Number(line.split(' ')[0])))];

function expectState(core: Core): void {
  const open = uids.flatMap((uid) => core.openOrders(uid, ''));
  expect(open).toMatchObject(fixture.openOrders);
  expect(open.length).toBe(fixture.openOrders.length);
  const balances = uids.flatMap((uid) =>
    core
      .balances(uid)
      .filter(({ wallet }) => wallet === 'SPOT')
      .map(({ asset, available, locked }) => `${uid} ${asset} ${available} ${locked}`),
  );
  expect(balances).toEqual(fixture.balances);
}

test('a journal of format 2 replays to the same answers, orders and balances, and its snapshot restores the same state', () => {
  const bytes = Buffer.from(fixture.journal, 'base64');
  const core = createCore({ checkInvariants: true });
  const codes: string[] = [];
  for (let offset = 0; offset < bytes.length;) {
    const { command, next } = decodeCommand(bytes, offset);
    const outcome = core.apply(command, () => {});
    codes.push(outcome.ok ? 'OK' : outcome.code);
    offset = next;
  }
  expect(codes).toEqual(fixture.codes);
  expectState(core);
  const restored = restoreCore(Buffer.from(fixture.snapshot, 'base64'), { checkInvariants: true });
  expectState(restored);
  expect(restored.stateHash()).toBe(core.stateHash());
});

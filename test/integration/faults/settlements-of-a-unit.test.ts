/** A start that tells again what settlements of funding told, of which one unit of the journal has two. */
import { type Command, type CommandBody, type CoreEvent, encodeCommand, restoreCore, RULES_VERSION } from '@agio/core';
import { expect, test } from 'vitest';
import { TestPerps } from '../../../core/testing/perps.ts';
import { applyUnit } from '../../../server/engine/recover.ts';

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
  const payload = Buffer.concat(batch.map(encodeCommand));
  const unit = { epoch: 1, hash: Buffer.alloc(32), length: payload.length, rulesVersion: RULES_VERSION };
  const listener = { afterSeq: 0, emit: (event: CoreEvent) => void heard.push(event) };
  applyUnit(core, { ...unit, firstSeq: batch[0]!.seq, count: batch.length, payload }, listener);
  expect(heard).toEqual(told);
  expect(told.filter(({ kind }) => kind === 'FundingPaid').length).toBe(4);
});

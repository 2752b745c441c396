/** A key for which there is no room is refused before its command gets a sequence (reliability FLT-16). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CommandBody } from '@agio/core';
import { KEYS_OF_ALL, KEYS_OF_ONE_WHEN_CROWDED } from '../../../core/state-machine/idempotency.ts';
import { nodeDisk } from '../../../server/journal/index.ts';
import { systemClock } from '../../../server/system/clock.ts';
import { makeSnapshotOnThread } from '../../../server/engine/make-snapshot.ts';
import type { FromEngine } from '../../../server/engine/messages.ts';
import { startSequencer } from '../../../server/engine/sequencer.ts';

const KEYS_OF_A_USER = 1_000;

test('FLT-16 many accounts cannot fill the memory with keys: what is refused for it takes no place in the journal', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'agio-keys-'));
  const sent: FromEngine[] = [];
  const receive = startSequencer({
    directory,
    segmentBytes: 64 * 1_024 * 1_024,
    snapshotEvery: 10_000_000,
    disk: nodeDisk,
    clock: systemClock,
    makeSnapshot: makeSnapshotOnThread,
    send: (message) => void sent.push(message),
    warn: () => {},
  });
  let id = 0;
  const move = (uid: number, key: string | null): CommandBody => ({
    kind: 'Transfer',
    uid,
    asset: 'USDT',
    from: 'SPOT',
    to: 'FUTURES',
    amount: 1 as never,
    idempotency: key === null ? null : { key, fingerprint: '' },
  });
  const codesOf = async (bodies: readonly CommandBody[]): Promise<unknown[]> => {
    const items = bodies.map((body) => ({ kind: 'command', id: (id += 1), body }) as const);
    const last = id;
    receive({ kind: 'work', items });
    const answers = (): Map<number, unknown> =>
      new Map(
        sent.flatMap((message) => (message.kind === 'durable' ? message.answers.map((one) => [one.id, one]) : [])),
      );
    await expect.poll(() => answers().size, { timeout: 60_000 }).toBe(last);
    const all = answers();
    return items.map((item) => (all.get(item.id) as { outcome: { code?: string } }).outcome.code);
  };

  const uids = KEYS_OF_ALL / KEYS_OF_A_USER;
  const many = Array.from({ length: KEYS_OF_ALL }, (_, at) => move(1 + (at % uids), `k${at}`));
  // One more comes with the same message, of a user who has many.
  const codes = await codesOf([...many, move(1, 'one more')]);
  expect(codes.pop()).toBe('IDEMPOTENCY_FULL');
  const first = new Set(codes);
  expect(first.size).toBe(1);
  expect(first).not.toContain('IDEMPOTENCY_FULL');
  const seq = sent.at(-1)!.kind === 'durable' ? (sent.at(-1) as { seq: number }).seq : 0;
  expect(seq).toBe(KEYS_OF_ALL);
  const [ordinary] = [...first];
  const others = Array.from({ length: KEYS_OF_ONE_WHEN_CROWDED + 1 }, (_, at) => move(5_000, `o${at}`));
  // One of many keys, a known key, no key, and somebody who has few.
  expect(await codesOf([move(1, 'new'), move(1, 'k0'), move(1, null), ...others])).toEqual([
    'IDEMPOTENCY_FULL',
    ordinary,
    ordinary,
    ...others.map((_, at) => (at < KEYS_OF_ONE_WHEN_CROWDED ? ordinary : 'IDEMPOTENCY_FULL')),
  ]);
  receive({ kind: 'close' });
  await expect.poll(() => sent.at(-1)?.kind, { timeout: 30_000 }).toBe('closed');
  const ends = sent.flatMap((message) => (message.kind === 'durable' ? [message.seq] : []));
  expect(Math.max(...ends)).toBe(seq + 2 + KEYS_OF_ONE_WHEN_CROWDED);
  rmSync(directory, { recursive: true, force: true });
});

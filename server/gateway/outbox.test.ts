import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Outbox, Outboxes, WRITES_A_TURN } from './outbox.ts';
import { wireFrame } from './wire-frame.ts';

/** So many outboxes, and each write of theirs: whose it was and what it sent. */
function outboxesOf(count: number) {
  const outboxes = new Outboxes();
  const writes: { readonly of: number; readonly sent: string[] }[] = [];
  const all = Array.from(
    { length: count },
    (_, of) =>
      new Outbox(
        outboxes,
        (frames) => void writes.push({ of, sent: frames.map((frame) => frame.toString('utf8', 2)) }),
      ),
  );
  return { outboxes, writes, all };
}

const update = wireFrame('update');
const next = wireFrame('next');
const answer = wireFrame('answer');
const SIZE = 3 * WRITES_A_TURN;

test('an update for many is written to a slice of them a turn, first come first', async () => {
  const { writes, all } = outboxesOf(SIZE);
  for (const outbox of all) outbox.addInTurn(update);
  const counts: number[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    await nextTurn();
    counts.push(writes.length);
  }
  expect(counts).toEqual([1, 2, 3, 3].map((turns) => turns * WRITES_A_TURN));
  expect(writes.map(({ of }) => of)).toEqual(all.map((_, at) => at));
});

test('FLT-16 an answer goes out in its own turn, however many wait for an update; what waited before it goes first', async () => {
  const { writes, all } = outboxesOf(SIZE);
  for (const outbox of all) outbox.addInTurn(update);
  all[SIZE - 1]!.addNow(answer);
  await nextTurn();
  expect(writes[0]).toEqual({ of: SIZE - 1, sent: ['update', 'answer'] });
  expect(writes.length).toBe(WRITES_A_TURN + 1);
  for (let turn = 0; turn < 3; turn += 1) await nextTurn();
  // Its place in the line was empty, and cost no write.
  expect(writes.length).toBe(SIZE);
});

test('what comes while a connection waits for its turn is one write with what waited, and the line is kept', async () => {
  const { writes, all } = outboxesOf(SIZE);
  for (const outbox of all) outbox.addInTurn(update);
  await nextTurn();
  for (const outbox of all) outbox.addInTurn(next);
  for (let turn = 0; turn < 4; turn += 1) await nextTurn();
  expect(writes.slice(0, WRITES_A_TURN).every(({ sent }) => sent.join() === 'update')).toBe(true);
  expect(writes.slice(WRITES_A_TURN, SIZE).every(({ sent }) => sent.join() === 'update,next')).toBe(true);
  expect(writes.slice(SIZE).map(({ of, sent }) => [of, sent.join()])).toEqual(
    all.slice(0, WRITES_A_TURN).map((_, at) => [at, 'next']),
  );
});

test('a line that never becomes empty keeps no more than twice those who wait', async () => {
  const { outboxes, writes, all } = outboxesOf(2 * WRITES_A_TURN);
  for (let turn = 0; turn < 50; turn += 1) {
    for (const outbox of all) outbox.addInTurn(update);
    await nextTurn();
    expect(outboxes['line'].length).toBeLessThanOrEqual(2 * all.length);
  }
  expect(writes.length).toBe(50 * WRITES_A_TURN);
});

test('everything is written at once when all connections are about to be closed; what was dropped is not', () => {
  const { outboxes, writes, all } = outboxesOf(SIZE);
  for (const outbox of all) outbox.addInTurn(update);
  all[0]!.addNow(answer);
  all[1]!.drop();
  expect([all[0]!.bytes, all[1]!.bytes]).toEqual([update.length + answer.length, 0]);
  outboxes.flushAll();
  expect(writes.length).toBe(SIZE - 1);
  expect(all[0]!.bytes).toBe(0);
});

test('FLT-16 a connection for which much waits does not wait for its turn: it would count as unread', async () => {
  const { writes, all } = outboxesOf(SIZE);
  for (const outbox of all) outbox.addInTurn(update);
  const large = wireFrame('x'.repeat(100_000));
  const last = all[SIZE - 1]!;
  for (let sent = 0; sent < 3; sent += 1) last.addInTurn(large);
  await nextTurn();
  expect(writes[0]!.of).toBe(SIZE - 1);
  expect([writes[0]!.sent.length, last.bytes]).toEqual([4, 0]);
});

import { expect, test } from 'vitest';
import { attempt, createFailures } from './failures.ts';

test('FLT-20 a part that fails without end is counted each time and written into the log once a minute', () => {
  const lines: unknown[] = [];
  let nowMs = 0;
  const failures = createFailures({ error: (line: unknown) => void lines.push(line) } as never, () => nowMs);
  const fail = (part: string): void =>
    attempt(part, failures.note, () => {
      throw new Error('broken');
    });
  for (let at = 0; at < 100; at += 1) fail('a feed');
  fail('another');
  expect([...failures.counts()]).toEqual([
    ['a feed', 100],
    ['another', 1],
  ]);
  expect(lines).toMatchObject([
    { part: 'a feed', count: 1 },
    { part: 'another', count: 1 },
  ]);
  nowMs = 60_000;
  fail('a feed');
  expect(lines[2]).toMatchObject({ part: 'a feed', count: 101 });
});

test('FLT-20 of a part that always fails differently twenty failures a minute are logged, and memory stays bounded', () => {
  const told: unknown[] = [];
  let nowMs = 0;
  const failures = createFailures({ error: (line: unknown) => void told.push(line) } as never, () => nowMs);
  for (let at = 0; at < 500; at += 1) failures.note('a feed', new Error(`order ${at} is broken`));
  for (let at = 0; at < 3; at += 1) failures.note('another', 'the same text');
  expect(told.length).toBe(21);
  expect(told[20]).toMatchObject({ part: 'another', err: "'the same text'" });
  nowMs = 60_000;
  failures.note('a feed', new Error('order 3 is broken'));
  expect(told[21]).toMatchObject({ part: 'a feed', count: 501 });
});

test('FLT-20 a rejection is told with its stack, by the folder of ours in which it failed; the same one again only after a minute', () => {
  let nowMs = 0;
  const failures = createFailures({ error: () => {} } as never, () => nowMs);
  const fail = (message: string): string | null => failures.noteRejection(new Error(message));
  expect(fail('first')).toMatch(
    /^A promise in server\/failures failed .*\nError: first\n {4}at fail .*failures\.test\.ts/,
  );
  expect(fail('second')).toContain('Error: second');
  expect(fail('first')).toBeNull();
  nowMs = 60_000;
  expect(fail('first')).toContain('Error: first');
  expect([...failures.counts()]).toEqual([['server/failures', 4]]);
});

test('FLT-20 a rejection with any value is noted, and noting it never throws', () => {
  const failures = createFailures({ error: () => {} } as never);
  const unshowable = {
    [Symbol.for('nodejs.util.inspect.custom')]() {
      throw new Error('not even this');
    },
  };
  for (const reason of [undefined, null, 7, 'text', Object.create(null), unshowable])
    expect(failures.noteRejection(reason), typeof reason).toMatch(/^A promise in elsewhere failed/);
});

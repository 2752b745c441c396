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

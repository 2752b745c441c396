import type { CoreEvent } from '@agio/core';
import { expect, test } from 'vitest';
import { KEPT_COMMANDS, RecentEvents } from './recent-events.ts';

/** So many commands after the first hundred, in units of ten, each with as many events as it says. */
function replayed(commands: number, eventsEach: number): RecentEvents {
  const recent = new RecentEvents(100);
  for (let seq = 101; seq <= 100 + commands; seq += 1) {
    for (let index = 0; index < eventsEach; index += 1) recent.add({ seq, index } as CoreEvent);
    if (seq % 10 === 0) recent.reached(seq);
  }
  return recent;
}

test('answers the events after any command that it keeps, in order and without a gap, and null before it', () => {
  const recent = replayed(10_000, 2);
  for (const seq of [100, 101, 2_599, 2_600, 2_601, 10_099]) {
    const chunks = recent.after(seq)!;
    expect(chunks.flatMap(({ events }) => events.map((event) => event.seq))).toEqual(
      Array.from({ length: 2 * (10_100 - seq) }, (_, at) => seq + 1 + (at >> 1)),
    );
    expect(chunks.at(-1)!.lastSeq).toBe(10_100);
  }
  expect([recent.after(99), recent.after(10_100)]).toEqual([null, []]);
});

test('keeps the newest twenty thousand commands, however many are replayed', () => {
  const recent = replayed(10 * KEPT_COMMANDS, 1);
  const end = 100 + 10 * KEPT_COMMANDS;
  const [first] = recent.after(end - KEPT_COMMANDS)!;
  expect(first!.events[0]).toMatchObject({ seq: end - KEPT_COMMANDS + 1 });
  // A chunk more, because it is forgotten as a whole.
  expect(recent.after(end - KEPT_COMMANDS - 5_001)).toBe(null);
});

test('commands without events move the position all the same', () => {
  const recent = replayed(50, 0);
  expect(recent.after(120)).toEqual([{ lastSeq: 150, events: [] }]);
  expect(new RecentEvents(7).after(7)).toEqual([]);
});

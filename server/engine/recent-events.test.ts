import type { CoreEvent } from '@agio/core';
import { expect, test } from 'vitest';
import { KEPT_COMMANDS, MOST_EVENTS, RecentEvents } from './recent-events.ts';

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

test('keeps no more events than that, whatever one command has: who misses those reads them from disk', () => {
  const recent = replayed(3_000, 10);
  const settlement = 3_101;
  for (let index = 0; index <= MOST_EVENTS; index += 1) recent.add({ seq: settlement, index } as CoreEvent);
  recent.reached(settlement);
  expect(recent.after(settlement - 1)).toBe(null);
  expect(recent.after(settlement)).toEqual([]);
  recent.add({ seq: settlement + 1, index: 0 } as CoreEvent);
  recent.reached(settlement + 1);
  expect(recent.after(settlement)?.flatMap(({ events }) => events)).toHaveLength(1);
});

test('a replay that begins before what is kept moves nothing until it is there', () => {
  const recent = new RecentEvents(100);
  expect(recent.listener.afterSeq).toBe(100);
  for (let seq = 60; seq <= 100; seq += 10) recent.reached(seq);
  expect([recent.after(99), recent.after(100)]).toEqual([null, []]);
  recent.listener.emit({ seq: 101, index: 0 } as CoreEvent);
  recent.reached(110);
  expect(recent.after(100)).toEqual([{ lastSeq: 110, events: [{ seq: 101, index: 0 }] }]);
});

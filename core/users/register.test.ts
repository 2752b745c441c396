import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ExpiryQueue } from '../products/expiry-queue.ts';
import { Register, termsOf } from './register.ts';

test('trading C2 of each kind the last 100,000 that ended are remembered, and those that live always', () => {
  const register = new Register();
  register.add({ id: 1, terms: 'a' });
  for (let id = 2; id <= 110_000; id += 1) register.close({ id, terms: 'b' }, 'DONE', id);
  expect(register.seen(1, 'a')).toBe('REPEAT');
  expect([register.seen(110_000 - 99_999, 'b'), register.seen(110_000, 'b')]).toEqual(['REPEAT', 'REPEAT']);
  expect(register.seen(2, 'b')).toBeNull();
  expect(register.allEnded().length).toBeLessThanOrEqual(101_024);
  expect(register.living(2)).toBe('UNKNOWN_ID');
  expect(register.living(110_000)).toBe('ALREADY_ENDED');
  expect(register.end(110_000)?.answer).toBe(110_000);
});

test('terms that differ are told apart, whatever their texts hold', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string(), fc.nat(), fc.array(fc.string()))),
      fc.array(fc.oneof(fc.string(), fc.nat(), fc.array(fc.string()))),
      (a, b) => {
        const same = JSON.stringify(a.map(textOf)) === JSON.stringify(b.map(textOf));
        expect(termsOf(...a) === termsOf(...b)).toBe(same);
      },
    ),
  );
});

const textOf = (field: string | number | string[]): unknown => (Array.isArray(field) ? { list: field } : String(field));

test('expired entries come out by time, then by id, and none before its time', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(20), fc.integer({ min: 1, max: 50 }))), fc.nat(20), (entries, now) => {
      const queue = new ExpiryQueue();
      for (const [atMs, id] of entries) queue.add(atMs, id);
      const due = entries.filter(([atMs]) => atMs <= now).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
      const taken: number[] = [];
      for (let id = queue.take(now); id !== 0; id = queue.take(now)) taken.push(id);
      expect(taken).toEqual(due.map(([, id]) => id));
    }),
  );
});

/** The table of ids against a map, over ids that come one after the other and go in any order. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Reached } from '../model/reached.ts';
import { IdTable } from './id-table.ts';

/** Ids of one page (see the table). */
const PAGE = 4_096;

test('the id table: an unknown id has no slot, and one that was taken out neither', () => {
  const table = new IdTable();
  table.set(7, 70);
  table.set(PAGE + 7, 71);
  expect([0, 6, 7, PAGE + 7, PAGE * 9, 2 ** 53 - 1].map((id) => table.get(id))).toEqual([0, 0, 70, 71, 0, 0]);
  table.delete(8);
  table.delete(7);
  table.delete(PAGE * 9);
  expect([7, 8, PAGE + 7].map((id) => table.get(id))).toEqual([0, 0, 71]);
});

test('the id table: orders that outlive their page are found, and hold no page', () => {
  const table = new IdTable();
  for (let id = 1; id < PAGE * 50; id += 1) table.set(id, id);
  expect(table.pageCount).toBe(50);
  for (let id = 1; id < PAGE * 50; id += 1) if (id % 1_000 !== 0) table.delete(id);
  expect(table.pageCount).toBe(1);
  for (let id = 0; id < PAGE * 50; id += 1)
    if (table.get(id) !== (id % 1_000 === 0 ? id : 0)) expect(id).toBe('the same');
  for (let id = 1_000; id < PAGE * 50; id += 1_000) table.delete(id);
  for (let id = 1_000; id < PAGE * 50; id += 1_000) expect(table.get(id)).toBe(0);
});

test('the id table: ids far apart from each other hold no pages', () => {
  const table = new IdTable();
  for (let page = 0; page < 1_000; page += 1) table.set(page * PAGE + 5, page + 1);
  expect(table.pageCount).toBe(1);
  for (let page = 0; page < 1_000; page += 1) expect(table.get(page * PAGE + 5)).toBe(page + 1);
});

test('the id table: no more pages are held than there may be, and the ids of the oldest are found all the same', () => {
  const table = new IdTable();
  table.mostPages = 4;
  for (let id = 1; id < PAGE * 9; id += 1) table.set(id, id);
  expect(table.pageCount).toBe(4);
  for (let id = 1; id < PAGE * 9; id += 501) expect(table.get(id)).toBe(id);
});

/** Runs of new ids; some of those that live, or nearly all, taken out; one that was taken out put back; slots given back. */
const stepArb = fc.record({
  act: fc.constantFrom('add', 'add', 'some', 'most', 'back', 'keep'),
  count: fc.integer({ min: 1, max: 6_000 }),
  gap: fc.constantFrom(1, 1, 1, 3, PAGE - 1, PAGE, 10 * PAGE),
  pick: fc.nat(),
});

test('the id table equals a map', () => {
  fc.assert(
    fc.property(fc.array(stepArb, { maxLength: 12 }), fc.constantFrom(0, 2 ** 31 - 5_000, 2 ** 40), (steps, first) => {
      const table = new IdTable();
      const map = new Map<number, number>();
      const gone: number[] = [];
      let last = first;
      const remove = (id: number): void => {
        table.delete(id);
        map.delete(id);
        gone.push(id);
      };
      const add = (id: number): void => {
        const slot = (id % 1_000_003) + 1;
        table.set(id, slot);
        map.set(id, slot);
      };
      for (const { act, count, gap, pick } of steps) {
        if (act === 'add') for (let i = 0; i < (gap > 3 ? count % 100 : count); i += 1) add((last += gap));
        const live = [...map.keys()];
        if (act === 'some') for (let i = 0; i < live.length; i += 1 + (pick % 7)) remove(live[i]!);
        if (act === 'most') for (let i = 0; i < live.length; i += 1) if (i % 97 !== pick % 97) remove(live[i]!);
        if (act === 'keep')
          for (let i = pick % 5; i < live.length; i += 5)
            if (map.get(live[i]!)! > 0) {
              table.keep(live[i]!, i + 1);
              map.set(live[i]!, -i - 1);
            }
        const again = gone[pick % Math.max(1, gone.length)];
        if (act === 'back' && again !== undefined && !map.has(again)) add(again);
      }
      for (const [id, slot] of map) if (table.get(id) !== slot) expect([id, table.get(id)]).toEqual([id, slot]);
      for (const id of gone) if (!map.has(id) && table.get(id) !== 0) expect([id, table.get(id)]).toEqual([id, 0]);
    }),
  );
});

test('the id table: many ids at once, in any order, are found like those that are entered one by one', () => {
  const reached = new Reached();
  const runArb = fc.record({
    count: fc.integer({ min: 1, max: 3_000 }),
    gap: fc.constantFrom(1, 1, 1, 2, 700, PAGE, 9 * PAGE),
  });
  const property = fc.property(
    fc.array(runArb, { maxLength: 8 }),
    fc.constantFrom(0, PAGE - 3, 2 ** 40),
    fc.boolean(),
    (runs, first, isAfter) => {
      const ids: number[] = [];
      let last = first;
      for (const { count, gap } of runs)
        for (let i = 0; i < (gap > 3 ? count % 60 : count); i += 1) ids.push((last += gap));
      const [table, map] = [new IdTable(), new Map<number, number>()];
      table.mostPages = 4;
      if (isAfter) for (let id = 1; id <= Math.min(first, 40); id += 1) table.set(id, 7);
      ids.forEach((id, i) => map.set(id, i + 1));
      ids.sort((a, b) => (a % 977) - (b % 977));
      table.setAll(
        Float64Array.from(ids),
        Int32Array.from(ids, (id) => map.get(id)!),
      );
      for (const [id, slot] of map) if (table.get(id) !== slot) expect([id, table.get(id)]).toEqual([id, slot]);
      expect(table.get(last + 1)).toBe(0);
      reached.count(table.pageCount > 2 ? 'pages' : 'few pages');
      if (table.pageCount === 4) reached.count('all pages there may be');
      // Few are left of each page, which go to the map.
      const isLeft = (id: number): boolean => id % 400 === 5;
      for (const id of ids) if (!isLeft(id)) table.delete(id);
      for (const id of ids.filter(isLeft)) expect(table.get(id)).toBe(map.get(id));
      for (const id of ids) table.delete(id);
      for (const id of ids) if (table.get(id) !== 0) expect([id, table.get(id)]).toEqual([id, 0]);
      for (let id = 1; isAfter && id <= Math.min(first, 40); id += 1) expect(table.get(id)).toBe(7);
      expect(table.pageCount).toBeLessThanOrEqual(2);
    },
  );
  fc.assert(property, { numRuns: 200, seed: 20_261_129 });
  expect(reached.missing(['pages', 'few pages', 'all pages there may be'])).toEqual([]);
});

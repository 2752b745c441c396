/** Lines in flat arrays, entered, moved, passed and dropped, beside a map of their keys. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineHeap } from './line-heap.ts';
import { LineTable } from './line-table.ts';

const CONTRACTS = 3;
const step = fc.record({
  act: fc.constantFrom('set', 'set', 'set', 'drop', 'pass'),
  account: fc.nat(150),
  contract: fc.nat(CONTRACTS - 1),
  key: fc.oneof(fc.nat(40), fc.constant(Infinity)),
});

test('trading B13 a mark passes the lines of its contract up to it, nearest first, whichever were dropped and came again', () => {
  let passed = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 200, maxLength: 600 }), (steps) => {
      const table = new LineTable();
      const heaps = Array.from({ length: CONTRACTS }, () => new LineHeap(table.rising));
      const keys = Array.from({ length: CONTRACTS }, () => new Map<number, number>());
      for (const { act, account, contract, key } of steps) {
        const [heap, expected] = [heaps[contract]!, keys[contract]!];
        const known = table.find(account, contract);
        expect(known !== 0).toBe(expected.has(account));
        if (act === 'set') {
          heap.set(known || table.add(account, contract), key);
          expected.set(account, key);
        } else if (act === 'drop' && known !== 0) {
          heap.remove(known);
          table.drop(known);
          expected.delete(account);
        } else if (act === 'pass' && key < Infinity) {
          const found: number[] = [];
          for (let line = heap.takePassed(key); line !== 0; line = heap.takePassed(key)) {
            const at = table.accountOf(line);
            found.push(expected.get(at)!);
            expect(found.at(-1)).toBeLessThanOrEqual(key);
            // Outside the heap it keeps its pair.
            expected.set(at, Infinity);
          }
          expect(found).toEqual(found.toSorted((a, b) => a - b));
          expect(Math.min(...expected.values())).toBeGreaterThan(key);
          passed += found.length;
        }
        expect(table.has(account)).toBe(keys.some((of) => of.has(account)));
      }
    }),
    { numRuns: 60, seed: 20_261_129 },
  );
  expect(passed).toBeGreaterThan(500);
});

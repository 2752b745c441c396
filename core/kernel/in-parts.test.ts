/** The order in which many things are entered into a large table. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { InParts } from './in-parts.ts';

test('things come part of the table by part, those of one part in the order in which they came, and each with what is its own', () => {
  const reached = { few: 0, many: 0 };
  fc.assert(
    fc.property(
      fc.constantFrom(0, 10, 4_096, 4_097, 20_000),
      fc.integer({ min: 1, max: 3_000_000 }),
      fc.nat(),
      (count, end, seed) => {
        const places = Int32Array.from({ length: count }, (_, i) => (Math.imul(i + seed, 0x9e37_79b1) >>> 1) % end);
        const parts = new InParts(places, end);
        const numbers = parts.ints(places.map((_, i) => i));
        expect(parts.ints(places)).toEqual(numbers.map((number) => places[number]!));
        expect(parts.doubles(Float64Array.from(places, (place) => place / 3))).toEqual(
          Float64Array.from(numbers, (number) => places[number]! / 3),
        );
        expect(numbers.toSorted()).toEqual(places.map((_, i) => i));
        if (count <= 4_096) {
          reached.few += 1;
          expect(numbers).toEqual(places.map((_, i) => i));
          return;
        }
        reached.many += 1;
        // At most 256 parts, of a power of two of places each.
        const size = Math.max(1, 2 ** Math.ceil(Math.log2(end)) / 256);
        const partOf = (number: number): number => Math.floor(places[number]! / size);
        for (let i = 1; i < count; i += 1) {
          const [before, after] = [numbers[i - 1]!, numbers[i]!];
          const isInOrder = partOf(before) < partOf(after) || (partOf(before) === partOf(after) && before < after);
          if (!isInOrder) expect([before, after]).toEqual('in order');
        }
      },
    ),
    { numRuns: 60 },
  );
  expect([reached.few > 5, reached.many > 5]).toEqual([true, true]);
});

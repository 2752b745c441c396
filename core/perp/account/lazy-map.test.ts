/** A map that takes room late, beside a Map. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LazyMap } from './lazy-map.ts';

test('a lazy map holds, orders and answers what a Map does', () => {
  const step = fc.tuple(fc.constantFrom('set', 'set', 'delete'), fc.nat(6), fc.nat());
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const [lazy, map] = [new LazyMap<number, number>(), new Map<number, number>()];
      for (const [kind, key, value] of steps) {
        if (kind === 'set') expect(lazy.set(key, value)).toBe(lazy);
        if (kind === 'set') map.set(key, value);
        else expect(lazy.delete(key)).toBe(map.delete(key));
        expect([lazy.size, lazy.get(key)]).toEqual([map.size, map.get(key)]);
      }
      expect([[...lazy], [...lazy.values()]]).toEqual([[...map], [...map.values()]]);
      expect([...new LazyMap(lazy)]).toEqual([...map]);
    }),
    { numRuns: 100 },
  );
});

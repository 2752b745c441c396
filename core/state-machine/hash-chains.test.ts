/** Chains of things by their hashes, beside a plain list. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HashChains } from './hash-chains.ts';

/** All numbers with the hash, newest first. */
function found(chains: HashChains, hash: number): number[] {
  const numbers: number[] = [];
  for (let at = chains.first(hash); at !== 0; at = chains.next(at)) numbers.push(at);
  return numbers;
}

const STEPS = fc.array(fc.tuple(fc.constantFrom('add', 'add', 'add', 'remove', 'many'), fc.nat(1_000)), {
  maxLength: 200,
});

test('things are found by their hashes until they are removed, whatever is added beside them', () => {
  let most = 0;
  fc.assert(
    fc.property(STEPS, fc.constantFrom(3, 40, 1_000_000), (steps, hashes) => {
      const chains = new HashChains();
      // By number; undefined: removed.
      const model: (number | undefined)[] = [undefined];
      const hashOf = (pick: number): number => Math.imul(pick % hashes, 0x9e37_79b1);
      for (const [kind, pick] of steps) {
        if (kind === 'remove') {
          const there = [...model.keys()].filter((number) => model[number] !== undefined);
          const number = there[pick % Math.max(there.length, 1)];
          if (number === undefined) continue;
          chains.remove(number);
          model[number] = undefined;
        } else if (kind === 'add') {
          chains.add(model.length, hashOf(pick));
          model.push(hashOf(pick));
        } else {
          const more = Int32Array.from({ length: pick % 400 }, (_, i) => hashOf(pick + i));
          chains.addAll(model.length, more);
          model.push(...more);
        }
      }
      most = Math.max(most, model.length);
      for (const hash of new Set(model)) {
        if (hash === undefined) continue;
        const expected = [...model.keys()].filter((number) => model[number] === hash);
        expect(found(chains, hash).sort((a, b) => a - b)).toEqual(expected);
      }
    }),
    { numRuns: 100, seed: 20_261_129 },
  );
  // The table has grown several times.
  expect(most).toBeGreaterThan(3 * 64);
});

/** The memory of records: what is given back is taken again, and nothing lies over anything else. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Bytes, KernelMemory } from './memory.ts';

const step = fc.record({ bytes: fc.integer({ min: 1, max: 5_000 }), gives: fc.boolean(), pick: fc.nat() });

test('records that are taken and given back lie apart, begin with zeros and keep what is written', () => {
  let reused = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 30, maxLength: 60 }), fc.boolean(), (steps, isKernels) => {
      const memory = isKernels ? new KernelMemory() : new Bytes();
      let all = new Uint8Array(0);
      memory.follow(() => (all = new Uint8Array(memory.buffer)));
      const held: { address: number; bytes: number; mark: number }[] = [];
      const given: number[] = [];
      steps.forEach(({ bytes, gives, pick }, at) => {
        if (gives && held.length > 0) {
          const [gone] = held.splice(pick % held.length, 1);
          memory.release(gone!.address, gone!.bytes);
          given.push(gone!.address);
          return;
        }
        const address = memory.allocate(bytes);
        if (given.includes(address)) reused += 1;
        expect(address % 128).toBe(0);
        expect(all.subarray(address, address + bytes).every((byte) => byte === 0)).toBe(true);
        all.fill(1 + (at % 255), address, address + bytes);
        held.push({ address, bytes, mark: 1 + (at % 255) });
        for (const { address: from, bytes: length, mark } of held)
          expect(all.subarray(from, from + length).every((byte) => byte === mark)).toBe(true);
      });
    }),
  );
  expect(reused).toBeGreaterThan(50);
});

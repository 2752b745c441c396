import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteReader, ByteWriter } from './bytes.ts';

/** Few letters, so that many texts have the same length and the same place among the known ones. */
const texts = fc.oneof(
  fc.string({ maxLength: 3, unit: fc.constantFrom('A', 'B', '\u007f', '\u0080', '\ud83d', 'ß') }),
  fc.string({ minLength: 30, maxLength: 34, unit: fc.constantFrom('A', 'B') }),
  fc.string(),
);

test('every text comes back as it was, whichever were read before it', () => {
  fc.assert(
    fc.property(fc.array(texts, { maxLength: 200 }), (written) => {
      const w = new ByteWriter();
      for (const text of written) w.text(text);
      const bytes = w.done();
      const r = new ByteReader(bytes, 0, bytes.length);
      expect(written.map(() => r.text())).toEqual(written);
      expect(r.isAtEnd).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('a text that says it is longer than the bytes is refused', () => {
  const r = new ByteReader(Uint8Array.of(5, 65, 65), 0, 3);
  expect(() => r.text()).toThrow('longer than the bytes');
});

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

test('whole numbers of one to eight groups of bits come back as they were, and one that does not end is refused', () => {
  const edges = Array.from({ length: 53 }, (_, bits) => [2 ** bits - 1, 2 ** bits, 2 ** bits + 1]).flat();
  const numbers = fc.oneof(fc.constantFrom(...edges, Number.MAX_SAFE_INTEGER), fc.maxSafeNat());
  fc.assert(
    fc.property(fc.array(numbers, { maxLength: 50 }), (written) => {
      const w = new ByteWriter();
      for (const value of written) w.count(value);
      const bytes = w.done();
      const r = new ByteReader(bytes, 0, bytes.length);
      expect(written.map(() => r.count())).toEqual(written);
      expect(r.isAtEnd).toBe(true);
    }),
    { numRuns: 500 },
  );
  const endless = new Uint8Array(12).fill(255);
  expect(() => new ByteReader(endless, 0, 12).count()).toThrow('does not end');
  expect(() => new ByteReader(endless, 0, 3).count()).toThrow('end too early');
});

test('nothing is read behind the end of a frame, and a frame does not pass the end of the bytes', () => {
  const bytes = Uint8Array.of(2, 7, 8, 9);
  const r = new ByteReader(bytes, 0, 4);
  const outerEnd = r.enterFrame();
  expect([r.count(), r.count(), r.isAtEnd]).toEqual([7, 8, true]);
  expect(() => r.count()).toThrow('end too early');
  r.leaveFrame(outerEnd);
  expect([r.count(), r.isAtEnd]).toEqual([9, true]);
  expect(() => new ByteReader(bytes, 1, 4).enterFrame()).toThrow('longer than the bytes');
});

test('a number from 0 to 2^53 - 1 is written as the bigint of that value is', () => {
  const edges = Array.from({ length: 53 }, (_, bits) => [2 ** bits - 1, 2 ** bits]).flat();
  fc.assert(
    fc.property(fc.oneof(fc.constantFrom(...edges, Number.MAX_SAFE_INTEGER), fc.maxSafeNat()), (value) => {
      const [w, big] = [new ByteWriter(1), new ByteWriter(1)];
      w.smallBig(value);
      big.big(BigInt(value));
      expect(w.done()).toEqual(big.done());
    }),
    { numRuns: 500 },
  );
});

test('going over letters ends behind the last of them, and not behind the end of the bytes', () => {
  const bytes = Uint8Array.of(5, 200, 1, 255, 255, 3, 9, 255, 255, 255, 3);
  const r = new ByteReader(bytes, 0, bytes.length);
  r.passLetters(3);
  expect(r.count()).toBe(9);
  expect(() => r.passLetters(1)).toThrow('does not end');
  expect(() => new ByteReader(bytes, 0, bytes.length).passLetters(6)).toThrow('does not end');
  expect(() => new ByteReader(bytes, 0, 2).passLetters(2)).toThrow('does not end');
  expect(() => new ByteReader(bytes, 0, 1).passLetters(2)).toThrow('does not end');
});

import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PageBodies } from './page-bodies.ts';

const bodyOf = (text: string): Buffer => Buffer.from(text);

test('each page gets its own body, however the bytes are cut and whether they or the word of them come first', () => {
  const reached = { early: 0, late: 0, empty: 0, inPieces: 0 };
  fc.assert(
    fc.property(
      fc.array(fc.string({ maxLength: 12 }), { minLength: 1, maxLength: 8 }),
      fc.infiniteStream(fc.nat({ max: 9 })),
      (texts, chance) => {
        const next = (): number => chance.next().value ?? 0;
        const pipe = new PassThrough();
        const faults: string[] = [];
        const bodies = new PageBodies(pipe, () => faults.push('fault'));
        const taken: string[] = [];
        const bytes = Buffer.concat(texts.map(bodyOf));
        let [sent, told] = [0, 0];
        while (sent < bytes.length || told < texts.length) {
          if (told < texts.length && (sent >= bytes.length || next() < 4)) {
            const length = bodyOf(texts[told]!).length;
            const before = bodyOf(texts.slice(0, told).join('')).length;
            if (sent >= before + length) reached.early++;
            else reached.late++;
            if (length === 0) reached.empty++;
            bodies.claim(length, (pieces) => {
              if (pieces.length > 1) reached.inPieces++;
              taken.push(Buffer.concat(pieces).toString());
            });
            told++;
          } else {
            const piece = bytes.subarray(sent, sent + 1 + next());
            pipe.emit('data', piece);
            sent += piece.length;
          }
        }
        expect(taken).toEqual(texts);
        expect(faults).toEqual([]);
      },
    ),
    { numRuns: 300, endOnFailure: true },
  );
  for (const [what, count] of Object.entries(reached)) expect(count, what).toBeGreaterThan(50);
});

test.each([-1, 1.5, Number.NaN, 2 ** 60, 64 * 1024 * 1024 + 1])('a length that no body has is a fault: %s', (bytes) => {
  let faults = 0;
  const bodies = new PageBodies(new PassThrough(), () => faults++);
  bodies.claim(bytes, () => expect.unreachable());
  expect(faults).toBe(1);
});

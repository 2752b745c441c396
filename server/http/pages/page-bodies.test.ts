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

test('FLT-21 what a renderer may have the exchange hold is bounded: bytes, also while a page waits for more; pieces; pages without bytes', () => {
  const faultsOf = (send: (pipe: PassThrough, bodies: PageBodies) => void): number => {
    let faults = 0;
    const pipe = new PassThrough();
    send(pipe, new PageBodies(pipe, () => faults++));
    return faults;
  };
  const mebibyte = Buffer.alloc(1024 * 1024);
  const sent = (count: number, piece: Buffer) => (pipe: PassThrough) => {
    for (let n = 0; n < count; n++) pipe.emit('data', piece);
  };
  expect([faultsOf(sent(64, mebibyte)), faultsOf(sent(65, mebibyte))]).toEqual([0, 1]);
  expect([faultsOf(sent(10_000, Buffer.alloc(1))), faultsOf(sent(10_001, Buffer.alloc(1)))]).toEqual([0, 1]);
  const claimed = (count: number) => (_: PassThrough, bodies: PageBodies) => {
    for (let n = 0; n < count; n++) bodies.claim(5, () => {});
  };
  expect([faultsOf(claimed(1_000)), faultsOf(claimed(1_001))]).toEqual([0, 1]);
});

test('FLT-21 after a fault, or when the pipe has ended, no page gets bytes any more', async () => {
  let faults = 0;
  const taken: string[] = [];
  const pipe = new PassThrough();
  const bodies = new PageBodies(pipe, () => faults++);
  pipe.emit('data', Buffer.from('of ann'));
  bodies.claim(Number.NaN, () => {});
  bodies.claim(6, (body) => taken.push(Buffer.concat(body).toString()));
  pipe.emit('data', Buffer.from('of bob'));
  expect([taken, faults]).toEqual([[], 1]);
  const ended = new PassThrough();
  new PageBodies(ended, () => faults++);
  ended.destroy();
  await expect.poll(() => faults).toBe(2);
});

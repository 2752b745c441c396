/** Which lists of measurements the soak's judge calls a leak, without an exchange. */
import { expect, test } from 'vitest';
import { leakIn } from '../../soak/judge.ts';
import type { Sample } from '../../soak/soak.ts';

/** Fluctuations of a sound exchange in kB, measured in one minute; the first values are from the warm-up. */
const STRAYS = [2190, 2010, 1630, 1080, 1320, 1090, 400, 810, 1010, 550, 210, -90, 30, 20, 0, 770];

/** Measurements while `attacks` are answered, of which each leaves `bytes`. */
function samplesOf(attacks: number, bytes: number, strays: readonly number[] = STRAYS): Sample[] {
  const rest = { rssBytes: 4e8, heapBytes: 1e8, loopLagMs: 10, openFiles: null };
  return strays.flatMap((kB, n): Sample[] => {
    const answered = 1_000 + Math.round((attacks * n) / (strays.length - 1));
    const held = { mainBytes: 95e6 + kB * 1_000 + answered * bytes, engineBytes: 35e6 };
    return [
      { ...rest, seconds: n * 2, attacks: answered, held },
      { ...rest, seconds: n * 2 + 1, attacks: answered, held: null },
    ];
  });
}

test('FLT-15 values that fluctuate or jump once are not called a leak, on a fast and on a slow machine', () => {
  const jump = STRAYS.map((kB, n) => (n < 14 ? kB : kB + 20_000));
  for (const attacks of [1_000, 70_000, 700_000]) {
    expect(leakIn(samplesOf(attacks, 0))).toBe(null);
    expect(leakIn(samplesOf(attacks, 0, STRAYS.toReversed()))).toBe(null);
    expect(leakIn(samplesOf(attacks, 0, jump))).toBe(null);
  }
});

test('FLT-15 what grows with the attacks is a leak: in a minute 100 bytes with each, in ten 30', () => {
  expect(leakIn(samplesOf(70_000, 100))).toMatch('grows by');
  expect(leakIn(samplesOf(700_000, 30))).toMatch('grows by');
  expect(leakIn(samplesOf(70_000, 10))).toBe(null);
  expect(leakIn([])).toBe('what is held was measured less than twice');
});

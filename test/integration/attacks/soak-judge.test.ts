/** Which lists of measurements the soak's judge calls a leak, without an exchange. */
import { expect, test } from 'vitest';
import { leakIn } from '../../soak/judge.ts';
import type { Sample } from '../../soak/soak.ts';

/** Fluctuations of a sound exchange in kB, measured in one minute; the first values are from the warm-up. */
const STRAYS = [2190, 2010, 1630, 1080, 1320, 1090, 400, 810, 1010, 550, 210, -90, 30, 20, 0, 770];

/** Measurements while `attacks` are answered, of which each leaves `bytes`. */
function samplesOf(
  attacks: number,
  bytes: number,
  strays: readonly number[] = STRAYS,
  ofEngine: { readonly each?: number; readonly inAll?: number } = {},
): Sample[] {
  const rest = { rssBytes: 4e8, heapBytes: 1e8, loopLagMs: 10, openFiles: null, rendererBytes: null };
  return strays.flatMap((kB, n): Sample[] => {
    const answered = 1_000 + Math.round((attacks * n) / (strays.length - 1));
    const engineBytes = 35e6 + answered * (ofEngine.each ?? 0) + ((ofEngine.inAll ?? 0) * n) / (strays.length - 1);
    const held = { mainBytes: 95e6 + kB * 1_000 + answered * bytes, engineBytes };
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

test('FLT-15 a record of 850 bytes that each transfer leaves in the engine is a leak, what honest orders leave there is none', () => {
  // Transfers are about a twentieth of all attacks.
  expect(leakIn(samplesOf(700_000, 0, STRAYS, { each: 850 / 20 }))).toMatch('held by the engine’s thread grows by');
  // Ten minutes of a busy machine that answers few attacks: 4 MB of honest orders.
  for (const attacks of [20_000, 700_000]) expect(leakIn(samplesOf(attacks, 0, STRAYS, { inAll: 4e6 }))).toBe(null);
});

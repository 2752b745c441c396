/** Eighty seconds of all attacks beside honest traders; `npm run soak -- --minutes 10` measures times as well. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createDatabase } from '../../exchange.ts';
import { faultsOf, leakIn } from '../../soak/judge.ts';
import { type Sample, soak } from '../../soak/soak.ts';

const SECONDS = Number(process.env.SOAK_SECONDS ?? 80);
const SEED = Number(process.env.SOAK_SEED ?? Date.now() % 1_000_000);
/** For how long the attacks go on, beside SECONDS, when what is held seems to grow with them. */
const LONGER_SECONDS = 1.5 * SECONDS;
const directory = mkdtempSync(join(tmpdir(), 'agio-soak-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** A busy machine has more on its way at one moment than at another, by megabytes; a leak is there in a longer run as well. */
function moreSeconds(samples: readonly Sample[]): number {
  const leak = leakIn(samples);
  if (leak === null) return 0;
  process.stderr.write(`${leak}: going on for ${LONGER_SECONDS} s\n`);
  return LONGER_SECONDS;
}

test(`FLT-15 FLT-16 FLT-17 ${SECONDS} s of all attacks at once: refused, nothing kept in memory, honest orders all there after a kill (seed ${SEED})`, async () => {
  const databaseUrl = await createDatabase();
  const report = await soak({ directory, databaseUrl, seconds: SECONDS, seed: SEED, goOn: moreSeconds });
  expect(faultsOf(report, SECONDS)).toEqual([]);
}, 600_000);

/** A minute of all attacks beside honest traders; `npm run soak -- --minutes 10` measures times as well. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createDatabase } from '../exchange.ts';
import { faultsOf } from '../soak/judge.ts';
import { soak } from '../soak/soak.ts';

const SECONDS = Number(process.env.SOAK_SECONDS ?? 60);
const SEED = Number(process.env.SOAK_SEED ?? Date.now() % 1_000_000);
const directory = mkdtempSync(join(tmpdir(), 'agio-soak-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test(`FLT-15 FLT-16 FLT-17 ${SECONDS} s of all attacks at once: refused, nothing kept in memory, honest orders all there after a kill (seed ${SEED})`, async () => {
  const report = await soak({ directory, databaseUrl: await createDatabase(), seconds: SECONDS, seed: SEED });
  expect(faultsOf(report, SECONDS)).toEqual([]);
}, 300_000);

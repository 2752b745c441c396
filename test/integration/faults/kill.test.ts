/**
 * FLT-1: the server is killed at random moments under load, again and again. Whatever was acknowledged is there
 * afterwards, once; what was not can be asked for by id; the ledger sums to zero and a replay gives the live hash.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { createDatabase } from '../../exchange.ts';
import { newAcknowledged, randomFrom, startLoad, verifyAcknowledged } from '../../load.ts';
import { createTrader } from '../../trader.ts';
import { startServerProcess } from '../../server-process.ts';

const ROUNDS = Number(process.env.KILL_ROUNDS ?? 15);
const directory = mkdtempSync(join(tmpdir(), 'agio-kill-'));
const SEED = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000);

afterAll(() => rmSync(directory, { recursive: true, force: true }));

test(
  `FLT-1 FLT-11 FLT-12 ${ROUNDS} kills under load lose no acknowledged command and do none twice (seed ${SEED})`,
  async () => {
    const databaseUrl = await createDatabase();
    const acknowledged = newAcknowledged();
    const random = randomFrom(SEED);
    let server = await startServerProcess({ directory, databaseUrl });
    const traders = [await createTrader(server, 'a'), await createTrader(server, 'b')];
    for (let round = 0; round < ROUNDS; round++) {
      const load = startLoad({ server, traders, acknowledged, random, round });
      await sleep(40 + random() * 260);
      await server.kill('SIGKILL');
      await load.stop();
      server = await startServerProcess({ directory, databaseUrl });
      await verifyAcknowledged(server, traders, acknowledged);
    }
    expect(acknowledged.placed.size).toBeGreaterThan(ROUNDS * 5);
    const live = JSON.parse(agio('journal', 'verify')) as { comparedWithLive: boolean };
    expect(live.comparedWithLive).toBe(true);
    await server.kill('SIGTERM');
    agio('journal', 'verify');
    agio('ledger', 'check');
  },
  Math.max(600_000, ROUNDS * 24_000),
);

function agio(...args: string[]): string {
  return execFileSync(process.execPath, ['tools/agio.ts', ...args], {
    cwd: join(import.meta.dirname, '../../..'),
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: directory },
  });
}

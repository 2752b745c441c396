/**
 * FLT-2: the power goes. The data folder lies on a file system of its own in an image; what was not synced is still in memory
 * when the image is copied, so the copy holds what a disk would hold after the cut.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { newAcknowledged, randomFrom, startLoad, verifyAcknowledged } from '../../load.ts';
import { createTrader } from '../../trader.ts';
import { startServerProcess } from '../../server-process.ts';

const ROUNDS = Number(process.env.POWER_CUT_ROUNDS ?? 3);
const SEED = Number(process.env.POWER_CUT_SEED ?? Date.now() % 1_000_000);
const directory = mkdtempSync(join(tmpdir(), 'agio-power-'));
const mounts = [join(directory, 'a'), join(directory, 'b')];
const images = [join(directory, 'a.img'), join(directory, 'b.img')];

function mount(index: number): void {
  execFileSync('mount', ['-o', 'loop,commit=600', images[index]!, mounts[index]!]);
}

/** Loop devices need root, a kernel that has them, and the tools of the ext4 file system. */
function canMount(): boolean {
  if (process.getuid?.() !== 0) return false;
  // The tools live where a plain PATH does not look.
  process.env.PATH = `${process.env.PATH ?? ''}:/usr/sbin:/sbin`;
  for (const folder of mounts) mkdirSync(folder);
  const steps: readonly (readonly [string, readonly string[]])[] = [
    ['truncate', ['-s', '700M', images[0]!]],
    ['mkfs.ext4', ['-q', '-F', images[0]!]],
    ['mount', ['-o', 'loop,commit=600', images[0]!, mounts[0]!]],
    ['umount', [mounts[0]!]],
  ];
  return steps.every(([program, args]) => spawnSync(program, args).status === 0);
}

const isPossible = canMount();

afterAll(() => {
  for (const folder of mounts) spawnSync('umount', ['-l', folder]);
  rmSync(directory, { recursive: true, force: true });
});

test.runIf(isPossible)(
  `FLT-2 ${ROUNDS} power cuts under load lose nothing that was acknowledged (seed ${SEED})`,
  async () => {
    const acknowledged = newAcknowledged();
    const random = randomFrom(SEED);
    let current = 0;
    mount(current);
    let server = await startServerProcess({ directory: mounts[current]!, databaseUrl: '' });
    const traders = [await createTrader(server, 'a'), await createTrader(server, 'b')];
    for (let round = 0; round < ROUNDS; round++) {
      const load = startLoad({ server, traders, acknowledged, random, round });
      await sleep(500 + random() * 1500);
      await server.kill('SIGKILL');
      const postmaster = Number(
        readFileSync(join(mounts[current]!, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0],
      );
      process.kill(postmaster, 'SIGKILL');
      await load.stop();
      const next = 1 - current;
      execFileSync('cp', ['--sparse=always', images[current]!, images[next]!]);
      await sleep(500);
      execFileSync('umount', [mounts[current]!]);
      mount(next);
      current = next;
      server = await startServerProcess({ directory: mounts[current]!, databaseUrl: '' });
      await verifyAcknowledged(server, traders, acknowledged);
    }
    expect(acknowledged.placed.size).toBeGreaterThan(ROUNDS * 20);
    await server.kill('SIGTERM');
  },
  300_000,
);

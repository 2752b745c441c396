import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { startShipping } from './shipping.ts';

test('FLT-18 a second folder on the first disk is warned of, by the process that may hang on it and not by the exchange', async () => {
  const base = mkdtempSync(join(tmpdir(), 'agio-shipping-'));
  for (const name of ['data/journal', 'vault']) mkdirSync(join(base, name), { recursive: true });
  const said: string[] = [];
  const note = (_terms: object, sentence: string): void => void said.push(sentence);
  const shipping = startShipping({
    dataDirectory: join(base, 'data'),
    folder: join(base, 'vault'),
    backupKey: Buffer.alloc(32, 1),
    logger: { info: note, warn: note, error: note } as never,
    durableSeq: () => 0,
  });
  expect(said).toEqual([]);
  await expect
    .poll(() => said, { timeout: 20_000 })
    .toContain('SHIP_TO is on the disk of DATA_DIR: who loses the one loses the other');
  await shipping.stop();
  rmSync(base, { recursive: true, force: true });
});

test('FLT-18 a missing or unwritable folder is reported in a sentence at once, and again when it works', async () => {
  const base = mkdtempSync(join(tmpdir(), 'agio-shipping-'));
  mkdirSync(join(base, 'data/journal'), { recursive: true });
  const folder = join(base, 'vault');
  const told: string[] = [];
  const nothing = (): void => {};
  const shipping = startShipping({
    dataDirectory: join(base, 'data'),
    folder,
    backupKey: Buffer.alloc(32, 1),
    logger: { info: nothing, warn: nothing, error: nothing } as never,
    tell: (sentence) => told.push(sentence),
    durableSeq: () => 0,
  });
  const heard = (sentence: RegExp) => expect.poll(() => told.at(-1), { timeout: 20_000 }).toMatch(sentence);
  await heard(/^SHIP_TO: the journal is not copied to .*vault\. The folder .*vault is not there\. Trading goes on/);
  expect(shipping.lag().isFailing).toBe(true);
  mkdirSync(folder);
  await heard(/^SHIP_TO: the journal is copied to .*vault again\.$/);
  expect(told).toHaveLength(2);
  await shipping.stop();
  rmSync(base, { recursive: true, force: true });
});

/** As Node where the machine has no room for another process: some errors are thrown, others only told, and then nothing ever exits. */
const failing = {
  throws: (): ChildProcess => {
    throw new Error('spawn ENOMEM');
  },
  tells: (): ChildProcess => {
    const child = new EventEmitter() as ChildProcess;
    setImmediate(() => child.emit('error', new Error('spawn EAGAIN')));
    return child;
  },
};

test.each(['throws', 'tells'] as const)(
  'FLT-18 shipping for which no process can be made (Node %s the error) is tried again until one can, and ends nothing else',
  async (how) => {
    const base = mkdtempSync(join(tmpdir(), 'agio-shipping-'));
    for (const name of ['data/journal', 'vault']) mkdirSync(join(base, name), { recursive: true });
    const told: string[] = [];
    const nothing = (): void => {};
    let tries = 0;
    const begin = ((...given: Parameters<typeof fork>) => {
      tries += 1;
      return tries < 3 ? failing[how]() : fork(...given);
    }) as typeof fork;
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const shipping = startShipping(
      {
        dataDirectory: join(base, 'data'),
        folder: join(base, 'vault'),
        backupKey: Buffer.alloc(32, 1),
        logger: { info: nothing, warn: nothing, error: nothing } as never,
        tell: (sentence) => told.push(sentence),
        durableSeq: () => 0,
      },
      begin,
    );
    for (let round = 1; round <= 3; round += 1) {
      // What Node tells comes in a later turn.
      await new Promise((resolve) => setImmediate(resolve));
      expect([tries, told.length]).toEqual([round, 1]);
      if (round < 3) vi.advanceTimersByTime(5_000);
    }
    vi.useRealTimers();
    expect(told[0]).toMatch(/is not copied to .*vault\. spawn E(?:NOMEM|AGAIN)\. Trading goes on/);
    await expect.poll(() => told.at(-1), { timeout: 20_000 }).toMatch(/is copied to .*vault again\.$/);
    await shipping.stop();
    rmSync(base, { recursive: true, force: true });
  },
  40_000,
);

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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

/**
 * Sessions and keys that a restored backup must not make valid again, and the record of operators' calls after a restore. And a backup
 * whose disk is full.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restoreBackup } from '../../../server/backup/restore.ts';
import { takeBackup } from '../../../server/backup/take.ts';
import { bootExchange, createDatabase, execute, type TestExchange, type TestUser } from '../../exchange.ts';

const ROOT = join(import.meta.dirname, '../../..');
const isRoot = process.getuid?.() === 0;
const base = mkdtempSync(join(tmpdir(), 'agio-after-restore-'));
const backupKey = Buffer.alloc(32, 7);
const vault = join(base, 'vault');
let exchange: TestExchange;
let databaseUrl: string;
let user: TestUser;
let exchangeToken: string;
let recordsAtBackup: number;

interface Verified {
  readonly records: number;
  readonly isSound: boolean;
  readonly problem: string;
  readonly restores: readonly { readonly id: number; readonly at: number; readonly from: string }[];
}

const verify = async (of: TestExchange): Promise<Verified> =>
  (await of.operate<Verified>('/operator/audit/verify')).data;
const takeOptions = () => ({
  dataDirectory: exchange.directory,
  connectionString: databaseUrl,
  folder: vault,
  backupKey,
  release: 'test',
  keepCount: null,
  keepDays: null,
});

async function restored(name: string, keepsApiKeys: boolean) {
  const url = await createDatabase({ isEmpty: true });
  const toDirectory = join(base, name);
  const result = await restoreBackup({
    folder: vault,
    backupKey,
    toDirectory,
    databaseUrl: url,
    target: { kind: 'end' },
    journalId: null,
    segmentBytes: 256 * 1024,
    keepsApiKeys,
    onDamaged: (error) => {
      throw error;
    },
  });
  return { result, url, directory: toDirectory };
}

beforeAll(async () => {
  databaseUrl = await createDatabase();
  exchange = await bootExchange({ databaseUrl });
  user = await exchange.createUser({ USDT: '1000' });
  const asked = await exchange.call<{ token: string }>('POST', '/auth-v2/api/v2/auth/token', {}, { token: user.token });
  exchangeToken = asked.data.token;
  // And the record of this call's own outcome.
  recordsAtBackup = (await verify(exchange)).records + 1;
  await takeBackup(takeOptions());
  // After the backup: calls that the restored record does not have.
  await exchange.createUser();
});
afterAll(async () => {
  await exchange?.close();
  rmSync(base, { recursive: true, force: true });
});

test('FLT-18 a restore revives no session and no exchange token, and no API key unless it is said', async () => {
  expect(exchangeToken).toBeTruthy();
  for (const keepsApiKeys of [false, true]) {
    const { result, url, directory } = await restored(`access-${keepsApiKeys}`, keepsApiKeys);
    expect(result.ended).toEqual({ sessions: 1, apiKeys: keepsApiKeys ? 0 : 1 });
    const again = await bootExchange({ directory, databaseUrl: url });
    const own = await again.call('GET', '/web/spot/account/balances', undefined, { token: user.token });
    expect(own.code).toBe(10021);
    const signed = await again.signed<{ code?: number }>(user, 'GET', '/api/v3/account');
    expect([signed.status, signed.body.code]).toEqual(keepsApiKeys ? [200, undefined] : [401, -2015]);
    const spent = await again.exchange.modules.users.spendExchangeToken(exchangeToken);
    expect(spent).toBeNull();
    await again.close();
  }
}, 120_000);

test('ATK-21 after a restore the record goes on with a word of it, and is sound; one that was cut off without is noticed', async () => {
  const { url, directory, result } = await restored('audit', false);
  // Cut off between the restore and the first start.
  const cut = await restored('audit-cut', false);
  await execute(cut.url, 'alter table operator_audit disable trigger all', []);
  await execute(cut.url, 'delete from operator_audit where id = (select max(id) from operator_audit)', []);
  const cutExchange = await bootExchange({ directory: cut.directory, databaseUrl: cut.url });
  expect(await verify(cutExchange)).toMatchObject({ isSound: false });
  await cutExchange.close();

  const again = await bootExchange({ directory, databaseUrl: url });
  const first = await verify(again);
  expect(first).toMatchObject({ isSound: true, problem: '' });
  expect(first.restores).toEqual([
    {
      id: recordsAtBackup + 1,
      at: expect.any(Number),
      from: expect.stringMatching(new RegExp(`^backup-.*\\.agio to command ${result.position}$`)),
    },
  ]);
  await again.createUser();
  expect((await verify(again)).restores).toEqual(first.restores);
  await execute(url, 'alter table operator_audit disable trigger all', []);
  await execute(url, 'delete from operator_audit where id >= $1', [recordsAtBackup + 1]);
  expect(await verify(again)).toMatchObject({ isSound: false });
  await again.close();
}, 120_000);

test.runIf(isRoot)(
  'FLT-18 a backup whose disk is full says so in one sentence and leaves nothing there; the exchange goes on',
  async () => {
    const mount = join(base, 'small');
    mkdirSync(mount);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', mount]);
    try {
      // Rows enough that the disk is full in the middle of a table.
      await execute(
        databaseUrl,
        "insert into seo_rules (locale, pattern, field, content) select 'en-us', '/' || n, 'title', (select string_agg(gen_random_uuid()::text, '') from generate_series(1, 30 + n % 2)) from generate_series(1, 5000) n",
        [],
      );
      const child = spawn(process.execPath, ['tools/agio.ts', 'backup', 'take', '--to', mount], {
        cwd: ROOT,
        env: {
          ...process.env,
          BACKUP_KEY: backupKey.toString('hex'),
          DATA_DIR: exchange.directory,
          DATABASE_URL: databaseUrl,
        },
      });
      const said: string[] = [];
      child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()));
      const code = await new Promise((resolve) => child.once('close', resolve));
      expect(said.join('')).toBe(
        `The disk of ${mount} is full: this backup was not finished, and what was written of it is removed. Make room there, and take it again.\n`,
      );
      expect(code).toBe(1);
      const left = readdirSync(mount, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.agio'));
      expect(left).toEqual([]);
      // Not even a first byte fits: nothing is left either.
      try {
        for (let n = 0; ; n += 1) writeFileSync(join(mount, `filler-${n}`), Buffer.alloc(4096));
      } catch (error) {
        expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
      }
      await expect(takeBackup({ ...takeOptions(), folder: mount })).rejects.toThrow(/^The disk of .* is full/);
      expect(
        readdirSync(mount, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.agio')),
      ).toEqual([]);
      expect((await exchange.call('GET', '/web/spot/account/balances', undefined, { token: user.token })).code).toBe(0);
    } finally {
      execFileSync('umount', ['-l', mount]);
    }
  },
  120_000,
);

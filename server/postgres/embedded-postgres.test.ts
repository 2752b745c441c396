import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

const base = mkdtempSync(join(tmpdir(), 'agio-pg-test-'));
// PostgreSQL passes through as another user.
chmodSync(base, 0o711);
const directory = join(base, 'killed');
afterAll(() => rmSync(base, { recursive: true, force: true }), 60_000);

test('FLT-1 a postmaster killed while its servers work is replaced by the next start, every time', async () => {
  for (let round = 0; round < 3; round++) {
    const postgres = await startEmbeddedPostgres({ directory, onExit: () => {} });
    for (let i = 0; i < 6; i++) {
      const client = new pg.Client({ connectionString: postgres.connectionString });
      client.on('error', () => {});
      await client.connect();
      // Cut short by the kill: the rejection is the point of the test.
      client.query('select count(*) from generate_series(1, 30000000)').catch(() => {});
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
    process.kill(Number(readFileSync(join(directory, 'data/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
  }
  const last = await startEmbeddedPostgres({ directory, onExit: () => {} });
  await last.stop();
  expect(last.connectionString).toContain('agio');
}, 60_000);

test('ATK-17 the role of the exchange owns its tables, those of an older release too, and reads no file of the server', async () => {
  const own = join(base, 'role');
  const first = await startEmbeddedPostgres({ directory: own, onExit: () => {} });
  const superuser = new pg.Client({ connectionString: first.superuserConnectionString });
  await superuser.connect();
  await superuser.query('create table made_before (id bigint generated always as identity)');
  await superuser.end();
  await first.stop();
  const again = await startEmbeddedPostgres({ directory: own, onExit: () => {} });
  const role = new pg.Client({ connectionString: again.connectionString });
  await role.connect();
  await role.query('alter table made_before add column name text');
  await role.query(`insert into made_before (name) values ('x')`);
  for (const statement of [
    `select pg_read_file('PG_VERSION')`,
    `copy made_before (name) from program 'id'`,
    `copy made_before (name) to '/tmp/nowhere'`,
    `create role another superuser`,
    `alter system set fsync = off`,
    `set role agio`,
  ])
    await expect(role.query(statement), statement).rejects.toMatchObject({ code: '42501' });
  const { rows } = await role.query(`select current_setting('is_superuser') as is`);
  expect(rows).toEqual([{ is: 'off' }]);
  await role.end();
  await again.stop();
}, 60_000);

test.runIf(process.platform !== 'win32')(
  'ATK-17 a link in the folder of PostgreSQL’s user makes the exchange write nowhere else',
  async () => {
    const own = join(base, 'linked');
    const victim = join(base, 'victim');
    writeFileSync(victim, 'mine', { mode: 0o600 });
    const { uid } = statSync(victim);
    mkdirSync(own, { mode: 0o700 });
    symlinkSync(victim, join(own, 'password.new'));
    await expect(startEmbeddedPostgres({ directory: own, onExit: () => {} })).rejects.toMatchObject({ code: 'ELOOP' });
    rmSync(join(own, 'password.new'));
    symlinkSync(victim, join(own, 'postgres.log'));
    await expect(startEmbeddedPostgres({ directory: own, onExit: () => {} })).rejects.toMatchObject({
      name: 'PostgresFailed',
      message: expect.stringMatching(/postgres\.log is a link, which Agio did not make\./),
    });
    expect([readFileSync(victim, 'utf8'), statSync(victim).uid]).toEqual(['mine', uid]);
    rmSync(join(own, 'postgres.log'));
    await (await startEmbeddedPostgres({ directory: own, onExit: () => {} })).stop();
  },
  60_000,
);

test.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
  'ATK-17 under root PostgreSQL runs as a user that nobody else has, and its files are that user’s alone',
  async () => {
    const own = join(base, 'user');
    const postgres = await startEmbeddedPostgres({ directory: own, onExit: () => {} });
    const pid = readFileSync(join(own, 'data/postmaster.pid'), 'utf8').split('\n')[0]!;
    const uid = Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]);
    expect(uid).not.toBe(0);
    expect(
      readFileSync('/etc/passwd', 'utf8')
        .split('\n')
        .map((line) => Number(line.split(':')[2])),
    ).not.toContain(uid);
    const { uid: owner, mode } = statSync(join(own, 'data'));
    expect([owner, mode & 0o077]).toEqual([uid, 0]);
    await postgres.stop();
  },
  60_000,
);

test.runIf(process.platform === 'linux')(
  'ATK-17 PostgreSQL is given nothing of the environment of whoever starts it',
  async () => {
    const own = join(base, 'environment');
    process.env['SECRET_KEY'] = 'planted-in-the-environment';
    try {
      const postgres = await startEmbeddedPostgres({ directory: own, onExit: () => {} });
      const pid = readFileSync(join(own, 'data/postmaster.pid'), 'utf8').split('\n')[0]!;
      const names = readFileSync(`/proc/${pid}/environ`, 'utf8')
        .split('\0')
        .filter((entry) => entry !== '')
        .map((entry) => entry.split('=')[0]);
      await postgres.stop();
      expect(names.toSorted()).toEqual(['LANG', 'PATH', 'TZ']);
    } finally {
      delete process.env['SECRET_KEY'];
    }
  },
  60_000,
);

/**
 * FLT-18, the drill: an exchange under load is backed up and its journal shipped, the machine is lost, and what is restored on an
 * empty one has the same state and the same rows. Then what an operator may meet: an earlier moment, a wrong key, damaged files, a
 * backup that was killed, a second disk that is gone for a while.
 */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeCommand } from '@agio/core';
import { restoreBackup, type RestoreOptions } from '../../server/backup/restore.ts';
import { takeBackup } from '../../server/backup/take.ts';
import { verifyBackups } from '../../server/backup/verify.ts';
import { checkJournal } from '../../server/engine/check-journal.ts';
import { readJournal } from '../../server/journal/index.ts';
import { embeddedConnection } from '../../server/store/embedded-postgres.ts';
import { createDatabase } from '../exchange.ts';
import { createTrader, newAcknowledged, randomFrom, startLoad, type Trader, verifyAcknowledged } from '../load.ts';
import { type ServerProcess, startServerProcess } from '../server-process.ts';

const ROOT = join(import.meta.dirname, '../..');
const KEY = 'a7'.repeat(32);
const backupKey = Buffer.from(KEY, 'hex');
const SEED = Number(process.env.BACKUP_SEED ?? Date.now() % 1_000_000);
const base = mkdtempSync(join(tmpdir(), 'agio-backup-'));
const [lost, vault] = [join(base, 'lost'), join(base, 'vault')];
const environment = { SHIP_TO: vault, BACKUP_KEY: KEY };
const random = randomFrom(SEED);

interface Told {
  readonly code: number | null;
  readonly json: Record<string, unknown>;
  readonly error: string;
}

/** `npm run agio` as a process of its own; `killAfterMs` ends it by kill -9. */
function agio(args: readonly string[], env: Record<string, string>, killAfterMs?: number): Promise<Told> {
  const child = spawn(process.execPath, ['tools/agio.ts', ...args], {
    cwd: ROOT,
    env: { ...process.env, BACKUP_KEY: KEY, DATABASE_URL: '', ...env },
  });
  const [out, err]: [string[], string[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk.toString()));
  if (killAfterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  return new Promise((resolve) =>
    child.once('close', (code) => {
      const text = out.join('').trim();
      resolve({ code, json: text ? (JSON.parse(text) as Record<string, unknown>) : {}, error: err.join('') });
    }),
  );
}

async function sql<Row>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows as Row[];
}

/** What people have and did, as one text each. */
async function fingerprint(url: string, where: string): Promise<unknown> {
  const digest = (table: string, condition = 'true'): string =>
    `select '${table}' as name, count(*)::int as count, md5(string_agg(t::text, '|' order by t::text)) as digest from ${table} t where ${condition}`;
  const tables = ['trades', 'spot_fills', 'spot_orders', 'funds_moves', 'klines', 'ledger_users', 'coins', 'key_check'];
  return sql(url, [...tables.map((table) => digest(table)), digest('users', where)].join(' union all '));
}

async function metric(server: ServerProcess, name: string): Promise<number> {
  const answer = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${server.operatorToken()}` } });
  const line = (await answer.text()).split('\n').find((text) => text.startsWith(`${name} `));
  return Number(line?.split(' ')[1] ?? NaN);
}

/** Everything acknowledged is projected and in the second folder. */
async function untilLevel(server: ServerProcess): Promise<void> {
  for (let i = 0; i < 200; i++) {
    const [rows, seconds] = [
      await metric(server, 'agio_projection_lag_commands'),
      await metric(server, 'agio_shipping_lag_seconds'),
    ];
    if (rows === 0 && seconds === 0) return;
    await sleep(50);
  }
  throw new Error(`not level after 10 s: ${server.output()}`);
}

const endOf = (directory: string): number => readJournal(join(directory, 'journal'), 0, () => {}).lastSeq;
const hashAt = (directory: string, seq: number): string =>
  checkJournal(join(directory, 'journal'), seq).core.stateHash();
/** Times of the lost machine's commands, by seq - 1. */
const timesOf = (directory: string): number[] => {
  const times: number[] = [];
  readJournal(join(directory, 'journal'), 0, (unit) => {
    for (let i = 0, at = 0; i < unit.count; i++) {
      const { command, next } = decodeCommand(unit.payload, at);
      times.push(command.timeMs);
      at = next;
    }
  });
  return times;
};

async function restored(name: string, options: Partial<RestoreOptions>): Promise<{ directory: string; databaseUrl: string; result: Awaited<ReturnType<typeof restoreBackup>> }> {
  const directory = join(base, name);
  const databaseUrl = options.databaseUrl ?? (await createDatabase());
  const result = await restoreBackup({
    folder: vault,
    backupKey,
    toDirectory: directory,
    databaseUrl,
    target: { kind: 'end' },
    journalId: null,
    segmentBytes: 256 * 1024,
    onDamaged: (error) => {
      throw error;
    },
    ...options,
  });
  return { directory, databaseUrl, result };
}

const backupFiles = (): string[] =>
  readdirSync(vault, { recursive: true, encoding: 'utf8' }).filter((name) => /\.agio$|\.piece$|mark$/.test(name));

const acknowledged = newAcknowledged();
let traders: Trader[] = [];
let late: Trader;
let rowsBefore: unknown;
let taken: Told;

beforeAll(async () => {
  mkdirSync(vault);
  let server = await startServerProcess({ directory: lost, databaseUrl: '', environment });
  traders = [await createTrader(server, 'a'), await createTrader(server, 'b')];
  let load = startLoad({ server, traders, acknowledged, random, round: 0 });
  await sleep(700);
  const before = acknowledged.placed.size;
  taken = await agio(['backup', 'take', '--to', vault], { DATA_DIR: lost });
  expect(taken.error).toBe('');
  expect(acknowledged.placed.size, 'orders acknowledged during the backup').toBeGreaterThan(before + 10);
  await sleep(300);
  // A clean stop and a start: shipping goes on where it was.
  const stopping = load.stop();
  await server.kill('SIGTERM');
  await stopping;
  server = await startServerProcess({ directory: lost, databaseUrl: '', environment });
  await verifyAcknowledged(server, traders, acknowledged);
  load = startLoad({ server, traders, acknowledged, random, round: 1 });
  late = await createTrader(server, 'late');
  await sleep(500);

  // The second disk is gone for a while: nobody waits for it, and the lag says so.
  renameSync(vault, `${vault}-away`);
  const meanwhile = acknowledged.placed.size;
  await sleep(2_500);
  expect(acknowledged.placed.size, 'orders acknowledged without the second folder').toBeGreaterThan(meanwhile + 20);
  expect(await metric(server, 'agio_shipping_lag_seconds')).toBeGreaterThan(1);
  expect(await metric(server, 'agio_shipping_lag_bytes')).toBeGreaterThan(1_000);
  expect(await metric(server, 'agio_shipping_failing')).toBe(1);
  expect(existsSync(vault)).toBe(false);
  renameSync(`${vault}-away`, vault);

  await sleep(500);
  const stopped = load.stop();
  await stopped;
  await untilLevel(server);
  expect(await metric(server, 'agio_shipping_failing')).toBe(0);
  const alarms = readFileSync(join(lost, 'agio.log'), 'utf8').split('\n').filter((line) => line.includes('is not shipped'));
  expect(alarms).toHaveLength(1);
  rowsBefore = await fingerprint(embeddedConnection(lost), `uid <> ${late.uid}`);
  const postmaster = Number(readFileSync(join(lost, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
  await server.kill('SIGKILL');
  process.kill(postmaster, 'SIGKILL');
}, 120_000);
afterAll(() => rmSync(base, { recursive: true, force: true }));

describe(`FLT-18 backup and restore (seed ${SEED})`, () => {
  test('what is restored on an empty machine from backup and shipped journal has every acknowledged command, the same state and the same rows', async () => {
    const found = join(base, 'found');
    const answer = await agio(['backup', 'restore', '--from', vault, '--to-dir', found], { DATA_DIR: base });
    expect(answer.error).toBe('');
    const end = endOf(lost);
    expect(answer.json).toMatchObject({ position: end, stateHash: hashAt(lost, end), lostOwners: [late.uid] });
    expect(answer.json.databasePosition).toBeLessThan(end);
    process.stdout.write(`restored ${end} commands in ${String(answer.json.seconds)} s\n`);
    const server = await startServerProcess({ directory: found, databaseUrl: '' });
    await verifyAcknowledged(server, [...traders], acknowledged);
    await untilRows(server);
    expect(await fingerprint(embeddedConnection(found), `uid <> ${late.uid}`)).toEqual(rowsBefore);
    // Numbers of new accounts and keys go on behind those that were given.
    expect((await createTrader(server, 'new')).uid).toBeGreaterThan(late.uid);
    await server.kill('SIGTERM');
    const verified = await agio(['journal', 'verify'], { DATA_DIR: found });
    expect(verified.error).toBe('');
  }, 60_000);
});

async function untilRows(server: ServerProcess): Promise<void> {
  for (let i = 0; i < 200 && (await metric(server, 'agio_projection_lag_commands')) > 0; i++) await sleep(50);
}

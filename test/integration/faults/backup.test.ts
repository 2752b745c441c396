/**
 * FLT-18, the drill: an exchange under load is backed up and its journal shipped, the machine is lost, and what is restored on an
 * empty one has the same state and the same rows. Then what an operator may meet: an earlier moment, a wrong key, damaged files, a
 * backup that was killed, a second disk that is gone for a while.
 */
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeCommand } from '@agio/core';
import { restoreBackup, type RestoreOptions } from '../../../server/backup/restore.ts';
import { takeBackup, type TakeOptions } from '../../../server/backup/take.ts';
import { UNFINISHED } from '../../../server/backup/unfinished.ts';
import { verifyBackups } from '../../../server/backup/verify.ts';
import { checkJournal } from '../../../server/engine/check-journal.ts';
import { readJournal, readJournalId } from '../../../server/journal/index.ts';
import { embeddedConnection } from '../../../server/postgres/embedded-postgres.ts';
import { bootExchange, createDatabase } from '../../exchange.ts';
import { newAcknowledged, randomFrom, startLoad, verifyAcknowledged } from '../../load.ts';
import { createTrader, type Trader } from '../../trader.ts';
import { type ServerProcess, startServerProcess } from '../../server-process.ts';

const ROOT = join(import.meta.dirname, '../../..');
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

/** `npm run agio` as a process of its own; it is ended by kill -9 once `isToEnd`. */
function agio(args: readonly string[], env: Record<string, string>, isToEnd?: () => boolean): Promise<Told> {
  const child = spawn(process.execPath, ['tools/agio.ts', ...args], {
    cwd: ROOT,
    env: { ...process.env, BACKUP_KEY: KEY, DATABASE_URL: '', ...env },
  });
  const [out, err]: [string[], string[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk.toString()));
  const watching = isToEnd && setInterval(() => isToEnd() && child.kill('SIGKILL'), 2);
  return new Promise((resolve) =>
    child.once('close', (code) => {
      clearInterval(watching);
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

/** Each user's balances and histories, as one text. */
async function fingerprint(url: string, where: string): Promise<unknown> {
  const digest = (table: string, condition = 'true'): string =>
    `select '${table}' as name, count(*)::int as count, md5(string_agg(t::text, '|' order by t::text)) as digest from ${table} t where ${condition}`;
  const tables = ['trades', 'spot_fills', 'spot_orders', 'funds_moves', 'klines', 'ledger_users', 'coins', 'key_check'];
  return sql(url, [...tables.map((table) => digest(table)), digest('users', where)].join(' union all '));
}

async function metric(server: ServerProcess, name: string): Promise<number> {
  const answer = await fetch(`${server.url}/metrics`, {
    headers: { authorization: `Bearer ${server.operatorToken()}` },
  });
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

async function restored(
  name: string,
  options: Partial<RestoreOptions>,
): Promise<{ directory: string; databaseUrl: string; result: Awaited<ReturnType<typeof restoreBackup>> }> {
  const directory = join(base, name);
  const databaseUrl = options.databaseUrl ?? (await createDatabase({ isEmpty: true }));
  const result = await restoreBackup({
    folder: vault,
    backupKey,
    toDirectory: directory,
    databaseUrl,
    target: { kind: 'end' },
    journalId: null,
    segmentBytes: 256 * 1024,
    keepsApiKeys: true,
    onDamaged: (error) => {
      throw error;
    },
    ...options,
  });
  return { directory, databaseUrl, result };
}

const backupsOf = (folder: string): readonly { path: string; takenAt: string; position: number }[] =>
  verifyBackups(folder, backupKey).flatMap(({ backups }) => backups);
const unitsOf = (directory: string): { firstSeq: number; count: number }[] => {
  const units: { firstSeq: number; count: number }[] = [];
  readJournal(join(directory, 'journal'), 0, ({ firstSeq, count }) => void units.push({ firstSeq, count }));
  return units;
};
function flipped(content: Buffer, at: number): Buffer {
  const copy = Buffer.from(content);
  copy[at]! ^= 1 << Math.floor(random() * 8);
  return copy;
}

function outcome<T>(run: () => T): T | Error {
  try {
    return run();
  } catch (error) {
    return error as Error;
  }
}

const backupFiles = (): string[] =>
  readdirSync(vault, { recursive: true, encoding: 'utf8' }).filter((name) => /\.agio$|\.piece$|mark$/.test(name));

const takeOptions = (dataDirectory: string, connectionString: string, folder: string): TakeOptions => ({
  dataDirectory,
  connectionString,
  folder,
  backupKey,
  release: 'test',
  keepCount: null,
  keepDays: null,
});

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
  await takeBackup(takeOptions(lost, embeddedConnection(lost), vault));
  late = await createTrader(server, 'late');
  await sleep(500);

  // The second disk is away for a while: no caller waits for it, and the lag shows it.
  renameSync(vault, `${vault}-away`);
  const meanwhile = acknowledged.placed.size;
  await sleep(2_000);
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
  const alarms = readFileSync(join(lost, 'agio.log'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('is not shipped'));
  expect(alarms).toHaveLength(1);
  rowsBefore = await fingerprint(embeddedConnection(lost), `uid <> ${late.uid}`);
  const postmaster = Number(readFileSync(join(lost, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
  await server.kill('SIGKILL');
  process.kill(postmaster, 'SIGKILL');
}, 180_000);
afterAll(() => rmSync(base, { recursive: true, force: true }));

describe(`FLT-18 backup and restore (seed ${SEED})`, () => {
  test('an exchange restored on an empty machine from backup and shipped journal has every acknowledged command, the same state and the same rows', async () => {
    const found = join(base, 'found');
    const command = ['backup', 'restore', '--from', vault, '--to-dir', found, '--keep-api-keys'];
    const answer = await agio(command, { DATA_DIR: base });
    expect(answer.error).toBe('');
    const end = endOf(lost);
    expect(answer.json).toMatchObject({ position: end, stateHash: hashAt(lost, end), lostOwners: [{ uid: late.uid }] });
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
  }, 120_000);

  test('a restore to a moment begins with the newest backup before it, and ends with the last command at that moment', async () => {
    const times = timesOf(lost);
    const [older, newer] = backupsOf(vault);
    for (const [name, from, to] of [
      ['between', older!, newer!.position],
      ['behind', newer!, times.length],
    ] as const) {
      const timeMs = times[Math.floor(from.position + (to - from.position) * (0.3 + random() * 0.6))]!;
      const position = times.findLastIndex((at) => at <= timeMs) + 1;
      const { result, directory, databaseUrl } = await restored(name, { target: { kind: 'time', timeMs } });
      expect(result).toMatchObject({ backup: from.path, position, stateHash: hashAt(lost, position) });
      expect(result.databasePosition).toBeLessThanOrEqual(position);
      const later = await sql<{ uid: string }>(databaseUrl, `select uid from users where created_at_ms > ${timeMs}`);
      expect(later.map(({ uid }) => Number(uid))).toEqual(result.lostOwners.map(({ uid }) => uid));
      expect(endOf(directory)).toBe(position);
    }
    const before = restored('before', { target: { kind: 'time', timeMs: Date.parse(older!.takenAt) - 1 } });
    await expect(before).rejects.toThrow(/^The oldest backup is of .*: there is none of before\./);
  }, 120_000);

  test('a restore to a command may end within a unit; the exchange goes on from there under a journal of its own', async () => {
    const [, newer] = backupsOf(vault);
    const inside = unitsOf(lost).find((unit) => unit.count > 1 && unit.firstSeq > newer!.position)!;
    const { result, directory, databaseUrl } = await restored('inside', {
      target: { kind: 'position', seq: inside.firstSeq },
    });
    expect(result.stateHash).toBe(hashAt(lost, inside.firstSeq));
    // Its backups go to the same folder beside those of before, and nothing is mixed up.
    await takeBackup(takeOptions(directory, databaseUrl, vault));
    expect(
      verifyBackups(vault, backupKey)
        .map(({ journalSeq }) => journalSeq)
        .sort((a, b) => a - b),
    ).toEqual([inside.firstSeq, endOf(lost)]);
    await expect(restored('unnamed', { target: { kind: 'position', seq: inside.firstSeq } })).rejects.toThrow(
      /backups of 2 journals: say of which one with --journal/,
    );
    rmSync(join(vault, readJournalId(join(directory, 'journal'))), { recursive: true });
  }, 120_000);

  test('another key, a folder or a database that is not empty: one sentence, and nothing is changed', async () => {
    const to = join(base, 'refused');
    const command = ['backup', 'restore', '--from', vault, '--to-dir', to];
    const wrong = await agio(command, { DATA_DIR: base, BACKUP_KEY: 'b8'.repeat(32) });
    expect([wrong.code, wrong.error]).toEqual([
      1,
      expect.stringMatching(/^The backup key is not the one that .*\.\n$/),
    ]);
    expect(existsSync(to)).toBe(false);
    await expect(restored('lost', {})).rejects.toThrow(/is not empty\. Nothing was changed/);
    const databaseUrl = await createDatabase({ isEmpty: true });
    await sql(databaseUrl, 'create table somebodys (id int)');
    await expect(restored('occupied', { databaseUrl })).rejects.toThrow(/not empty: it has the table somebodys/);
    // An unfinished restore does not start as an exchange.
    await expect(bootExchange({ directory: join(base, 'occupied'), databaseUrl })).rejects.toMatchObject({
      name: 'RestoreUnfinished',
      message: expect.stringMatching(
        /was not finished, so a part is missing there\. Restore once more, into a new folder\.$/,
      ),
    });
    expect(existsSync(join(base, 'between', UNFINISHED))).toBe(false);
  }, 120_000);

  test('each altered, missing, cut or exchanged part is noticed', () => {
    const whole = verifyBackups(vault, backupKey);
    const files = backupFiles();
    let redundant = 0;
    for (let round = 0; round < 60; round++) {
      const name = files[round % files.length]!;
      const path = join(vault, name);
      const content = readFileSync(path);
      const at = Math.floor(random() * content.length);
      const what = ['flip', 'cut', 'remove'][Math.floor(random() * 3)]!;
      if (what === 'flip') writeFileSync(path, flipped(content, at));
      else if (what === 'cut') truncateSync(path, at);
      else rmSync(path);
      const left = outcome(() => verifyBackups(vault, backupKey));
      if (what === 'remove' && name.endsWith('.agio')) expect(left).not.toBeInstanceOf(Error);
      else if (name.endsWith('.piece') && !(left instanceof Error)) {
        // Backup and shipping may have put the same units there: what stands twice is not lost with one of the two.
        expect(left, `${what} ${name} at ${at}`).toEqual(whole);
        redundant++;
      } else expect(String(left), `${what} ${name} at ${at}`).toMatch(/^(BackupDamaged|WrongBackupKey): .*\.$/);
      writeFileSync(path, content);
    }
    expect(redundant).toBeLessThan(30);
    expect(verifyBackups(vault, backupKey)).toEqual(whole);
  });

  test('kill -9 during a backup leaves no file that counts as one, and the next backup is whole', async () => {
    const { directory, databaseUrl } = await restored('killed', {});
    const folder = join(base, 'killed-vault');
    const env = { DATA_DIR: directory, DATABASE_URL: databaseUrl };
    const unfinished = (): number =>
      existsSync(folder)
        ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.agio.new')).length
        : 0;
    for (let round = 1; round <= 3; round++) {
      const killed = await agio(['backup', 'take', '--to', folder], env, () => unfinished() === round);
      expect([killed.code, unfinished()]).toEqual([null, round]);
      expect(backupsOf(folder)).toEqual([]);
    }
    const whole = await takeBackup(takeOptions(directory, databaseUrl, folder));
    expect(backupsOf(folder).at(-1)!.path).toBe(whole.path);
    expect(verifyBackups(folder, backupKey)[0]!.journalSeq).toBe(endOf(directory));
  }, 120_000);

  test('rotation keeps what count or age keeps, and always the newest', async () => {
    const { directory, databaseUrl } = await restored('rotated', {});
    const folder = join(base, 'rotated-vault');
    const options = takeOptions(directory, databaseUrl, folder);
    const first = await takeBackup(options);
    const second = await takeBackup({ ...options, keepDays: 1 });
    expect(second.removed).toEqual([]);
    const third = await takeBackup({ ...options, keepCount: 2 });
    expect(third.removed).toEqual([first.path]);
    const fourth = await takeBackup({ ...options, keepDays: 0 });
    expect(fourth.removed.toSorted()).toEqual([second.path, third.path].toSorted());
    expect(backupsOf(folder).map(({ path }) => path)).toEqual([fourth.path]);
  }, 120_000);
});

async function untilRows(server: ServerProcess): Promise<void> {
  for (let i = 0; i < 200 && (await metric(server, 'agio_projection_lag_commands')) > 0; i++) await sleep(50);
}

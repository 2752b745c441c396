/** Rules have a version (decision 032), with the real server as a process: what a stop leaves, and what the next release does with it. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIRST_RULES_VERSION, RULES_VERSION } from '@agio/core';
import { listSnapshots, readJournal } from '../../../server/journal/index.ts';
import { bootExchange, createDatabase } from '../../exchange.ts';
import { freePort } from '../../free-port.ts';
import { newAcknowledged, randomFrom, startLoad, verifyAcknowledged } from '../../load.ts';
import { createTrader, type Trader } from '../../trader.ts';
import { type ServerProcess, startServerProcess } from '../../server-process.ts';
import { nameRules } from '../../simulator/older-rules.ts';

const ROOT = join(import.meta.dirname, '../../..');
const GOLDEN = join(ROOT, 'server/engine/golden-journals/rules-1');
const directory = mkdtempSync(join(tmpdir(), 'agio-upgrade-'));
const journal = join(directory, 'journal');
let databaseUrl: string;
afterAll(() => rmSync(directory, { recursive: true, force: true }));
beforeAll(async () => {
  databaseUrl = await createDatabase();
});

async function sql<Row>(text: string, url = databaseUrl): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows as Row[];
}

const position = async (): Promise<number> =>
  Number((await sql<{ seq: string }>('select seq from projection_position'))[0]!.seq);
const endOfJournal = (): number => readJournal(journal, 0, () => {}).lastSeq;

/** The contents of the log and the snapshots. */
function fingerprint(folder: string): string {
  const digest = createHash('sha256');
  for (const name of readdirSync(folder).sort())
    if (/^(journal-\d|snapshot)/.test(name)) digest.update(name).update(readFileSync(join(folder, name)));
  return digest.digest('hex');
}

interface Ended {
  readonly code: number | string | null | undefined;
  readonly error: string;
}

/** Expects a refused start: one line, exit 1, and an unchanged journal. */
async function refusedStart(folder: string, url: string): Promise<string> {
  const before = fingerprint(join(folder, 'journal'));
  const port = String(await freePort());
  const sizes = { SEGMENT_BYTES: String(256 * 1024), SNAPSHOT_EVERY: '2000' };
  const env = {
    ...process.env,
    PORT: port,
    OPERATOR_PORT: '0',
    DATA_DIR: folder,
    DATABASE_URL: url,
    DEMO_MARKET: '0',
    ...sizes,
  };
  const { code, error } = await new Promise<Ended>((resolve) => {
    execFile(process.execPath, ['server/main.ts'], { cwd: ROOT, env, timeout: 60_000 }, (failure, _, stderr) =>
      resolve({ code: failure?.code, error: stderr }),
    );
  });
  expect(code, error).toBe(1);
  expect(error.trim().split('\n')).toHaveLength(1);
  expect(fingerprint(join(folder, 'journal'))).toEqual(before);
  return error;
}

function agio(...args: string[]): Promise<{ json: Record<string, unknown>; error: string }> {
  const env = { ...process.env, DATA_DIR: directory };
  return new Promise((resolve) => {
    execFile(process.execPath, ['tools/agio.ts', ...args], { cwd: ROOT, env }, (_, stdout, stderr) =>
      resolve({ json: stdout ? (JSON.parse(stdout) as Record<string, unknown>) : {}, error: stderr }),
    );
  });
}

/** From here on the folder is what a release of the first rules left. */
function makeOlder(): void {
  for (const name of readdirSync(journal)) {
    const content = readFileSync(join(journal, name));
    nameRules(name, content, FIRST_RULES_VERSION);
    writeFileSync(join(journal, name), content);
  }
}

test('commands taken while the exchange stops are in its last snapshot and in the rows', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'agio-stop-'));
  const url = await createDatabase();
  const exchange = await bootExchange({ directory: folder, databaseUrl: url });
  const { uid } = await exchange.createUser();
  const { deposit } = exchange.exchange.modules.wallet;
  let taken = 0;
  /** Goes on until the engine takes no more. */
  const fund = async (name: string): Promise<void> => {
    for (let i = 0; ; i++) {
      try {
        await deposit({ uid, asset: 'USDT', amount: '1', key: `s:${name}-${i}` });
      } catch (error) {
        expect((error as Error).name).toBe('EngineStopped');
        return;
      }
      taken++;
    }
  };
  const funding = Array.from({ length: 50 }, (_, index) => fund(`k${index}`));
  await new Promise((resolve) => setTimeout(resolve, 300));
  const before = taken;
  await exchange.close();
  await Promise.all(funding);
  expect(taken).toBeGreaterThan(before);
  const end = readJournal(join(folder, 'journal'), 0, () => {}).lastSeq;
  expect(end).toBeGreaterThan(taken);
  const [row] = await sql<{ seq: string }>('select seq from projection_position', url);
  expect([listSnapshots(join(folder, 'journal'))[0], Number(row!.seq)]).toEqual([end, end]);
  rmSync(folder, { recursive: true, force: true });
});

describe('an upgrade of the rules', () => {
  const acknowledged = newAcknowledged();
  let traders: Trader[];
  let atChange: number;

  async function trade(server: ServerProcess, round: number): Promise<void> {
    const load = startLoad({ server, traders, acknowledged, random: randomFrom(round), round });
    await new Promise((resolve) => setTimeout(resolve, 700));
    await load.stop();
  }

  test('SIGTERM under load leaves a snapshot at the last command, and the projections at the same', async () => {
    for (let round = 0; round < 3; round++) {
      const server = await startServerProcess({ directory, databaseUrl });
      if (round === 0) traders = [await createTrader(server, 'a'), await createTrader(server, 'b')];
      const load = startLoad({ server, traders, acknowledged, random: randomFrom(round + 1), round });
      await new Promise((resolve) => setTimeout(resolve, 700));
      const stopped = server.kill('SIGTERM');
      await load.stop();
      await stopped;
      expect(server.child.exitCode, server.output()).toBe(0);
      const end = endOfJournal();
      expect([listSnapshots(journal)[0], await position()]).toEqual([end, end]);
    }
    expect(acknowledged.placed.size).toBeGreaterThan(20);
  }, 120_000);

  test('rows that end before the change are refused before the database is touched', async () => {
    makeOlder();
    atChange = endOfJournal();
    await sql(`update projection_position set seq = ${atChange - 3}`);
    expect(await refusedStart(directory, databaseUrl)).toMatch(
      new RegExp(`stands at command ${atChange - 3}, .* Start the release that took it once more on this database`),
    );
    const fresh = await createDatabase({ isEmpty: true });
    expect(await refusedStart(directory, fresh)).toMatch(/stands at command 0, /);
    expect(await sql(`select tablename from pg_tables where schemaname = 'public'`, fresh)).toEqual([]);
    await sql(`update projection_position set seq = ${atChange}`);
  });

  test('the next release goes on from the clean stop: all that was acknowledged stands, and trading goes on', async () => {
    const server = await startServerProcess({ directory, databaseUrl });
    expect(server.output()).toMatch(/\(0 replayed\)/);
    await verifyAcknowledged(server, traders, acknowledged);
    await trade(server, 10);
    const live = await agio('journal', 'verify');
    expect(live.json, live.error).toMatchObject({
      comparedWithLive: true,
      replayedAfter: atChange,
      rulesVersion: RULES_VERSION,
    });
    expect(live.json.why).toMatch(new RegExp(`^Commands to ${atChange} were taken under older rules`));
    await server.kill('SIGKILL');
    const again = await startServerProcess({ directory, databaseUrl });
    await verifyAcknowledged(again, traders, acknowledged);
    await again.kill('SIGTERM');
    expect(listSnapshots(journal)).toContain(atChange);
    expect((await agio('ledger', 'check')).error).toBe('');
  }, 120_000);

  test('after kill -9 of the release before, the next one is refused with the way to upgrade', async () => {
    const server = await startServerProcess({ directory, databaseUrl });
    await trade(server, 20);
    await server.kill('SIGKILL');
    makeOlder();
    const sentence =
      /^The journal has commands of version 1 of the rules behind the last snapshot, at \d+; .* Nothing was changed\. Start the release that took them once more, stop it cleanly/;
    expect(await refusedStart(directory, databaseUrl)).toMatch(sentence);
    expect((await agio('journal', 'verify')).error).toMatch(sentence);
  }, 120_000);
});

test('the golden journal of the first rules that was killed is refused, and no database is made of it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'agio-golden-'));
  mkdirSync(join(folder, 'journal'));
  cpSync(join(GOLDEN, 'killed'), join(folder, 'journal'), { recursive: true });
  const url = await createDatabase({ isEmpty: true });
  expect(await refusedStart(folder, url)).toMatch(
    /commands of version 1 of the rules behind the last snapshot, at 42; /,
  );
  expect(await sql(`select tablename from pg_tables where schemaname = 'public'`, url)).toEqual([]);
  rmSync(folder, { recursive: true, force: true });
});

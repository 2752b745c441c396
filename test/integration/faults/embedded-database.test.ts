/** The embedded PostgreSQL is killed under a running exchange: trading goes on, and the database comes back without a hand. */
import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { embeddedConnection } from '../../../server/postgres/embedded-postgres.ts';
import { bootExchange, type TestExchange, type TestUser } from '../../exchange.ts';
import { postmasterOf, postmastersOf } from '../../postmaster.ts';

const isLinux = process.platform === 'linux';
const directory = mkdtempSync(join(tmpdir(), 'agio-embedded-'));
let exchange: TestExchange;
let buyer: TestUser;
let seller: TestUser;
let trades = 0;

const boot = (): Promise<TestExchange> =>
  bootExchange({ directory, databaseUrl: '', environment: { LOG_LEVEL: 'info' } });

beforeAll(async () => {
  if (!isLinux) return;
  exchange = await boot();
  buyer = await exchange.createUser({ USDT: '100000' });
  seller = await exchange.createUser({ BTC: '1' });
  // The first call of each needs SQL.
  for (const user of [buyer, seller]) expect((await exchange.signed(user, 'GET', '/api/v3/account')).status).toBe(200);
}, 90_000);
afterAll(async () => {
  await exchange?.close();
  rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}, 60_000);

const ready = async (): Promise<number> => (await fetch(`${exchange.url}/readyz`)).status;
const trade = async (): Promise<void> => {
  for (const [user, side] of [
    [seller, 'SELL'],
    [buyer, 'BUY'],
  ] as const) {
    const order = { symbol: 'BTCUSDT', side, type: 'LIMIT', timeInForce: 'GTC', price: '95000', quantity: '0.01' };
    const answer = await exchange.signed<{ status: string }>(user, 'POST', '/api/v3/order', order);
    expect(answer).toMatchObject({ status: 200, body: { status: side === 'SELL' ? 'NEW' : 'FILLED' } });
  }
  trades += 1;
};
/** How many trades the database knows of each; null: it is away. */
const known = (): Promise<(number | null)[]> =>
  Promise.all(
    [buyer, seller].map(async (user) => {
      const { status, body } = await exchange.signed<unknown[]>(user, 'GET', '/api/v3/myTrades', { symbol: 'BTCUSDT' });
      expect([200, 503]).toContain(status);
      return status === 200 ? body.length : null;
    }),
  );
const knowsAll = (): Promise<void> => expect.poll(known, { timeout: 20_000, interval: 20 }).toEqual([trades, trades]);
/** How often the log says so. */
const told = (words: string): number => readFileSync(join(directory, 'agio.log'), 'utf8').split(words).length - 1;
const startsOfPostgres = (): number =>
  readFileSync(join(directory, 'postgres/postgres.log'), 'utf8').split('starting PostgreSQL').length - 1;

async function killPostmaster(): Promise<void> {
  process.kill(postmasterOf(directory), 'SIGKILL');
  await expect.poll(ready, { timeout: 2_000, interval: 20 }).toBe(503);
}

/** A single postmaster; and one line in the log when the outage began, one when it was over, but for the first, which ended with a stop. */
async function isBack(outages: number): Promise<void> {
  await expect.poll(ready, { timeout: 30_000 }).toBe(200);
  expect(postmastersOf(directory)).toEqual([postmasterOf(directory)]);
  await expect
    .poll(() => [told('the embedded PostgreSQL is away'), told('the embedded PostgreSQL runs again')])
    .toEqual([outages, outages - 1]);
}

/** Servers of PostgreSQL that live on without their postmaster, since they are at work. */
async function keepServersBusy(): Promise<void> {
  for (let n = 0; n < 3; n += 1) {
    const client = new pg.Client({ connectionString: embeddedConnection(directory) });
    client.on('error', () => {});
    await client.connect();
    // Cut short by the kill.
    client.query('select count(*) from generate_series(1, 100000000)').catch(() => {});
  }
}

test.runIf(isLinux)(
  'FLT-9 a stop while the embedded database is away ends in order, and does not start it again; the next start has all rows',
  async () => {
    const starts = startsOfPostgres();
    await killPostmaster();
    // Rows that wait for the database: the stop gives them longer than the pause before the next start.
    await trade();
    const askedMs = Date.now();
    await exchange.exchange.close();
    expect(Date.now() - askedMs).toBeLessThan(15_000);
    await sleep(1_000);
    expect([startsOfPostgres() - starts, postmastersOf(directory)]).toEqual([0, []]);
    await expect.poll(() => told('the projections did not catch up with the journal')).toBe(1);
    exchange = await boot();
    await knowsAll();
  },
  90_000,
);

test.runIf(isLinux)(
  'FLT-9 an embedded database that cannot start is tried again, and not made anew where its files are away; rows that waited for no disk come back though nobody trades',
  async () => {
    await trade();
    const version = join(directory, 'postgres/data/PG_VERSION');
    renameSync(version, `${version}.away`);
    await knowsAll();
    await killPostmaster();
    // The first try is after one second, the second after two more.
    await sleep(2_000);
    renameSync(`${version}.away`, version);
    await isBack(2);
    await knowsAll();
  },
  90_000,
);

test.runIf(isLinux)(
  'FLT-9 an embedded database whose postmaster is killed comes back by itself: trading goes on, no row is missing or doubled',
  async () => {
    await keepServersBusy();
    await killPostmaster();
    for (let n = 0; n < 5; n += 1) await trade();
    expect(await known()).toEqual([null, null]);
    await isBack(3);
    await knowsAll();
  },
  90_000,
);

/** The embedded PostgreSQL is killed under a running exchange: trading goes on, and the database comes back without a hand. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { embeddedConnection } from '../../server/store/embedded-postgres.ts';
import { createTrader, signedRequest, type Trader } from '../load.ts';
import { postmasterOf, postmastersOf } from '../postmaster.ts';
import { type ServerProcess, startServerProcess } from '../server-process.ts';

const isLinux = process.platform === 'linux';
const directory = mkdtempSync(join(tmpdir(), 'agio-embedded-'));
let server: ServerProcess;
let buyer: Trader;
let seller: Trader;

beforeAll(async () => {
  server = await startServerProcess({ directory, databaseUrl: '' });
  buyer = await createTrader(server, 'buyer');
  seller = await createTrader(server, 'seller');
  // The first call of each needs SQL.
  for (const trader of [buyer, seller])
    expect((await signedRequest(server, trader, 'GET', '/api/v3/account', {})).status).toBe(200);
}, 90_000);
afterAll(async () => {
  await server?.kill('SIGKILL');
  if (isLinux) for (const pid of postmastersOf(directory)) process.kill(pid, 'SIGQUIT');
  rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

const ready = async (): Promise<number> => (await fetch(`${server.url}/readyz`)).status;
const trade = async (): Promise<void> => {
  for (const [trader, side] of [
    [seller, 'SELL'],
    [buyer, 'BUY'],
  ] as const) {
    const order = { symbol: 'BTCUSDT', side, type: 'LIMIT', timeInForce: 'GTC', price: '95000', quantity: '0.01' };
    const answer = await signedRequest<{ status: string }>(server, trader, 'POST', '/api/v3/order', order);
    expect(answer).toMatchObject({ status: 200, body: { status: side === 'SELL' ? 'NEW' : 'FILLED' } });
  }
};
/** How many trades the database knows; null: it is away. */
const tradesOf = async (trader: Trader): Promise<number | null> => {
  const { status, body } = await signedRequest<unknown[]>(server, trader, 'GET', '/api/v3/myTrades', {
    symbol: 'BTCUSDT',
  });
  expect([200, 503]).toContain(status);
  return status === 200 ? body.length : null;
};
/** How often the log says so. */
const told = (words: string): number => readFileSync(join(directory, 'agio.log'), 'utf8').split(words).length - 1;
const startsOfPostgres = (): number =>
  readFileSync(join(directory, 'postgres/postgres.log'), 'utf8').split('starting PostgreSQL').length - 1;
const killPostmaster = (): void => void process.kill(postmasterOf(directory), 'SIGKILL');

/** Servers of PostgreSQL that are at work when their postmaster goes live on without it. */
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
  'FLT-9 an embedded database whose postmaster is killed comes back by itself: trading goes on, no row is missing or doubled',
  async () => {
    await trade();
    await expect.poll(() => tradesOf(buyer), { timeout: 10_000 }).toBe(1);
    await keepServersBusy();
    for (let outage = 1; outage <= 2; outage += 1) {
      const before = postmasterOf(directory);
      killPostmaster();
      await expect.poll(ready, { timeout: 2_000, interval: 20 }).toBe(503);
      for (let n = 0; n < 5; n += 1) await trade();
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
      await expect.poll(ready, { timeout: 30_000 }).toBe(200);
      expect(postmastersOf(directory)).toEqual([postmasterOf(directory)]);
      expect(postmasterOf(directory)).not.toBe(before);
      const trades = 1 + outage * 5;
      for (const trader of [buyer, seller])
        await expect.poll(() => tradesOf(trader), { timeout: 20_000 }).toBe(trades);
      // One line for an outage when it begins, and one when it is over.
      await expect
        .poll(() => [told('the embedded PostgreSQL is away'), told('the embedded PostgreSQL runs again')])
        .toEqual([outage, outage]);
    }
  },
  90_000,
);

test.runIf(isLinux)(
  'FLT-9 a stop while the embedded database is away ends in order, and does not start it again',
  async () => {
    const starts = startsOfPostgres();
    killPostmaster();
    await expect.poll(ready, { timeout: 2_000, interval: 20 }).toBe(503);
    // Rows that wait for the database: the stop gives them longer than the pause before the next start.
    await trade();
    const askedMs = Date.now();
    await server.kill('SIGTERM');
    expect([server.child.exitCode, server.child.signalCode], server.output()).toEqual([0, null]);
    expect(Date.now() - askedMs).toBeLessThan(15_000);
    expect(startsOfPostgres()).toBe(starts);
    expect(postmastersOf(directory)).toEqual([]);
    expect(told('the projections did not catch up with the journal')).toBe(1);
  },
  60_000,
);

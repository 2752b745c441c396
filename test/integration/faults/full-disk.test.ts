/** The disk of a running exchange fills: database, log and journal share it. Nothing ends, cancels go on, the space brings all back. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { embeddedConnection } from '../../../server/postgres/embedded-postgres.ts';
import { signedRequest } from '../../load.ts';
import { createTrader } from '../../trader.ts';
import { postmasterOf, postmastersOf } from '../../postmaster.ts';
import { type ServerProcess, startServerProcess } from '../../server-process.ts';

const isRoot = process.getuid?.() === 0;
const directory = mkdtempSync(join(tmpdir(), 'agio-full-'));
const mount = join(directory, 'disk');
let server: ServerProcess;

beforeAll(async () => {
  if (!isRoot) return;
  mkdirSync(mount);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=420m,mode=755', 'tmpfs', mount]);
  server = await startServerProcess({ directory: join(mount, 'data'), databaseUrl: '' });
}, 120_000);
afterAll(async () => {
  if (!isRoot) return;
  await server?.kill('SIGKILL');
  execFileSync('umount', ['-l', mount]);
  rmSync(directory, { recursive: true, force: true });
});

/** Takes all that is left of the disk, however little others take meanwhile. */
function fillUp(): void {
  for (const size of [1 << 20, 1 << 12]) {
    try {
      for (;;) appendFileSync(join(mount, 'filler'), Buffer.alloc(size));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
}

test.runIf(isRoot)(
  'FLT-5 a full disk under a running exchange: it stays up, takes cancels, loses nothing, and comes back with the space',
  async () => {
    const trader = await createTrader(server, 'full-disk');
    /** Orders that rest are 200 at most of a user: what fills the journal ends at once (IOC). */
    const place = (
      n: number,
      timeInForce = 'GTC',
    ): Promise<{ status: number; body: { orderId?: number; status?: string } }> =>
      signedRequest(server, trader, 'POST', '/api/v3/order', {
        symbol: 'BTCUSDT',
        side: 'BUY',
        type: 'LIMIT',
        timeInForce,
        price: String(20_000 + n),
        quantity: '0.001',
      });
    const placed: number[] = [];
    for (let n = 0; n < 40; n += 1) placed.push((await place(n)).body.orderId!);
    const track = (): Promise<unknown> =>
      fetch(`${server.url}/web/track`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: server.url },
        body: JSON.stringify({ events: [{ event: 'nuxt_client_error', category: 'other' }] }),
      });

    fillUp();
    // Until orders are refused the journal still has its room; the database has none from now on.
    let refused = 0;
    for (let n = 0; n < 9_000 && refused < 20; n += 1) {
      const answer = await place(1_000 + (n % 5_000), n < 40 ? 'GTC' : 'IOC');
      if (answer.status === 200 && n < 40) placed.push(answer.body.orderId!);
      else if (answer.status === 200) expect(answer.body.status).toBe('EXPIRED');
      else {
        // Not any answer will do: the trading API's code of what was not done, which says that it may be asked again.
        expect(answer).toMatchObject({ status: 503, body: { code: -1008 } });
        refused += 1;
      }
      if (n % 50 === 0) await track();
    }
    expect(refused).toBe(20);
    await sleep(8_000);
    expect(server.child.exitCode, server.output()).toBe(null);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    const cancelled = await signedRequest(server, trader, 'DELETE', '/api/v3/order', {
      symbol: 'BTCUSDT',
      orderId: placed[0]!,
    });
    expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(200);

    rmSync(join(mount, 'filler'));
    await expect.poll(async () => (await place(9_000)).status, { timeout: 30_000 }).toBe(200);
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status, { timeout: 30_000 }).toBe(200);
    const open = await signedRequest<{ orderId: number }[]>(server, trader, 'GET', '/api/v3/openOrders', {
      symbol: 'BTCUSDT',
    });
    const found = new Set(open.body.map(({ orderId }) => orderId));
    expect(placed.slice(1).filter((id) => !found.has(id))).toEqual([]);
    expect(found.has(placed[0]!)).toBe(false);
  },
  180_000,
);

/** Fills PostgreSQL's log past the end of its present segment of 16 MB: it panics where the disk has no room for the next one. */
async function needNextSegment(): Promise<void> {
  const client = new pg.Client({ connectionString: embeddedConnection(join(mount, 'data')) });
  client.on('error', () => {});
  await client.connect();
  try {
    for (let megabytes = 0; megabytes < 64; megabytes += 1)
      await client.query(`select pg_logical_emit_message(false, 'filler', repeat('x', 1000000))`);
  } catch {
    // Its connection ends with it.
  }
  await client.end().catch(() => {});
}

test.runIf(isRoot)(
  'FLT-5 a disk so full that the embedded PostgreSQL panics and cannot start: the exchange stays up, takes cancels, and all comes back with the space',
  async () => {
    const trader = await createTrader(server, 'panic');
    const placed: number[] = [];
    const place = async (n: number): Promise<number> => {
      const { status, body } = await signedRequest<{ orderId: number }>(server, trader, 'POST', '/api/v3/order', {
        symbol: 'BTCUSDT',
        side: 'BUY',
        type: 'LIMIT',
        timeInForce: 'GTC',
        price: String(30_000 + n),
        quantity: '0.001',
      });
      if (status === 200) placed.push(body.orderId);
      return status;
    };
    const cancel = async (orderId: number): Promise<number> =>
      (await signedRequest(server, trader, 'DELETE', '/api/v3/order', { symbol: 'BTCUSDT', orderId })).status;
    const ready = async (): Promise<number> => (await fetch(`${server.url}/readyz`)).status;
    for (let n = 0; n < 5; n += 1) expect(await place(n)).toBe(200);
    const postmaster = postmasterOf(join(mount, 'data'));
    const starts = (): number =>
      readFileSync(join(mount, 'data/postgres/postgres.log'), 'utf8').split('starting PostgreSQL').length - 1;
    const startsBefore = starts();

    fillUp();
    await needNextSegment();
    await expect.poll(ready, { timeout: 10_000 }).toBe(503);
    await expect.poll(() => postmastersOf(join(mount, 'data')).includes(postmaster), { timeout: 10_000 }).toBe(false);
    // Its own log has no room either: a try to start again is seen by its process.
    const tries = new Set<number>();
    await expect
      .poll(
        () => {
          for (const pid of postmastersOf(join(mount, 'data'))) tries.add(pid);
          return tries.size;
        },
        { timeout: 30_000, interval: 10 },
      )
      .toBeGreaterThan(1);
    expect(server.child.exitCode, server.output()).toBe(null);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect(await cancel(placed[0]!)).toBe(200);

    rmSync(join(mount, 'filler'));
    await expect.poll(ready, { timeout: 40_000 }).toBe(200);
    await expect.poll(() => place(9), { timeout: 20_000 }).toBe(200);
    expect(starts()).toBeGreaterThan(startsBefore);
    const rows = async (): Promise<unknown> =>
      (
        await signedRequest<{ orderId: number; status: string }[]>(server, trader, 'GET', '/api/v3/allOrders', {
          symbol: 'BTCUSDT',
        })
      ).body.map?.(({ orderId, status }) => [orderId, status]);
    await expect
      .poll(rows, { timeout: 20_000 })
      .toEqual(placed.map((orderId, at) => [orderId, at === 0 ? 'CANCELED' : 'NEW']));
  },
  120_000,
);

/** The disk of a running exchange fills: database, log and journal share it. Nothing ends, cancels go on, the space brings all back. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTrader, signedRequest } from '../load.ts';
import { type ServerProcess, startServerProcess } from '../server-process.ts';

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

/** FLT-8: somebody sets the machine's clock while the exchange runs, an hour back, a day ahead and back again, and while it is down. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS, HOUR_MS } from '@agio/contracts/durations';
import type { DataOf } from '@agio/contracts/calls';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createDatabase } from '../../exchange.ts';
import { type ServerProcess, startServerProcess } from '../../server-process.ts';
import { createTrader } from '../../trader.ts';

const ROOT = join(import.meta.dirname, '../../..');
const directory = mkdtempSync(join(tmpdir(), 'agio-clock-'));
const SHIFT = join(directory, 'shift');
const environment = {
  NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${join(ROOT, 'test/shifted-clock.mjs')}`,
  SHIFTED_CLOCK: SHIFT,
};

let server: ServerProcess;

afterAll(async () => {
  await server?.kill('SIGKILL');
  rmSync(directory, { recursive: true, force: true });
});

async function setClock(shiftMs: number): Promise<void> {
  writeFileSync(`${SHIFT}.new`, String(shiftMs));
  renameSync(`${SHIFT}.new`, SHIFT);
  // All threads of the server have read it by then.
  await sleep(150);
}

interface Answer<Data> {
  readonly code: number;
  readonly data: Data;
}

async function call<Data>(
  server: ServerProcess,
  token: string,
  path: string,
  body?: object,
  operator = false,
): Promise<Answer<Data>> {
  const answer = await fetch((operator ? server.operatorUrl() : server.url) + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      ...(operator ? { authorization: `Bearer ${server.operatorToken()}` } : { token }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as Answer<Data>;
}

/** Buys from oneself are refused, so that two take turns: each round leaves one fill and one order that rests. */
async function tradeOnce(server: ServerProcess, [seller, buyer]: readonly [string, string]): Promise<void> {
  const order = { symbol: 'BTCUSDT', type: 'LIMIT', price: '95000', quantity: '0.01' };
  for (const [token, side, price] of [
    [seller, 'SELL', '95000'],
    [buyer, 'BUY', '95000'],
    [buyer, 'BUY', '94000'],
  ] as const)
    expect(await call(server, token, '/web/spot/order/place', { ...order, side, price })).toMatchObject({ code: 0 });
}

const fillsOf = async (server: ServerProcess, token: string): Promise<DataOf<'GET /web/spot/order/fills'>['items']> =>
  (await call<DataOf<'GET /web/spot/order/fills'>>(server, token, '/web/spot/order/fills?size=50')).data.items;

test('FLT-8 a clock that is set an hour back, a day ahead and back again takes no time back, ends no session and opens none, and a replay gives the same state', async () => {
  const databaseUrl = await createDatabase();
  writeFileSync(SHIFT, '0');
  server = await startServerProcess({ directory, databaseUrl, environment });
  const session = async (name: string): Promise<string> => {
    const email = `${name}@trader.agio.example`;
    return (await call<{ token: string }>(server, '', '/operator/user/token', { email }, true)).data.token;
  };
  await createTrader(server, 'a');
  await createTrader(server, 'b');
  const pair = [await session('a'), await session('b')] as const;
  const ended = await session('a');
  expect(await call(server, ended, '/auth-v2/api/v2/auth/logout', {})).toMatchObject({ code: 0 });
  const isLoggedIn = async (token: string): Promise<boolean> =>
    (await call(server, token, '/web/spot/account/balances')).code === 0;

  await tradeOnce(server, pair);
  for (const shiftMs of [-HOUR_MS, DAY_MS + HOUR_MS, 0]) {
    await setClock(shiftMs);
    await tradeOnce(server, pair);
    expect([await isLoggedIn(pair[0]), await isLoggedIn(ended)], `shifted by ${shiftMs}`).toEqual([true, false]);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  }

  // What was read while the clock was ahead is not believed for as long as it was ahead.
  const endedElsewhere = await session('b');
  await setClock(DAY_MS);
  expect(await isLoggedIn(endedElsewhere)).toBe(true);
  // Days ahead all are logged out, until it is put right.
  await setClock(10 * DAY_MS);
  expect([await isLoggedIn(pair[0]), await isLoggedIn(await session('b'))]).toEqual([false, true]);
  await setClock(0);
  expect(await isLoggedIn(pair[0])).toBe(true);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const hash = createHash('sha256').update(endedElsewhere).digest('hex');
  expect((await client.query('delete from sessions where token_hash = $1', [hash])).rowCount).toBe(1);
  await client.end();
  await expect.poll(() => isLoggedIn(endedElsewhere), { timeout: 5_000 }).toBe(false);

  await server.kill('SIGKILL');
  writeFileSync(SHIFT, String(-HOUR_MS));
  server = await startServerProcess({ directory, databaseUrl, environment });
  await tradeOnce(server, pair);
  const fills = (): ReturnType<typeof fillsOf> => fillsOf(server, pair[0]);
  await expect.poll(fills).toHaveLength(5);
  const byTrade = (await fills()).toSorted((one, other) => one.tradeId - other.tradeId).map(({ time }) => time);
  expect(byTrade).toEqual(byTrade.toSorted((one, other) => one - other));
  const live = JSON.parse(agio('journal', 'verify')) as { comparedWithLive: boolean };
  expect(live.comparedWithLive).toBe(true);
  await server.kill('SIGTERM');
  agio('ledger', 'check');
}, 120_000);

function agio(...args: string[]): string {
  const env = { ...process.env, DATA_DIR: directory };
  return execFileSync(process.execPath, ['tools/agio.ts', ...args], { cwd: ROOT, encoding: 'utf8', env });
}

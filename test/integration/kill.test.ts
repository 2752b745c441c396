/**
 * FLT-1: the server is killed at random moments under load, again and again. Whatever was acknowledged is there
 * afterwards, once; what was not can be asked for by id; the ledger sums to zero and a replay gives the live hash.
 */
import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { createDatabase } from '../exchange.ts';
import { type ServerProcess, startServerProcess } from '../server-process.ts';

const ROUNDS = Number(process.env.KILL_ROUNDS ?? 25);
const directory = mkdtempSync(join(tmpdir(), 'agio-kill-'));
const SEED = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000);

interface Trader {
  readonly uid: number;
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** Written by the client as it learns of each: outside the server, so no kill can touch it. */
interface Ledger {
  readonly placed: Map<string, number>;
  readonly cancelled: Set<number>;
  readonly unknown: Set<string>;
  readonly transferKeys: Map<string, number>;
}

let random = SEED;
function nextRandom(): number {
  random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
  return random / 2 ** 32;
}

afterAll(() => rmSync(directory, { recursive: true, force: true }));

test(`FLT-1 FLT-11 FLT-12 ${ROUNDS} kills under load lose nothing that was acknowledged and do nothing twice (seed ${SEED})`, async () => {
  const databaseUrl = await createDatabase();
  const ledger: Ledger = { placed: new Map(), cancelled: new Set(), unknown: new Set(), transferKeys: new Map() };
  let server = await startServerProcess({ directory, databaseUrl });
  const traders = [await createTrader(server, 'a'), await createTrader(server, 'b')];
  for (let round = 0; round < ROUNDS; round++) {
    const running = { isOver: false };
    const load = traders.flatMap((trader, index) => [
      placeOrders(server, trader, ledger, running, `${round}-${index}-x`),
      placeOrders(server, trader, ledger, running, `${round}-${index}-y`),
    ]);
    const moves = moveFunds(server, traders[0]!, ledger, running, round);
    await sleep(40 + nextRandom() * 260);
    await server.kill('SIGKILL');
    running.isOver = true;
    await Promise.all([...load, moves]);
    server = await startServerProcess({ directory, databaseUrl });
    await verify(server, traders, ledger);
  }
  expect(ledger.placed.size).toBeGreaterThan(ROUNDS * 5);
  const live = JSON.parse(agio('journal', 'verify')) as { comparedWithLive: boolean };
  expect(live.comparedWithLive).toBe(true);
  await server.kill('SIGTERM');
  agio('journal', 'verify');
  agio('ledger', 'check');
}, 600_000);

function agio(...args: string[]): string {
  return execFileSync(process.execPath, ['tools/agio.ts', ...args], {
    cwd: join(import.meta.dirname, '../..'),
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: directory },
  });
}

async function createTrader(server: ServerProcess, name: string): Promise<Trader> {
  const answer = await fetch(`${server.url}/operator/user/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${server.operatorToken()}` },
    body: JSON.stringify({
      email: `${name}@kill.agio.example`,
      password: 'survives every kill',
      fund: [
        { asset: 'USDT', amount: '10000000' },
        { asset: 'BTC', amount: '1000' },
      ],
      apiKey: true,
    }),
  });
  return ((await answer.json()) as { data: Trader }).data;
}

async function request<Data>(
  server: ServerProcess,
  trader: Trader,
  method: string,
  path: string,
  params: Record<string, string | number>,
): Promise<{ status: number; body: Data }> {
  const text = new URLSearchParams(
    Object.entries({ ...params, timestamp: Date.now(), recvWindow: 60_000 }).map(([name, value]) => [
      name,
      String(value),
    ]),
  ).toString();
  const signature = createHmac('sha256', trader.apiSecret).update(text).digest('hex');
  const answer = await fetch(`${server.url}${path}?${text}&signature=${signature}`, {
    method,
    headers: { 'x-mbx-apikey': trader.apiKey },
    signal: AbortSignal.timeout(5_000),
  });
  return { status: answer.status, body: (await answer.json()) as Data };
}

/** Orders that cross often, with cancels between them; every answer is noted. */
async function placeOrders(
  server: ServerProcess,
  trader: Trader,
  ledger: Ledger,
  running: { isOver: boolean },
  prefix: string,
): Promise<void> {
  for (let i = 0; !running.isOver; i++) {
    const clientOrderId = `k${prefix}-${i}`;
    const side = nextRandom() < 0.5 ? 'BUY' : 'SELL';
    const price = (95_000 + Math.round((nextRandom() - 0.5) * 40)).toFixed(2);
    ledger.unknown.add(clientOrderId);
    try {
      const placed = await request<{ orderId: number; status: string }>(server, trader, 'POST', '/api/v3/order', {
        symbol: 'BTCUSDT',
        side,
        type: 'LIMIT',
        timeInForce: 'GTC',
        price,
        quantity: '0.01',
        newClientOrderId: clientOrderId,
      });
      ledger.unknown.delete(clientOrderId);
      if (placed.status !== 200) continue;
      ledger.placed.set(clientOrderId, placed.body.orderId);
      if (placed.body.status !== 'NEW' || nextRandom() < 0.4) continue;
      const cancelled = await request(server, trader, 'DELETE', '/api/v3/order', {
        symbol: 'BTCUSDT',
        orderId: placed.body.orderId,
      });
      if (cancelled.status === 200) ledger.cancelled.add(placed.body.orderId);
    } catch {
      // The server is gone: the outcome of this one is unknown, and the round is over.
      return;
    }
  }
}

/** Transfers with a key, each sent twice: one effect. */
async function moveFunds(
  server: ServerProcess,
  trader: Trader,
  ledger: Ledger,
  running: { isOver: boolean },
  round: number,
): Promise<void> {
  const session = await fetch(`${server.url}/operator/user/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${server.operatorToken()}` },
    body: JSON.stringify({ email: 'a@kill.agio.example' }),
  })
    .then((answer) => answer.json() as Promise<{ data: { token: string } }>)
    .catch(() => null);
  for (let i = 0; session && !running.isOver; i++) {
    const key = `move-${round}-${i}`;
    for (let attempt = 0; attempt < 2; attempt++) {
      try {
        const answer = await fetch(`${server.url}/web/account/transfer`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', token: session.data.token, 'idempotency-key': key },
          body: JSON.stringify({ asset: 'USDT', from: 'SPOT', to: 'FUTURES', amount: '1' }),
        });
        const envelope = (await answer.json()) as { code: number; data: { transferId: number } };
        if (envelope.code !== 0) continue;
        const known = ledger.transferKeys.get(key);
        if (known !== undefined) expect(envelope.data.transferId).toBe(known);
        ledger.transferKeys.set(key, envelope.data.transferId);
      } catch (error) {
        if ((error as Error).name === 'AssertionError') throw error;
        return;
      }
    }
  }
  void trader;
}

async function verify(server: ServerProcess, traders: readonly Trader[], ledger: Ledger): Promise<void> {
  const ids = new Set<number>();
  for (const trader of traders) {
    const { body } = await request<{ orderId: number; clientOrderId: string; status: string }[]>(
      server,
      trader,
      'GET',
      '/api/v3/allOrders',
      { symbol: 'BTCUSDT', limit: 1000 },
    );
    for (const order of body) {
      expect(ids.has(order.orderId)).toBe(false);
      ids.add(order.orderId);
      const acknowledged = ledger.placed.get(order.clientOrderId);
      if (acknowledged !== undefined) expect(order.orderId).toBe(acknowledged);
      if (ledger.cancelled.has(order.orderId)) expect(order.status).toBe('CANCELED');
    }
  }
  // Every acknowledged order of the newest thousand is there; those before were checked in their own round.
  const newest = [...ledger.placed.values()].slice(-800);
  expect(newest.filter((orderId) => !ids.has(orderId))).toEqual([]);
  for (const clientOrderId of ledger.unknown) {
    const answers = await Promise.all(
      traders.map((trader) =>
        request<{ orderId?: number; code?: number }>(server, trader, 'GET', '/api/v3/order', {
          symbol: 'BTCUSDT',
          origClientOrderId: clientOrderId,
        }),
      ),
    );
    expect(answers.every(({ status, body }) => status === 200 || body.code === -2013)).toBe(true);
    const found = answers.find(({ status }) => status === 200);
    if (found) ledger.placed.set(clientOrderId, found.body.orderId!);
  }
  ledger.unknown.clear();
  const { data } = (await fetch(`${server.url}/operator/ledger`, {
    headers: { authorization: `Bearer ${server.operatorToken()}` },
  }).then((answer) => answer.json())) as { data: { sums: { asset: string; sum: string }[] } };
  expect(data.sums.every((entry) => entry.sum === '0')).toBe(true);
}

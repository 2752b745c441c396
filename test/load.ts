/**
 * Mixed load on a server that is about to be killed, and the check of what must be there afterwards. What was acknowledged is
 * noted outside the server, so no kill can touch it.
 */
import { expect } from 'vitest';
import { type OperatorAccess, signedQuery, type Trader } from './trader.ts';

/** The server under load. */
export interface Target extends OperatorAccess {
  readonly url: string;
}

/** The answers that the client got. */
export interface Acknowledged {
  readonly placed: Map<string, number>;
  readonly cancelled: Set<number>;
  readonly unknown: Set<string>;
  readonly transferKeys: Map<string, number>;
  /** Keys sent since the last check, whether an answer came or not. */
  readonly transfersToRepeat: Set<string>;
}

export function newAcknowledged(): Acknowledged {
  return {
    placed: new Map(),
    cancelled: new Set(),
    unknown: new Set(),
    transferKeys: new Map(),
    transfersToRepeat: new Set(),
  };
}

/** A repeatable source of chance from a seed that the test's title shows. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export interface Load {
  readonly server: Target;
  readonly traders: readonly Trader[];
  readonly acknowledged: Acknowledged;
  readonly random: () => number;
  /** Makes client ids unique from round to round. */
  readonly round: number;
}

/** Of the trading API (-1007). */
const UNKNOWN_OUTCOME = 408;

/** Runs orders, cancels and transfers until `stop` is called and the server is gone. */
export function startLoad(load: Load): { stop(): Promise<void> } {
  const running = { isOver: false };
  const work = load.traders.flatMap((trader, index) => [
    placeOrders(load, trader, running, `${load.round}-${index}-x`),
    placeOrders(load, trader, running, `${load.round}-${index}-y`),
  ]);
  work.push(moveFunds(load, running));
  return {
    async stop() {
      running.isOver = true;
      await Promise.all(work);
    },
  };
}

export async function signedRequest<Data>(
  server: Target,
  trader: Trader,
  method: string,
  path: string,
  params: Record<string, string | number>,
): Promise<{ status: number; body: Data }> {
  const answer = await fetch(`${server.url}${path}?${signedQuery(trader, params)}`, {
    method,
    headers: { 'x-mbx-apikey': trader.apiKey },
    signal: AbortSignal.timeout(5_000),
  });
  return { status: answer.status, body: (await answer.json()) as Data };
}

/** Orders that cross often, with cancels between them; every answer is noted. */
async function placeOrders(
  { server, acknowledged, random }: Load,
  trader: Trader,
  running: { isOver: boolean },
  prefix: string,
): Promise<void> {
  for (let i = 0; !running.isOver; i++) {
    const clientOrderId = `k${prefix}-${i}`;
    const side = random() < 0.5 ? 'BUY' : 'SELL';
    const price = (95_000 + Math.round((random() - 0.5) * 40)).toFixed(2);
    acknowledged.unknown.add(clientOrderId);
    try {
      const placed = await signedRequest<{ orderId: number; status: string }>(server, trader, 'POST', '/api/v3/order', {
        symbol: 'BTCUSDT',
        side,
        type: 'LIMIT',
        timeInForce: 'GTC',
        price,
        quantity: '0.01',
        newClientOrderId: clientOrderId,
      });
      // The engine went away under it: what became of it is asked for by its id afterwards, as for one without an answer.
      if (placed.status === UNKNOWN_OUTCOME) continue;
      acknowledged.unknown.delete(clientOrderId);
      if (placed.status !== 200) continue;
      acknowledged.placed.set(clientOrderId, placed.body.orderId);
      if (placed.body.status !== 'NEW' || random() < 0.4) continue;
      const cancelled = await signedRequest(server, trader, 'DELETE', '/api/v3/order', {
        symbol: 'BTCUSDT',
        orderId: placed.body.orderId,
      });
      if (cancelled.status === 200) acknowledged.cancelled.add(placed.body.orderId);
    } catch {
      // The server is gone: the outcome of this one is unknown, and the round is over.
      return;
    }
  }
}

/** A fresh session of the trader who moves funds. */
async function openSession(server: Target): Promise<string> {
  const answer = await fetch(`${server.operatorUrl()}/operator/user/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${server.operatorToken()}` },
    body: JSON.stringify({ email: 'a@trader.agio.example' }),
  });
  return ((await answer.json()) as { data: { token: string } }).data.token;
}

/** Moves 1 USDT under a key; null when it was refused. */
async function moveOne(server: Target, token: string, key: string): Promise<number | null> {
  const answer = await fetch(`${server.url}/web/account/transfer`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', token, 'idempotency-key': key },
    body: JSON.stringify({ asset: 'USDT', from: 'SPOT', to: 'FUTURES', amount: '1' }),
  });
  // Refused for now, because a part of the exchange is down: this is not the key's answer.
  if (answer.status === 503) throw new Error('unavailable');
  const envelope = (await answer.json()) as { code: number; data: { transferId: number } };
  return envelope.code === 0 ? envelope.data.transferId : null;
}

/** Transfers with a key, each sent twice: one effect. */
async function moveFunds({ server, acknowledged, round }: Load, running: { isOver: boolean }): Promise<void> {
  const token = await openSession(server).catch(() => null);
  for (let i = 0; token !== null && !running.isOver; i++) {
    const key = `move-${round}-${i}`;
    for (let attempt = 0; attempt < 2; attempt++) {
      acknowledged.transfersToRepeat.add(key);
      try {
        noteTransfer(acknowledged, key, await moveOne(server, token, key));
      } catch (error) {
        if ((error as Error).name === 'AssertionError') throw error;
        return;
      }
    }
  }
}

/** A key has one answer for ever: the first one, or, for a key without an answer yet, the present one. */
function noteTransfer({ transferKeys }: Acknowledged, key: string, transferId: number | null): void {
  const known = transferKeys.get(key);
  if (known !== undefined) expect(transferId, key).toBe(known);
  else if (transferId !== null) transferKeys.set(key, transferId);
}

/** Sends every key since the last check once more: none may have a second effect. */
async function verifyTransfers(server: Target, acknowledged: Acknowledged): Promise<void> {
  const { transferKeys, transfersToRepeat } = acknowledged;
  if (transfersToRepeat.size === 0) return;
  const token = await openSession(server);
  for (const key of transfersToRepeat) noteTransfer(acknowledged, key, await moveOne(server, token, key));
  transfersToRepeat.clear();
  expect(new Set(transferKeys.values()).size).toBe(transferKeys.size);
  const answer = await fetch(`${server.url}/web/spot/account/balances`, { headers: { token } });
  const { data } = (await answer.json()) as {
    data: { balances: { asset: string; wallet: string; available: string }[] };
  };
  const moved = data.balances.find(({ asset, wallet }) => asset === 'USDT' && wallet === 'FUTURES');
  expect(Number(moved?.available ?? 0)).toBe(transferKeys.size);
}

export async function verifyAcknowledged(
  server: Target,
  traders: readonly Trader[],
  acknowledged: Acknowledged,
): Promise<void> {
  const ids = new Set<number>();
  for (const trader of traders) {
    const { body } = await signedRequest<{ orderId: number; clientOrderId: string; status: string }[]>(
      server,
      trader,
      'GET',
      '/api/v3/allOrders',
      { symbol: 'BTCUSDT', limit: 1000 },
    );
    for (const order of body) {
      expect(ids.has(order.orderId)).toBe(false);
      ids.add(order.orderId);
      const known = acknowledged.placed.get(order.clientOrderId);
      if (known !== undefined) expect(order.orderId).toBe(known);
      if (acknowledged.cancelled.has(order.orderId)) expect(order.status).toBe('CANCELED');
    }
  }
  // Every acknowledged order of the newest thousand is there; those before were checked in their own round.
  const newest = [...acknowledged.placed.values()].slice(-800);
  expect(newest.filter((orderId) => !ids.has(orderId))).toEqual([]);
  for (const clientOrderId of acknowledged.unknown) {
    const answers = await Promise.all(
      traders.map((trader) =>
        signedRequest<{ orderId?: number; code?: number }>(server, trader, 'GET', '/api/v3/order', {
          symbol: 'BTCUSDT',
          origClientOrderId: clientOrderId,
        }),
      ),
    );
    expect(answers.every(({ status, body }) => status === 200 || body.code === -2013)).toBe(true);
    const found = answers.find(({ status }) => status === 200);
    if (found) acknowledged.placed.set(clientOrderId, found.body.orderId!);
  }
  acknowledged.unknown.clear();
  await verifyTransfers(server, acknowledged);
  const { data } = (await fetch(`${server.operatorUrl()}/operator/ledger`, {
    headers: { authorization: `Bearer ${server.operatorToken()}` },
  }).then((answer) => answer.json())) as { data: { sums: { asset: string; sum: string }[] } };
  expect(data.sums.every((entry) => entry.sum === '0')).toBe(true);
}

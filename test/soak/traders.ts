/** Honest traders beside the attackers: they place, cancel and look, each from an address of their own, and note every answer. */
import { setTimeout as sleep } from 'node:timers/promises';
import { signedQuery, type Trader } from '../trader.ts';
import { type Caller, createCaller } from './caller.ts';

/** Between two calls of one trader, on average. */
const PAUSE_MS = 120;

export interface Told {
  /** Milliseconds of each answer. */
  readonly latencies: number[];
  /** Of those that were under way while the heap was measured, which stops all threads of the server. */
  readonly stopped: number[];
  /** How often such a measurement began or ended so far; odd: one is under way. */
  heapMoments: number;
  /** Order ids by trader that were acknowledged, and those of them whose cancel was. */
  readonly placed: Map<number, Set<number>>;
  readonly cancelled: Set<number>;
  /** Answers by status that were not 200, with one example each. */
  readonly refusals: Map<number, { count: number; example: string }>;
  /** Calls without an answer. */
  lost: number;
}

interface Placed {
  readonly orderId: number;
  readonly status: string;
}

/** Runs until `stop`, which answers when the last call was answered. */
export function startTraders(url: string, traders: readonly Trader[], random: () => number) {
  const told: Told = {
    latencies: [],
    stopped: [],
    heapMoments: 0,
    placed: new Map(),
    cancelled: new Set(),
    refusals: new Map(),
    lost: 0,
  };
  const running = { isOver: false };
  const work = traders.map((trader, index) =>
    trade(createCaller(url, `127.1.0.${index + 1}`, 1), trader, told, random, running),
  );
  return {
    told,
    async stop(): Promise<void> {
      running.isOver = true;
      await Promise.all(work);
    },
  };
}

async function trade(
  caller: Caller,
  trader: Trader,
  told: Told,
  random: () => number,
  running: { readonly isOver: boolean },
): Promise<void> {
  const mine = new Set<number>();
  told.placed.set(trader.uid, mine);
  const open: number[] = [];
  const call = (method: string, path: string, params: Record<string, string | number>) =>
    signedCall(caller, trader, told, { method, path, params });
  while (!running.isOver) {
    await sleep(PAUSE_MS * 2 * random());
    const chance = random();
    if (chance < 0.2) {
      await call('GET', '/api/v3/account', {});
    } else if (chance < 0.55 && open.length > 0) {
      const [orderId] = open.splice(Math.floor(random() * open.length), 1);
      const answer = await call('DELETE', '/api/v3/order', { symbol: 'BTCUSDT', orderId: orderId! });
      if (answer !== null) told.cancelled.add(orderId!);
    } else {
      const placed = (await call('POST', '/api/v3/order', {
        symbol: 'BTCUSDT',
        side: random() < 0.5 ? 'BUY' : 'SELL',
        type: 'LIMIT',
        timeInForce: 'GTC',
        price: (95_000 + Math.round((random() - 0.5) * 200)).toFixed(2),
        quantity: '0.001',
      })) as Placed | null;
      if (placed === null) continue;
      mine.add(placed.orderId);
      if (placed.status === 'NEW') open.push(placed.orderId);
    }
  }
  caller.close();
}

/** The body of a 200; null for anything else, which is noted. */
async function signedCall(
  caller: Caller,
  trader: Trader,
  told: Told,
  { method, path, params }: { method: string; path: string; params: Record<string, string | number> },
): Promise<unknown> {
  try {
    const before = told.heapMoments;
    const query = signedQuery(trader, params);
    const answer = await caller.ask(`${path}?${query}`, { method, headers: { 'x-mbx-apikey': trader.apiKey } });
    const wasStopped = told.heapMoments !== before || before % 2 === 1;
    (wasStopped ? told.stopped : told.latencies).push(answer.milliseconds);
    if (answer.status === 200) return JSON.parse(answer.text);
    // An order that was filled meanwhile cannot be cancelled: a true answer.
    if (method === 'DELETE' && answer.text.includes('-2011')) return null;
    const known = told.refusals.get(answer.status) ?? { count: 0, example: answer.text.slice(0, 200) };
    known.count += 1;
    told.refusals.set(answer.status, known);
  } catch {
    told.lost += 1;
  }
  return null;
}

/**
 * How long orders wait while pages are asked for. The orders are sent from a thread of their own at fixed times, fifty a second, and
 * each wait is counted from the time at which its order was due: one that waits long does not hide that the next was late as well.
 */
import { request, Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { signedQuery, type Trader } from '../../test/trader.ts';

const EVERY_MS = 20;

export interface OrderWait {
  readonly orders: number;
  /** Orders that were not taken. */
  readonly refused: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly mostMs: number;
}

interface Job {
  readonly url: string;
  readonly trader: Trader;
  readonly seconds: number;
}

/** Sends market orders of one trader, buys and sells in turn, for the time that the job says. */
export function measureOrderWait(job: Job): Promise<OrderWait> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: job });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

async function sendOrders({ url, trader, seconds }: Job): Promise<OrderWait> {
  const agent = new Agent({ keepAlive: true });
  const waits: number[] = [];
  let refused = 0;
  const begun = performance.now();
  const count = (seconds * 1_000) / EVERY_MS;
  const sent: Promise<void>[] = [];
  for (let index = 0; index < count; index++) {
    const due = begun + index * EVERY_MS;
    if (performance.now() < due) await sleep(due - performance.now());
    sent.push(
      send(url, trader, index % 2 === 0 ? 'BUY' : 'SELL', agent).then((status) => {
        waits.push(performance.now() - due);
        if (status !== 200) refused++;
      }),
    );
  }
  await Promise.all(sent);
  agent.destroy();
  const sorted = waits.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
  return { orders: sorted.length, refused, p50Ms: at(0.5), p99Ms: at(0.99), mostMs: sorted.at(-1)! };
}

function send(url: string, trader: Trader, side: 'BUY' | 'SELL', agent: Agent): Promise<number> {
  const parameters = { symbol: 'BTCUSDT', side, type: 'MARKET', quantity: '0.001', recvWindow: 60_000 };
  return new Promise((resolve, reject) => {
    const sending = request(`${url}/api/v3/order`, {
      agent,
      method: 'POST',
      headers: { 'x-mbx-apikey': trader.apiKey, 'content-type': 'application/x-www-form-urlencoded' },
    });
    sending.on('error', reject);
    sending.on('response', (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
      answer.on('error', reject);
    });
    sending.end(signedQuery(trader, parameters));
  });
}

if (!isMainThread) parentPort!.postMessage(await sendOrders(workerData as Job));

/**
 * How long an exchange that was killed takes from its start to the first order that it accepts, with so many commands behind its last
 * snapshot, half of them in spot and half in perpetuals, and with none. Its rows are level when the tail is made, but for its last second
 * of trading, as after a kill under load.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../test/free-port.ts';
import { type ServerProcess, startServerProcess } from '../../test/server-process.ts';
import { createTrader, signedQuery, type Trader } from '../../test/trader.ts';
import type { Growth } from './exponent.ts';
import { median } from './exponent.ts';
import { processorMs } from './figures.ts';
import { fundFutures, trade } from './journal-tail.ts';

const SIZES = [20_000, 60_000, 200_000];
/** What the largest tail may take more than none, in milliseconds. */
const LIMIT_MS = 2_000;
const ROUNDS = process.argv.includes('--quick') ? 1 : 3;
const TRADERS = 8;
/** What one second of trading leaves unwritten of the rows. */
const NOT_YET_ROWS = 2_000;
const SEGMENT_BYTES = 32 * 1024 * 1024;
const ACCEPTED_WITHIN_MS = 120_000;
const ASK_EVERY_MS = 10;

interface Start {
  /** Milliseconds from the start of the process to the answer of its first order. */
  readonly toOrder: number;
  /** Processor time of the process until it was ready for pages too, in milliseconds. */
  readonly cpu: number;
}

interface Place {
  readonly directory: string;
  readonly traders: readonly Trader[];
}

/** By commands of the tail, in milliseconds; medians. */
export async function recoveryGrowth(): Promise<Growth[]> {
  const directory = mkdtempSync(join(tmpdir(), 'agio-bench-recovery-'));
  try {
    const place = await openExchange(directory);
    const none = await startsOf(place);
    const starts: Start[] = [];
    let made = 0;
    for (const size of SIZES) {
      await extendTail(place, size - made);
      made = size;
      starts.push(await startsOf(place));
    }
    const rows = (of: keyof Start): Growth['points'] => SIZES.map((size, at) => [size, starts[at]![of] - none[of]]);
    const shares = SIZES.map((size) => (LIMIT_MS * size) / SIZES.at(-1)!);
    return [
      {
        what: `the first order after a kill with so many commands to replay, later than with none (${none.toOrder.toFixed(0)} ms after the start)`,
        unit: 'ms',
        points: rows('toOrder'),
        beside: { what: 'the limit', costs: shares },
      },
      { what: 'the processor time of the start, more than with none', unit: 'ms', points: rows('cpu') },
    ];
  } finally {
    // The database of a killed exchange lives on until the next start: one that is stopped ends it.
    await start(directory, await freePort()).then((last) => last.kill('SIGTERM'));
    rmSync(directory, { recursive: true, force: true });
  }
}

/** An exchange with traders that was stopped cleanly: its last snapshot has all of them. */
async function openExchange(directory: string): Promise<Place> {
  const server = await start(directory, await freePort());
  const traders: Trader[] = [];
  for (let at = 0; at < TRADERS; at += 1) traders.push(await createTrader(server, `tail${at}`));
  await server.kill('SIGTERM');
  await fundFutures(
    journalOf(directory),
    SEGMENT_BYTES,
    traders.map(({ uid }) => uid),
  );
  const again = await start(directory, await freePort());
  await again.kill('SIGTERM');
  return { directory, traders };
}

/** Makes the tail so much longer; the rows of all but its end are written. */
async function extendTail({ directory, traders }: Place, count: number): Promise<void> {
  const uids = traders.map(({ uid }) => uid);
  await trade(journalOf(directory), SEGMENT_BYTES, uids, count - NOT_YET_ROWS);
  const server = await start(directory, await freePort());
  await server.kill('SIGKILL');
  await trade(journalOf(directory), SEGMENT_BYTES, uids, NOT_YET_ROWS);
}

const journalOf = (directory: string): string => join(directory, 'journal');

const start = (directory: string, port: number): Promise<ServerProcess> =>
  startServerProcess({
    directory,
    databaseUrl: '',
    port,
    environment: { SEGMENT_BYTES: String(SEGMENT_BYTES), SNAPSHOT_EVERY: '100000000', LOG_LEVEL: 'error' },
  });

/** Starts it and kills it, several times. */
async function startsOf(place: Place): Promise<Start> {
  const starts: Start[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const port = await freePort();
    const began = performance.now();
    const starting = start(place.directory, port);
    starting.catch(() => {});
    try {
      await untilAccepted(port, place.traders[0]!);
      const toOrder = performance.now() - began;
      starts.push({ toOrder, cpu: processorMs((await starting).child.pid!) });
    } finally {
      await (await starting).kill('SIGKILL');
    }
  }
  return { toOrder: median(starts.map((one) => one.toOrder)), cpu: median(starts.map((one) => one.cpu)) };
}

/** Sends an order again and again until one is accepted. */
async function untilAccepted(port: number, trader: Trader): Promise<void> {
  const began = performance.now();
  while (performance.now() - began < ACCEPTED_WITHIN_MS) {
    const order = {
      symbol: 'BTCUSDT',
      side: 'BUY',
      type: 'LIMIT',
      timeInForce: 'GTC',
      price: '90000.00',
      quantity: '0.001',
    };
    const answer = await fetch(`http://127.0.0.1:${port}/api/v3/order?${signedQuery(trader, order)}`, {
      method: 'POST',
      headers: { 'x-mbx-apikey': trader.apiKey },
    }).catch(() => null);
    if (answer?.status === 200) return;
    if (answer && answer.status < 500) throw new Error(`the order was refused: ${await answer.text()}`);
    await sleep(ASK_EVERY_MS);
  }
  throw new Error(`no order was accepted within ${ACCEPTED_WITHIN_MS} ms`);
}

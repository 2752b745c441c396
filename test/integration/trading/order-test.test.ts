/** order/test refuses what the core refuses, whatever stands in the way of a market's new orders (trading A8). */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MarketParameters } from '@agio/core';
import { startEngine } from '../../../server/engine/start-engine.ts';
import { MARKETS, parametersOf } from '../../../server/modules/markets/seed.ts';
import { bootExchange, type TestExchange, type TestUser } from '../../exchange.ts';

const HOUR_MS = 3_600_000;
/** A market for each state: it trades in the first, and is brought into the others. */
const STATES = {
  TRADING: 'BTCUSDT',
  PRE_OPEN: 'ETHUSDT',
  'a protected start': 'SOLUSDT',
  HALTED: 'XRPUSDT',
  POST_ONLY: 'DOGEUSDT',
  MAINTENANCE: 'BNBUSDT',
  DELISTED: 'ADAUSDT',
} as const;

const directory = mkdtempSync(join(tmpdir(), 'agio-order-test-'));
let exchange: TestExchange;
let trader: TestUser;

const seedOf = (symbol: string): (typeof MARKETS)[number] =>
  MARKETS.find(({ base, quote }) => base + quote === symbol)!;

/** Markets that open in an hour and in a moment. Nobody can make such ones while the exchange runs, so its journal begins with them. */
async function writeFirstMarkets(): Promise<void> {
  const fail = (error: unknown): void => {
    throw error as Error;
  };
  const journal = join(directory, 'journal');
  mkdirSync(journal);
  const engine = await startEngine({
    directory: journal,
    segmentBytes: 1024 * 1024,
    snapshotEvery: 1_000_000,
    queueLimit: 100,
    onFailure: fail,
    noteFailure: (_part, error) => fail(error),
  });
  await engine.submit({ kind: 'CreateAsset', asset: 'USDT', scale: 8 });
  const opening = [
    [STATES.PRE_OPEN, { openTimeMs: Date.now() + HOUR_MS }],
    [STATES['a protected start'], { openTimeMs: Date.now() + 1_000, openProtectMs: HOUR_MS }],
  ] as const;
  for (const [symbol, times] of opening) {
    const { base, quote } = seedOf(symbol);
    const parameters: MarketParameters = { ...parametersOf(seedOf(symbol)), ...times };
    await engine.submit({ kind: 'CreateAsset', asset: base, scale: 8 });
    expect(await engine.submit({ kind: 'CreateMarket', symbol, base, quote, parameters })).toMatchObject({ ok: true });
  }
  await engine.close();
}

async function setStatus(symbol: string, ...statuses: string[]): Promise<void> {
  for (const status of statuses)
    expect(await exchange.operate('/operator/market/status', { symbol, status })).toMatchObject({ code: 0 });
}

const statusOf = async (symbol: string): Promise<string | undefined> => {
  const { data } = await exchange.call<{ pairs: { symbol: string; status: string }[] }>('GET', '/web/spot/pairs');
  return data.pairs.find((pair) => pair.symbol === symbol)?.status;
};

beforeAll(async () => {
  await writeFirstMarkets();
  exchange = await bootExchange({ directory });
  const coins = Object.values(STATES).map((symbol) => [seedOf(symbol).base, '1000000'] as const);
  trader = await exchange.createUser(Object.fromEntries([...coins, ['USDT', '1000000']]));
  await setStatus(STATES.HALTED, 'HALTED');
  await setStatus(STATES.POST_ONLY, 'HALTED', 'POST_ONLY');
  await setStatus(STATES.MAINTENANCE, 'MAINTENANCE');
  await setStatus(STATES.DELISTED, 'DELISTED');
});
afterAll(async () => {
  await exchange?.close();
  rmSync(directory, { recursive: true, force: true });
});

/** A sell at the market's opening price, worth some thousand; there is no buyer. */
function sell(symbol: string, more: Record<string, string>): Record<string, string> {
  const { openPrice } = seedOf(symbol);
  const quantity = String(Math.ceil(5_000 / Number(openPrice)));
  const isLimit = more['type']!.includes('LIMIT');
  return { symbol, side: 'SELL', quantity, ...(isLimit ? { price: openPrice } : {}), ...more };
}

const ORDERS = {
  'LIMIT GTC': { type: 'LIMIT', timeInForce: 'GTC' },
  'LIMIT IOC': { type: 'LIMIT', timeInForce: 'IOC' },
  'LIMIT FOK': { type: 'LIMIT', timeInForce: 'FOK' },
  LIMIT_MAKER: { type: 'LIMIT_MAKER' },
  MARKET: { type: 'MARKET' },
  STOP_LOSS: { type: 'STOP_LOSS', stopPrice: 'openPrice' },
  STOP_LOSS_LIMIT: { type: 'STOP_LOSS_LIMIT', timeInForce: 'GTC', stopPrice: 'openPrice' },
  TAKE_PROFIT: { type: 'TAKE_PROFIT', stopPrice: 'openPrice' },
  'a trailing stop before the first print': { type: 'STOP_LOSS', trailingDelta: '100' },
};

/** Which of them each state takes; the others are refused. */
const TAKEN: Record<keyof typeof STATES, readonly string[]> = {
  TRADING: Object.keys(ORDERS).slice(0, -1),
  PRE_OPEN: ['LIMIT_MAKER'],
  'a protected start': ['LIMIT GTC', 'LIMIT IOC', 'LIMIT FOK', 'LIMIT_MAKER'],
  HALTED: [],
  POST_ONLY: ['LIMIT_MAKER'],
  MAINTENANCE: [],
  DELISTED: [],
};
const STATE_NAMES = Object.keys(STATES) as (keyof typeof STATES)[];

test.each(STATE_NAMES)('A8 in %s every type of order is taken or refused alike by order and order/test', async (state) => {
  const symbol = STATES[state];
  if (state === 'a protected start') await expect.poll(() => statusOf(symbol)).toBe('TRADING');
  else expect(await statusOf(symbol)).toBe(state);
  const taken: string[] = [];
  for (const [name, order] of Object.entries(ORDERS)) {
    const stop = 'stopPrice' in order ? { stopPrice: seedOf(symbol).openPrice } : {};
    const params = sell(symbol, { ...order, ...stop });
    const tested = await exchange.signed(trader, 'POST', '/api/v3/order/test', params);
    const placed = await exchange.signed(trader, 'POST', '/api/v3/order', params);
    if (placed.status === 200) taken.push(name);
    expect([name, tested]).toEqual([name, placed.status === 200 ? { status: 200, body: {} } : placed]);
  }
  expect(taken).toEqual(TAKEN[state]);
}); // prettier-ignore

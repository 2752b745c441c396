/** What coins cost and what days earned, from the calls that a page makes; and the same rows when they are read from the journal again. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataOf } from '@agio/contracts/calls';
import type { FuturesTicker } from '@agio/contracts/http/futures-shapes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bootExchange, createDatabase, execute, type TestExchange, type TestUser } from '../../exchange.ts';
import { openTestStore } from '../../open-store.ts';

type Costs = DataOf<'GET /web/account/coin-costs'>;
type Days = DataOf<'GET /web/account/pnl/days'>;

const directory = mkdtempSync(join(tmpdir(), 'agio-portfolio-'));
let databaseUrl: string;
let exchange: TestExchange;
let user: TestUser;
let other: TestUser;
let keys = 0;

const boot = () => bootExchange({ directory, databaseUrl, environment: { INDEX_SOURCES: 'demo' } });

beforeAll(async () => {
  databaseUrl = await createDatabase();
  exchange = await boot();
  other = await exchange.createUser({ USDT: '500000', BTC: '2' });
  user = await exchange.createUser({ USDT: '100000' });
});
afterAll(async () => {
  await exchange?.close();
  rmSync(directory, { recursive: true, force: true });
});

const get = async <Data>(path: string, who = user): Promise<Data> => {
  const answer = await exchange.call<Data>('GET', path, undefined, { token: who.token });
  expect(answer).toMatchObject({ code: 0 });
  return answer.data;
};
const post = async (path: string, body: object, who = user): Promise<void> => {
  const headers = { 'idempotency-key': `key-${(keys += 1)}` };
  expect(await exchange.call('POST', path, body, { token: who.token, headers })).toMatchObject({ code: 0 });
};
const trade = async (price: string, quantity: string, side: 'BUY' | 'SELL'): Promise<void> => {
  const order = { symbol: 'BTCUSDT', type: 'LIMIT', price, quantity };
  await post('/web/spot/order/place', { ...order, side: side === 'BUY' ? 'SELL' : 'BUY' }, other);
  await post('/web/spot/order/place', { ...order, side });
};
const costs = () => get<Costs>('/web/account/coin-costs');
const dayText = (daysAgo = 0): string => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
const days = (from = dayText(1), to = dayText()) => get<Days>(`/web/account/pnl/days?from=${from}&to=${to}`);
const newest = async () => (await days()).days.at(-1)!;

const markPrice = async (): Promise<number> => {
  const { tickers } = await get<{ tickers: FuturesTicker[] }>('/futures/market/tickers/aggregate');
  return Number(tickers.find(({ symbol }) => symbol === 'BTCUSDT')?.markPrice ?? 0);
};

test('a coin costs the weighted average of its buys, with the fees that were taken out of it', async () => {
  expect(await costs()).toEqual({ items: [] });
  await trade('90000', '0.1', 'BUY');
  // 0.1 % stayed with the house: 0.0999 BTC cost 9,000 USDT.
  expect(await costs()).toEqual({ items: [{ asset: 'BTC', quantity: '0.0999', unknown: '0', cost: '9000' }] });
  await trade('91000', '0.1', 'BUY');
  await trade('92000', '0.0999', 'SELL');
  expect(await costs()).toEqual({ items: [{ asset: 'BTC', quantity: '0.0999', unknown: '0', cost: '9050' }] });
});

test('coins that come back from the futures wallet cost the price of that moment', async () => {
  const move = { asset: 'BTC', amount: '0.0499' };
  await post('/web/account/transfer', { ...move, from: 'SPOT', to: 'FUTURES' });
  expect((await costs()).items[0]).toMatchObject({ quantity: '0.05', cost: '4529.52952953' });
  await post('/web/account/transfer', { ...move, from: 'FUTURES', to: 'SPOT' });
  // The last trade was at 92,000.
  expect((await costs()).items[0]).toMatchObject({ quantity: '0.0999', cost: '9120.32952953' });
});

test('a deposit before any price has a cost that nobody knows', async () => {
  const { items } = await get<Costs>('/web/account/coin-costs', other);
  expect(items[0]).toMatchObject({ asset: 'BTC' });
  expect(Number(items[0]!.unknown)).toBeGreaterThan(1);
  const { days: known } = await get<Days>(`/web/account/pnl/days?from=${dayText(1)}&to=${dayText()}`, other);
  expect(known.at(-1)).toMatchObject({ moved: null, pnl: null });
});

test('the day earns the equity less what was deposited, and moves between wallets change nothing', async () => {
  const day = await newest();
  expect(day).toMatchObject({ day: dayText(), moved: '100000' });
  // 18,100 were paid for 0.1998 BTC; half of them was sold for 9,190.8 less 0.1 %, the other half is worth as much.
  expect(day.equity).toBe('100272.4092');
  expect(day.pnl).toBe('272.4092');
  await post('/web/account/transfer', { asset: 'USDT', amount: '20000', from: 'SPOT', to: 'FUTURES' });
  expect(await newest()).toMatchObject({ equity: day.equity, pnl: day.pnl, futures: { pnl: '0' } });
  expect((await days()).days[0]).toMatchObject({ equity: null, pnl: null });
});

test('what a contract paid is the day’s, as the statement of the wallet has it', async () => {
  await post('/web/account/transfer', { asset: 'USDT', amount: '100000', from: 'SPOT', to: 'FUTURES' }, other);
  await expect.poll(markPrice, { timeout: 20_000 }).toBeGreaterThan(0);
  const mark = await markPrice();
  const order = { symbol: 'BTCUSDT', type: 'LIMIT', quantity: '0.1', price: String(Math.round(mark)) };
  await post('/futures/order/place', { ...order, side: 'SELL' }, other);
  await post('/futures/order/place', { ...order, side: 'BUY' });
  const { futures, pnl, equity, moved } = await newest();
  expect(Number(futures.fees)).toBeLessThan(0);
  const statement = await get<{ sum: string }>('/futures/account/statement?asset=USDT&type=FEE');
  expect(futures).toMatchObject({ pnl: statement.sum, fees: statement.sum, realised: '0' });
  expect(Number(pnl)).toBeCloseTo(Number(equity) - Number(moved), 8);
  const asked = await exchange.call('GET', '/web/account/pnl/days?from=2026-01-02&to=2026-01-01', undefined, user);
  expect(asked.code).not.toBe(0);
});

test('read from the journal again, the rows are the same', async () => {
  const tables = ['costs', 'spot_days', 'futures_days', 'position_days', 'moves', 'markets', 'assets'];
  const rows = async (): Promise<unknown> => {
    const store = await openTestStore(databaseUrl);
    const found = await Promise.all(
      tables.map((table) =>
        store.db
          .selectFrom(`portfolio_${table}` as 'portfolio_costs')
          .selectAll()
          .execute(),
      ),
    );
    await store.close();
    return found.map((table) => table.map((row) => JSON.stringify(row)).sort());
  };
  await exchange.close();
  const before = await rows();
  for (const table of tables) await execute(databaseUrl, `truncate portfolio_${table}`, []);
  await execute(databaseUrl, 'update projection_position set seq = 0', []);
  exchange = await boot();
  await exchange.close();
  expect(await rows()).toEqual(before);
  exchange = await boot();
});

test('what a database held before this was recorded is coins of unknown cost, and the days begin with it', async () => {
  const { equity } = await newest();
  await exchange.close();
  for (const table of ['costs', 'spot_days', 'futures_days', 'position_days', 'moves', 'markets', 'assets'])
    await execute(databaseUrl, `truncate portfolio_${table}`, []);
  await execute(databaseUrl, 'update portfolio_opening set is_opened = false', []);
  exchange = await boot();
  expect(await costs()).toEqual({ items: [{ asset: 'BTC', quantity: '0.0999', unknown: '0.0999', cost: '0' }] });
  const day = await newest();
  expect(day).toMatchObject({ pnl: null });
  // The mark moves meanwhile.
  expect(Math.abs(Number(day.equity) - Number(equity))).toBeLessThan(200);
  const { futures } = day;
  expect(Number(futures.fees)).toBeLessThan(0);
});

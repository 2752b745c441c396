/** The histories of orders and fills, filtered by market, side and time. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FuturesTicker } from '@agio/contracts/http/futures-shapes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PAGED_ROWS } from '@agio/contracts/types';
import { bootExchange, execute, type TestExchange, type TestUser } from '../../exchange.ts';

interface Row {
  readonly side: string;
  readonly symbol: string;
  readonly time?: number;
  readonly createdAt?: number;
  readonly updatedAt?: number;
}
interface Page {
  readonly items: readonly Row[];
  readonly total: number;
}

let exchange: TestExchange;
let user: TestUser;
let other: TestUser;
let keys = 0;
const post = async (path: string, body: object, who = user): Promise<void> => {
  const headers = { 'idempotency-key': `key-${(keys += 1)}` };
  expect(await exchange.call('POST', path, body, { token: who.token, headers })).toMatchObject({ code: 0 });
};
const list = async (path: string, query: Record<string, string | number>): Promise<Page> => {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, `${value}`]));
  const answer = await exchange.call<Page>('GET', `${path}?${search}`, undefined, { token: user.token });
  expect(answer).toMatchObject({ code: 0 });
  return answer.data;
};

async function markPrice(): Promise<string> {
  for (let tries = 0; tries < 200; tries += 1) {
    const { data } = await exchange.call<{ tickers: FuturesTicker[] }>('GET', '/futures/market/tickers/aggregate');
    const price = data.tickers.find(({ symbol }) => symbol === 'BTCUSDT')?.markPrice ?? '0';
    if (price !== '0') return Number(price).toFixed(1);
    await sleep(100);
  }
  throw new Error('there is no mark price');
}

async function lastPrice(symbol: string): Promise<string> {
  const { data } = await exchange.call<{ tickers: FuturesTicker[] }>('GET', '/web/spot/tickers');
  return data.tickers.find((one) => one.symbol === symbol)!.lastPrice;
}

beforeAll(async () => {
  exchange = await bootExchange({ environment: { INDEX_SOURCES: 'demo' } });
  user = await exchange.createUser({ USDT: '50000', BTC: '1', ETH: '5' });
  other = await exchange.createUser({ USDT: '50000', BTC: '1', ETH: '5' });
  for (const who of [user, other])
    await post('/web/account/transfer', { asset: 'USDT', from: 'SPOT', to: 'FUTURES', amount: '20000' }, who);
  const price = await markPrice();
  const markets = [
    ['/web/spot', 'BTCUSDT', await lastPrice('BTCUSDT'), '0.01'],
    ['/web/spot', 'ETHUSDT', await lastPrice('ETHUSDT'), '0.1'],
    ['/futures', 'BTCUSDT', price, '0.01'],
  ] as const;
  for (const [path, symbol, at, quantity] of markets)
    for (const side of ['BUY', 'SELL', 'SELL'] as const) {
      const order = { symbol, type: 'LIMIT', price: at, quantity };
      await post(`${path}/order/place`, { ...order, side: side === 'BUY' ? 'SELL' : 'BUY' }, other);
      await post(`${path}/order/place`, { ...order, side });
      // Every order has a moment of its own.
      await sleep(5);
    }
  for (const side of ['BUY', 'SELL', 'SELL'] as const) {
    const triggerPrice = (Number(price) * (side === 'BUY' ? 1.5 : 0.5)).toFixed(1);
    const stop = { symbol: 'BTCUSDT', side, type: 'STOP', triggerPrice, quantity: '0.01' };
    await post('/futures/stop-order/place', stop);
    await sleep(5);
  }
  await post('/futures/order/cancel-all', {});
});
afterAll(() => exchange?.close());

test.each([
  ['/web/spot/order/history', 6],
  ['/web/spot/order/fills', 6],
  ['/futures/order/history', 3],
  ['/futures/order/fills', 3],
  ['/futures/stop-order/history', 3],
])('A4 %s finds what its filters name and nothing else', async (path, count) => {
  const all = (await list(path, { pageSize: 100 })).items;
  expect(all).toHaveLength(count);
  const timeOf = (row: Row) => row.time ?? row.createdAt ?? 0;
  const same = async (query: Record<string, string | number>, keep: (row: Row) => boolean) => {
    const kept = all.filter(keep);
    expect(await list(path, { ...query, pageSize: 100 }), JSON.stringify(query)).toEqual({
      items: kept,
      total: kept.length,
    });
  };
  await same({ side: 'SELL' }, ({ side }) => side === 'SELL');
  await same({ symbol: 'BTCUSDT', side: 'BUY' }, ({ symbol, side }) => symbol === 'BTCUSDT' && side === 'BUY');
  const middle = timeOf(all[1]!);
  await same({ from: middle }, (row) => timeOf(row) >= middle);
  await same({ to: middle }, (row) => timeOf(row) <= middle);
  await same({ from: middle, to: middle, side: 'SELL' }, (row) => timeOf(row) === middle && row.side === 'SELL');
});

test('A4 closed positions and funding are found by their days', async () => {
  const path = '/futures/position/history';
  // The mark is that of now, and moves from call to call.
  const found = async (query: Record<string, string | number>) =>
    (await list(path, query)).items.map((position) => ({ ...position, markPrice: undefined }));
  const all = await found({ pageSize: 100 });
  expect(all).toHaveLength(1);
  const closedAt = all[0]!.updatedAt!;
  expect(await found({ from: closedAt, to: closedAt })).toEqual(all);
  const { direction } = all[0] as { direction?: string };
  for (const wanted of ['LONG', 'SHORT'])
    expect(await found({ direction: wanted })).toEqual(wanted === direction ? all : []);
  expect(await list(path, { from: closedAt + 1 })).toEqual({ items: [], total: 0 });
  expect(await list(path, { to: closedAt - 1 })).toEqual({ items: [], total: 0 });
  expect(await list('/futures/account/funding', { from: 0, to: closedAt })).toEqual({ items: [], total: 0 });
});

test('the history of the insurance fund ends with what it holds', async () => {
  const days = async () => {
    const answer = await exchange.call<{ items: { day: string; balance: string }[] }>(
      'GET',
      '/futures/market/insurance-fund/days',
    );
    return answer.data.items;
  };
  const funding = { pool: 'INSURANCE', asset: 'USDT', amount: '12.5' };
  expect(await exchange.operate('/operator/pool/fund', funding)).toMatchObject({ code: 0 });
  const fund = await exchange.call<{ balance: string }>('GET', '/futures/market/insurance-fund');
  expect(Number(fund.data.balance)).toBeGreaterThanOrEqual(12.5);
  const last = { day: new Date().toISOString().slice(0, 10), balance: fund.data.balance };
  await expect.poll(async () => (await days()).at(-1)).toEqual(last);
});

test.each([
  ['/web/spot/order/history', 'spot_orders', 'order_id'],
  ['/web/spot/order/fills', 'spot_fills', 'trade_id'],
  ['/futures/order/history', 'futures_orders', 'order_id'],
  ['/futures/order/fills', 'futures_fills', 'trade_id'],
  ['/futures/stop-order/history', 'futures_stop_orders', 'stop_order_id'],
  ['/futures/account/statement', 'futures_entries', 'seq'],
])('FLT-16 %s counts and skips no further than its last page, however long the history is', async (path, table, id) => {
  await execute(
    exchange.exchange.config.databaseUrl,
    `insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(o) || jsonb_build_object('${id}', 1000000000 + n))).*
     from (select * from ${table} where uid = ${user.uid} limit 1) as o, generate_series(1, ${PAGED_ROWS + 50}) as n`,
    [],
  );
  const ofPage = (page: number): Promise<Page> => list(path, { page, pageSize: 100 });
  expect(await ofPage(1)).toMatchObject({ total: PAGED_ROWS, items: { length: 100 } });
  expect((await ofPage(PAGED_ROWS / 100)).items).toHaveLength(100);
  expect(await ofPage(PAGED_ROWS / 100 + 1)).toMatchObject({ total: PAGED_ROWS, items: [] });
  // The last row stands in the middle of this page.
  expect((await list(path, { page: 145, pageSize: 69 })).items).toHaveLength(64);
});

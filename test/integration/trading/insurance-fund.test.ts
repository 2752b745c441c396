/** Each payment of the insurance fund over a whole exchange, with a liquidation that pays a fee and leaves a rest to be taken over. */
import type { DataOf } from '@agio/contracts/calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import pg from 'pg';
import { joinSources } from '../../../server/external/index.ts';
import { migrate } from '../../../server/store/migrate.ts';
import { bootExchange, createDatabase, execute, type TestExchange, type TestUser } from '../../exchange.ts';
import { openTestStore } from '../../open-store.ts';
import { until } from '../../until.ts';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Movements = DataOf<'GET /futures/market/insurance-fund/movements'>;
type Days = DataOf<'GET /futures/market/insurance-fund/days'>;

const SYMBOL = 'SOLUSDT';
const directory = mkdtempSync(join(tmpdir(), 'agio-fund-'));
let databaseUrl: string;
let exchange: TestExchange;
/** One price, told by three sources: a far move of one alone would not be believed (trading B8). */
let index = 100;
const source = (name: string) => ({
  name,
  weight: 1,
  latest: (symbol: string) =>
    symbol === SYMBOL ? { price: Math.round(index * 100_000_000), timeMs: Date.now() } : null,
  stop() {},
});
const boot = (): Promise<TestExchange> =>
  bootExchange({ directory, databaseUrl, prices: joinSources(['one', 'two', 'three'].map(source)) });
beforeAll(async () => {
  databaseUrl = await createDatabase();
  exchange = await boot();
});
afterAll(async () => {
  await exchange?.close();
  rmSync(directory, { recursive: true, force: true });
});

const get = async <Data>(path: string): Promise<Data> => {
  const answer = await exchange.call<Data>('GET', path);
  expect(answer).toMatchObject({ code: 0 });
  return answer.data;
};
const movements = (query = ''): Promise<Movements> =>
  get(`/futures/market/insurance-fund/movements?pageSize=100${query}`);
const units = (text: string): bigint => BigInt(Math.round(Number(text) * 1e8));

let keys = 0;
async function done(user: TestUser, path: string, body: object): Promise<void> {
  const headers = { 'idempotency-key': `fund-${(keys += 1)}` };
  expect(await exchange.call('POST', path, body, { token: user.token, headers })).toMatchObject({ code: 0 });
}

async function trader(amount: string): Promise<TestUser> {
  const user = await exchange.createUser({ USDT: amount });
  await done(user, '/web/account/transfer', { asset: 'USDT', from: 'SPOT', to: 'FUTURES', amount });
  return user;
}

const markPrice = async (): Promise<number> => {
  const { tickers } = await get<DataOf<'GET /futures/market/tickers/aggregate'>>('/futures/market/tickers/aggregate');
  return Number(tickers.find(({ symbol }) => symbol === SYMBOL)!.markPrice);
};

test('trading B13 a liquidation pays its fee into the fund, and all payments of a day add up to the change of its balance', async () => {
  expect(
    await exchange.operate('/operator/pool/fund', { pool: 'INSURANCE', asset: 'USDT', amount: '5000' }),
  ).toMatchObject({
    code: 0,
  });
  const [weak, strong] = [await trader('2000'), await trader('200000')];
  await until(async () => (await markPrice()) > 0);
  await done(weak, '/futures/account/margin-mode', { symbol: SYMBOL, marginMode: 'ISOLATED' });
  const mark = await markPrice();
  const order = { symbol: SYMBOL, type: 'LIMIT' };
  const quantity = (20_000 / mark).toFixed(0);
  await done(strong, '/futures/order/place', { ...order, side: 'SELL', price: mark.toFixed(2), quantity });
  await done(weak, '/futures/order/place', { ...order, side: 'BUY', price: mark.toFixed(2), quantity });
  // What the liquidation's order finds in the book: a part alone, so that the rest is taken over.
  await done(strong, '/futures/order/place', { ...order, side: 'BUY', price: (mark * 0.97).toFixed(2), quantity: '3' });
  // Between the line of the liquidation and the bankruptcy price, below which no order is sent.
  const { data } = await exchange.call<DataOf<'GET /futures/position/list'>>(
    'GET',
    '/futures/position/list',
    undefined,
    {
      token: weak.token,
    },
  );
  index = Number(data.positions[0]!.liquidationPrice) * 0.999;
  await until(async () => (await movements()).items.some(({ kind }) => kind === 'LIQUIDATION_FEE'));
  // Somebody buys near the mark: there the takeover inventory is sold.
  await until(async () => {
    const now = await markPrice();
    await done(strong, '/futures/order/place', { ...order, side: 'BUY', price: now.toFixed(2), quantity: '5' });
    return (await movements()).items.some(({ kind }) => kind === 'TAKEOVER');
  });
  await exchange.close();
  exchange = await boot();
  const { items, total, since, asset } = await movements();
  expect([total, since, asset]).toEqual([items.length, null, 'USDT']);
  const kinds = items.map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['OPERATOR', 'LIQUIDATION_FEE', 'TAKEOVER']));
  for (const item of items) expect(item.symbol).toBe(item.kind === 'OPERATOR' || item.kind === 'DEBT' ? null : SYMBOL);
  // Each one begins where the one before ended.
  for (const [at, { amount, balance }] of items.entries())
    expect(units(balance) - units(amount)).toBe(units(items[at + 1]?.balance ?? '0'));
  const days = await get<Days>('/futures/market/insurance-fund/days');
  for (const [at, { day, balance }] of days.items.entries()) {
    const ofDay = (await movements(`&day=${day}`)).items;
    const sum = ofDay.reduce((all, { amount }) => all + units(amount), 0n);
    expect(sum, day).toBe(units(balance) - units(days.items[at - 1]?.balance ?? days.opening!));
  }
  expect((await movements('&day=2020-01-01')).total).toBe(0);
});

test('read from the journal again, the payments are the same', async () => {
  const rows = async (): Promise<unknown> => {
    const store = await openTestStore(databaseUrl);
    const found = await store.db.selectFrom('futures_fund_movements').selectAll().orderBy('seq').execute();
    await store.close();
    return found;
  };
  await exchange.close();
  const before = await rows();
  await execute(databaseUrl, 'truncate futures_fund_movements, futures_fund_days', []);
  await execute(databaseUrl, 'update futures_fund set balance = 0', []);
  await execute(databaseUrl, 'update projection_position set seq = 0', []);
  exchange = await boot();
  await exchange.close();
  expect(await rows()).toEqual(before);
  exchange = await boot();
});

test('where payments are kept from a later release on, the first receipt tells what the fund began its first day with', async () => {
  const before = await get<Days>('/futures/market/insurance-fund/days');
  // Of an earlier release there are the days and the receipts, and no payment yet.
  const now = Date.now();
  await execute(databaseUrl, 'truncate futures_fund_movements', []);
  await execute(databaseUrl, `update futures_fund set movements_from_ms = ${now}`, []);
  expect(await movements()).toMatchObject({ items: [], total: 0, since: now });
  // The operator's capital came before the first liquidation and has no receipt.
  expect(before.opening).toBe('0');
  const days = await get<Days>('/futures/market/insurance-fund/days');
  expect(days.items).toEqual(before.items);
  expect(Number(days.opening)).toBe(5_000);

  await exchange.operate('/operator/pool/fund', { pool: 'INSURANCE', asset: 'USDT', amount: '7' });
  await until(async () => (await movements()).total === 1);
  const { items, since } = await movements();
  expect(since).toBe(now);
  expect(items).toMatchObject([{ kind: 'OPERATOR', amount: '7' }]);
  expect((await get<Days>('/futures/market/insurance-fund/days')).opening).toBe(days.opening);
});

test('a database of an earlier release keeps payments from its update on, a new one keeps all', async () => {
  const NEWER = '0075_insurance_fund_movements.sql';
  const older = readdirSync(join(import.meta.dirname, '../../../server/store/migrations')).filter(
    (name) => name.endsWith('.sql') && name < NEWER,
  );
  const fromOf = async (seq: number): Promise<number | null> => {
    const pool = new pg.Pool({ connectionString: await createDatabase({ isEmpty: true }), max: 2 });
    await migrate(pool, older);
    await pool.query('update projection_position set seq = $1', [seq]);
    await migrate(pool);
    const { rows } = await pool.query<{ movements_from_ms: number | null }>(
      'select movements_from_ms from futures_fund',
    );
    await pool.end();
    return rows[0]!.movements_from_ms;
  };
  const before = Date.now() - 1;
  expect(await fromOf(7)).toBeGreaterThanOrEqual(before);
  expect(await fromOf(0)).toBeNull();
});

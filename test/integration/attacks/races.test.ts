/** Calls that race for the same money or the same once-only thing, over HTTP: ATK-2 of docs/reliability.md. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bootExchange, createDatabase, type TestExchange, type TestUser } from '../../exchange.ts';

const TIMES = 20;
let exchange: TestExchange;
let databaseUrl: string;
beforeAll(async () => {
  databaseUrl = await createDatabase();
  exchange = await bootExchange({ databaseUrl });
});
afterAll(() => exchange?.close());

interface Answer {
  readonly status: number;
  readonly body: { readonly code?: number; readonly orderId?: number; readonly status?: string };
}
type Params = Record<string, string | number>;

/** The same call TIMES times at once, each on its own connection. */
const race = (user: TestUser, method: string, path: string, params: (n: number) => Params): Promise<Answer[]> =>
  Promise.all(Array.from({ length: TIMES }, (_, n) => exchange.signed<Answer['body']>(user, method, path, params(n))));

const won = (answers: readonly Answer[]): Answer[] => answers.filter(({ status }) => status === 200);

interface Balance {
  readonly asset: string;
  readonly free: string;
  readonly locked: string;
}
async function balance(user: TestUser, asset: string): Promise<readonly [free: number, locked: number]> {
  const { body } = await exchange.signed<{ balances: Balance[] }>(user, 'GET', '/api/v3/account');
  const found = body.balances.find((one) => one.asset === asset);
  return [Number(found?.free ?? 0), Number(found?.locked ?? 0)];
}

const LIMIT_BUY = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', price: '50000' };

test('ATK-2 of twenty transfers of all there is one is done', async () => {
  const user = await exchange.createUser({ USDT: '100' });
  const answers = await race(user, 'POST', '/sapi/v1/asset/transfer', () => ({
    type: 'MAIN_UMFUTURE',
    asset: 'USDT',
    amount: 100,
  }));
  expect(won(answers)).toHaveLength(1);
  expect(await balance(user, 'USDT')).toEqual([0, 0]);
});

test('ATK-2 of twenty orders that each lock all there is one is taken', async () => {
  const user = await exchange.createUser({ USDT: '1000' });
  const answers = await race(user, 'POST', '/api/v3/order', () => ({ ...LIMIT_BUY, quantity: '0.0199' }));
  expect(won(answers)).toHaveLength(1);
  const [free, locked] = await balance(user, 'USDT');
  expect(free).toBeGreaterThanOrEqual(0);
  expect(free + locked).toBe(1_000);
});

test('ATK-2 one client order id names one order, however many ask for it at once', async () => {
  const user = await exchange.createUser({ USDT: '100000' });
  const answers = await race(user, 'POST', '/api/v3/order', () => ({
    ...LIMIT_BUY,
    quantity: '0.001',
    newClientOrderId: 'the-same',
  }));
  expect(won(answers)).toHaveLength(1);
  const { body } = await exchange.signed<unknown[]>(user, 'GET', '/api/v3/openOrders', { symbol: 'BTCUSDT' });
  expect(body).toHaveLength(1);
});

test('ATK-2 twenty cancels of an order give back once what it locked', async () => {
  const user = await exchange.createUser({ USDT: '1000' });
  const { body } = await exchange.signed<Answer['body']>(user, 'POST', '/api/v3/order', {
    ...LIMIT_BUY,
    quantity: '0.01',
  });
  const answers = await race(user, 'DELETE', '/api/v3/order', () => ({ symbol: 'BTCUSDT', orderId: body.orderId! }));
  expect(won(answers)).toHaveLength(1);
  expect(await balance(user, 'USDT')).toEqual([1_000, 0]);
});

/** Another market, in which orders left by earlier tests cannot trade. */
const OF_ETHER = { symbol: 'ETHUSDT', type: 'LIMIT', timeInForce: 'GTC', price: '4000' };

test('ATK-2 an order that is cancelled while others fill it is filled or given back, and never both', async () => {
  const seller = await exchange.createUser({ ETH: '1' });
  const buyer = await exchange.createUser({ USDT: '100000' });
  const { body } = await exchange.signed<Answer['body']>(seller, 'POST', '/api/v3/order', {
    ...OF_ETHER,
    side: 'SELL',
    quantity: '1',
  });
  expect(body).toMatchObject({ status: 'NEW' });
  const [fills, cancels] = await Promise.all([
    race(buyer, 'POST', '/api/v3/order', () => ({
      ...OF_ETHER,
      side: 'BUY',
      timeInForce: 'IOC',
      quantity: '0.02',
    })),
    race(seller, 'DELETE', '/api/v3/order', () => ({ symbol: 'ETHUSDT', orderId: body.orderId! })),
  ]);
  expect(won(cancels)).toHaveLength(1);
  const bought = 0.02 * fills.filter((answer) => answer.body.status === 'FILLED').length;
  const [free, locked] = await balance(seller, 'ETH');
  expect(locked).toBe(0);
  expect(free + bought).toBeCloseTo(1, 8);
});

test('ATK-2 one Idempotency-Key does one transfer, and each of those that race with it has its answer', async () => {
  const user = await exchange.createUser({ USDT: '100' });
  const send = () =>
    exchange.call<{ transferId?: string }>(
      'POST',
      '/web/account/transfer',
      { asset: 'USDT', amount: '5', from: 'SPOT', to: 'FUTURES' },
      { token: user.token, headers: { 'idempotency-key': 'race-1' } },
    );
  const answers = await Promise.all(Array.from({ length: TIMES }, send));
  expect(new Set(answers.map(({ code, data }) => JSON.stringify([code, data]))).size).toBe(1);
  expect(answers[0]!.code).toBe(0);
  expect(await balance(user, 'USDT')).toEqual([95, 0]);
});

test('ATK-2 a favourite that is added while another server adds the last one that there is room for is refused', async () => {
  const user = await exchange.createUser();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const insert = (symbols: string): Promise<unknown> =>
    client.query(
      `insert into favourites (uid, type, symbol, added_at_ms) select $1, 'SPOT', 'COIN' || n, n from generate_series(${symbols}) n`,
      [user.uid],
    );
  await insert('1, 499');
  await client.query('begin');
  await client.query('select from users where uid = $1 for update', [user.uid]);
  await insert('500, 500');
  const adding = Array.from({ length: TIMES }, (_, n) =>
    exchange.call<{ symbols: string[] }>(
      'POST',
      '/web/optional/update_optional_symbol',
      { symbol: `RACE${n}`, operationType: 'ADD' },
      { token: user.token },
    ),
  );
  // Whoever does not wait for the other has counted 499 by now.
  await sleep(1_000);
  await client.query('commit');
  const answers = await Promise.all(adding);
  const { rows } = await client.query('select from favourites where uid = $1', [user.uid]);
  await client.end();
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(0);
  expect(rows).toHaveLength(500);
});

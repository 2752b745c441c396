/** A user who keeps moving the same funds to and fro is slowed down, and the records left behind are bounded. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bootExchange, type TestExchange, type TestUser } from '../../exchange.ts';

let exchange: TestExchange;
let [mover, other]: TestUser[] = [];

beforeAll(async () => {
  exchange = await bootExchange({ environment: { RATE_LIMITS: 'on' } });
  mover = await exchange.createUser({ USDT: '1000' });
  other = await exchange.createUser({ USDT: '1000' });
});
afterAll(() => exchange.close());

const body = { asset: 'USDT', amount: '1', from: 'SPOT', to: 'FUTURES' };
const move = (user: TestUser) => exchange.call('POST', '/web/account/transfer', body, { token: user.token });

test('ATK-2 FLT-16 sixty transfers in ten minutes, then the user waits, on every way in; others go on', async () => {
  for (let count = 0; count < 60; count += 1) expect(await move(mover!)).toMatchObject({ code: 0 });
  expect(await move(mover!)).toMatchObject({
    code: 40029,
    msg: expect.stringMatching(/^Too many attempts\. Wait \d+ seconds/),
  });
  const dialect = await exchange.signed(mover!, 'POST', '/sapi/v1/asset/transfer', {
    type: 'MAIN_UMFUTURE',
    asset: 'USDT',
    amount: 1,
  });
  expect(dialect).toMatchObject({ status: 429, body: { code: -1003 } });
  expect(await move(other!)).toMatchObject({ code: 0 });
  const { data } = await exchange.call<{ balances: { asset: string; wallet: string; available: string }[] }>(
    'GET',
    '/web/spot/account/balances',
    undefined,
    { token: mover!.token },
  );
  expect(data.balances.find(({ asset, wallet }) => asset === 'USDT' && wallet === 'FUTURES')).toMatchObject({
    available: '60',
  });
});

test('FLT-16 the site takes a hundred orders in ten seconds as the trading API does, spot and futures; cancels go on', async () => {
  const post = (path: string, body: object) =>
    exchange.call<{ order?: { orderId: number } }>('POST', path, body, { token: other!.token });
  const limit = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC' };
  for (const [path, order, cancel] of [
    ['/web/spot/order/place', { ...limit, price: '80000', quantity: '0.001' }, '/web/spot/order/cancel'],
    [
      '/futures/order/place',
      { ...limit, positionSide: 'BOTH', price: '1', quantity: '0.001' },
      '/futures/order/cancel',
    ],
  ] as const) {
    const answers = await Promise.all(Array.from({ length: 330 }, () => post(path, order)));
    const refused = answers.filter(({ code }) => code === 40029).length;
    // At most a hundred in each of the windows that this touches: one, or two or three on a slow machine.
    expect(refused, path).toBeGreaterThanOrEqual(30);
    expect(refused, path).toBeLessThanOrEqual(230);
    expect((await post(cancel, { symbol: 'BTCUSDT', orderId: 1 })).code, cancel).not.toBe(40029);
  }
});

test('FLT-16 an address makes twenty accounts in an hour, and is told how long to wait before anything is hashed', async () => {
  const register = (n: number) =>
    exchange.call('POST', '/auth-v2/api/v2/auth/register', {
      email: `one-of-many-${n}@test.agio.example`,
      password: 'correct horse battery staple',
    });
  const codes: number[] = [];
  for (let n = 0; n < 21; n += 1) codes.push((await register(n)).code);
  expect(codes).toEqual([...Array.from({ length: 20 }, () => 0), 40029]);
  expect((await register(22)).msg).toMatch(/^Too many attempts\. Wait 3\d\d\d seconds/);
});

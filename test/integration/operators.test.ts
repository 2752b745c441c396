/** The operator's calls: a creation cut short is finished by a repeat, never done twice. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REFUSALS } from '@agio/contracts/errors';
import { bootExchange, type TestExchange } from '../exchange.ts';

const AUTH = '/auth-v2/api/v2/auth';
const password = 'correct horse battery staple';
let exchange: TestExchange;
beforeAll(async () => void (exchange = await bootExchange()));
afterAll(() => exchange?.close());

const create = (email: string, more: object) =>
  exchange.call<{ uid: number; apiKey: string }>(
    'POST',
    '/operator/user/create',
    { email, password, ...more },
    { headers: { authorization: `Bearer ${exchange.exchange.config.operatorToken}` } },
  );
const spotOf = async (uid: number): Promise<Record<string, string>> => {
  const token = await exchange.exchange.modules.users.createSession(uid);
  const { data } = await exchange.call<{ balances: { asset: string; wallet: string; available: string }[] }>(
    'GET',
    '/web/spot/account/balances',
    undefined,
    { token },
  );
  return Object.fromEntries(
    data.balances
      .filter(({ available }) => available !== '0')
      .map(({ asset, wallet, available }) => [`${wallet} ${asset}`, available]),
  );
};

test('a creation that was cut short is finished by its repeat; one that is complete is refused and moves nothing', async () => {
  const email = 'half@test.agio.example';
  const { users, wallet } = exchange.exchange.modules;
  // As far as a kill let it come: the account and the first deposit.
  const uid = await users.createUser(email, password);
  await wallet.deposit({ uid, asset: 'USDT', amount: '100', key: `s:operator:${uid}:spot:0` });
  const fund = [
    { asset: 'USDT', amount: '100' },
    { asset: 'BTC', amount: '1' },
  ];
  const more = { fund, fundFutures: [{ asset: 'USDT', amount: '7' }], apiKey: true };
  const finished = await create(email, more);
  expect(finished).toMatchObject({ code: 0, data: { uid, apiKey: expect.stringMatching(/^\w{64}$/) } });
  const held = { 'SPOT USDT': '100', 'SPOT BTC': '1', 'FUTURES USDT': '7' };
  expect(await spotOf(uid)).toEqual(held);
  expect((await create(email, more)).code).toBe(REFUSALS.EMAIL_TAKEN.code);
  expect((await create(email, { ...more, password: 'another long password' })).code).toBe(REFUSALS.EMAIL_TAKEN.code);
  expect(await spotOf(uid)).toEqual(held);
});

test('a client’s Idempotency-Key takes none of the server’s own keys', async () => {
  const email = 'early@test.agio.example';
  const { data } = await exchange.call<{ uid: number; token: string }>('POST', `${AUTH}/register`, { email, password });
  const key = `s:operator:${data.uid}:spot:0`;
  await exchange.call(
    'POST',
    '/web/account/transfer',
    { asset: 'USDT', from: 'SPOT', to: 'FUTURES', amount: '1' },
    { token: data.token, headers: { 'idempotency-key': key } },
  );
  expect((await create(email, { fund: [{ asset: 'USDT', amount: '5' }] })).code).toBe(0);
  expect(await spotOf(data.uid)).toEqual({ 'SPOT USDT': '5' });
});

test('X-A1 trading C4 a user with own and trial rates pays them and sees them', async () => {
  const headers = { authorization: `Bearer ${exchange.exchange.config.operatorToken}` };
  const setTier = (body: object) =>
    exchange.call<{ uid: number }>('POST', '/operator/user/fee-tier', body, { headers });
  const funds = { USDT: '1000000', BTC: '1' };
  const [maker, taker] = [await exchange.createUser(funds), await exchange.createUser(funds)];
  const own = { spotMaker: '0.0008', spotTaker: '0.0009', futuresMaker: '0.0001', futuresTaker: '0.0004' };
  const trial = { ...own, spotMaker: '-0.0001', spotTaker: '0.0005' };
  const trialEnd = Date.now() + 3_600_000;
  expect((await setTier({ email: 'nobody@test.agio.example', own })).code).toBe(REFUSALS.NOT_FOUND.code);
  const odd = { ...own, spotTaker: '0.0000000001' };
  expect((await setTier({ email: taker.email, own: odd })).code).toBe(REFUSALS.BAD_REQUEST.code);
  expect((await setTier({ email: taker.email, own, trial })).code).toBe(REFUSALS.BAD_FIELDS.code);
  expect(await setTier({ email: taker.email, own, trial, trialEnd })).toMatchObject({
    code: 0,
    data: { uid: taker.uid },
  });
  expect((await exchange.call('POST', '/operator/user/fee-tier', { email: taker.email, own })).code).not.toBe(0);

  const rateOf = async () =>
    (await exchange.call<object>('GET', '/web/user/vip/user_rate', undefined, { token: taker.token })).data;
  await expect.poll(rateOf).toMatchObject({
    spotMakerRate: '-0.0001',
    spotTakerRate: '0.0005',
    prizeVipexpireTime: trialEnd,
    isExperience: true,
  });
  const fees = await exchange.signed<object[]>(taker, 'GET', '/sapi/v1/asset/tradeFee', { symbol: 'BTCUSDT' });
  expect(fees.body).toEqual([{ symbol: 'BTCUSDT', makerCommission: '-0.0001', takerCommission: '0.0005' }]);
  const order = { symbol: 'BTCUSDT', type: 'LIMIT', timeInForce: 'GTC', price: '96000', quantity: '0.01' };
  const trade = async () => {
    await exchange.signed(maker, 'POST', '/api/v3/order', { ...order, side: 'BUY' });
    const sold = await exchange.signed<{ fills: object[] }>(taker, 'POST', '/api/v3/order', { ...order, side: 'SELL' });
    return sold.body.fills;
  };
  expect(await trade()).toMatchObject([{ commission: '0.48', commissionAsset: 'USDT' }]);
  expect((await setTier({ email: taker.email, own })).code).toBe(0);
  expect(await trade()).toMatchObject([{ commission: '0.864' }]);
  await expect.poll(rateOf).toMatchObject({ spotTakerRate: '0.0009', isExperience: false });
  const account = await exchange.signed<object>(taker, 'GET', '/api/v3/account');
  expect(account.body).toMatchObject({ takerCommission: 9, commissionRates: { maker: '0.0008', taker: '0.0009' } });
  expect((await setTier({ email: taker.email, own: null })).code).toBe(0);
  expect(await trade()).toMatchObject([{ commission: '0.96' }]);
  await expect.poll(rateOf).toMatchObject({ spotTakerRate: '0.001' });
});

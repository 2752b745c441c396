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

/** Small balances become USDT, from the offer to the ledger (trading C7). */
import { REFUSALS } from '@agio/contracts/errors';
import type { DataOf } from '@agio/contracts/calls';
import type { Balance } from '@agio/contracts/http/wallet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bootExchange, type TestExchange, type TestUser } from '../../exchange.ts';

let exchange: TestExchange;
let user: TestUser;
let keys = 0;

beforeAll(async () => {
  exchange = await bootExchange();
  const [seller, buyer] = [await exchange.createUser({ BTC: '1' }), await exchange.createUser({ USDT: '100000' })];
  user = await exchange.createUser({ BTC: '0.0000123', ETH: '0.00001' });
  const order = { symbol: 'BTCUSDT', type: 'LIMIT', price: '90000', quantity: '0.01' };
  await post('/web/spot/order/place', { ...order, side: 'SELL' }, seller);
  await post('/web/spot/order/place', { ...order, side: 'BUY' }, buyer);
});
afterAll(() => exchange?.close());

async function post<Data = unknown>(path: string, body: object, who = user, key = `key-${(keys += 1)}`) {
  return exchange.call<Data>('POST', path, body, { token: who.token, headers: { 'idempotency-key': key } });
}
const offer = async () =>
  (await exchange.call<DataOf<'GET /web/account/dust'>>('GET', '/web/account/dust', undefined, { token: user.token }))
    .data;
const available = async (asset: string): Promise<string> => {
  const path = '/web/spot/account/balances';
  const { data } = await exchange.call<{ balances: Balance[] }>('GET', path, undefined, { token: user.token });
  return data.balances.find((balance) => balance.asset === asset && balance.wallet === 'SPOT')?.available ?? '0';
};

test('trading C7 the offer names what each small balance gives, and a conversion moves just that, once', async () => {
  expect(await offer()).toEqual({
    into: 'USDT',
    feeRate: '0.01',
    limit: '10',
    waitsUntil: null,
    // ETH never traded here: it has no price.
    coins: [{ asset: 'BTC', amount: '0.0000123', price: '90000', value: '1.107', fee: '0.01107', received: '1.09593' }],
  });
  const body = { coins: ['BTC'], minReceived: '1.09593' };
  expect(await post('/web/account/dust/convert', body)).toMatchObject({ code: REFUSALS.POOL_SHORT.code });
  const entries = [
    { account: 'EXTERNAL', amount: '-5' },
    { account: 'HOUSE', amount: '5' },
  ];
  const words = { correctionId: 1, corrects: 'CAPITAL', reason: 'capital for small balances', asset: 'USDT' };
  expect(await exchange.operate('/operator/correction', { ...words, entries })).toMatchObject({ code: 0 });

  for (const [wrong, code] of [
    [{ ...body, minReceived: '1.09593001' }, REFUSALS.QUOTE_CHANGED.code],
    [{ ...body, coins: ['BTC', 'ETH'] }, REFUSALS.NO_PRICE.code],
    [{ ...body, minReceived: '0.000000001' }, REFUSALS.BAD_REQUEST.code],
    [{ ...body, coins: [] }, REFUSALS.BAD_REQUEST.code],
  ] as const)
    expect(await post('/web/account/dust/convert', wrong)).toMatchObject({ code });
  expect(await available('BTC')).toBe('0.0000123');

  const done = { code: 0, data: { into: 'USDT', received: '1.09593' } };
  expect(await post('/web/account/dust/convert', body, user, 'the-one')).toMatchObject(done);
  expect([await available('BTC'), await available('USDT')]).toEqual(['0', '1.09593']);
  // A lost answer, asked for again: the same answer, and nothing moves.
  expect(await post('/web/account/dust/convert', body, user, 'the-one')).toMatchObject(done);
  expect(await available('USDT')).toBe('1.09593');
  const other = { coins: ['ETH'], minReceived: '0' };
  expect(await post('/web/account/dust/convert', other, user, 'the-one')).toMatchObject({
    code: REFUSALS.IDEMPOTENCY_MISMATCH.code,
  });
  expect(await post('/web/account/dust/convert', body)).toMatchObject({ code: REFUSALS.TOO_SOON.code });
  const after = await offer();
  expect(after.coins).toEqual([]);
  expect(after.waitsUntil).toBeGreaterThan(Date.now() + 86_000_000);

  const path = '/web/account/ledger/list?type=DUST';
  const ledger = await exchange.call<DataOf<'GET /web/account/ledger/list'>>('GET', path, undefined, {
    token: user.token,
  });
  const told = ledger.data.items.map(({ wallet, asset, amount }) => [wallet, asset, amount]);
  expect(told.sort()).toEqual([
    ['SPOT', 'BTC', '-0.0000123'],
    ['SPOT', 'USDT', '1.09593'],
  ]);
});

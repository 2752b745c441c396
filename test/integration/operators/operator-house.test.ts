/** The house's money and what operators do with it: fees are shown, capital leaves again, repeats answer as they should. */
import { REFUSALS } from '@agio/contracts/errors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinSources } from '../../../server/external/index.ts';
import { bootExchange, type TestExchange, type TestUser } from '../../exchange.ts';

let exchange: TestExchange;
const source = {
  name: 'test',
  weight: 1,
  latest: (symbol: string) => (symbol === 'ETHUSDT' ? { price: 3_000 * 100_000_000, timeMs: Date.now() } : null),
  stop() {},
};
beforeAll(async () => void (exchange = await bootExchange({ prices: joinSources([source]) })));
afterAll(() => exchange?.close());

async function operate<Data = unknown>(path: string, body?: object, key?: string): Promise<Data> {
  const answer = await exchange.operate<Data>(path, body, key);
  expect(answer).toMatchObject({ code: 0 });
  return answer.data;
}

async function post(path: string, body: object, { token }: TestUser): Promise<void> {
  expect(await exchange.call('POST', path, body, { token })).toMatchObject({ code: 0 });
}

async function get<Data = unknown>(path: string, { token }: TestUser): Promise<Data> {
  const answer = await exchange.call<Data>('GET', path, undefined, { token });
  expect(answer).toMatchObject({ code: 0 });
  return answer.data;
}

interface Account {
  readonly name: string;
  readonly asset: string;
  readonly balance: string;
}
const accountsOf = async (name: string): Promise<Account[]> =>
  (await operate<{ accounts: Account[] }>('/operator/pool/list')).accounts.filter((account) => account.name === name);
const fund = (pool: string, amount: string): Promise<unknown> =>
  operate('/operator/pool/fund', { pool, asset: 'USDT', amount });

test('trading C2 pool list shows the fees of the house beside its pools', async () => {
  expect(await accountsOf('HOUSE_FEE')).toEqual([]);
  const [seller, buyer] = [await exchange.createUser({ ADA: '100' }), await exchange.createUser({ USDT: '100' })];
  const order = { symbol: 'ADAUSDT', type: 'LIMIT', price: '0.9', quantity: '100' };
  await post('/web/spot/order/place', { ...order, side: 'SELL' }, seller);
  await post('/web/spot/order/place', { ...order, side: 'BUY' }, buyer);
  await fund('INSURANCE', '5');
  const fees = [
    { name: 'HOUSE_FEE', asset: 'ADA', balance: '0.1' },
    { name: 'HOUSE_FEE', asset: 'USDT', balance: '0.09' },
  ];
  expect((await accountsOf('HOUSE_FEE')).sort((a, b) => a.asset.localeCompare(b.asset))).toEqual(fees);
});

test('trading C2 money leaves a pool by a correction to EXTERNAL, as far as the pool holds it', async () => {
  await fund('DUAL_POOL', '50');
  expect(
    await exchange.operate('/operator/pool/fund', { pool: 'DUAL_POOL', asset: 'USDT', amount: '-5' }),
  ).toMatchObject({ code: REFUSALS.BAD_REQUEST.code });
  const correction = (correctionId: number, amount: string): object => ({
    correctionId,
    corrects: 'POOL DUAL_POOL',
    reason: 'capital goes back to its owner',
    asset: 'USDT',
    entries: [
      { account: 'DUAL_POOL', amount: `-${amount}` },
      { account: 'EXTERNAL', amount },
    ],
  });
  expect(await operate('/operator/correction', correction(71, '30'))).toEqual({ amount: '30' });
  expect(await accountsOf('DUAL_POOL')).toMatchObject([{ balance: '20' }]);
  const { code, msg } = await exchange.operate('/operator/correction', correction(72, '20.5'));
  expect([code, msg.split('.')[0]]).toEqual([REFUSALS.POOL_SHORT.code, 'DUAL_POOL holds 20 USDT, and this needs 20']);
  const { sums } = await operate<{ sums: { sum: string }[] }>('/operator/ledger');
  expect(sums.every(({ sum }) => sum === '0')).toBe(true);
});

test('a user tells a correction from a withheld profit, also under one id and whatever the correction says it corrects', async () => {
  const user = await exchange.createUser({ USDT: '20' });
  await post('/web/account/transfer', { asset: 'USDT', from: 'SPOT', to: 'FUTURES', amount: '20' }, user);
  await fund('BONUS_POOL', '50');
  const { email } = user;
  const grant = { grantId: 21, email, asset: 'USDT', amount: '10', expiresAt: Date.now() + 3_600_000 };
  await operate('/operator/bonus/grant', grant);
  await operate('/operator/bonus/revoke', { grantId: 21, reason: 'abuse' });
  const same = { reason: 'two accounts' };
  await operate('/operator/profit/withhold', { withholdingId: 5, email, grantId: 21, amount: '3', ...same });
  const entries = [
    { email, account: 'FUTURES', amount: '-1' },
    { account: 'BONUS_POOL', amount: '1' },
  ];
  await operate('/operator/correction', {
    correctionId: 5,
    corrects: 'BONUS_GRANT 21',
    asset: 'USDT',
    entries,
    ...same,
  });
  const told = { correctionId: 5, corrects: 'BONUS_GRANT 21', wallet: 'FUTURES', ...same };
  expect(await get('/web/account/correction/list', user)).toMatchObject({
    items: [
      { ...told, kind: 'CORRECTION', amount: '-1' },
      { ...told, kind: 'WITHHOLDING', amount: '-3' },
    ],
    total: 2,
  });
});

test('trading E a repeated revocation is answered with the amount taken back the first time, whatever its reason', async () => {
  const { email } = await exchange.createUser();
  await fund('BONUS_POOL', '10');
  const grant = { grantId: 22, email, asset: 'USDT', amount: '10', expiresAt: Date.now() + 3_600_000 };
  await operate('/operator/bonus/grant', grant);
  for (const reason of ['abuse', 'another one'])
    expect(await operate('/operator/bonus/revoke', { grantId: 22, reason })).toEqual({ amount: '10' });
});

test('trading E6 the position of a voucher opens once: its key answers as before, its id is refused', async () => {
  const [user, maker] = [await exchange.createUser(), await exchange.createUser({ USDT: '10000' })];
  await post('/web/account/transfer', { asset: 'USDT', from: 'SPOT', to: 'FUTURES', amount: '10000' }, maker);
  await fund('BONUS_POOL', '100');
  const order = { symbol: 'ETHUSDT', side: 'SELL', type: 'LIMIT', price: '3000', quantity: '1' };
  const tried = (): Promise<number> =>
    exchange.call('POST', '/futures/order/place', order, { token: maker.token }).then(({ code }) => code);
  await expect.poll(tried, { timeout: 10_000 }).toBe(0);
  const path = '/operator/voucher-position/open';
  const voucher = { voucherId: 31, email: user.email, symbol: 'ETHUSDT', side: 'BUY', leverage: 10, amount: '30' };
  const range = await exchange.operate(path, { ...voucher, leverage: 200 });
  expect([range.code, range.msg]).toEqual([REFUSALS.LEVERAGE_RANGE.code, 'leverage must be from 1 to 125 in ETHUSDT.']);
  // Whoever may only close can still be given one.
  await operate('/operator/user/restrict', { email: user.email, closeOnly: true });
  const opened = await operate(path, voucher, 'once');
  expect(opened).toMatchObject({ order: { status: 'FILLED', filledQuantity: '0.1' } });
  expect(await operate(path, voucher, 'once')).toEqual(opened);
  const again = await exchange.operate(path, voucher);
  expect([again.code, again.msg]).toEqual([
    REFUSALS.ALREADY_EXISTS.code,
    'Voucher position 31 exists already. Use another id.',
  ]);
  expect(await accountsOf('BONUS_POOL')).toMatchObject([{ asset: 'USDT' }]);
});

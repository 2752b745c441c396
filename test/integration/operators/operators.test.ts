/** The operator's calls: users, corrections, bonus, vouchers, parameters; no repeated call has a second effect. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REFUSALS } from '@agio/contracts/errors';
import { joinSources } from '../../../server/external/index.ts';
import { bootExchange, type TestExchange, type TestUser } from '../../exchange.ts';

const AUTH = '/auth-v2/api/v2/auth';
const password = 'correct horse battery staple';
let exchange: TestExchange;
/** Only contracts that a test gives a price have an index. */
const index = new Map<string, number>();
const source = {
  name: 'test',
  weight: 1,
  latest: (symbol: string) => {
    const price = index.get(symbol);
    return price === undefined ? null : { price: price * 100_000_000, timeMs: Date.now() };
  },
  stop() {},
};
beforeAll(async () => void (exchange = await bootExchange({ prices: joinSources([source]) })));
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

test('an interrupted creation is completed by its repeat; a repeat of a complete one is refused and moves nothing', async () => {
  const email = 'half@test.agio.example';
  const { users, wallet } = exchange.exchange.modules;
  // The state after a kill in the middle: the account and the first deposit.
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

test('a client’s Idempotency-Key cannot clash with the server’s own keys', async () => {
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

async function operate<Data = unknown>(path: string, body?: object, key?: string): Promise<Data> {
  const answer = await exchange.operate<Data>(path, body, key);
  expect(answer).toMatchObject({ code: 0 });
  return answer.data;
}
const refusalOf = async (path: string, body: object): Promise<number> => (await exchange.operate(path, body)).code;
const get = async <Data>(path: string, user?: TestUser): Promise<Data> =>
  (await exchange.call<Data>('GET', path, undefined, user ? { token: user.token } : {})).data;
const post = <Data>(path: string, body: object, { token }: TestUser) =>
  exchange.call<Data>('POST', path, body, { token });
const toFutures = async (user: TestUser, amount: string): Promise<void> => {
  const move = { asset: 'USDT', from: 'SPOT', to: 'FUTURES', amount };
  expect(await post('/web/account/transfer', move, user)).toMatchObject({ code: 0 });
};
const balanceOf = async (name: string): Promise<string | undefined> =>
  (
    await operate<{ accounts: { name: string; asset: string; balance: string }[] }>('/operator/pool/list')
  ).accounts.find((account) => account.name === name && account.asset === 'USDT')?.balance;

test('trading C2 a correction moves funds between accounts, once, and everybody concerned reads why', async () => {
  const [giver, taker] = [await exchange.createUser({ USDT: '100' }), await exchange.createUser()];
  const entries = [
    { email: giver.email, account: 'SPOT', amount: '-10.5' },
    { email: taker.email, account: 'FUTURES', amount: '10' },
    { account: 'HOUSE_FEE', amount: '0.5' },
  ];
  const named = { correctionId: 1, corrects: 'SPOT_TRADE 77', reason: 'sold to the wrong side', asset: 'USDT' };
  const path = '/operator/correction';
  const wrong = (changes: object) => refusalOf(path, { ...named, entries, ...changes });
  expect(await wrong({ entries: entries.slice(0, 2) })).toBe(REFUSALS.BAD_REQUEST.code);
  expect((await exchange.operate(path, { ...named, entries: entries.slice(0, 2) })).msg).toContain('add up to -0.5');
  expect(await wrong({ entries: [entries[0], entries[0], { account: 'HOUSE', amount: '21' }] })).toBe(40001);
  expect(await wrong({ entries: [{ ...entries[0], email: 'nobody@agio.example' }, entries[1]] })).toBe(40004);
  const sayingOf = async (...sides: object[]) => (await exchange.operate(path, { ...named, entries: sides })).msg;
  expect(await sayingOf({ account: 'POCKET', amount: '-1' }, entries[1]!)).toContain('entries.0.account');
  expect(await sayingOf({ account: 'SPOT', amount: '-1' }, entries[1]!)).toContain('must be said by email');
  expect(await sayingOf({ ...entries[0], account: 'HOUSE' }, entries[1]!)).toContain('has no email');
  expect(await sayingOf({ ...entries[0], amount: 'ten' }, entries[1]!)).toContain('must be a plain decimal number');
  expect(await wrong({ reason: '' })).toBe(40001);
  const tooMuch = [
    { email: taker.email, account: 'SPOT', amount: '-1' },
    { account: 'HOUSE', amount: '1' },
  ];
  expect(await wrong({ entries: tooMuch })).toBe(REFUSALS.INSUFFICIENT_BALANCE.code);
  expect(await exchange.operate(path, { ...named, entries }, '')).toMatchObject({ code: 40001 });

  expect(await operate(path, { ...named, entries })).toEqual({ amount: '10.5' });
  expect(await operate(path, { ...named, entries })).toEqual({ amount: '10.5' });
  expect(await wrong({ reason: 'another one' })).toBe(REFUSALS.ALREADY_EXISTS.code);
  expect([await spotOf(giver.uid), await spotOf(taker.uid)]).toEqual([
    { 'SPOT USDT': '89.5' },
    { 'FUTURES USDT': '10' },
  ]);
  const told = { correctionId: 1, asset: 'USDT', corrects: named.corrects, reason: named.reason };
  expect(await get('/web/account/correction/list', giver)).toMatchObject({
    items: [{ ...told, wallet: 'SPOT', amount: '-10.5' }],
    total: 1,
  });
  expect(await get('/web/account/correction/list', taker)).toMatchObject({
    items: [{ ...told, wallet: 'FUTURES', amount: '10' }],
  });
  expect(await get('/futures/account/statement', taker)).toMatchObject({
    items: [{ type: 'CORRECTION', amount: '10' }],
    sum: '10',
  });
});

test('trading E5 bonus is granted and revoked, and then the profit made with it is withheld as far as it may leave', async () => {
  const user = await exchange.createUser({ USDT: '20' });
  await toFutures(user, '20');
  const expiresAt = Date.now() + 3_600_000;
  const limits = { maxLeverage: 20, symbols: ['BTCUSDT'] };
  const grant = { grantId: 7, email: user.email, asset: 'USDT', amount: '50', expiresAt, ...limits };
  expect(await refusalOf('/operator/bonus/grant', grant)).toBe(REFUSALS.POOL_SHORT.code);
  await operate('/operator/pool/fund', { pool: 'BONUS_POOL', asset: 'USDT', amount: '80' });
  expect(await refusalOf('/operator/bonus/grant', { ...grant, minOwnFunds: '20.1' })).toBe(REFUSALS.OWN_FUNDS.code);
  expect(await refusalOf('/operator/bonus/grant', { ...grant, amount: '0.000000001' })).toBe(40001);
  expect(await operate('/operator/bonus/grant', grant)).toEqual({ amount: '50' });
  expect(await get('/futures/account/capital', user)).toMatchObject({
    capital: { balance: '20', expMoney: '50', bonuses: [{ free: '50', ...limits }] },
  });
  const withholding = { withholdingId: 3, email: user.email, grantId: 7, amount: '30', reason: 'two accounts' };
  expect(await refusalOf('/operator/profit/withhold', withholding)).toBe(REFUSALS.ACCOUNT_STATE.code);
  expect(await operate('/operator/bonus/revoke', { grantId: 7, reason: 'abuse' })).toEqual({ amount: '50' });
  expect(await operate('/operator/profit/withhold', withholding)).toEqual({ amount: '20' });
  expect(await balanceOf('BONUS_POOL')).toBe('100');
  expect(await get('/futures/account/statement?type=PROFIT_WITHHELD', user)).toMatchObject({
    items: [{ amount: '-20' }],
    sum: '-20',
  });
  expect(await get('/futures/account/statement', user)).toMatchObject({ total: 2, sum: '0' });
  expect(await get('/web/account/correction/list', user)).toMatchObject({
    items: [{ amount: '-20', corrects: 'BONUS_GRANT 7', reason: 'two accounts' }],
  });
});

test('trading A5.8 a fee voucher pays its share of fees, and the rest goes back when it is cancelled', async () => {
  const [seller, buyer] = [await exchange.createUser({ ADA: '100' }), await exchange.createUser({ USDT: '100' })];
  await operate('/operator/pool/fund', { pool: 'PRIZE_POOL', asset: 'USDT', amount: '10' });
  const expiresAt = Date.now() + 3_600_000;
  const voucher = { voucherId: 9, email: seller.email, asset: 'USDT', amount: '2', ratio: '0.5', expiresAt };
  expect(await operate('/operator/fee-voucher/grant', voucher)).toEqual({ amount: '2' });
  const order = { symbol: 'ADAUSDT', type: 'LIMIT', price: '0.9', quantity: '100' };
  await post('/web/spot/order/place', { ...order, side: 'SELL' }, seller);
  await post('/web/spot/order/place', { ...order, side: 'BUY' }, buyer);
  // The fee of 0.09 is charged, half of it comes back.
  expect(await spotOf(seller.uid)).toEqual({ 'SPOT USDT': '89.955' });
  await operate('/operator/fee-voucher/cancel', { voucherId: 9 });
  expect(await balanceOf('PRIZE_POOL')).toBe('9.955');
});

test('trading A4 changed parameters of a market are versioned and shown at once, and open orders that no longer fit are named', async () => {
  const symbol = 'LTCUSDT';
  const user = await exchange.createUser({ USDT: '1000' });
  const order = { symbol, side: 'BUY', type: 'LIMIT', price: '100', quantity: '0.2' };
  const placed = await post<{ order: { orderId: number } }>('/web/spot/order/place', order, user);
  expect(placed.code).toBe(0);
  const path = '/operator/market/parameters';
  const shown = await operate<{ version: number; parameters: object }>(`${path}?symbol=${symbol}`);
  expect(shown).toMatchObject({ version: 1, parameters: { tickSize: '0.01', minAmount: '5', takerFeeRate: '0.001' } });
  const request = { symbol, version: 2, changes: { minAmount: '50', takerFeeRate: '0.002' } };
  expect((await exchange.operate(path, { ...request, version: 3 })).msg).toContain('the next version of LTCUSDT is 2');
  expect(await refusalOf(path, { ...request, changes: { tickSize: '0.1' } })).toBe(40001);
  expect(await refusalOf(path, { ...request, changes: { minAmount: '-1' } })).toBe(40001);
  expect(await refusalOf(path, { ...request, changes: { takerFeeRate: '0.9' } })).toBe(REFUSALS.BAD_CONFIGURATION.code);
  expect(await refusalOf(path, { ...request, symbol: 'NONEUSDT' })).toBe(REFUSALS.UNKNOWN_MARKET.code);
  const { orderId } = placed.data.order;
  expect(await operate(path, request)).toEqual({
    symbol,
    version: 2,
    misfits: [{ orderId, uid: user.uid, code: 'MIN_AMOUNT', ended: false }],
  });
  expect(await operate(path, request)).toEqual({ symbol, version: 2, misfits: [] });
  expect(await refusalOf(path, { ...request, changes: { minAmount: '60' } })).toBe(REFUSALS.ALREADY_EXISTS.code);
  const { parameters } = await operate<{ parameters: object }>(`${path}?symbol=${symbol}`);
  expect(parameters).toEqual({ ...shown.parameters, minAmount: '50', takerFeeRate: '0.002' });

  const { pairs } = await get<{ pairs: { symbol: string }[] }>('/web/spot/pairs');
  expect(pairs.find((pair) => pair.symbol === symbol)).toMatchObject({ minAmount: '50', takerFeeRate: '0.002' });
  const rules = await fetch(`${exchange.url}/api/v3/exchangeInfo?symbol=${symbol}`);
  expect(JSON.stringify(await rules.json())).toContain('"minNotional":"50"');
  expect((await post('/web/spot/order/place', order, user)).code).toBe(REFUSALS.MIN_AMOUNT.code);
});

test('trading B1 B17 a contract takes other parameters, and a restricted wallet only closes', async () => {
  const symbol = 'ETHUSDT';
  const user = await exchange.createUser({ USDT: '10000' });
  await toFutures(user, '10000');
  index.set(symbol, 3_000);
  const tickers = () => get<{ tickers: { symbol: string; markPrice: string }[] }>('/futures/market/tickers/aggregate');
  await expect
    .poll(async () => (await tickers()).tickers.find((ticker) => ticker.symbol === symbol)?.markPrice, {
      timeout: 10_000,
    })
    .toBe('3000');
  const order = { symbol, side: 'BUY', type: 'LIMIT', price: '3000', quantity: '0.01' };
  const place = () => post<{ order: { orderId: number } }>('/futures/order/place', order, user);
  const { orderId } = (await place()).data.order;
  const path = '/operator/contract/parameters';
  const shown = await operate<{ parameters: { tiers: object[] } }>(`${path}?symbol=${symbol}`);
  expect(shown).toMatchObject({ version: 1, parameters: { minNotional: '5', leverageMax: 125 } });
  const tiers = shown.parameters.tiers.slice(1);
  const request = { symbol, version: 2, changes: { minNotional: '100', leverageMax: 100, tiers } };
  expect(await operate(path, request)).toEqual({
    symbol,
    version: 2,
    misfits: [{ orderId, uid: user.uid, code: 'MIN_AMOUNT', ended: false }],
  });
  expect(await refusalOf(path, { ...request, version: 3, changes: { tiers: [] } })).toBe(
    REFUSALS.BAD_CONFIGURATION.code,
  );
  const { symbols } = await get<{ symbols: object[] }>(`/futures/market/symbol?symbol=${symbol}`);
  expect(symbols).toMatchObject([{ minNotional: '100', leverageMax: 100, tiers }]);
  expect((await place()).code).toBe(REFUSALS.MIN_AMOUNT.code);
  order.quantity = '0.1';
  await operate('/operator/user/restrict', { email: user.email, closeOnly: true });
  expect((await place()).code).toBe(REFUSALS.CLOSE_ONLY.code);
  expect(await get('/futures/order/open', user)).toEqual({ orders: [] });
  await operate('/operator/user/restrict', { email: user.email, closeOnly: false });
  expect((await place()).code).toBe(0);
});

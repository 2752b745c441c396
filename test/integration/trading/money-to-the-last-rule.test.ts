/** Cases of money through the whole exchange: a still market whose index the test sets, users' calls, operator's calls. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Capital, FuturesOrder, FuturesTicker, Position } from '@agio/contracts/http/futures-shapes';
import { REFUSALS } from '@agio/contracts/errors';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinSources } from '../../../server/external/index.ts';
import { bootExchange, createDatabase, type TestExchange, type TestUser } from '../../exchange.ts';

const PRICE_ONE = 100_000_000;
/** The example table of trading B2. */
const TIERS = [
  ['50000', 125, '0.004'],
  ['250000', 100, '0.005'],
  ['1000000', 50, '0.01'],
  ['10000000', 20, '0.025'],
  ['20000000', 10, '0.05'],
  ['50000000', 5, '0.1'],
].map(([cap, maxLeverage, maintenanceMarginRate]) => ({ cap, maxLeverage, maintenanceMarginRate }));
/** No fees, no funding, no smallest sizes, wide bands. */
const PLAIN = {
  tiers: TIERS,
  leverageMax: 125,
  makerFeeRate: '0',
  takerFeeRate: '0',
  liquidationFeeRate: '0',
  interestRate: '0',
  minNotional: '0',
  maxLimitQuantity: '0',
  maxMarketQuantity: '0',
  priceProtectScope: '0.9',
  minBuyPriceOffset: '0',
  maxSellPriceOffset: '0',
};

/** One price, told by three sources: a far move of one alone would not be believed (trading B8). */
const index = new Map<string, number>();
const source = (name: string) => ({
  name,
  weight: 1,
  latest(symbol: string) {
    const price = index.get(symbol);
    return price === undefined ? null : { price: Math.round(price * PRICE_ONE), timeMs: Date.now() };
  },
  stop() {},
});

let directory: string;
let databaseUrl: string;
let exchange: TestExchange;
let keys = 0;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'agio-money-'));
  databaseUrl = await createDatabase();
  exchange = await boot();
  await operator('/operator/pool/fund', { pool: 'BONUS_POOL', asset: 'USDT', amount: '10000' });
});
afterAll(async () => {
  await exchange?.close();
  rmSync(directory, { recursive: true, force: true });
});

const boot = () => bootExchange({ directory, databaseUrl, prices: joinSources(['one', 'two', 'three'].map(source)) });

async function operator<Data = unknown>(path: string, body?: object): Promise<Data> {
  const answer = await exchange.operate<Data>(path, body);
  expect(answer).toMatchObject({ code: 0 });
  return answer.data;
}

async function get<Data>(path: string, user?: TestUser): Promise<Data> {
  const answer = await exchange.call<Data>('GET', path, undefined, user ? { token: user.token } : {});
  expect(answer).toMatchObject({ code: 0 });
  return answer.data;
}

const post = <Data>(path: string, body: object, user: TestUser) =>
  exchange.call<Data>('POST', path, body, { token: user.token, headers: { 'idempotency-key': `key-${(keys += 1)}` } });

async function done<Data>(path: string, body: object, user: TestUser): Promise<Data> {
  const answer = await post<Data>(path, body, user);
  expect(answer).toMatchObject({ code: 0 });
  return answer.data;
}

async function contractAt(symbol: string, price: number): Promise<void> {
  const { version } = await operator<{ version: number }>(`/operator/contract/parameters?symbol=${symbol}`);
  const changes = { symbol, version: version + 1, changes: PLAIN };
  expect(await operator('/operator/contract/parameters', changes)).toEqual({
    symbol,
    version: version + 1,
    misfits: [],
  });
  await moveIndex(symbol, price);
}

/** Until the mark is there too. */
async function moveIndex(symbol: string, price: number): Promise<void> {
  index.set(symbol, price);
  const markOf = async (): Promise<number> => {
    const { tickers } = await get<{ tickers: FuturesTicker[] }>('/futures/market/tickers/aggregate');
    return Number(tickers.find((ticker) => ticker.symbol === symbol)!.markPrice);
  };
  await expect.poll(markOf, { timeout: 10_000 }).toBe(price);
}

async function trader(amount: string): Promise<TestUser> {
  const user = await exchange.createUser({ USDT: amount });
  await done('/web/account/transfer', { asset: 'USDT', from: 'SPOT', to: 'FUTURES', amount }, user);
  return user;
}

const place = (user: TestUser, symbol: string, side: string, price: string, quantity: string) =>
  done<{ order: FuturesOrder }>('/futures/order/place', { symbol, side, type: 'LIMIT', price, quantity }, user);
const capitalOf = async (user: TestUser): Promise<Capital> =>
  (await get<{ capital: Capital }>('/futures/account/capital', user)).capital;
const positionsOf = async (user: TestUser): Promise<Position[]> =>
  (await get<{ positions: Position[] }>('/futures/position/list', user)).positions;

async function poolOf(name: string): Promise<string | undefined> {
  const { accounts } = await operator<{ accounts: { name: string; balance: string }[] }>('/operator/pool/list');
  return accounts.find((account) => account.name === name)?.balance;
}

async function grantBonus(user: TestUser, grantId: number, amount: string): Promise<void> {
  const grant = { grantId, email: user.email, asset: 'USDT', amount, expiresAt: Date.now() + 86_400_000 };
  expect(await operator('/operator/bonus/grant', grant)).toEqual({ amount });
}

type Line = [type: string, symbol: string, amount: string];

/** The user's whole statement, oldest first; its sum is the user's own money. */
async function statementOf(user: TestUser): Promise<Line[]> {
  interface Statement {
    readonly items: { type: string; symbol: string; amount: string }[];
    readonly total: number;
    readonly sum: string;
  }
  // Effects of another user's call on this one may arrive a moment later.
  await expect
    .poll(async () => (await get<Statement>('/futures/account/statement', user)).sum)
    .toBe((await capitalOf(user)).balance);
  const { items, total } = await get<Statement>('/futures/account/statement?pageSize=100', user);
  expect(total).toBe(items.length);
  return items.map(({ type, symbol, amount }): Line => [type, symbol, amount]).reverse();
}

async function ledgerIsZero(): Promise<void> {
  const { sums } = await operator<{ sums: { asset: string; sum: string }[] }>('/operator/ledger');
  expect(sums.filter(({ sum }) => sum !== '0')).toEqual([]);
}

test('D1 trading E2 E3 B13.5 a liquidation that closes in the book takes bonus first: the user keeps 30.8 of his own 60', async () => {
  const symbol = 'SOLUSDT';
  await contractAt(symbol, 100);
  const [user, maker] = [await trader('60'), await trader('1000000')];
  await grantBonus(user, 101, '50');
  const pool = await poolOf('BONUS_POOL');
  await done('/futures/account/margin-mode', { symbol, marginMode: 'ISOLATED' }, user);
  await done('/futures/account/leverage', { symbol, leverage: 10 }, user);
  await place(maker, symbol, 'SELL', '100', '8');
  await place(user, symbol, 'BUY', '100', '8');
  expect(await positionsOf(user)).toMatchObject([{ symbol, quantity: '8', margin: '80' }]);
  // Of the 80, 60 are the user's own and stay so, as the statement says.
  expect(await capitalOf(user)).toMatchObject({ balance: '0', isolatedMarginSum: '80' });
  expect(await get('/futures/account/statement', user)).toMatchObject({ sum: '60' });
  await place(maker, symbol, 'BUY', '90.1', '100');
  index.set(symbol, 90.1);
  await expect.poll(() => positionsOf(user), { timeout: 10_000 }).toEqual([]);
  // 79.2 are lost: 50 by the bonus, 29.2 of the own 60.
  expect(await capitalOf(user)).toMatchObject({ balance: '30.8', expMoney: '0', isolatedMarginSum: '0' });
  expect(await capitalOf(maker)).toMatchObject({ balance: '1000079.2' });
  expect(await poolOf('BONUS_POOL')).toBe(pool);
  expect(await statementOf(user)).toEqual([
    ['TRANSFER', '', '60'],
    ['REALISED', symbol, '-79.2'],
    ['BONUS', '', '50'],
  ]);
  expect(await statementOf(maker)).toEqual([
    ['TRANSFER', '', '1000000'],
    ['REALISED', symbol, '79.2'],
  ]);
  await ledgerIsZero();
});

test('D2 trading E6 C2 a settled contract closes a voucher’s position at the mark: its user has the gain of 10, the pool its face', async () => {
  const symbol = 'BTCUSDT';
  await contractAt(symbol, 60_000);
  const [user, maker] = [await exchange.createUser(), await trader('1000000')];
  const pool = await poolOf('BONUS_POOL');
  await place(maker, symbol, 'SELL', '60000', '1');
  const voucher = { voucherId: 5, email: user.email, symbol, side: 'BUY', leverage: 10, amount: '30' };
  const { order } = await operator<{ order: FuturesOrder }>('/operator/voucher-position/open', voucher);
  expect(order).toMatchObject({ status: 'FILLED', filledQuantity: '0.005', averagePrice: '60000' });
  expect(Number(await poolOf('BONUS_POOL'))).toBe(Number(pool) - 30);
  await moveIndex(symbol, 62_000);
  await operator('/operator/contract/status', { symbol, status: 'SETTLED' });
  expect(await capitalOf(user)).toMatchObject({ balance: '10', transferable: '10' });
  expect(await capitalOf(maker)).toMatchObject({ balance: '999990' });
  expect(await poolOf('BONUS_POOL')).toBe(pool);
  expect(await statementOf(user)).toEqual([['VOUCHER_PROFIT', '', '10']]);
  expect(await statementOf(maker)).toEqual([
    ['TRANSFER', '', '1000000'],
    ['REALISED', symbol, '-10'],
  ]);
  await ledgerIsZero();
});

test('D4 trading E5 B6 C4.2 a transfer that would leave less than the maintenance margin is refused before a bonus is voided', async () => {
  const symbol = 'XRPUSDT';
  await contractAt(symbol, 1);
  const [user, other] = [await trader('642538'), await trader('10000000')];
  await done('/futures/account/leverage', { symbol, leverage: 125 }, user);
  await place(user, symbol, 'SELL', '1', '49000');
  await place(other, symbol, 'BUY', '1', '49000');
  await grantBonus(user, 401, '5000');
  await moveIndex(symbol, 14);
  // 642 538 less 637 000 leave 5538 without the bonus; the initial margin is 5488, the maintenance margin 5560.
  expect(await capitalOf(user)).toMatchObject({ transferable: '0', maintenanceMarginSum: '5560' });
  const move = { asset: 'USDT', from: 'FUTURES', to: 'SPOT', amount: '49', confirmForfeit: true };
  expect(await post('/web/account/transfer', move, user)).toMatchObject({ code: REFUSALS.INSUFFICIENT_BALANCE.code });
  await sleep(1_500);
  expect(await capitalOf(user)).toMatchObject({ balance: '642538', expMoney: '5000' });
  expect(await positionsOf(user)).toMatchObject([{ direction: 'SHORT', quantity: '49000' }]);
  expect(await statementOf(user)).toEqual([['TRANSFER', '', '642538']]);
  // Where enough is left the same transfer is paid, and then, if its user says so, the bonus is gone.
  await moveIndex(symbol, 1);
  const unsaid = { ...move, confirmForfeit: false };
  expect(await post('/web/account/transfer', unsaid, user)).toMatchObject({ code: REFUSALS.BONUS_FORFEIT.code });
  await done('/web/account/transfer', move, user);
  expect(await capitalOf(user)).toMatchObject({ balance: '642489', expMoney: '0' });
  expect(await statementOf(user)).toEqual([
    ['TRANSFER', '', '642538'],
    ['TRANSFER', '', '-49'],
  ]);
  expect(await statementOf(other)).toEqual([['TRANSFER', '', '10000000']]);
  await ledgerIsZero();
});

test('a wallet from before there were statements begins with what it held, isolated margin included, and adds up', async () => {
  const symbol = 'DOGEUSDT';
  await contractAt(symbol, 1);
  const [user, other] = [await trader('100'), await trader('1000')];
  await done('/futures/account/margin-mode', { symbol, marginMode: 'ISOLATED' }, user);
  await done('/futures/account/leverage', { symbol, leverage: 10 }, user);
  await place(other, symbol, 'SELL', '1', '400');
  await place(user, symbol, 'BUY', '1', '400');
  expect(await capitalOf(user)).toMatchObject({ balance: '60', isolatedMarginSum: '40' });
  const all = await exchange.createUser({ USDT: '40', BTC: '2' });
  for (const [asset, amount] of [
    ['USDT', '40'],
    ['BTC', '2'],
  ])
    await done('/web/account/transfer', { asset, from: 'SPOT', to: 'FUTURES', amount }, all);
  await done('/futures/account/margin-mode', { symbol, marginMode: 'ISOLATED' }, all);
  await done('/futures/account/leverage', { symbol, leverage: 10 }, all);
  await place(other, symbol, 'SELL', '1', '400');
  await place(all, symbol, 'BUY', '1', '400');
  expect(await capitalOf(all)).toMatchObject({ balance: '0', isolatedMarginSum: '40' });
  await exchange.close();
  // As a database of an earlier release is after the migration.
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('delete from futures_entries');
  await client.query(
    'update futures_statements set is_opened = false, from_seq = (select seq from projection_position)',
  );
  await client.end();
  for (const start of ['first', 'second']) {
    exchange = await boot();
    const opening = [{ type: 'OPENING', symbol: '', amount: '100', parts: 1 }];
    expect(await get('/futures/account/statement', user), start).toMatchObject({
      items: opening,
      total: 1,
      sum: '100',
    });
    expect(await get('/futures/account/statement', all), start).toMatchObject({ total: 1, sum: '40' });
    expect(await get('/futures/account/statement?asset=BTC', all), start).toMatchObject({ total: 1, sum: '2' });
    if (start === 'first') await exchange.close();
  }
  const asset = 'USDT';
  await done('/web/account/transfer', { asset, from: 'FUTURES', to: 'SPOT', amount: '7' }, user);
  expect(await get('/futures/account/statement', user)).toMatchObject({
    items: [{ type: 'TRANSFER', amount: '-7' }, { type: 'OPENING' }],
    sum: '93',
  });
  expect(await capitalOf(user)).toMatchObject({ balance: '53', isolatedMarginSum: '40' });
});

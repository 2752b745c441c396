/** The ledger of a user: every entry of both wallets, page by page and as a file, and what all of it adds up to. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataOf } from '@agio/contracts/calls';
import type { Capital, FuturesTicker } from '@agio/contracts/http/futures-shapes';
import type { Balance } from '@agio/contracts/http/wallet';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bootExchange, createDatabase, execute, type TestExchange, type TestUser } from '../../exchange.ts';

type Page = DataOf<'GET /web/account/ledger/list'>;
type Entry = Page['items'][number];
type File = DataOf<'GET /web/account/ledger/export'>;

let databaseUrl: string;
let exchange: TestExchange;
let user: TestUser;
let other: TestUser;

beforeAll(async () => {
  databaseUrl = await createDatabase();
  exchange = await bootExchange({ databaseUrl, environment: { INDEX_SOURCES: 'demo' } });
  user = await exchange.createUser({ USDT: '50000', BTC: '1' });
  other = await exchange.createUser({ USDT: '100000', BTC: '2' });
  await trade();
});
afterAll(() => exchange?.close());

const get = async <Data>(path: string, who = user): Promise<Data> => {
  const answer = await exchange.call<Data>('GET', path, undefined, { token: who.token });
  expect(answer).toMatchObject({ code: 0 });
  return answer.data;
};
let keys = 0;
const post = async (path: string, body: object, who = user): Promise<void> => {
  const headers = { 'idempotency-key': `key-${(keys += 1)}` };
  expect(await exchange.call('POST', path, body, { token: who.token, headers })).toMatchObject({ code: 0 });
};
const operate = async (path: string, body: object): Promise<void> =>
  expect(await exchange.operate(path, body)).toMatchObject({ code: 0 });
const list = (query: Record<string, string | number> = {}, who = user): Promise<Page> =>
  get(
    `/web/account/ledger/list?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, `${value}`]))}`,
    who,
  );
const file = (query: Record<string, string> = {}): Promise<File> =>
  get(`/web/account/ledger/export?${new URLSearchParams(query)}`);

/** Everything that can move a balance here: funds, transfers, spot trades with and without a voucher, contracts, corrections. */
async function trade(): Promise<void> {
  const spot = { symbol: 'BTCUSDT', type: 'LIMIT', price: '90000' };
  await post('/web/spot/order/place', { ...spot, side: 'SELL', quantity: '0.3' }, other);
  await post('/web/spot/order/place', { ...spot, side: 'BUY', quantity: '0.1' });
  await operate('/operator/pool/fund', { pool: 'PRIZE_POOL', asset: 'USDT', amount: '100' });
  const voucher = { voucherId: 7, email: user.email, asset: 'USDT', amount: '3', expiresAt: Date.now() + 3_600_000 };
  await operate('/operator/fee-voucher/grant', voucher);
  await post('/web/spot/order/place', { ...spot, side: 'BUY', quantity: '0.1' });
  for (const who of [user, other])
    await post('/web/account/transfer', { asset: 'USDT', from: 'SPOT', to: 'FUTURES', amount: '20000' }, who);
  const mark = await markPrice();
  const contract = {
    symbol: 'BTCUSDT',
    type: 'LIMIT',
    price: (Math.round(mark * 10) / 10).toString(),
    quantity: '0.1',
  };
  await post('/futures/order/place', { ...contract, side: 'SELL' }, other);
  await post('/futures/order/place', { ...contract, side: 'BUY' });
  const correction = { corrects: 'DEPOSIT 1', asset: 'USDT', reason: '=SUM(A1), "twice"' };
  const entries = (account: string, amount: string) => [
    { email: user.email, account, amount },
    { account: 'PRIZE_POOL', amount: `-${amount}` },
  ];
  await operate('/operator/correction', { ...correction, correctionId: 1, entries: entries('SPOT', '1.25') });
  await operate('/operator/correction', { ...correction, correctionId: 2, entries: entries('FUTURES', '2.5') });
}

async function markPrice(): Promise<number> {
  for (let tries = 0; tries < 200; tries++) {
    const { tickers } = await get<{ tickers: FuturesTicker[] }>('/futures/market/tickers/aggregate');
    const price = Number(tickers.find(({ symbol }) => symbol === 'BTCUSDT')?.markPrice ?? 0);
    if (price > 0) return price;
    await sleep(100);
  }
  throw new Error('there is no mark price');
}

const units = (text: string): bigint => {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  return BigInt(whole + fraction.padEnd(8, '0')) * (text.startsWith('-') ? -1n : 1n);
};
function sums(entries: readonly Entry[]): Record<string, bigint> {
  const found: Record<string, bigint> = {};
  for (const { wallet, asset, amount } of entries) {
    const name = `${wallet} ${asset}`;
    found[name] = (found[name] ?? 0n) + units(amount);
  }
  return found;
}

test('all entries of a wallet add up to what it holds, of both sides of every trade', async () => {
  for (const who of [user, other]) {
    const { items, total, isCut } = await list({ pageSize: 100 }, who);
    expect({ total, isCut }).toEqual({ total: items.length, isCut: false });
    const { balances } = await get<{ balances: Balance[] }>('/web/spot/account/balances', who);
    const held = Object.fromEntries(
      balances.map(({ wallet, asset, available, locked }) => [`${wallet} ${asset}`, units(available) + units(locked)]),
    );
    expect(sums(items)).toEqual(held);
  }
});

test('E7 the sum of the futures entries is the balance of its capital', async () => {
  const { items } = await list({ wallet: 'FUTURES', pageSize: 100 });
  const { capital } = await get<{ capital: Capital }>('/futures/account/capital');
  expect(sums(items)).toEqual({ 'FUTURES USDT': units(capital.balance) });
  expect(items.map(({ type }) => type)).toEqual(expect.arrayContaining(['TRANSFER', 'FEE', 'CORRECTION']));
});

test('a fill is what it brought, what it cost and its fee, and what a voucher paid of that', async () => {
  const { items } = await list({ wallet: 'SPOT', pageSize: 100 });
  const of = (type: string) =>
    items.filter((entry) => entry.type === type).map(({ asset, amount }) => `${amount} ${asset}`);
  expect(of('TRADE')).toEqual(['0.1 BTC', '-9000 USDT', '0.1 BTC', '-9000 USDT']);
  expect(of('FEE')).toEqual(['-0.0001 BTC', '-0.0001 BTC']);
  expect(of('FEE_VOUCHER')).toEqual(['3 USDT']);
  expect(of('DEPOSIT').toSorted()).toEqual(['1 BTC', '50000 USDT']);
  expect(of('TRANSFER')).toEqual(['-20000 USDT']);
  expect(items.find(({ type }) => type === 'CORRECTION')).toMatchObject({
    amount: '1.25',
    reason: '=SUM(A1), "twice"',
    wallet: 'SPOT',
  });
});

test('filters by wallet, coin, type and time find what they name and nothing else, newest first', async () => {
  const all = (await list({ pageSize: 100 })).items;
  const times = all.map(({ time }) => time);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  const same = async (query: Record<string, string | number>, keep: (entry: Entry) => boolean) =>
    expect((await list({ ...query, pageSize: 100 })).items, JSON.stringify(query)).toEqual(all.filter(keep));
  await same({ wallet: 'FUTURES' }, ({ wallet }) => wallet === 'FUTURES');
  await same({ asset: 'BTC' }, ({ asset }) => asset === 'BTC');
  await same({ type: 'FEE' }, ({ type }) => type === 'FEE');
  await same({ type: 'CORRECTION', wallet: 'FUTURES' }, (e) => e.type === 'CORRECTION' && e.wallet === 'FUTURES');
  const middle = times[Math.floor(times.length / 2)]!;
  await same({ from: middle }, ({ time }) => time >= middle);
  await same({ to: middle }, ({ time }) => time <= middle);
  await same({ from: 1, to: 2 }, () => false);
});

test('both halves of a transfer have its number, each the one of its own where two are equal', async () => {
  for (const _ of [1, 2])
    await post('/web/account/transfer', { asset: 'USDT', from: 'SPOT', to: 'FUTURES', amount: '7.5' });
  // Transfers of one moment: the log may take two of them within a millisecond.
  const moment = (await list({ type: 'TRANSFER', pageSize: 100 })).items[0]!.time;
  for (const table of ['funds_moves', 'futures_entries'])
    await execute(
      databaseUrl,
      `update ${table} set time_ms = $1 where uid = $2 and amount in (750000000, -750000000)`,
      [moment, user.uid],
    );
  const halves = (await list({ type: 'TRANSFER', pageSize: 100 })).items;
  const referencesOf = (wallet: string) =>
    halves.filter((entry) => entry.wallet === wallet).map(({ reference }) => reference);
  expect(referencesOf('FUTURES').length).toBeGreaterThan(0);
  expect(referencesOf('FUTURES')).toEqual(referencesOf('SPOT'));
  expect(new Set(referencesOf('SPOT')).size).toBe(halves.length / 2);
  expect(referencesOf('SPOT')).not.toContain('');
});

test('pages hold every entry once', async () => {
  const all = (await list({ pageSize: 100 })).items;
  const paged: Entry[] = [];
  for (let page = 1; page <= Math.ceil(all.length / 3); page++)
    paged.push(...(await list({ page, pageSize: 3 })).items);
  expect(paged).toEqual(all);
  expect(new Set(paged.map(({ entryId }) => entryId)).size).toBe(all.length);
  expect((await list({ page: 10_000, pageSize: 100 })).items).toEqual([]);
});

test('the file has exactly what the filter finds, and no cell that a spreadsheet would compute', async () => {
  const { items, total } = await list({ type: 'CORRECTION', pageSize: 100 });
  const { csv, rows, next } = await file({ type: 'CORRECTION' });
  expect({ rows, next }).toEqual({ rows: total, next: '' });
  const lines = csv.split('\r\n');
  expect(lines[0]).toBe('time,wallet,type,asset,amount,market,reference,entries,reason');
  expect(lines[1]).toBe(
    `${new Date(items[0]!.time).toISOString()},FUTURES,CORRECTION,USDT,2.5,,,1,"'=SUM(A1), ""twice"""`,
  );
  expect(lines).toHaveLength(total + 2);
  const everything = await file();
  expect(everything.rows).toBe((await list({ pageSize: 100 })).total);
  expect(everything.csv).toContain(',SPOT,TRADE,USDT,-9000,BTCUSDT,1,1,\r\n');
});

test('a file of any length comes in pieces that hold every entry once', async () => {
  const all = (await list({ pageSize: 100 })).items;
  const whole = (await file()).csv.split('\r\n');
  for (const wallet of ['SPOT', 'FUTURES'] as const) {
    const entries = all.filter((entry) => entry.wallet === wallet);
    expect(entries.length).toBeGreaterThan(2);
    // From behind each entry on the rest of the file follows, without a head.
    for (const [at, { time, entryId }] of entries.entries()) {
      const { csv, rows, next } = await file({ wallet, after: `${time}.${entryId}` });
      expect({ rows, next }).toEqual({ rows: entries.length - at - 1, next: '' });
      const lines = csv.split('\r\n').slice(0, -1);
      expect(lines).toEqual(whole.filter((line) => line.split(',')[1] === wallet).slice(at + 1));
    }
  }
  const asked = await exchange.call('GET', '/web/account/ledger/export?after=1.2', undefined, { token: user.token });
  expect(asked.code).not.toBe(0);
});

test('a ledger of several pieces is whole', async () => {
  const much = await exchange.createUser({ USDT: '1' });
  const rows = Array.from({ length: 12_001 }, (_, at) => ({ uid: much.uid, at }));
  // As if prizes had been paid, some of them in the same moment.
  await execute(
    databaseUrl,
    `insert into spot_entries select 1000000 + at, 0, 0, uid, 'PRIZE', '', 'USDT', at, 1700000000000 + at / 7
     from json_to_recordset($1) as r(uid bigint, at bigint)`,
    [JSON.stringify(rows)],
  );
  const pieces: File[] = [];
  let after: string | undefined;
  do {
    const piece: File = await get(`/web/account/ledger/export?type=PRIZE${after ? `&after=${after}` : ''}`, much);
    pieces.push(piece);
    after = piece.next;
  } while (after !== '');
  expect(pieces.map((piece) => piece.rows)).toEqual([5_000, 5_000, 2_001]);
  const amounts = pieces.flatMap(({ csv }) => csv.split('\r\n')).flatMap((line) => line.split(',').slice(4, 5));
  expect(amounts[0]).toBe('amount');
  expect(amounts.slice(1).map((amount) => Math.round(Number(amount) * 1e8))).toEqual(
    rows.map(({ at }) => at).reverse(),
  );
});

test('who has nothing has an empty ledger', async () => {
  const nobody = await exchange.createUser();
  expect(await list({}, nobody)).toEqual({ items: [], total: 0, isCut: false });
});

test('FLT-16 a user reads one history at a time, by whichever call, so that none takes all connections to the database', async () => {
  // Holds every reading of the table back, as millions of entries would.
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('begin; lock table futures_entries in access exclusive mode');
  const held = async (): Promise<number> => {
    const { rows } = await client.query<{ held: number }>(
      "select count(*)::int as held from pg_locks where relation = 'futures_entries'::regclass and not granted",
    );
    return rows[0]!.held;
  };
  const paths = [
    '/web/account/ledger/list?type=DUST',
    '/web/account/ledger/export?asset=BTC',
    '/futures/account/statement?asset=USDT&wallet=FUTURES',
  ];
  const codes: number[] = [];
  const ask = async (path: string, { token }: TestUser): Promise<number> => {
    const { code } = await exchange.call('GET', path, undefined, { token });
    codes.push(code);
    return code;
  };
  const own = Array.from({ length: 12 }, (_, n) => ask(paths[n % 3]!, user));
  await expect.poll(() => codes, { timeout: 5_000 }).toEqual([40029, 40029, 40029]);
  expect(await held()).toBe(1);
  const others = paths.slice(0, 2).map((path) => ask(path, other));
  await expect.poll(held, { timeout: 5_000 }).toBe(2);
  await client.query('commit');
  await client.end();
  expect((await Promise.all(own)).toSorted((a, b) => a - b)).toEqual([
    ...Array<number>(9).fill(0),
    40029,
    40029,
    40029,
  ]);
  expect(await Promise.all(others)).toEqual([0, 0]);
});

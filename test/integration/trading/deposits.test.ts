/** Deposits over the demo's own chain: from an address to the credit, once, whatever happens in between. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataOf } from '@agio/contracts/calls';
import { REFUSALS } from '@agio/contracts/errors';
import type { Balance } from '@agio/contracts/http/wallet';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bootExchange, createDatabase, type Envelope, type TestExchange, type TestUser } from '../../exchange.ts';

type Deposits = DataOf<'GET /web/deposit/list'>;
type Deposit = Deposits['items'][number];

const directory = mkdtempSync(join(tmpdir(), 'agio-deposits-'));
const USDT = { asset: 'USDT', network: 'DEMO' };
const REAL = { DEMO: '0', RATE_LIMITS: 'on', SECRET_KEY: 'ab'.repeat(32), PUBLIC_URL: 'https://agio.example' };
/** Three blocks of two seconds, and the turns of the job. */
const UNTIL_CREDITED = { timeout: 30_000, interval: 250 };

let exchange: TestExchange;
let databaseUrl: string;
let user: TestUser;

beforeAll(async () => {
  databaseUrl = await createDatabase();
  exchange = await bootExchange({ directory, databaseUrl });
  user = await exchange.createUser();
});
afterAll(async () => {
  await exchange?.close();
  rmSync(directory, { recursive: true, force: true });
});

const get = async <Data>(path: string, who = user): Promise<Data> => {
  const answer = await exchange.call<Data>('GET', path, undefined, { token: who.token });
  expect(answer).toMatchObject({ code: 0 });
  return answer.data;
};
const post = <Data>(path: string, body: object, key = '', who = user): Promise<Envelope<Data>> =>
  exchange.call<Data>('POST', path, body, { token: who.token, headers: key === '' ? {} : { 'idempotency-key': key } });
const send = async (amount: string, key: string, who = user): Promise<string> => {
  const answer = await post<{ txId: string }>('/web/demo/chain/send', { ...USDT, amount }, key, who);
  expect(answer).toMatchObject({ code: 0 });
  return answer.data.txId;
};
const depositOf = async (txId: string, who = user): Promise<Deposit | undefined> =>
  (await get<Deposits>('/web/deposit/list', who)).items.find((deposit) => deposit.txId === txId);
const spotUsdt = async (who = user): Promise<string> =>
  (await get<{ balances: Balance[] }>('/web/spot/account/balances', who)).balances.find(
    ({ asset, wallet }) => asset === 'USDT' && wallet === 'SPOT',
  )?.available ?? '0';

async function runSql(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(text);
  await client.end();
}

test('R22 coins and networks are told, and an address is the same each time and nobody else’s', async () => {
  const { isDemo, coins } = await get<DataOf<'GET /web/deposit/coins'>>('/web/deposit/coins');
  expect(isDemo).toBe(true);
  expect(coins[0]).toMatchObject({ asset: 'USDT', name: 'Tether', testAmount: '10000' });
  expect(coins[0]!.networks[0]).toEqual({ network: 'DEMO', confirmations: 3, blockSeconds: 2 });
  const other = await exchange.createUser();
  const address = async (body: object, who = user) =>
    (await post<{ address: string }>('/web/deposit/address', body, '', who)).data.address;
  const own = await address(USDT);
  expect(own).toMatch(/^demo1[0-9a-f]{40}$/);
  expect(await address(USDT)).toBe(own);
  const others = [
    await address({ ...USDT, asset: 'BTC' }),
    await address({ ...USDT, network: 'DEMO_SLOW' }),
    await address(USDT, other),
  ];
  expect(new Set([own, ...others]).size).toBe(4);
});

test('ATK-5 test coins arrive, are confirmed block by block, and are credited once', async () => {
  const before = await spotUsdt();
  const txId = await send('12.50', 'first');
  expect(await send('12.50', 'first')).toBe(txId);
  await expect.poll(() => depositOf(txId), UNTIL_CREDITED).toMatchObject({ state: 'CONFIRMING', amount: '12.5' });
  expect(await spotUsdt()).toBe(before);
  const seen = new Set<number>();
  const state = async () => {
    const deposit = await depositOf(txId);
    seen.add(deposit?.confirmations ?? 0);
    return deposit?.state;
  };
  await expect.poll(state, UNTIL_CREDITED).toBe('CREDITED');
  expect([...seen].toSorted()).toEqual(expect.arrayContaining([1, 2, 3]));
  expect(await spotUsdt()).toBe('12.5');
  const { transferId } = (await depositOf(txId))!;
  const { items } = await get<DataOf<'GET /web/account/ledger/list'>>('/web/account/ledger/list?type=DEPOSIT');
  expect(items).toMatchObject([{ amount: '12.5', asset: 'USDT', reference: String(transferId) }]);
});

test('ATK-5 a deposit that was credited but not marked before a crash is not credited again', async () => {
  const txId = await send('3', 'crash');
  await expect.poll(async () => (await depositOf(txId))?.state, UNTIL_CREDITED).toBe('CREDITED');
  const before = await spotUsdt();
  const { transferId } = (await depositOf(txId))!;
  await runSql(`update deposits set state = 'CONFIRMING', transfer_id = null where tx_id = '${txId}'`);
  await expect.poll(async () => (await depositOf(txId))?.state, UNTIL_CREDITED).toBe('CREDITED');
  expect([(await depositOf(txId))!.transferId, await spotUsdt()]).toEqual([transferId, before]);
});

test('ATK-5 a deposit under way is credited once after a restart, also when the chain is read again from its beginning', async () => {
  const before = Number(await spotUsdt());
  const txId = await send('7', 'restart');
  await exchange.close();
  exchange = await bootExchange({ directory, databaseUrl });
  await expect.poll(async () => (await depositOf(txId))?.state, UNTIL_CREDITED).toBe('CREDITED');
  await runSql('delete from deposit_cursors');
  const later = await send('1', 'after-the-restart');
  await expect.poll(async () => (await depositOf(later))?.state, UNTIL_CREDITED).toBe('CREDITED');
  expect(Number(await spotUsdt())).toBe(before + 8);
  expect((await get<Deposits>('/web/deposit/list')).total).toBe(4);
});

test('a deposit that the core refuses keeps no other from being credited', async () => {
  await runSql(`
    insert into deposit_addresses values ('DEMO', 'demo1nothing', ${user.uid}, 'NOPE');
    insert into demo_chain_transfers (network, tx_id, address, asset, amount, block, time_ms)
    values ('DEMO', 'refused', 'demo1nothing', 'NOPE', '1', 1, 1)
  `);
  await expect.poll(async () => (await depositOf('refused'))?.confirmations, UNTIL_CREDITED).toBe(3);
  const txId = await send('2', 'after-a-refused-one');
  await expect.poll(async () => (await depositOf(txId))?.state, UNTIL_CREDITED).toBe('CREDITED');
  expect(await depositOf('refused')).toMatchObject({ state: 'CONFIRMING', transferId: null });
});

test.each([
  ['more than one sending brings', { ...USDT, amount: '10000.01' }, 'AMOUNT_TOO_LARGE'],
  ['nothing', { ...USDT, amount: '0' }, 'BAD_REQUEST'],
  ['finer than the asset', { ...USDT, amount: '0.000000001' }, 'BAD_REQUEST'],
  ['a coin that is none', { ...USDT, asset: 'NOPE', amount: '1' }, 'UNKNOWN_ASSET'],
  ['a network that is none', { ...USDT, network: 'ETHEREUM', amount: '1' }, 'UNKNOWN_ASSET'],
] as const)('test coins are refused: %s', async (_what, body, refusal) => {
  expect(await post('/web/demo/chain/send', body)).toMatchObject({ code: REFUSALS[refusal].code });
});

test('FLT-16 a user has a hundred sendings a day, and is told how long to wait; another one has his own', async () => {
  const where = {
    directory: mkdtempSync(join(tmpdir(), 'agio-sendings-')),
    databaseUrl: await createDatabase(),
    environment: { RATE_LIMITS: 'on' },
  };
  let limited = await bootExchange(where);
  try {
    const [one, other] = [await limited.createUser(), await limited.createUser()];
    const codeOf = async ({ token }: TestUser, asset = 'USDT') =>
      (await limited.call('POST', '/web/demo/chain/send', { ...USDT, asset, amount: '1' }, { token })).code;
    // What is refused anyway is not counted.
    expect(await codeOf(one, 'NOPE')).toBe(REFUSALS.UNKNOWN_ASSET.code);
    // Forty of a user wait for their turn at a time.
    const codes: number[] = [];
    for (let n = 0; n < 4; n += 1)
      codes.push(...(await Promise.all(Array.from({ length: n < 3 ? 30 : 13 }, () => codeOf(one)))));
    const tooMany = REFUSALS.TOO_MANY_ATTEMPTS.code;
    expect([0, tooMany].map((code) => codes.filter((other) => other === code).length)).toEqual([100, 3]);
    expect(await codeOf(other)).toBe(0);
    // Nor does a restart bring more: what counts is on the chain.
    await limited.close();
    limited = await bootExchange(where);
    expect(await codeOf(one)).toBe(tooMany);
    expect(await codeOf(other)).toBe(0);
  } finally {
    await limited.close();
  }
});

test('R22 an exchange that is no demo offers no chain, and says so', async () => {
  const real = await bootExchange({ environment: REAL });
  try {
    const email = 'person@test.agio.example';
    expect(await real.operate('/operator/user/create', { email, password: 'four unrelated words' })).toMatchObject({
      code: 0,
    });
    const { token } = (await real.operate<{ token: string }>('/operator/user/token', { email })).data;
    const call = (method: 'GET' | 'POST', path: string, body?: object) => real.call(method, path, body, { token });
    expect((await call('GET', '/web/deposit/coins')).data).toEqual({ isDemo: false, coins: [] });
    expect((await call('GET', '/web/deposit/list')).data).toEqual({ items: [], total: 0 });
    const refused = { code: REFUSALS.NOT_DEMO.code };
    expect(await call('POST', '/web/deposit/address', USDT)).toMatchObject(refused);
    expect(await call('POST', '/web/demo/chain/send', { ...USDT, amount: '1' })).toMatchObject(refused);
  } finally {
    await real.close();
  }
});

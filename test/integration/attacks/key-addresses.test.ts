/** From where an API key may be used: the list that its owner gave it, over HTTP and on the request socket. */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { REFUSALS } from '@agio/contracts/errors';
import { bootExchange, type TestExchange, type TestUser } from '../../exchange.ts';

let exchange: TestExchange;
let owner: TestUser;
beforeAll(async () => {
  exchange = await bootExchange({ environment: { TRUSTED_PROXIES: 'loopback' } });
  owner = await exchange.createUser({ USDT: '1000' });
});
afterAll(() => exchange?.close());

interface Key {
  readonly id: number;
  readonly apiKey: string;
  readonly apiSecret: string;
}
const KEYS = '/web/user/api-key';
const create = (ipList?: unknown) =>
  exchange.call<Key>('POST', `${KEYS}/create`, { label: 'bot', ...(ipList === undefined ? {} : { ipList }) }, owner);
const update = (id: number, ipList: unknown, who: TestUser = owner) =>
  exchange.call<{ ipList: string[] }>('POST', `${KEYS}/update`, { id, ipList }, who);
const sign = ({ apiSecret }: Key, text: string): string => createHmac('sha256', apiSecret).update(text).digest('hex');

async function get(key: Key, path: string, ip: string): Promise<{ status: number; body: { code?: number } }> {
  const text = `timestamp=${Date.now()}`;
  const answer = await fetch(`${exchange.url}${path}?${text}&signature=${sign(key, text)}`, {
    headers: { 'x-mbx-apikey': key.apiKey, 'x-forwarded-for': ip },
  });
  return { status: answer.status, body: (await answer.json()) as { code?: number } };
}

async function askSocket(key: Key, ip: string): Promise<{ status: number; error?: { code: number } }> {
  const socket = new WebSocket(`${exchange.url.replace('http', 'ws')}/ws-api/v3`, {
    headers: { 'x-forwarded-for': ip },
  });
  await new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const answered = new Promise<string>((resolve) => socket.once('message', (raw: Buffer) => resolve(raw.toString())));
  const timestamp = Date.now();
  const signature = sign(key, `apiKey=${key.apiKey}&timestamp=${timestamp}`);
  socket.send(
    JSON.stringify({ id: 1, method: 'account.status', params: { apiKey: key.apiKey, timestamp, signature } }),
  );
  const answer = JSON.parse(await answered) as { status: number; error?: { code: number } };
  socket.close();
  return answer;
}

test('ATK-16 a key with a list is refused with -2015 from elsewhere, over HTTP and on the request socket', async () => {
  const { data: key } = await create(['203.0.113.7', '2001:db8:1::/48']);
  for (const ip of ['203.0.113.7', '2001:db8:1:5::9']) {
    expect((await get(key, '/api/v3/account', ip)).status, ip).toBe(200);
    expect((await askSocket(key, ip)).status, ip).toBe(200);
  }
  for (const ip of ['203.0.113.8', '2001:db8:2::9', '10.0.0.1, 198.51.100.1']) {
    expect(await get(key, '/api/v3/account', ip), ip).toMatchObject({ status: 401, body: { code: -2015 } });
    expect(await askSocket(key, ip), ip).toMatchObject({ status: 401, error: { code: -2015 } });
  }
  // Calls that need the key's name only.
  const named = (ip: string) =>
    fetch(`${exchange.url}/api/v3/historicalTrades?symbol=BTCUSDT`, {
      headers: { 'x-mbx-apikey': key.apiKey, 'x-forwarded-for': ip },
    });
  expect((await named('203.0.113.7')).status).toBe(200);
  expect((await named('203.0.113.8')).status).toBe(401);
});

test('ATK-16 the list is shown, and changed at once by its owner alone; without one a key works from anywhere', async () => {
  const { data: key } = await create();
  expect((await get(key, '/api/v3/account', '198.51.100.9')).status).toBe(200);
  expect((await update(key.id, ['203.0.113.0/24'])).data).toEqual({ ipList: ['203.0.113.0/24'] });
  expect((await get(key, '/api/v3/account', '198.51.100.9')).body).toMatchObject({ code: -2015 });
  expect((await get(key, '/api/v3/account', '203.0.113.200')).status).toBe(200);
  const { data } = await exchange.call<{ apiKeys: { id: number; ipList: string[] }[] }>(
    'GET',
    `${KEYS}/list`,
    undefined,
    owner,
  );
  expect(data.apiKeys.find(({ id }) => id === key.id)?.ipList).toEqual(['203.0.113.0/24']);
  const stranger = await exchange.createUser();
  expect((await update(key.id, [], stranger)).code).toBe(REFUSALS.NOT_FOUND.code);
  expect((await update(key.id, [])).code).toBe(0);
  expect((await get(key, '/api/v3/account', '198.51.100.9')).status).toBe(200);
});

test('ATK-16 a request socket that is open when the list changes is refused at its next request, and let in again with the list', async () => {
  const { data: key } = await create();
  const socket = new WebSocket(`${exchange.url.replace('http', 'ws')}/ws-api/v3`, {
    headers: { 'x-forwarded-for': '198.51.100.9' },
  });
  await new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const status = async (): Promise<number> => {
    const answered = new Promise<string>((resolve) => socket.once('message', (raw: Buffer) => resolve(raw.toString())));
    const timestamp = Date.now();
    const signature = sign(key, `apiKey=${key.apiKey}&timestamp=${timestamp}`);
    const params = { apiKey: key.apiKey, timestamp, signature };
    socket.send(JSON.stringify({ id: 1, method: 'account.status', params }));
    return (JSON.parse(await answered) as { status: number }).status;
  };
  expect(await status()).toBe(200);
  await update(key.id, ['203.0.113.0/24']);
  expect(await status()).toBe(401);
  await update(key.id, ['203.0.113.0/24', '198.51.100.9']);
  expect(await status()).toBe(200);
  socket.close();
});

test('ATK-16 a list with an invalid entry is refused in a sentence, and no key is made', async () => {
  const count = async (): Promise<number> =>
    (await exchange.call<{ apiKeys: object[] }>('GET', `${KEYS}/list`, undefined, owner)).data.apiKeys.length;
  const before = await count();
  for (const ipList of [['nowhere'], ['1.2.3.4/33'], ['0.0.0.0/0'], 'x', Array.from({ length: 21 }, () => '1.2.3.4')]) {
    const { code, msg } = await create(ipList);
    expect(code).toBe(REFUSALS.BAD_REQUEST.code);
    expect(msg).toMatch(/ipList/);
  }
  expect((await create(['nowhere'])).msg).toContain('"nowhere" is neither an address');
  expect(await count()).toBe(before);
});

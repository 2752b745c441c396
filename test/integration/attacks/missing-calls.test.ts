/** An unknown path under the prefixes of calls is answered by 404 in the JSON envelope; any other unknown path by the page of 404. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bootExchange, type TestExchange } from '../../exchange.ts';

let exchange: TestExchange;
beforeAll(async () => void (exchange = await bootExchange()));
afterAll(() => exchange?.close());

async function ask(method: string, path: string): Promise<{ status: number; type: string; text: string }> {
  const answer = await fetch(exchange.url + path, {
    method,
    redirect: 'manual',
    headers: { 'content-type': 'application/json' },
    ...(method === 'GET' || method === 'HEAD' ? {} : { body: '{}' }),
  });
  return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text() };
}

test.each([
  '/operator/bonus/grants',
  '/operator/bonus/grant',
  '/operator/ledger',
  '/operator',
  '/web/no/such.call',
  '/futures/market/nothing?x=1',
  '/api/v3/nothing',
  '/copy/trading/nothing',
  '//operator/bonus/grants',
])('a call that there is not, %s, is told so in JSON by every method', async (path) => {
  const named = path.split('?')[0];
  for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND', 'HEAD']) {
    const { status, type, text } = await ask(method, path);
    expect([method, status, type]).toEqual([method, 404, 'application/json; charset=utf-8']);
    const told = { code: 404, msg: `There is no call ${method} ${named}.`, data: null };
    if (method !== 'HEAD') expect(JSON.parse(text)).toEqual(told);
  }
});

test('a browser that asks for a contract by its usual address is sent to the page; what a program asks for stays a call', async () => {
  const visit = async (path: string, accept: string, method = 'GET') => {
    const answer = await fetch(exchange.url + path, { method, redirect: 'manual', headers: { accept } });
    await answer.arrayBuffer();
    return [answer.status, answer.headers.get('location')];
  };
  const html = 'text/html,application/xhtml+xml,*/*;q=0.8';
  expect(await visit('/futures/btc_usdt?x=1', html)).toEqual([302, '/contract-trade/BTCUSDT?x=1']);
  expect(await visit('/futures', html)).toEqual([302, '/contract-trade']);
  expect(await visit('/en-us/futures/XYZ', html)).toEqual([302, '/en-us/contract-trade/XYZ']);
  expect(await visit('/futures/order/nothing', html)).toEqual([404, null]);
  expect(await visit('/futures/btc_usdt', '*/*')).toEqual([404, null]);
  expect(await visit('/futures/btc_usdt', html, 'POST')).toEqual([404, null]);
});

test('a known path with a wrong method is answered like an unknown call', async () => {
  expect(await ask('GET', '/operator/bonus/grant')).toMatchObject({
    status: 404,
    type: expect.stringContaining('json'),
  });
});

test('pages, their data and files at the root are answered as before', async () => {
  expect(await ask('GET', '/no/such/page')).toMatchObject({ status: 404, type: expect.stringContaining('text/html') });
  expect(await ask('GET', '/market.data')).toMatchObject({
    status: 200,
    type: expect.stringContaining('text/x-script'),
  });
  expect(await ask('GET', '/nothing.txt')).toMatchObject({ type: expect.stringContaining('text/html') });
});

test('ATK-21 the calls that there are are at /docs with their bodies; those of operators on their own listener alone', async () => {
  const { status, text } = await ask('GET', '/docs/json');
  expect(status).toBe(200);
  const named = (json: string): Record<string, { post?: object }> =>
    (JSON.parse(json) as { paths: Record<string, { post?: object }> }).paths;
  const publicPaths = Object.keys(named(text));
  expect(publicPaths).toContain('/web/spot/order/place');
  expect(publicPaths.filter((path) => path.startsWith('/operator'))).toEqual([]);
  expect((await ask('GET', '/docs')).type).toContain('text/html');
  const own = named(await (await fetch(`${exchange.exchange.operatorUrl}/docs/json`)).text());
  expect(JSON.stringify(own['/operator/contract/parameters']?.post)).toContain('fundingIntervalHours');
  expect(Object.keys(own).filter((path) => !path.startsWith('/operator/'))).toEqual([]);
});

test('HEAD of a page has its status and no length that would be wrong', async () => {
  for (const [path, status] of [
    ['/market', 200],
    ['/login', 200],
    ['/no/such/page', 404],
  ] as const) {
    const answer = await fetch(exchange.url + path, { method: 'HEAD' });
    expect([path, answer.status, answer.headers.get('content-length')]).toEqual([path, status, null]);
  }
});

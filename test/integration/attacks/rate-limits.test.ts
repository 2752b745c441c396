/** One budget of request weight per address, whichever door is used: calls, pages, GraphQL, the request socket. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { REFUSALS } from '@agio/contracts/errors';
import { DATA_WEIGHT, PAGE_WEIGHT } from '../../../server/http/guard/rate-limit.ts';
import { bootExchange, type TestExchange } from '../../exchange.ts';
import { type Answer, sendFrom, usedWeight } from '../../send-from.ts';

const LIMIT = 6_000;
const WEIGHT_OF_BOOK = 5;
const hasPages = existsSync(join(import.meta.dirname, '../../../web/build/server/index.js'));
let exchange: TestExchange;
beforeAll(async () => void (exchange = await bootExchange({ environment: { RATE_LIMITS: 'on' } })));
afterAll(() => exchange?.close());

/** Sends from a different address of this machine in each test, so that each has its own budget. */
const ask = (from: string, path: string, body?: object, more: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  sendFrom({
    from,
    url: exchange.url + path,
    headers: {
      ...(body ? { 'content-type': 'application/json', origin: exchange.url } : { accept: 'text/html' }),
      ...more,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

function expectToWait({ status, headers }: Answer): void {
  expect([status, headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
}

async function connect(localAddress: string): Promise<(method: string, params?: object) => Promise<Reply>> {
  const socket = new WebSocket(`${exchange.url.replace('http', 'ws')}/ws-api/v3`, { localAddress });
  const waiting = new Map<number, (reply: Reply) => void>();
  socket.on('message', (data: Buffer) => {
    const reply = JSON.parse(data.toString('utf8')) as Reply;
    waiting.get(reply.id)?.(reply);
  });
  await new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject));
  let id = 0;
  return (method, params = {}) =>
    new Promise((resolve) => {
      waiting.set(++id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
}

interface Reply {
  readonly id: number;
  readonly status: number;
  readonly error?: { readonly code: number; readonly data?: object };
  readonly rateLimits: readonly { readonly count: number }[];
}

/** Uses the budget up by reading books over the socket. */
async function exhaust(localAddress: string): Promise<Reply> {
  const call = await connect(localAddress);
  const reads = Math.ceil(LIMIT / WEIGHT_OF_BOOK);
  for (let sent = 0; sent < reads; sent += 300)
    await Promise.all(
      Array.from({ length: Math.min(300, reads - sent) }, () => call('depth', { symbol: 'BTCUSDT', limit: 5 })),
    );
  return call('ping');
}

describe('request weight', () => {
  test('the request socket counts what the same calls cost over HTTP, says so, and refuses with -1003 past the limit', async () => {
    const call = await connect('127.0.0.2');
    const first = await call('depth', { symbol: 'BTCUSDT' });
    expect(first.rateLimits).toEqual([
      { rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: LIMIT, count: WEIGHT_OF_BOOK },
    ]);
    const refused = await exhaust('127.0.0.2');
    expect(refused).toMatchObject({ status: 429, error: { code: -1003, data: { retryAfter: expect.any(Number) } } });
    expect(await ask('127.0.0.2', '/api/v3/ping')).toMatchObject({ status: 429 });
  });

  test.runIf(hasPages)(
    'GraphQL and pages share the budget: 429 with Retry-After, and another address is not touched',
    async () => {
      await exhaust('127.0.0.3');
      const graph = await ask('127.0.0.3', '/graphql', { query: '{ __typename }' });
      expectToWait(graph);
      const page = await ask('127.0.0.3', '/');
      expectToWait(page);
      for (const path of ['/robots.txt', '/sitemap.xml', '/sitemap/en-us.xml'])
        expectToWait(await ask('127.0.0.3', path));
      expect((await ask('127.0.0.4', '/')).status).toBe(200);
    },
  );

  test.runIf(hasPages)(
    'past the limit a page says so in the language and theme of who reads it, and needs no other file; a script gets a line',
    async () => {
      const from = '127.0.0.8';
      await exhaust(from);
      const page = async (path: string, headers: Record<string, string> = {}): Promise<Answer> => {
        const answer = await ask(from, path, undefined, headers);
        expectToWait(answer);
        return answer;
      };
      const english = await page('/market');
      expect(english.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(english.text).toMatch(/<html lang="en-US" dir="ltr" data-theme="dark">/);
      expect(english.text).toMatch(/<p>Too many attempts\. Wait (?:\d+ seconds?|1 minute) and try again\.<\/p>/);
      expect(english.text).not.toMatch(/<(?:script|link|img)/);
      const style = /<style>([^]*)<\/style>/.exec(english.text)![1]!;
      expect(style).toContain('--canvas');
      const hash = createHash('sha256').update(style).digest('base64');
      expect(english.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}'`);
      const persian = '<html lang="fa-IR" dir="rtl"';
      expect((await page('/fa-ir/market?x=1', { cookie: 'theme=light' })).text).toContain(
        `${persian} data-theme="light">`,
      );
      expect((await page('/market', { 'accept-language': 'xx,fa;q=0.5' })).text).toContain(persian);
      expect((await page('/market', { cookie: 'language=fa-ir' })).text).toContain(persian);
      expect((await page('/market.data', { accept: '*/*' })).text).toMatch(/^Too many requests\. Wait \d+ seconds/);
    },
  );

  test('ATK-21 requests for the figures with a wrong token are counted, and those with the right one are not', async () => {
    const statuses = new Set<number>();
    for (let n = 0; n < 70; n += 1) statuses.add((await ask('127.0.0.9', '/metrics')).status);
    expect([...statuses]).toEqual([401, 429]);
    // The visitors of that address go on.
    expect((await ask('127.0.0.9', '/api/v3/ping')).status).toBe(200);
    const { operatorToken } = exchange.exchange.config;
    const figures = await fetch(exchange.at('/metrics'), { headers: { authorization: `Bearer ${operatorToken}` } });
    expect(figures.status).toBe(200);
  });

  test.runIf(hasPages)(
    'a page is paid for with its making, by its visitor: its own calls take nothing, of nobody',
    async () => {
      const used = async (address: string): Promise<number> => usedWeight(await ask(address, '/api/v3/ping'));
      const before = { visitor: await used('127.0.0.5'), machine: await used('127.0.0.1') };
      expect((await ask('127.0.0.5', '/market.data?x=1')).status).toBe(200);
      expect((await used('127.0.0.1')) - before.machine).toBe(1);
      expect((await used('127.0.0.5')) - before.visitor).toBe(PAGE_WEIGHT + DATA_WEIGHT + 1);
    },
  );

  test.runIf(hasPages)(
    'ATK-1 ATK-8 what is made for a request counts, what is kept is cheap: pages, crawlers, files, the calls’ description',
    async () => {
      const used = async (address: string): Promise<number> => usedWeight(await ask(address, '/api/v3/ping'));
      const weightOf = async (path: string, headers: Record<string, string> = {}): Promise<number> => {
        const before = await used('127.0.0.7');
        const answer = await ask('127.0.0.7', path, undefined, headers);
        expect([path, answer.status < 400 || answer.status === 404]).toEqual([path, true]);
        return (await used('127.0.0.7')) - before - 1;
      };
      await weightOf('/market');
      expect(await weightOf('/market')).toBe(1);
      // Whatever stands in the query, it is the same page.
      expect(await weightOf(`/market?x=${'y'.repeat(100)}&__proto__=1`)).toBe(1);
      const crawler = { 'user-agent': 'Googlebot/2.1' };
      await weightOf('/market', crawler);
      expect(await weightOf('/market?y=2', crawler)).toBe(1);
      // Pages that are rendered anew for each request.
      for (const path of ['/coin-introduce/NONE1', '/coin-introduce/NONE2', '/login', '/nowhere'])
        expect([path, (await weightOf(path)) >= 20]).toEqual([path, true]);
      for (const path of [
        '/docs',
        '/docs/json',
        '/docs/yaml',
        '/docs/static/index.html',
        '/favicon.svg',
        '/static/none.js',
      ])
        expect([path, (await weightOf(path)) > 0]).toEqual([path, true]);
      for (const path of ['/healthz', '/readyz']) expect([path, await weightOf(path)]).toEqual([path, 0]);
    },
  );

  test('FLT-16 questions whether the server lives have a limit of their own: past it they wait, and nothing else does', async () => {
    const from = '127.0.0.10';
    const agent = new Agent({ keepAlive: true, maxSockets: 20 });
    const probe = (path: string): Promise<Answer> => sendFrom({ from, url: exchange.url + path, agent });
    await exhaust(from);
    // Whoever has used up the limit of visitors is still told.
    expect((await probe('/healthz')).status).toBe(200);
    let refused: Answer | null = null;
    for (let sent = 0; sent < LIMIT + 200 && refused === null; sent += 100) {
      const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => probe(n % 2 ? '/healthz' : '/readyz')));
      refused = answers.find(({ status }) => status === 429) ?? null;
    }
    agent.destroy();
    expect(refused?.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(refused?.headers.get('connection')).toBe('close');
    expect((await ask('127.0.0.11', '/healthz')).status).toBe(200);
  });

  test('texts and descriptions are sent as bytes that a browser keeps: compressed, and not again to who has them', async () => {
    for (const path of ['/api/locales/agio?locale=fa-ir,en-us', '/docs/json']) {
      const whole = await fetch(exchange.url + path, { headers: { 'accept-encoding': 'gzip' } });
      expect([whole.status, whole.headers.get('content-encoding')]).toEqual([200, 'gzip']);
      const text = await whole.text();
      const plain = await fetch(exchange.url + path, { headers: { 'accept-encoding': 'identity' } });
      expect(plain.headers.get('content-encoding')).toBeNull();
      expect(await plain.text()).toBe(text);
      const etag = whole.headers.get('etag')!;
      expect(etag).not.toBe(plain.headers.get('etag'));
      const again = await fetch(exchange.url + path, {
        headers: { 'accept-encoding': 'gzip', 'if-none-match': `"x", W/${etag}` },
      });
      expect([again.status, await again.text()]).toEqual([304, '']);
      expect(again.headers.get('vary')).toContain('Accept-Encoding');
    }
    const { data } = await exchange.call<Record<string, Record<string, string>>>(
      'GET',
      '/api/locales/agio?locale=fa-ir,xx-xx&domains=common,frame',
    );
    expect(Object.keys(data)).toEqual(['fa-ir']);
    expect(Object.keys(data['fa-ir']!).every((key) => /^(?:common|frame)\./.test(key))).toBe(true);
    const none = await exchange.call('GET', '/api/locales/agio?locale=fa-ir&domains=nothing');
    expect(none.data).toEqual({ 'fa-ir': {} });
    expect((await exchange.call('GET', '/api/locales/agio?locale=xx-xx')).data).toEqual({});
  });

  test('a call of the site past the limit is refused in its envelope', async () => {
    await exhaust('127.0.0.6');
    const answer = await ask('127.0.0.6', '/web/common/public_info_v4', {});
    expect(JSON.parse(answer.text)).toMatchObject({ code: REFUSALS.TOO_MANY_ATTEMPTS.code });
  });
});

test('FLT-16 candles weigh what is shown and what it is merged from, on every way in', async () => {
  const from = '127.30.7.1';
  const used = async (path: string): Promise<number> => {
    const before = usedWeight(await ask(from, '/api/v3/ping'));
    await ask(from, path);
    return usedWeight(await ask(from, '/api/v3/ping')) - before - 1;
  };
  const spot = 'symbol=BTCUSDT&interval';
  expect(await used(`/kline/spot?${spot}=30m&limit=1500`)).toBe(1 + 3 + 45);
  expect(await used(`/kline/spot?${spot}=1h&limit=1`)).toBe(1);
  expect(await used('/futures/market/klines?symbol=BTCUSDT&interval=1m&limit=1000')).toBe(1 + 2);
  for (const name of ['klines', 'uiKlines']) {
    expect(await used(`/api/v3/${name}?${spot}=30m&limit=9999`)).toBe(2 + 2 + 30);
    expect(await used(`/api/v3/${name}?${spot}=30m`)).toBe(2 + 1 + 15);
    expect(await used(`/api/v3/${name}?${spot}=nonsense`)).toBe(2);
  }
  const call = await connect(from);
  const countOf = async (method: string, params: object): Promise<number> => {
    const [before, after] = [await call('ping'), await call(method, params)];
    return after.rateLimits[0]!.count - before.rateLimits[0]!.count;
  };
  for (const name of ['klines', 'uiKlines'])
    expect(await countOf(name, { symbol: 'BTCUSDT', interval: '30m', limit: 1_000 })).toBe(2 + 2 + 30);
});

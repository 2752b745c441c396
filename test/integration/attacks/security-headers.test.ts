/** Every kind of answer carries the headers that keep a page from being framed, sniffed, stored or injected into. */
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { missing } from '../../missing-headers.ts';
import { bootExchange, createDatabase, execute, type TestExchange, type TestUser } from '../../exchange.ts';

let exchange: TestExchange;
let user: TestUser;
beforeAll(async () => {
  exchange = await bootExchange();
  user = await exchange.createUser();
});
afterAll(() => exchange.close());

/** Sends bytes as they are and reads the answer's head. */
function raw(bytes: string): Promise<{ status: number; headers: Headers }> {
  return new Promise((resolve, reject) => {
    const socket = connect(exchange.port, '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    socket.on('error', reject);
    socket.on('close', () => {
      const [head = ''] = text.split('\r\n\r\n');
      const [first = '', ...lines] = head.split('\r\n');
      const pairs = lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]);
      resolve({ status: Number(first.split(' ')[1]), headers: new Headers(pairs) });
    });
  });
}

const upgrade = (path: string, extra = '') =>
  raw(
    `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n${extra}\r\n`,
  );

describe('ATK-12 the full set of headers', () => {
  const script = readdirSync(join(import.meta.dirname, '../../../web/build/client/static')).find((name) =>
    name.endsWith('.js'),
  );

  test.each([
    ['a page', '/market', 200],
    ['a missing page', '/nowhere', 404],
    ['a redirect', '/homemarket', 302],
    ['a data request', '/market.data', 200],
    ['a call', '/web/api/v1/common/language/list', 200],
    ['a refusal', '/web/api/v1/userCenter/getUserInfo', 200],
    ['an error of the trading API', '/api/v3/depth', 400],
    ['a built file', `/static/${script}`, 200],
    ['a missing file', '/static/nothing.js', 404],
    ['a file at the root', '/favicon.svg', 200],
    ['the pages about the calls', '/docs', 200],
    ['an address that is none', '/%zz', 400],
    ['metrics without the token', '/metrics', 401],
  ])('%s', async (_kind, path, status) => {
    const answer = await fetch(exchange.url + path, { redirect: 'manual' });
    expect([answer.status, missing(answer.headers)]).toEqual([status, []]);
  });

  test('a call from another site', async () => {
    const answer = await fetch(`${exchange.url}/auth-v2/api/v2/auth/login`, {
      method: 'POST',
      headers: { origin: 'https://evil.example', 'content-type': 'application/json' },
      body: '{}',
    });
    expect([answer.status, missing(answer.headers)]).toEqual([403, []]);
  });

  test('a body that is too long', async () => {
    const send = (path: string) =>
      fetch(exchange.url + path, {
        method: 'POST',
        headers: { origin: exchange.url, 'content-type': 'application/json' },
        body: JSON.stringify({ text: 'x'.repeat(300_000) }),
      });
    for (const path of ['/web/track', '/graphql', '/api/v3/order']) {
      const answer = await send(path);
      expect([path, answer.status, missing(answer.headers)]).toEqual([path, 413, []]);
    }
  });

  test('past the limit of an address: calls of both kinds, GraphQL, pages, files, descriptions of the calls', async () => {
    const limited = await bootExchange({ environment: { RATE_LIMITS: 'on' } });
    const ask = (path: string) => fetch(limited.url + path, { redirect: 'manual' });
    for (let used = 0; used < 6_000; used += 500)
      await Promise.all(
        Array.from({ length: 20 }, async () => (await ask('/api/v3/trades?symbol=BTCUSDT')).arrayBuffer()),
      );
    const answers: unknown[] = [];
    for (const path of [
      '/api/v3/ping',
      '/graphql?query={__typename}',
      '/market',
      '/market.data',
      '/robots.txt',
      '/favicon.svg',
      '/docs',
      '/docs/json',
    ]) {
      const { status, headers } = await ask(path);
      answers.push([path, status, Number(headers.get('retry-after')) > 0, missing(headers)]);
    }
    const call = await ask('/web/spot/pairs');
    await limited.close();
    expect(answers).toEqual(answers.map((answer) => [(answer as string[])[0], 429, true, []]));
    expect(missing(call.headers)).toEqual([]);
    expect(await call.json()).toMatchObject({ code: 40029 });
  });

  test('an internal error, in both dialects, without its details', async () => {
    const databaseUrl = await createDatabase();
    const broken = await bootExchange({ databaseUrl });
    const person = await broken.createUser();
    // An internal error is provoked: the schema of the database is renamed, so that every query fails.
    await execute(databaseUrl, 'alter schema public rename to elsewhere', []);
    const call = await fetch(`${broken.url}/web/account/transfer/list`, { headers: { token: person.token } });
    const dialect = await broken.signed(person, 'GET', '/api/v3/myTrades', { symbol: 'BTCUSDT' });
    const raw = await fetch(broken.at('/operator/seo/list'), {
      headers: { authorization: `Bearer ${broken.exchange.config.operatorToken}` },
    });
    await broken.close();
    expect(dialect).toEqual({ status: 500, body: { code: -1000, msg: expect.any(String) } });
    for (const answer of [call, raw]) {
      expect([answer.status, missing(answer.headers)]).toEqual([500, []]);
      // The answer has no details of the error.
      expect(await answer.json()).toEqual({ code: 500, msg: 'Something went wrong on our side.', data: null });
    }
  });

  test('refused websockets', async () => {
    const refused = [
      await upgrade('/nowhere'),
      await upgrade('/web/spot/ws/public', 'Origin: https://evil.example\r\n'),
      await upgrade('/web/spot/ws/public', 'Sec-WebSocket-Key: no\r\n'),
      // Frames would be read as the body that is announced here.
      await upgrade('/web/spot/ws/public', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nContent-Length: 100\r\n'),
    ];
    expect(refused.map(({ status }) => status)).toEqual([404, 403, 400, 400]);
    for (const { headers } of refused) expect(missing(headers)).toEqual([]);
  });

  test('bytes that are not an HTTP request', async () => {
    const { status, headers } = await raw('no request\r\n\r\n');
    expect([status, missing(headers)]).toEqual([400, []]);
    const long = await raw(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`);
    expect([long.status, missing(long.headers)]).toEqual([431, []]);
  });

  test('TRACE is off', async () => {
    for (const path of ['/', '/web/api/v1/common/language/list', '/api/v3/depth']) {
      const { status, headers } = await raw(
        `TRACE ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nCookie: agio-token=secret\r\n\r\n`,
      );
      expect([path, status >= 404 && status <= 405, missing(headers)]).toEqual([path, true, []]);
    }
  });
});

test('ATK-12 each page has a nonce of its own, on every script that is written into it', async () => {
  const answers = await Promise.all([1, 2].map(() => fetch(`${exchange.url}/market`)));
  const nonces = answers.map(
    ({ headers }) => /'nonce-([\w-]{20,})'/.exec(headers.get('content-security-policy')!)?.[1],
  );
  expect(new Set(nonces).size).toBe(2);
  const html = await answers[0]!.text();
  // Scripts with another type attribute are data, which no browser runs.
  const inline = [...html.matchAll(/<script(?![^>]*\s(?:src|type)=)([^>]*)>/g)].map(([, attributes]) => attributes);
  expect(inline.length).toBeGreaterThan(2);
  for (const attributes of inline) expect(attributes).toContain(`nonce="${nonces[0]}"`);
});

test('ATK-12 private answers are stored nowhere', async () => {
  const cookie = `agio-token=${user.token}`;
  for (const path of ['/assets', '/assets.data', '/web/api/v1/userCenter/getUserInfo', '/login']) {
    const answer = await fetch(exchange.url + path, { headers: { cookie }, redirect: 'manual' });
    expect([path, answer.headers.get('cache-control')]).toEqual([path, 'no-store']);
  }
  const visitor = await fetch(`${exchange.url}/market`);
  expect(visitor.headers.get('cache-control')).toBe('private, no-cache');
});

test('ATK-12 a page may load from the origins of the chat’s script, nothing else may', async () => {
  const CHAT_ORIGINS = 'https://chat.example,https://*.files.example';
  const other = await bootExchange({ environment: { CHAT: 'https://chat.example/site.js', CHAT_ORIGINS } });
  const policyOf = async (url: string) => {
    const policy = (await fetch(url)).headers.get('content-security-policy')!;
    return Object.fromEntries(policy.split('; ').map((line) => [line.split(' ')[0], line.split(' ').slice(1)]));
  };
  const [page, plain] = [await policyOf(`${other.url}/market`), await policyOf(`${exchange.url}/market`)];
  const call = (await fetch(`${other.url}/healthz`)).headers.get('content-security-policy');
  await other.close();
  const origins = CHAT_ORIGINS.split(',');
  for (const name of ['script-src', 'style-src', 'img-src', 'connect-src'])
    expect([name, page[name]?.slice(-2)]).toEqual([name, origins]);
  expect(page['connect-src']).toContain('wss://*.files.example');
  expect(page['frame-src']).toEqual(origins);
  expect(plain['frame-src']).toEqual(["'none'"]);
  for (const name of ['default-src', 'object-src', 'base-uri', 'form-action', 'frame-ancestors'])
    expect(page[name]).toEqual(plain[name]);
  expect(call).not.toContain('example');
});

test('ATK-12 over https the browser is told to stay with it', async () => {
  const secure = await bootExchange({ environment: { PUBLIC_URL: 'https://agio.example' } });
  const answer = await fetch(`${secure.url}/market`);
  await secure.close();
  expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  expect(answer.headers.get('content-security-policy')).toContain("connect-src 'self' wss://agio.example");
  expect((await fetch(`${exchange.url}/market`)).headers.has('strict-transport-security')).toBe(false);
});

/** Another site cannot make a browser act here (CSRF): the session's cookie, and every call that changes something. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bootExchange, type TestExchange, type TestUser } from '../../exchange.ts';
import { NOBODYS } from '../../calls/example.ts';
import { addressOf, examplesOf, type NamedCall, namedCalls } from '../../calls/table.ts';

const AUTH = '/auth-v2/api/v2/auth';
const PUBLIC_URL = 'https://agio.example';
const JSON_TYPE = 'application/json';
let exchange: TestExchange;
let secure: TestExchange;
let user: TestUser;
beforeAll(async () => {
  exchange = await bootExchange();
  secure = await bootExchange({ environment: { PUBLIC_URL } });
  user = await exchange.createUser({ USDT: '1000' });
});
afterAll(async () => {
  await exchange?.close();
  await secure?.close();
});

async function cookieOf(site: TestExchange, origin: string): Promise<{ cookie: string; cleared: string }> {
  const { email, password } = await site.createUser();
  const post = (path: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(site.url + AUTH + path, {
      method: 'POST',
      headers: { 'content-type': JSON_TYPE, origin, ...headers },
      body: JSON.stringify(body),
    });
  const cookie = sessionCookieOf(await post('/login', { email, password }));
  const cleared = await post('/logout', {}, { cookie: cookie.split(';')[0]! });
  return { cookie, cleared: sessionCookieOf(cleared) };
}

/** A log-in sets another cookie as well, of the browser. */
const sessionCookieOf = ({ headers }: Response): string =>
  headers.getSetCookie().find((cookie) => /^(?:__Host-)?agio-token=/.test(cookie)) ?? '';

const attributesOf = (cookie: string): string[] =>
  cookie
    .split('; ')
    .slice(1)
    .map((attribute) => attribute.toLowerCase())
    .toSorted();

describe('ATK-8 the cookie of a session', () => {
  test('on https it is bound to the host: __Host-, Secure, HttpOnly, SameSite, the whole site, no domain; a log-out clears the same', async () => {
    const { cookie, cleared } = await cookieOf(secure, PUBLIC_URL);
    expect(cookie).toMatch(/^__Host-agio-token=[\w-]{43};/);
    expect(attributesOf(cookie)).toEqual(['httponly', 'max-age=31536000', 'path=/', 'samesite=lax', 'secure']);
    expect(cleared).toMatch(/^__Host-agio-token=;/);
    expect(attributesOf(cleared)).toEqual(['httponly', 'max-age=0', 'path=/', 'samesite=lax', 'secure']);
  });

  test('on plain http, where a browser takes neither Secure nor the prefix, it has the rest', async () => {
    const { cookie, cleared } = await cookieOf(exchange, exchange.url);
    expect(cookie).toMatch(/^agio-token=[\w-]{43};/);
    expect(attributesOf(cookie)).toEqual(['httponly', 'max-age=31536000', 'path=/', 'samesite=lax']);
    expect(attributesOf(cleared)).toEqual(['httponly', 'max-age=0', 'path=/', 'samesite=lax']);
  });

  test('on https a cookie without the prefix, which another host of the domain could set, is ignored', async () => {
    const { token } = await secure.createUser();
    const codeWith = async (cookie: string): Promise<number> =>
      (await secure.call('GET', '/web/api/v1/userCenter/getUserInfo', undefined, { headers: { cookie } })).code;
    expect(await codeWith(`agio-token=${token}`)).toBe(10021);
    expect(await codeWith(`__Host-agio-token=${token}`)).toBe(0);
  });
});

/** Calls of the site that change something, and GraphQL. */
function changing(): { name: string; address: string; body: object }[] {
  const isChanging = ({ endpoint }: NamedCall): boolean => endpoint.dialect === 'site' && endpoint.method !== 'GET';
  const calls = namedCalls(exchange, examplesOf(NOBODYS)).filter(isChanging);
  const graphql = { name: 'POST /graphql', address: '/graphql', body: { query: '{ __typename }' } };
  return [
    ...calls.map((call) => ({ name: call.name, address: addressOf(call), body: call.example.body ?? {} })),
    graphql,
  ];
}

/** Name and answer of each call that does not answer as it should. */
async function answeredOtherwise(
  wanted: (status: number) => boolean,
  headers: Record<string, string>,
  bodyOf: (body: object) => string = JSON.stringify,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const { name, address, body } of changing()) {
    const own = { cookie: `agio-token=${user.token}`, 'content-type': JSON_TYPE, ...headers };
    const answer = await fetch(exchange.at(address), {
      method: name.split(' ')[0]!,
      headers: own,
      body: bodyOf(body),
    });
    await answer.arrayBuffer();
    if (!wanted(answer.status)) wrong.push(`${name}: ${answer.status}`);
  }
  return wrong;
}

const isForbidden = (status: number): boolean => status === 403;
const asForm = (body: object): string =>
  new URLSearchParams(Object.entries(body).map(([name, value]) => [name, String(value)])).toString();
const asParts = (body: object): string =>
  Object.entries(body)
    .map(([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`)
    .join('') + '--x--\r\n';

async function balances(): Promise<unknown> {
  const { data } = await exchange.call<{ balances: object[] }>('GET', '/web/spot/account/balances', undefined, user);
  return data.balances;
}

describe('ATK-9 every call that changes something, read from the running exchange', () => {
  test('with the cookie alone it needs the site’s own origin: none, null, a foreign or a similar one is refused', async () => {
    const before = await balances();
    expect(changing().length).toBeGreaterThan(60);
    expect(await answeredOtherwise(isForbidden, {})).toEqual([]);
    const similar = `${exchange.url}.evil.example`;
    for (const origin of ['https://evil.example', 'null', similar, exchange.url.replace('http:', 'https:')])
      expect([origin, await answeredOtherwise(isForbidden, { origin })]).toEqual([origin, []]);
    expect(await balances()).toEqual(before);
    // The session is the same one: not even the log-out was heard.
    const me = await exchange.call('GET', '/web/api/v1/userCenter/getUserInfo', undefined, { token: user.token });
    expect(me.code).toBe(0);
  });

  test('what the browser calls cross-site is refused, whatever the origin says', async () => {
    const headers = { origin: exchange.url, 'sec-fetch-site': 'cross-site' };
    expect(await answeredOtherwise(isForbidden, headers)).toEqual([]);
  });

  test('bodies that a form can send are refused, with the site’s own origin and without', async () => {
    const isRefused = (status: number): boolean => status === 403 || status === 415;
    const origin = exchange.url;
    for (const own of [{ origin }, {}] as const) {
      const plain = { ...own, 'content-type': 'text/plain' };
      expect(await answeredOtherwise(isForbidden, plain)).toEqual([]);
      const form = { ...own, 'content-type': 'application/x-www-form-urlencoded' };
      expect(await answeredOtherwise(isRefused, form, asForm)).toEqual([]);
      const parts = { ...own, 'content-type': 'multipart/form-data; boundary=x' };
      expect(await answeredOtherwise(isRefused, parts, asParts)).toEqual([]);
    }
  });

  test('nothing is changed by GET, nor by a method that is named in a header', async () => {
    for (const { name, address } of changing()) {
      if (name === 'POST /graphql') continue;
      const headers = {
        cookie: `agio-token=${user.token}`,
        'x-http-method-override': 'POST',
        'x-method-override': 'POST',
      };
      const answer = await fetch(exchange.at(address), { headers });
      // Some paths are asked and changed: their GET is the asking.
      const reads = namedCalls(exchange, examplesOf(NOBODYS)).map((call) => call.name);
      const isReading = reads.includes(name.replace('POST', 'GET'));
      expect([name, answer.status]).toEqual([name, isReading ? 200 : 404]);
    }
  });

  test('the site itself is heard: with its origin, and a program with a token header without one', async () => {
    const path = '/web/optional/update_optional_symbol';
    const body = { symbol: 'BTCUSDT', operationType: 'ADD', type: 'SPOT' };
    const codeWith = async (headers: Record<string, string>): Promise<number> => {
      const sent = { 'content-type': 'application/json; charset=utf-8', ...headers };
      const answer = await fetch(exchange.url + path, { method: 'POST', headers: sent, body: JSON.stringify(body) });
      return ((await answer.json()) as { code: number }).code;
    };
    expect(await codeWith({ cookie: `agio-token=${user.token}`, origin: exchange.url })).toBe(0);
    expect(
      await codeWith({ cookie: `agio-token=${user.token}`, origin: exchange.url, 'sec-fetch-site': 'same-origin' }),
    ).toBe(0);
    expect(await codeWith({ token: user.token })).toBe(0);
    expect(await codeWith({ token: user.token, origin: 'https://evil.example' })).toBe(403);
  });
});

/** Many people behind one address: each has a separate budget of request weight, and all of them together have a limit. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REFUSALS } from '@agio/contracts/errors';
import { bootExchange, type TestExchange } from '../../exchange.ts';
import { sendFrom } from '../../send-from.ts';

const hasPages = existsSync(join(import.meta.dirname, '../../../web/build/server/index.js'));
/** The weight of a user, or of an address without a log-in, in a minute; and of all users of an address together. */
const [OWN, OF_ADDRESS] = [6_000, 30_000];
/** The heaviest call of no consequence, which everybody may make. */
const HEAVY = { path: '/api/v3/exchangeInfo', weight: 20 };
let exchange: TestExchange;
beforeAll(async () => void (exchange = await bootExchange({ environment: { RATE_LIMITS: 'on' } })));
afterAll(() => exchange?.close());

/** Answers the HTTP status and, of a call of the site, the code of its envelope. */
async function ask(from: string, path: string, token = ''): Promise<{ status: number; code: number }> {
  const headers = { accept: '*/*', ...(token ? { token, cookie: `agio-token=${token}` } : {}) };
  const { status, text } = await sendFrom({ from, url: exchange.url + path, headers });
  return { status, code: Number(/^\{"code":(-?\d+)/.exec(text)?.[1] ?? 0) };
}
const me = (address: string, token: string) => ask(address, '/web/api/v1/userCenter/getUserInfo', token);
/** How many of `times` heavy calls are let through. */
async function letThrough(address: string, times: number, token = ''): Promise<number> {
  let passed = 0;
  for (let sent = 0; sent < times; sent += 50) {
    const part = Array.from({ length: Math.min(50, times - sent) }, () => ask(address, HEAVY.path, token));
    passed += (await Promise.all(part)).filter(({ status }) => status === 200).length;
  }
  return passed;
}

test('FLT-17 each logged-in user has a separate budget: neither strangers at the same address nor a colleague use it up', async () => {
  const [ann, bob] = [await exchange.createUser(), await exchange.createUser()];
  for (const { token } of [ann, bob]) expect((await me('127.0.0.21', token)).code).toBe(0);
  expect(await letThrough('127.0.0.21', OWN / HEAVY.weight + 20)).toBeLessThanOrEqual(OWN / HEAVY.weight);
  expect((await ask('127.0.0.21', '/web/spot/pairs')).code).toBe(REFUSALS.TOO_MANY_ATTEMPTS.code);
  expect((await me('127.0.0.21', ann.token)).code).toBe(0);
  const passed = await letThrough('127.0.0.21', OWN / HEAVY.weight + 20, ann.token);
  expect(passed).toBeLessThanOrEqual(OWN / HEAVY.weight);
  expect(passed).toBeGreaterThan(OWN / HEAVY.weight - 5);
  // The budget is used up at any address; the colleague's is not.
  for (const address of ['127.0.0.21', '127.0.0.22'])
    expect((await me(address, ann.token)).code).toBe(REFUSALS.TOO_MANY_ATTEMPTS.code);
  expect((await me('127.0.0.21', bob.token)).code).toBe(0);
});

test('FLT-17 a request with an unknown or ended token counts for its address', async () => {
  const gone = await exchange.createUser();
  expect((await me('127.0.0.23', gone.token)).code).toBe(0);
  const logOut = { token: gone.token };
  expect((await exchange.call('POST', '/auth-v2/api/v2/auth/logout', {}, logOut)).code).toBe(0);
  const tokens = [gone.token, 'A'.repeat(43), 'B'.repeat(43), 'nonsense'];
  let passed = 0;
  for (const token of tokens) passed += await letThrough('127.0.0.23', 100, token);
  expect(passed).toBeLessThanOrEqual(OWN / HEAVY.weight);
});

test('FLT-17 many accounts of one address are bounded together', async () => {
  const accounts = await Promise.all(Array.from({ length: 7 }, () => exchange.createUser()));
  for (const { token } of accounts) expect((await me('127.0.0.24', token)).code).toBe(0);
  let passed = 0;
  for (const { token } of accounts) passed += await letThrough('127.0.0.24', 280, token);
  expect(passed).toBeLessThanOrEqual(OF_ADDRESS / HEAVY.weight);
  expect(passed).toBeGreaterThan(OF_ADDRESS / HEAVY.weight - 20);
  // The last user's own budget is not used up: at another address the calls go on.
  expect((await me('127.0.0.24', accounts[6]!.token)).code).toBe(REFUSALS.TOO_MANY_ATTEMPTS.code);
  expect((await me('127.0.0.25', accounts[6]!.token)).code).toBe(0);
}, 60_000);

test.runIf(hasPages)('FLT-17 pages of one’s own, and the calls of their loaders, count for their user', async () => {
  const user = await exchange.createUser();
  expect((await me('127.0.0.26', user.token)).code).toBe(0);
  expect(await letThrough('127.0.0.26', OWN / HEAVY.weight + 20)).toBeLessThanOrEqual(OWN / HEAVY.weight);
  expect((await ask('127.0.0.26', '/assets?x=1')).status).toBe(429);
  for (let n = 0; n < 20; n += 1) expect((await ask('127.0.0.26', `/assets?x=${n}`, user.token)).status).toBe(200);
  const rest = await letThrough('127.0.0.26', OWN / HEAVY.weight, user.token);
  expect(rest).toBeLessThanOrEqual((OWN - 20 * 31) / HEAVY.weight);
});

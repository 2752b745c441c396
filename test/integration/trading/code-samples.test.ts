/** The code that the pages offer to copy, run as it stands against a running exchange; and the list of calls beside it. */
import { execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DataOf } from '@agio/contracts/calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { samplesFor } from '../../../web/app/code-samples/samples.ts';
import { bootExchange, type TestExchange, type TestUser } from '../../exchange.ts';

const ROOT = join(import.meta.dirname, '../../..');
const run = promisify(execFile);

let exchange: TestExchange;
let user: TestUser;
beforeAll(async () => {
  exchange = await bootExchange({ demoMarket: true });
  user = await exchange.createUser({ USDT: '1000' });
});
afterAll(() => exchange?.close());

/** What is named in the code and not given by it: the key. */
const withKey = (code: string): string =>
  `const apiKey = ${JSON.stringify(user.apiKey)}, secret = ${JSON.stringify(user.apiSecret)};\n${code}`;
const node = (code: string) => [process.execPath, ['--input-type=module', '-e', code], { cwd: ROOT }] as const;

test('the sample for ccxt places its order', async () => {
  await run(...node(withKey(samplesFor(exchange.url).ccxt)));
  const { body } = await exchange.signed<{ price: string; origQty: string }[]>(user, 'GET', '/api/v3/openOrders', {});
  expect(body.map(({ price, origQty }) => [Number(price), Number(origQty)])).toEqual([[50_000, 0.001]]);
});

test('the sample of a signed call is accepted', async () => {
  const { stdout } = await run(...node(withKey(samplesFor(exchange.url).signed)));
  expect(stdout.trim()).toBe('200 {}');
});

test('each address of the sample without a key answers', async () => {
  const addresses = [...samplesFor(exchange.url).rest.matchAll(/'(http[^']+)'/g)].map(([, address]) => address!);
  expect(addresses).toHaveLength(3);
  for (const address of addresses) {
    const answer = await fetch(address);
    expect([address, answer.status]).toEqual([address, 200]);
    expect(await answer.text()).toMatch(/\d/);
  }
});

test('the sample of a socket prints the book', async () => {
  const [program, parameters, options] = node(samplesFor(exchange.url).socket);
  const child = spawn(program, parameters, options);
  let said = '';
  child.stdout.on('data', (text: Buffer) => (said += text.toString()));
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  await expect.poll(() => said, { timeout: 10_000 }).toMatch(/bids/);
  child.kill();
});

test('the calls on the page for developers are those that are served, with who may use them and their parameters', async () => {
  const { data } = await exchange.call<DataOf<'GET /web/api/v1/common/trading-api'>>(
    'GET',
    '/web/api/v1/common/trading-api',
  );
  expect(data.weightPerMinute).toBe(6_000);
  expect(data.calls.length).toBeGreaterThan(40);
  const find = (method: string, path: string) =>
    data.calls.find((call) => call.method === method && call.path === path);
  expect(find('GET', '/api/v3/depth')).toMatchObject({
    permission: 'public',
    scope: null,
    parameters: ['symbol', 'limit'],
  });
  expect(find('POST', '/api/v3/order')).toMatchObject({ permission: 'signed', scope: 'spot' });
  // What is listed as public answers without a key; no other call does.
  for (const { method, path, permission } of data.calls) {
    const { status } = await fetch(exchange.url + path, { method });
    const isRefused = status === 401 || status === 403;
    expect([method, path, isRefused]).toEqual([method, path, permission !== 'public']);
  }
});

/** Bodies as an attacker uses them: long, in many parts, asking for the same again, or sent past the limit. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missing } from '../../missing-headers.ts';
import { bootExchange, type TestExchange } from '../../exchange.ts';
import { type Answer, sendFrom, usedWeight } from '../../send-from.ts';

const LIMIT = 6_000;
const WEIGHT_OF_TRADES = 25;
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
let exchange: TestExchange;
beforeAll(async () => void (exchange = await bootExchange({ environment: { RATE_LIMITS: 'on' } })));
afterAll(() => exchange?.close());

interface Request {
  readonly method?: string;
  readonly path: string;
  readonly body?: string;
  readonly type?: string;
  /** Of this machine: each has a budget of its own. */
  readonly from?: string;
}

const send = ({ method = 'POST', path, body, type = JSON_TYPE, from = '127.0.0.1' }: Request): Promise<Answer> =>
  sendFrom({
    from,
    url: exchange.at(path),
    method,
    headers: { origin: exchange.url, connection: 'close', ...(body === undefined ? {} : { 'content-type': type }) },
    ...(body === undefined ? {} : { body }),
  });

const get = (path: string, from?: string): Promise<Answer> =>
  send({ method: 'GET', path, ...(from === undefined ? {} : { from }) });
const usedBy = async (from: string): Promise<number> => usedWeight(await get('/api/v3/ping', from));

const long = (bytes: number): string => JSON.stringify({ text: 'x'.repeat(bytes) });

describe('FLT-16 a body is no longer than any call needs', () => {
  test.each(['/web/spot/order/place', '/futures/subscribe', '/web/track', '/graphql', '/api/v3/order'])(
    '%s: 16 kB are read, 17 kB are refused with 413, which says how much is read',
    async (path) => {
      const type = path.startsWith('/api/') ? FORM_TYPE : JSON_TYPE;
      expect((await send({ path, type, body: long(16_000) })).status).not.toBe(413);
      const answer = await send({ path, type, body: long(17_000) });
      expect([answer.status, missing(answer.headers)]).toEqual([413, []]);
      const { code, msg } = JSON.parse(answer.text) as { code: number; msg: string };
      expect(code).toBe(path.startsWith('/api/') ? -1100 : 413);
      expect(msg).toBe('The request body is too large: at most 16,384 bytes are read.');
    },
  );

  test('of operators: lists of a thousand markets are read, 66 kB are refused', async () => {
    const answered = await exchange.operate('/operator/bonus/grant', { symbols: Array(1_000).fill('A'.repeat(20)) });
    expect(answered.msg).toContain('grantId');
    expect(await exchange.operate('/operator/bonus/grant', { text: 'x'.repeat(66_000) })).toMatchObject({
      code: 413,
      msg: expect.stringContaining('65,536 bytes'),
    });
  });
});

test('FLT-16 a call of the trading API has at most 64 parameters, in query and form together', async () => {
  const some = (count: number, name: string): string =>
    Array.from({ length: count }, (_, n) => `${name}${n}=1`).join('&');
  const refused = { code: -1101, msg: 'Too many parameters: a call takes at most 64.' };
  const ask = (query: string, body: string): Promise<Answer> =>
    send({ path: `/api/v3/order/test?${query}`, type: FORM_TYPE, body });
  for (const [query, body] of [
    [some(65, 'a'), ''],
    ['', some(65, 'a')],
    [some(32, 'a'), some(33, 'b')],
    ['', '&'.repeat(15_000)],
  ] as const) {
    const answer = await ask(query, body);
    expect([answer.status, JSON.parse(answer.text)]).toEqual([400, refused]);
  }
  const most = await ask(some(32, 'a'), some(32, 'b'));
  expect(JSON.parse(most.text)).not.toEqual(refused);
});

test('FLT-16 a poll weighs as much as the channels that it names, and tells each of them once', async () => {
  const from = '127.0.0.2';
  const poll = async (channels: readonly object[]): Promise<[number, string[]]> => {
    const before = await usedBy(from);
    const { text } = await send({ path: '/futures/subscribe', body: JSON.stringify({ channels }), from });
    const { data } = JSON.parse(text) as { data: { messages: { channel: string }[] } };
    return [(await usedBy(from)) - before - 1, data.messages.map(({ channel }) => channel)];
  };
  const book = { channel: 'depth', params: { symbol: 'BTCUSDT' } };
  const books = Array.from({ length: 50 }, (_, n) => ({ channel: 'depth', params: { symbol: 'BTCUSDT', n } }));
  expect(await poll(books)).toEqual([50, ['depth']]);
  expect(await poll([book, { channel: 'network_status', params: {} }])).toEqual([2, ['depth', 'network_status']]);
  expect(await poll([])).toEqual([1, []]);
});

test('FLT-16 ATK-12 past the limit of an address no body is read: calls of both kinds, GraphQL, paths without a call', async () => {
  const from = '127.0.0.3';
  for (let used = 0; used < LIMIT; used += WEIGHT_OF_TRADES * 40)
    await Promise.all(Array.from({ length: 40 }, () => get('/api/v3/trades?symbol=BTCUSDT', from)));
  const answers: unknown[] = [];
  // If they were read, the answer would name their fault.
  for (const body of ['{"no', '['.repeat(15_000), long(17_000)])
    for (const path of ['/web/spot/order/place', '/futures/subscribe', '/web/no/such', '/graphql', '/api/v3/order']) {
      const { status, headers, text } = await send({ path, body, from });
      const { code = text.includes('Too many requests') } = JSON.parse(text) as { code?: number };
      answers.push([path, status, code, Number(headers.get('retry-after')) > 0, missing(headers)]);
    }
  const site = (path: string): unknown[] => [path, 200, 40029, true, []];
  const each = [
    site('/web/spot/order/place'),
    site('/futures/subscribe'),
    site('/web/no/such'),
    ['/graphql', 429, true, true, []],
    ['/api/v3/order', 429, -1003, true, []],
  ];
  expect(answers).toEqual([...each, ...each, ...each]);
  const counted = await get('/api/v3/ping', from);
  expect([counted.status, Number(counted.headers.get('x-mbx-used-weight')) > LIMIT]).toEqual([429, true]);
});

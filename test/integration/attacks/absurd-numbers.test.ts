/** Sends thousands of malformed or absurd numbers to every call that takes one: each must be refused, or taken as exactly what was sent. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bootExchange, type TestExchange, type TestUser } from '../../exchange.ts';
import { type AbsurdCase, absurdCases, mayBeTaken, numberCalls } from '../../calls/absurd.ts';

/** ABSURD_CASES and ABSURD_SEED set others by hand. */
const CASES = Number(process.env['ABSURD_CASES'] ?? 20_000);
const SEED = Number(process.env['ABSURD_SEED'] ?? Date.now() % 2 ** 31);
const AT_ONCE = 12;
/** After how many cases accepted orders are cancelled, so that the limit of open orders is never what refuses. */
const CANCEL_AFTER = 400;
let exchange: TestExchange;
let user: TestUser;
let futuresPrice: string;

beforeAll(async () => {
  exchange = await bootExchange({ environment: { INDEX_SOURCES: 'demo' } });
  user = await exchange.createUser({ USDT: '100000', BTC: '1' });
  await expectMark();
  await exchange.call(
    'POST',
    '/web/account/transfer',
    { asset: 'USDT', from: 'SPOT', to: 'FUTURES', amount: '20000' },
    user,
  );
});
afterAll(() => exchange?.close());

async function expectMark(): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const { data } = await exchange.call<{ tickers: { symbol: string; markPrice: string }[] }>(
      'GET',
      '/futures/market/tickers/aggregate',
    );
    const mark = Number(data.tickers.find(({ symbol }) => symbol === 'BTCUSDT')!.markPrice);
    futuresPrice = String(Math.round(mark * 0.98));
    if (mark > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the contract got no mark within 20 s');
}

interface Answer {
  readonly status: number;
  readonly body: { readonly code?: number; readonly data?: { readonly order?: Record<string, unknown> } } & Record<
    string,
    unknown
  >;
}

async function send({ call, field, value, isDoubled }: AbsurdCase): Promise<Answer> {
  const fields = structuredClone(call.base) as Record<string, unknown>;
  const [outer = '', inner] = field.split('.');
  fields[outer] = inner === undefined ? value : { [inner]: value };
  if (call.dialect === 'site' && call.method === 'POST') return read(await post(call.path, JSON.stringify(fields)));
  const query = new URLSearchParams(Object.entries(fields).map(([name, text]) => [name, String(text)]));
  if (isDoubled) query.append(outer, '1');
  if (call.dialect === 'site')
    return read(await fetch(`${exchange.url}${call.path}?${query}`, { headers: { token: user.token } }));
  return sign(call.method, call.path, query);
}

const post = (path: string, body: string): Promise<Response> =>
  fetch(exchange.at(path), {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: exchange.url, token: user.token },
    body,
  });
const read = async (answer: Response): Promise<Answer> => ({
  status: answer.status,
  body: (await answer.json()) as Answer['body'],
});

async function sign(method: string, path: string, query: URLSearchParams): Promise<Answer> {
  const { createHmac } = await import('node:crypto');
  query.append('timestamp', String(Date.now()));
  const text = query.toString();
  const signature = createHmac('sha256', user.apiSecret).update(text).digest('hex');
  const init = { method, headers: { 'x-mbx-apikey': user.apiKey } };
  return read(await fetch(`${exchange.url}${path}?${text}&signature=${signature}`, init));
}

const plain = (text: string): string => (text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text);
/** Names of the field in the answer of an accepted order. */
const SHOWN: Readonly<Record<string, string>> = { quantity: 'origQty', triggerPrice: 'triggerPrice' };

/** A sentence about the fault, if the answer is not an allowed one. */
function judge(one: AbsurdCase, { status, body }: Answer): string | null {
  const isTrading = one.call.dialect === 'trading';
  if (status >= 500) return `was answered by ${status}`;
  const isTaken = isTrading ? status === 200 : body.code === 0;
  if (!isTaken) return null;
  if (!mayBeTaken(one)) return 'was taken';
  const order = isTrading ? body : body.data?.order;
  const shown = order?.[isTrading ? (SHOWN[one.field] ?? one.field) : one.field];
  if (shown === undefined || one.value === '') return null;
  if (one.call.fields[one.field] === 'whole')
    return Number(shown) === Number(one.value) ? null : `was taken as ${String(shown)}`;
  return plain(String(shown)) === plain(String(one.value)) ? null : `was taken as ${String(shown)}`;
}

type Totals = Readonly<Record<string, string>>;

/** Spot and futures together: a transfer between them changes nothing. */
async function totals(): Promise<Totals> {
  const { data } = await exchange.call<{
    balances: { asset: string; wallet: string; available: string; locked: string }[];
  }>('GET', '/web/spot/account/balances', undefined, user);
  const capital = await exchange.call<{ capital: { balance: string } }>(
    'GET',
    '/futures/account/capital',
    undefined,
    user,
  );
  const units = (text: string): bigint => {
    const [whole = '0', rest = ''] = text.split('.');
    return BigInt(whole + rest.padEnd(8, '0').slice(0, 8));
  };
  const sums: Record<string, bigint> = { USDT: units(capital.data.capital.balance) };
  for (const { asset, wallet, available, locked } of data.balances)
    if (wallet === 'SPOT') sums[asset] = (sums[asset] ?? 0n) + units(available) + units(locked);
  return Object.fromEntries(Object.entries(sums).map(([asset, sum]) => [asset, String(sum)]));
}

async function cancelAll(): Promise<void> {
  for (const path of ['/web/spot/order/cancel-all', '/futures/order/cancel-all']) {
    const answer = await exchange.call('POST', path, {}, user);
    if (answer.code !== 0) throw new Error(`${path} was refused: ${answer.msg}`);
  }
}

test(`ATK-3 ${CASES} absurd numbers of seed ${SEED} are refused or taken as exactly what was sent, and no balance moves`, async () => {
  const before = await totals();
  const cases = absurdCases(numberCalls(futuresPrice), CASES, SEED);
  const wrong: string[] = [];
  let taken = 0;
  for (let from = 0; from < cases.length; from += CANCEL_AFTER) {
    const waiting = cases.slice(from, from + CANCEL_AFTER).values();
    const work = async (): Promise<void> => {
      for (const one of waiting) {
        const answer = await send(one);
        if (answer.status === 200 && (answer.body.code === 0 || one.call.dialect === 'trading')) taken += 1;
        const problem = judge(one, answer);
        const shown = JSON.stringify(one.value)?.slice(0, 60);
        if (problem) wrong.push(`${one.call.path} ${one.field}=${shown}${one.isDoubled ? ' twice' : ''} ${problem}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    await cancelAll();
  }
  expect(wrong).toEqual([]);
  // Some are valid numbers: without accepted ones the comparison above would have checked nothing.
  expect(taken).toBeGreaterThan(CASES / 400);
  expect(await totals()).toEqual(before);
  const { data } = await exchange.operate<{ sums: { asset: string; sum: string }[] }>('/operator/ledger');
  for (const { asset, sum } of data.sums) expect([asset, sum]).toEqual([asset, '0']);
});

test('ATK-3 an order cannot be changed to zero: a zero does not mean “leave it”', async () => {
  const symbol = 'BTCUSDT';
  const limit = { symbol, side: 'BUY', type: 'LIMIT', quantity: '0.001' };
  const place = async (path: string, price: string): Promise<number> => {
    const placed = await exchange.call<{ order: { orderId: number } }>('POST', path, { ...limit, price }, user);
    return placed.data.order.orderId;
  };
  for (const [product, price] of [
    ['/web/spot', '95000'],
    ['/futures', futuresPrice],
  ] as const) {
    const orderId = await place(`${product}/order/place`, price);
    for (const zero of [
      { quantity: '0.000000000', price },
      { price: '0', quantity: '0.0005' },
    ]) {
      const answer = await exchange.call('POST', `${product}/order/amend`, { symbol, orderId, ...zero }, user);
      expect([product, answer]).toMatchObject([product, { code: 40001, msg: expect.stringContaining('above 0') }]);
    }
  }
  await cancelAll();
});

test('ATK-3 deeply nested input is refused as a mistake of the caller, in a body and in a query, and the exchange goes on', async () => {
  // As deep as the longest body allows; the last two are longer, and refused for their length.
  const nested = [
    [400, '['.repeat(8_000) + ']'.repeat(8_000)],
    [400, `${'{"a":'.repeat(2_500)}1${'}'.repeat(2_500)}`],
    [400, '['.repeat(16_000)],
    [400, `{"channels":[{"channel":"depth","params":${'{"a":'.repeat(2_500)}1${'}'.repeat(2_500)}}]}`],
    [413, '['.repeat(250_000)],
    [413, `{"channels":[{"channel":"depth","params":${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}}]}`],
  ] as const;
  for (const path of ['/web/spot/order/place', '/futures/subscribe', '/web/track', '/web/account/transfer'])
    for (const [refusal, body] of nested) {
      const { status } = await read(await post(path, body));
      expect([path, body.slice(0, 9), status]).toEqual([path, body.slice(0, 9), refusal]);
    }
  const levels = `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`;
  expect((await read(await post('/graphql', `{"query":"{__typename}","variables":${levels}}`))).status).toBe(400);
  for (const path of ['/web/spot/depth', '/api/v3/depth', '/web/spot/order/history']) {
    const headers = { token: user.token };
    const answer = await read(
      await fetch(`${exchange.url}${path}?limit${'[a]'.repeat(3_000)}=1&page[]=1&__proto__[x]=1`, { headers }),
    );
    expect([path, answer.status < 500]).toEqual([path, true]);
  }
  expect((await exchange.call('GET', '/web/spot/pairs')).code).toBe(0);
});

/** What an API key may do: every signed call of the running exchange, over HTTP and on the request socket, with each single scope missing. */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { API_KEY_SCOPES, type ApiKeyScope } from '@agio/contracts/endpoint';
import { NOBODYS } from '../../calls/example.ts';
import { addressOf, examplesOf, type NamedCall, namedCalls } from '../../calls/table.ts';
import { bootExchange, type TestExchange, type TestUser } from '../../exchange.ts';

/** Every other signed call needs the scope for reading. Written out here, not read from the contracts, so that a contract that asks too little is noticed. */
const SCOPES_OF: readonly (readonly [call: RegExp, scope: ApiKeyScope])[] = [
  [/^(?:POST|PUT|DELETE) \/api\/v3\/(?:order|orderList|openOrders)(?:\/|$)/, 'spot'],
  [/^POST \/sapi\/v1\/asset\/transfer$/, 'transfer'],
];
const METHODS_OF_TRADE = /^(?:order\.(?!status)|openOrders\.cancelAll|orderList\.(?:place|cancel))/;
type Key = Pick<TestUser, 'apiKey' | 'apiSecret'>;
let exchange: TestExchange;
let calls: NamedCall[];
/** Keys by the scope that each lacks; `none` has all scopes. */
const keys = new Map<ApiKeyScope | 'none', Key>();
beforeAll(async () => {
  exchange = await bootExchange();
  const owner = await exchange.createUser({ USDT: '1000' });
  for (const lacking of [...API_KEY_SCOPES, 'none'] as const) {
    const scopes = API_KEY_SCOPES.filter((scope) => scope !== lacking);
    const body = { label: `without ${lacking}`, scopes };
    const made = await exchange.call<Key>('POST', '/web/user/api-key/create', body, { token: owner.token });
    expect(made.code).toBe(0);
    keys.set(lacking, made.data);
  }
  calls = namedCalls(exchange, examplesOf(NOBODYS)).filter(({ endpoint }) => endpoint.permission.kind === 'signed');
});
afterAll(() => exchange?.close());

const sign = ({ apiSecret }: Key, text: string): string => createHmac('sha256', apiSecret).update(text).digest('hex');
async function codeOf(call: NamedCall, key: Key): Promise<number> {
  const [path = '', query = ''] = addressOf(call).split('?');
  const text = [...(query ? [query] : []), `timestamp=${Date.now()}`].join('&');
  const answer = await fetch(`${exchange.url}${path}?${text}&signature=${sign(key, text)}`, {
    method: call.endpoint.method,
    headers: { 'x-mbx-apikey': key.apiKey },
  });
  return ((await answer.json()) as { code?: number }).code ?? 0;
}

/** The names of those that answer -2015, by the scope that the key lacks. */
async function refusedBy(
  names: readonly string[],
  ask: (name: string, key: Key) => Promise<number>,
): Promise<Record<string, string[]>> {
  const refused: Record<string, string[]> = {};
  for (const [lacking, key] of keys) {
    refused[lacking] = [];
    for (const name of names) if ((await ask(name, key)) === -2015) refused[lacking].push(name);
  }
  return refused;
}
/** The calls that must be refused: exactly those that need the scope. */
function expected(names: readonly string[], scopeOf: (name: string) => ApiKeyScope): Record<string, string[]> {
  const lacking = [...API_KEY_SCOPES, 'none'] as const;
  return Object.fromEntries(lacking.map((scope) => [scope, names.filter((name) => scopeOf(name) === scope)]));
}

test('ATK-16 each signed call of the running exchange is refused with -2015 exactly where its scope is missing', async () => {
  const names = calls.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(25);
  const refused = await refusedBy(names, (name, key) =>
    codeOf(
      calls.find((call) => call.name === name)!,
      key,
    ),
  );
  const scopeOf = (name: string): ApiKeyScope => SCOPES_OF.find(([pattern]) => pattern.test(name))?.[1] ?? 'read';
  expect(refused).toEqual(expected(names, scopeOf));
  expect(refused['spot']!.length).toBeGreaterThan(8);
});

test('ATK-16 a key with one scope can make only the calls that need it', async () => {
  const owner = await exchange.createUser();
  for (const scope of API_KEY_SCOPES) {
    const body = { label: scope, scopes: [scope] };
    const { data } = await exchange.call<Key>('POST', '/web/user/api-key/create', body, { token: owner.token });
    const opened: string[] = [];
    for (const call of calls) if ((await codeOf(call, data)) !== -2015) opened.push(call.name);
    const wanted = calls.filter(({ endpoint: { permission } }) => 'scope' in permission && permission.scope === scope);
    expect(opened, scope).toEqual(wanted.map(({ name }) => name));
  }
});

test('ATK-16 each signed method of the request socket is refused with -2015 exactly where its scope is missing', async () => {
  const socket = new WebSocket(`${exchange.url.replace('http', 'ws')}/ws-api/v3`);
  await new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const ask = async (method: string, key: Key): Promise<number> => {
    const answered = new Promise<string>((resolve) => socket.once('message', (raw: Buffer) => resolve(raw.toString())));
    const params = { apiKey: key.apiKey, symbol: 'BTCUSDT', timestamp: Date.now() };
    const text = Object.entries(params)
      .map(([name, value]) => `${name}=${value}`)
      .join('&');
    socket.send(JSON.stringify({ id: 1, method, params: { ...params, signature: sign(key, text) } }));
    const answer = JSON.parse(await answered) as { error?: { code: number; msg: string } };
    // One that is gone would be refused for that, and pass unnoticed.
    expect(answer.error?.msg ?? '', method).not.toContain('is not known here');
    return answer.error?.code ?? 0;
  };
  const methods = exchange.exchange.modules.spot.wsApi.signedMethods;
  expect(methods.length).toBeGreaterThan(15);
  const refused = await refusedBy(methods, ask);
  socket.close();
  expect(refused).toEqual(expected(methods, (name) => (METHODS_OF_TRADE.test(name) ? 'spot' : 'read')));
});

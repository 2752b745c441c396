/**
 * Every call, made without an identity, by a stranger, with a stranger's key, and with the operator's token: none reads or changes
 * another user's data.
 */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { REFUSALS } from '@agio/contracts/errors';
import { MESSAGE_CHANNELS } from '@agio/contracts/ws/message-center';
import { SOCKET_PATHS } from '@agio/contracts/ws/socket-paths';
import type { Module } from '../../../server/modules/module.ts';
import { bootExchange, type TestExchange, type TestUser } from '../../exchange.ts';
import { type Example, type Examples, NOBODYS, type Things } from '../../calls/example.ts';
import { MARK, type Person, personWithPossessions } from '../../calls/possessions.ts';
import { addressOf, examplesOf, type NamedCall, namedCalls, strangers } from '../../calls/table.ts';

let exchange: TestExchange;
let owner: Person;
let stranger: TestUser;
let reader: TestUser;
/** The same calls, once about the owner's things and once about things that do not exist. */
let about: { readonly owners: NamedCall[]; readonly nobodys: NamedCall[] };

beforeAll(async () => {
  exchange = await bootExchange({ environment: { INDEX_SOURCES: 'demo' } });
  owner = await personWithPossessions(exchange);
  stranger = await exchange.createUser({ USDT: '1000' });
  const { data } = await exchange.call<{ apiKey: string; apiSecret: string }>(
    'POST',
    '/web/user/api-key/create',
    { label: 'reads', scopes: ['read'] },
    { token: stranger.token },
  );
  reader = { ...stranger, ...data };
  const callsAbout = (things: Things): NamedCall[] => namedCalls(exchange, examples(things));
  about = { owners: callsAbout(owner.things), nobodys: callsAbout(NOBODYS) };
});
afterAll(() => exchange?.close());

const examples = (things: Things): Examples => examplesOf(things, String(Math.round(owner.futuresPrice * 0.98)));

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly body: { readonly code?: number; readonly msg?: string; readonly data?: unknown };
}

async function send(call: NamedCall, headers: Record<string, string>, address = addressOf(call)): Promise<Answer> {
  const { method } = call.endpoint;
  const hasBody = call.endpoint.dialect === 'site' && method !== 'GET';
  const answer = await fetch(exchange.at(address), {
    method,
    headers: { origin: exchange.url, ...(hasBody ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(hasBody ? { body: JSON.stringify(call.example.body ?? {}) } : {}),
  });
  const text = await answer.text();
  return { status: answer.status, text, body: JSON.parse(text) as Answer['body'] };
}

/** With a session, or signed with the key, as the call wants it. */
async function sendAs(user: TestUser, call: NamedCall): Promise<Answer> {
  if (call.example.access === 'key') return send(call, { 'x-mbx-apikey': user.apiKey });
  if (call.example.access === 'signed') {
    const [path = '', query = ''] = addressOf(call).split('?');
    const text = [...(query ? [query] : []), `timestamp=${Date.now()}`].join('&');
    const signature = createHmac('sha256', user.apiSecret).update(text).digest('hex');
    return send(call, { 'x-mbx-apikey': user.apiKey }, `${path}?${text}&signature=${signature}`);
  }
  const { token } = call.example.endsSession
    ? (await exchange.operate<{ token: string }>('/operator/user/token', { email: user.email })).data
    : user;
  return send(call, { token });
}

/** The owner's data found in an answer. */
const leaks = (text: string): string[] =>
  [MARK, owner.user.email, owner.user.apiKey, owner.user.apiSecret, owner.user.token].filter((own) =>
    text.includes(own),
  );

/** Everything that the owner can read, without fields that change by themselves. */
async function ownView(): Promise<string> {
  const own = about.owners.filter(
    ({ endpoint, example }) => endpoint.method === 'GET' && ['session', 'signed'].includes(example.access),
  );
  const seen = await Promise.all(
    own.map(async (call) => [call.name, JSON.parse((await sendAs(owner.user, call)).text)] as const),
  );
  const chat = about.owners.find(({ name }) => name === 'POST /web/api/v1/chat/read')!;
  return JSON.stringify(
    [...seen, ['chat', (await sendAs(owner.user, chat)).body.data]],
    (name, value: unknown) => (MOVING.test(name) ? undefined : value),
    1,
  );
}
/** Prices and what follows from them, and how far the log is. */
const MOVING =
  /^(?:seq|time|markPrice|liquidationPrice|bankruptcyPrice|unrealis|unrealiz|margin|maintenance|available|withdrawable|transferable|equity|risk|roe|pnl|adl|lastLogin|lastUsed|used|count$|updateTime|updatedAt|notional|cross|isolated)/i;

const LISTS = ['items', 'orders', 'positions', 'apiKeys', 'symbols', 'stopOrders', 'rows'];
/** Lists that are the same for everybody. */
const OF_EVERYONE: ReadonlySet<string> = new Set([
  'GET /sapi/v1/capital/config/getall',
  'GET /sapi/v1/asset/tradeFee',
  'GET /api/v3/rateLimit/order',
]);

const REFUSED: Readonly<Record<Example['access'], (answer: Answer) => boolean>> = {
  anyone: () => true,
  session: ({ body }) => body.code === REFUSALS.NOT_LOGGED_IN.code && body.data !== null,
  operator: ({ body }) => body.code === REFUSALS.FORBIDDEN.code,
  key: ({ status, body }) => status === 401 && body.code === -2014,
  signed: ({ status, body }) => status >= 400 && status < 500 && (body.code ?? 0) < 0,
};

/** Calls that answered the wrong person: with data instead of a refusal, with an error of the server, or with the owner's data. */
async function wronglyAnswered(
  send: (call: NamedCall) => Promise<Answer>,
  wanted: readonly Example['access'][],
): Promise<string[]> {
  const wrong: string[] = [];
  for (const call of about.owners) {
    const answer = await send(call);
    const isRight = !wanted.includes(call.example.access) || REFUSED[call.example.access](answer);
    if (!isRight || answer.status >= 500 || leaks(answer.text).length > 0)
      wrong.push(`${call.name}: ${answer.status} ${answer.text.slice(0, 200)}`);
  }
  return wrong;
}

describe('ATK-1 every call that the running exchange answers', () => {
  test('has an example and says whom it answers; a new one without either fails here by its name', () => {
    expect(strangers(exchange, examples(NOBODYS))).toEqual([]);
    const said = about.owners.map(({ name, example }) => [name, example.access]);
    const kinds = { public: 'anyone', login: 'session', operator: 'operator', key: 'key', signed: 'signed' } as const;
    const declared = about.owners.map(({ name, endpoint }) => [name, kinds[endpoint.permission.kind]]);
    expect(declared).toEqual(said);
  });

  test('control: the owner sees every marker that the leak test looks for', async () => {
    const view = await ownView();
    for (const own of ['order', 'stop', 'pair', 'sold', 'contract', 'position', 'waits', 'key'])
      expect(view).toContain(`${MARK}-${own}`);
    for (const own of [`${MARK} message`, `${MARK} reason`, owner.user.email]) expect(view).toContain(own);
  });

  test('without an identity only public calls are answered, and without the owner’s data', async () => {
    const wanted = ['session', 'operator', 'key', 'signed'] as const;
    expect(await wronglyAnswered((call) => send(call, {}), wanted)).toEqual([]);
  });

  test('the operator’s token is not accepted as a session or a key', async () => {
    const headers = { authorization: `Bearer ${exchange.exchange.config.operatorToken}` };
    expect(
      await wronglyAnswered(
        (call) => (isOperators(call) ? unasked : send(call, headers)),
        ['session', 'key', 'signed'],
      ),
    ).toEqual([]);
  });

  test('a session, an API key and a wrong token are not accepted as an operator; an API key is not accepted as a session', async () => {
    const asOperator = [
      { token: owner.user.token },
      { token: stranger.token, authorization: `Bearer ${stranger.token}` },
    ];
    for (const headers of [...asOperator, { 'x-mbx-apikey': stranger.apiKey, authorization: 'Bearer ' }])
      expect(
        await wronglyAnswered((call) => (isOperators(call) ? send(call, headers) : unasked), ['operator']),
      ).toEqual([]);
    const headers = { 'x-mbx-apikey': owner.user.apiKey };
    expect(await wronglyAnswered((call) => send(call, headers), ['session', 'operator', 'signed'])).toEqual([]);
    // The key of one with the signature of another, and a key that may only read where something is changed.
    const mixed = { ...owner.user, apiSecret: stranger.apiSecret };
    expect(await wronglyAnswered((call) => (isSigned(call) ? sendAs(mixed, call) : unasked), ['signed'])).toEqual([]);
    const changes = (call: NamedCall): boolean =>
      call.endpoint.permission.kind === 'signed' && call.endpoint.permission.scope !== 'read';
    expect(await wronglyAnswered((call) => (changes(call) ? sendAs(reader, call) : unasked), ['signed'])).toEqual([]);
  });

  test('a new user’s lists are all empty, whatever others have', async () => {
    const newcomer = await exchange.createUser();
    const full: string[] = [];
    for (const call of about.nobodys) {
      if (call.endpoint.method !== 'GET' || !['session', 'signed'].includes(call.example.access)) continue;
      const { body } = await sendAs(newcomer, call);
      const lists = Array.isArray(body) ? [body] : LISTS.map((name) => (body.data as Record<string, unknown>)?.[name]);
      const count = lists.reduce((sum: number, list) => sum + (Array.isArray(list) ? list.length : 0), 0);
      if (count > 0 && !OF_EVERYONE.has(call.name)) full.push(`${call.name}: ${count}`);
    }
    expect(full).toEqual(['GET /web/user/api-key/list: 1']);
  });

  test('a stranger gets the same answers for the owner’s ids as for unknown ids, and the owner’s data does not change', async () => {
    const before = await ownView();
    const wrong: string[] = [];
    const named: string[] = [];
    for (const [at, call] of about.owners.entries()) {
      if (isOperators(call)) continue;
      const answer = await sendAs(stranger, call);
      if (answer.status >= 500 || leaks(answer.text).length > 0)
        wrong.push(`${call.name}: ${answer.text.slice(0, 200)}`);
      const nobodys = about.nobodys[at]!;
      if (!namesThings(call, nobodys)) continue;
      named.push(call.name);
      const other = await sendAs(stranger, nobodys);
      if (JSON.stringify([answer.status, answer.body]) !== JSON.stringify([other.status, other.body]))
        wrong.push(`${call.name}: ${answer.text.slice(0, 150)} instead of ${other.text.slice(0, 150)}`);
      if (answer.body.code === 0 || (answer.status === 200) === (call.endpoint.dialect === 'binance'))
        wrong.push(`${call.name} was not refused: ${answer.text.slice(0, 150)}`);
    }
    expect(wrong).toEqual([]);
    expect(named.length).toBe(19);
    expect(await ownView()).toBe(before);
  });
});

/** In the place of an answer of a call that is not asked here. */
const unasked: Promise<Answer> = Promise.resolve({ status: 401, text: '', body: { code: -1 } });
const isOperators = ({ example }: NamedCall): boolean => example.access === 'operator';
const isSigned = ({ example }: NamedCall): boolean => example.access === 'signed';
const namesThings = (one: NamedCall, other: NamedCall): boolean =>
  one.example.endsSession === undefined &&
  JSON.stringify([one.example.query, one.example.body]) !== JSON.stringify([other.example.query, other.example.body]);

describe('ATK-1 the channels', () => {
  const PATHS = Object.values(SOCKET_PATHS).filter((path) => path !== SOCKET_PATHS.tradingApi);
  /**
   * Channels that tell everybody the same, and those that tell each reader his own. A new channel goes into one of the two lists, and
   * what makes news of it into makeNews.
   */
  const EVERYBODYS: Readonly<Record<string, readonly string[]>> = {
    spot: ['depth', 'deals', 'kline', 'ticker'],
    futures: ['depth', 'deals', 'kline', 'mark_price', 'network_status', 'market_monitor'],
    message: ['dual_interest_rate', 'ticker'],
  };
  const OWN: Readonly<Record<string, readonly string[]>> = {
    spot: ['order', 'balance', 'user_deal', 'price_alert', 'market_status'],
    futures: [
      'order',
      'stop_order',
      'tpsl',
      'trailing_stop',
      'position',
      'balance',
      'preference',
      'mode',
      'user_deal',
      'deal_notice',
    ],
    message: ['station_msg', 'prize_pop', 'p2p_msg'],
  };
  const named = (judged: Readonly<Record<string, readonly string[]>>): string[] =>
    Object.entries(judged).flatMap(([family, names]) => names.map((name) => `${family} ${name}`));
  /** Of an alert of the owner, and of no order and no trade: a frame with it tells of that alert. */
  const ALERT_PRICE = '96987.6';
  const leaksOf = (heard: readonly string[]): string[] => [
    ...leaks(heard.join('\n')),
    ...heard.filter((frame) => frame.includes(ALERT_PRICE)),
  ];
  /** The channels of all modules of the running exchange and of the message centre. */
  const running = () => {
    const modules: readonly Module[] = Object.values(exchange.exchange.modules);
    const families = modules.flatMap(({ channels = {} }) => Object.entries(channels));
    const ofModules = families.flatMap(([family, channels]) =>
      channels.map(({ name, isPrivate }) => ({ family, name, isPrivate })),
    );
    const ofCentre = Object.entries(MESSAGE_CHANNELS).map(([name, { isPrivate }]) => ({
      family: 'message',
      name,
      isPrivate,
    }));
    return [...ofModules, ...ofCentre];
  };
  /** A socket, logged in with a user's exchange token, that asks for channels by their names. */
  async function listen(path: string, channels: readonly string[], user?: TestUser): Promise<string[]> {
    const heard: string[] = [];
    const socket = new WebSocket(exchange.url.replace('http', 'ws') + path);
    socket.on('message', (data: Buffer) => heard.push(data.toString('utf8')));
    await new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject));
    sockets.push(socket);
    const say = (message: object): void => socket.send(JSON.stringify(message));
    if (user) {
      const answer = await exchange.call<{ token: string }>(
        'POST',
        '/auth-v2/api/v2/auth/token',
        {},
        { token: user.token },
      );
      say({ event: 'login', params: { token: answer.data.token }, reqId: 1 });
      await expect.poll(() => heard.length).toBeGreaterThan(0);
    }
    const uid = owner.user.uid;
    for (const channel of channels) {
      if (path === SOCKET_PATHS.messageCenter) say({ event: 'sub', params: { channel, uid }, reqId: 2 });
      else
        for (const params of [{}, { uid }, { symbol: 'BTCUSDT', interval: '1m', uid }])
          say({ event: 'subscribe', channel, params, reqId: 2 });
    }
    return heard;
  }
  const sockets: WebSocket[] = [];
  afterAll(() => sockets.forEach((socket) => socket.close()));

  const post = async (path: string, body: object, user: TestUser): Promise<void> => {
    expect(await exchange.call('POST', path, body, { token: user.token })).toMatchObject({ code: 0 });
  };
  /** Something that each kind of private channel tells: an order of either product, and an alert that fires. */
  async function makeNews(): Promise<void> {
    const order = { symbol: 'BTCUSDT', type: 'LIMIT', side: 'BUY', quantity: '0.01' };
    const marked = { ...order, clientOrderId: `${MARK}-heard` };
    await post('/web/spot/order/place', { ...marked, price: '95000' }, owner.user);
    const price = String(Math.round(owner.futuresPrice * 0.97));
    await post('/futures/order/place', { ...marked, price }, owner.user);
    const alert = { market: 'SPOT', symbol: 'BTCUSDT', direction: 'ABOVE', price: ALERT_PRICE };
    await post('/web/alert/price/create', alert, owner.user);
    await post('/web/spot/order/place', { ...order, price: '97000' }, stranger);
  }
  const listenAs = async (user?: TestUser): Promise<Readonly<Record<string, string[]>>> => {
    const names = [...new Set(running().map(({ name }) => name))];
    const heard = PATHS.map(async (path) => [path, await listen(path, names, user)] as const);
    return Object.fromEntries(await Promise.all(heard));
  };
  const everything = (heard: Readonly<Record<string, string[]>>): string[] => Object.values(heard).flat();

  test('each of the running exchange is known to be everybody’s or each reader’s own; a new one fails here by its name', () => {
    const found = (isOwn: boolean): string[] =>
      running().flatMap(({ family, name, isPrivate }) => (isPrivate === isOwn ? [`${family} ${name}`] : []));
    expect(found(false).toSorted()).toEqual(named(EVERYBODYS).toSorted());
    expect(found(true).toSorted()).toEqual(named(OWN).toSorted());
  });

  test('no socket gets another user’s events, whatever it subscribes to, logged in as another user or not at all', async () => {
    const others = [await listenAs(stranger), await listenAs()];
    const own = await listenAs(owner.user);
    await makeNews();
    const ofSpot = [SOCKET_PATHS.spotPrivate, `${MARK}-heard`] as const;
    const ofFutures = [SOCKET_PATHS.futuresPrivate, `${MARK}-heard`] as const;
    const ofAlerts = [SOCKET_PATHS.spotPrivate, ALERT_PRICE] as const;
    for (const [path, news] of [ofSpot, ofFutures, ofAlerts])
      await expect.poll(() => own[path]!.join('\n'), { timeout: 5_000 }).toContain(news);
    // Whoever comes later is told at first what happened before.
    others.push(await listenAs(stranger), await listenAs());
    const late = await listenAs(owner.user);
    await expect.poll(() => late[SOCKET_PATHS.spotPrivate]!.join('\n')).toContain(ALERT_PRICE);
    // Events published to the owner would have reached the others by then.
    await new Promise((resolve) => setTimeout(resolve, 500));
    for (const heard of others) expect(leaksOf(everything(heard))).toEqual([]);
    // The stranger was let into each of them, and heard only what is the stranger's.
    const admitted = everything(others[0]!).filter((frame) => frame.includes('"result":true'));
    const names = Object.values(OWN).flat();
    expect(names.filter((name) => !admitted.some((frame) => frame.includes(`"channel":"${name}"`)))).toEqual([]);
  });
});

/** Futures by the site's calls and sockets: orders, positions, funding, a crash with its receipts. */
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  Capital,
  Contract,
  EndedOrder,
  EndedStopOrder,
  FuturesFill,
  FuturesOrder,
  FuturesTicker,
  Position,
  Receipt,
  StopOrder,
} from '@agio/contracts/http/futures-shapes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { bootExchange, type Envelope, type TestExchange, type TestUser } from '../../exchange.ts';
import { until } from '../../until.ts';

let exchange: TestExchange;

beforeAll(async () => {
  exchange = await bootExchange({ environment: { INDEX_SOURCES: 'demo' } });
  await until(async () => (await ticker('BTCUSDT')).markPrice !== '0');
});
afterAll(() => exchange.close());

const get = async <Data>(path: string, user?: TestUser): Promise<Data> => {
  const answer = await exchange.call<Data>('GET', path, undefined, user ? { token: user.token } : {});
  expect(answer).toMatchObject({ code: 0 });
  return answer.data;
};

let keys = 0;
const post = <Data>(path: string, body: object, user: TestUser): Promise<Envelope<Data>> =>
  exchange.call<Data>('POST', path, body, { token: user.token, headers: { 'idempotency-key': `key-${(keys += 1)}` } });

const done = async <Data>(path: string, body: object, user: TestUser): Promise<Data> => {
  const answer = await post<Data>(path, body, user);
  expect(answer).toMatchObject({ code: 0 });
  return answer.data;
};

async function ticker(symbol: string): Promise<FuturesTicker> {
  const { tickers } = await get<{ tickers: FuturesTicker[] }>('/futures/market/tickers/aggregate');
  return tickers.find((entry) => entry.symbol === symbol)!;
}

async function operator(path: string, body: object): Promise<void> {
  const token = exchange.exchange.config.operatorToken;
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': `op-${(keys += 1)}` };
  expect(await exchange.call('POST', path, body, { headers })).toMatchObject({ code: 0 });
}

/** A user with this much USDT in the futures wallet. */
async function trader(amount: string): Promise<TestUser> {
  const user = await exchange.createUser({ USDT: amount });
  await done('/web/account/transfer', { asset: 'USDT', from: 'SPOT', to: 'FUTURES', amount }, user);
  return user;
}

const place = (user: TestUser, body: object): Promise<{ order: FuturesOrder }> =>
  done('/futures/order/place', { symbol: 'BTCUSDT', type: 'LIMIT', ...body }, user);
const positionsOf = async (user: TestUser): Promise<Position[]> =>
  (await get<{ positions: Position[] }>('/futures/position/list', user)).positions;

/** The price rounded to the contract's tick of 0.1. */
const near = (price: string, factor = 1): string => (Math.round(Number(price) * factor * 10) / 10).toString();

test('C31 contracts and their rules are public, with tiers that have no step at their borders', async () => {
  const { symbols } = await get<{ symbols: Contract[] }>('/futures/market/symbol');
  expect(symbols.map(({ symbol }) => symbol)).toEqual(['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'XRPUSDT', 'DOGEUSDT']);
  const { tiers } = symbols[0]!;
  for (const [at, tier] of tiers.slice(0, -1).entries()) {
    const next = tiers[at + 1]!;
    const margin = (of: typeof tier): number =>
      Number(tier.cap) * Number(of.maintenanceMarginRate) - Number(of.deduction);
    expect(margin(next)).toBeCloseTo(margin(tier), 6);
  }
});

test('two users open, change and close positions; both see fills, wallets and history', async () => {
  const [alice, bob] = [await trader('10000'), await trader('10000')];
  const { markPrice } = await ticker('BTCUSDT');
  const price = near(markPrice);
  await place(alice, { side: 'SELL', price, quantity: '0.5' });
  const { order } = await place(bob, {
    side: 'BUY',
    price,
    quantity: '0.5',
    stopLoss: { triggerPrice: near(markPrice, 0.9) },
  });
  expect(order).toMatchObject({ status: 'FILLED', filledQuantity: '0.5' });
  const [long] = await positionsOf(bob);
  expect(long).toMatchObject({
    direction: 'LONG',
    quantity: '0.5',
    marginMode: 'CROSS',
    leverage: 20,
    entryPrice: price,
  });
  const { orders: exits } = await get<{ orders: StopOrder[] }>('/futures/stop-order/open', bob);
  expect(exits).toMatchObject([{ group: 'ORDER', type: 'STOP', quantity: '0.5', reduceOnly: true }]);
  const { capital } = await get<{ capital: Capital }>('/futures/account/capital', bob);
  expect(Number(capital.available)).toBeLessThan(10_000 - (Number(price) * 0.5) / 20);

  expect(await post('/futures/account/margin-mode', { symbol: 'BTCUSDT', marginMode: 'ISOLATED' }, bob)).toMatchObject({
    code: 70032,
  });
  expect(
    await post(
      '/futures/order/place',
      { symbol: 'BTCUSDT', side: 'SELL', type: 'MARKET', quantity: '9', reduceOnly: true },
      alice,
    ),
  ).toMatchObject({ code: 70036 });
  await until(async () => (await ticker('BTCUSDT')).openInterest === '0.5');
  await place(alice, { side: 'BUY', price, quantity: '0.5', reduceOnly: true });
  // In two parts: the history tells the whole.
  await done('/futures/order/place', { symbol: 'BTCUSDT', side: 'SELL', type: 'MARKET', quantity: '0.4' }, bob);
  await done('/futures/order/place', { symbol: 'BTCUSDT', side: 'SELL', type: 'MARKET', closePosition: true }, bob);
  expect(await positionsOf(bob)).toEqual([]);
  expect((await get<{ orders: StopOrder[] }>('/futures/stop-order/open', bob)).orders).toEqual([]);
  const { items: closed } = await get<{ items: Position[] }>('/futures/position/history', bob);
  expect(closed).toMatchObject([{ quantity: '0.5', entryPrice: price, exitPrice: price, realised: '0' }]);
  expect(closed).toMatchObject([{ notional: '0', unrealised: '0', maintenanceMargin: '0' }]);
  const { items: fills } = await get<{ items: FuturesFill[] }>('/futures/order/fills', bob);
  expect(fills.every(({ positionSide }) => positionSide === 'BOTH')).toBe(true);
  expect(fills.every(({ fee }) => Number(fee) > 0)).toBe(true);
  const { items: stops } = await get<{ items: StopOrder[] }>('/futures/stop-order/history', bob);
  expect(stops).toMatchObject([{ status: 'CANCELED', reason: 'POSITION_CLOSED', order: null }]);
  const { items: orders, total } = await get<{ items: FuturesOrder[]; total: number }>('/futures/order/history', bob);
  expect([orders.length, total]).toEqual([3, 3]);
});

test('leverage, modes and margin are set by calls, and conditional orders wait, are changed and are cancelled', async () => {
  const user = await trader('5000');
  const symbol = 'ETHUSDT';
  expect(await done('/futures/account/position-mode', { positionMode: 'HEDGE' }, user)).toEqual({
    positionMode: 'HEDGE',
  });
  await done('/futures/account/margin-mode', { symbol, marginMode: 'ISOLATED' }, user);
  await done('/futures/account/leverage', { symbol, positionSide: 'LONG', leverage: 7 }, user);
  const { preference } = await get<{ preference: object }>(`/futures/account/preference?symbol=${symbol}`, user);
  expect(preference).toMatchObject({
    positionMode: 'HEDGE',
    marginMode: 'ISOLATED',
    longLeverage: 7,
    shortLeverage: 20,
  });
  const { markPrice } = await ticker(symbol);
  const trigger = (Number(markPrice) * 1.1).toFixed(2);
  const request = { symbol, side: 'BUY', positionSide: 'LONG', type: 'STOP', triggerPrice: trigger, quantity: '0.1' };
  const { order } = await done<{ order: StopOrder }>('/futures/stop-order/place', request, user);
  expect(order).toMatchObject({ status: 'NEW', type: 'STOP', positionSide: 'LONG' });
  const higher = (Number(markPrice) * 1.2).toFixed(2);
  const change = { symbol, stopOrderId: order.stopOrderId, triggerPrice: higher, quantity: '0.2' };
  expect((await done<{ order: StopOrder }>('/futures/stop-order/amend', change, user)).order).toMatchObject({
    status: 'NEW',
    stopOrderId: order.stopOrderId,
    triggerPrice: String(Number(higher)),
    quantity: '0.2',
  });
  const { orders: open } = await get<{ orders: StopOrder[] }>(`/futures/stop-order/open?symbol=${symbol}`, user);
  expect(open.map(({ triggerPrice, quantity }) => [triggerPrice, quantity])).toEqual([[String(Number(higher)), '0.2']]);
  const reached = { symbol, stopOrderId: order.stopOrderId, triggerPrice: (Number(markPrice) * 0.9).toFixed(2) };
  expect(await post('/futures/stop-order/amend', reached, user)).toMatchObject({ code: 70027 });
  const cancel = { symbol, stopOrderId: order.stopOrderId };
  expect((await done<{ order: StopOrder }>('/futures/stop-order/cancel', cancel, user)).order.status).toBe('CANCELED');
  const trailing = {
    symbol,
    side: 'SELL',
    positionSide: 'LONG',
    type: 'TRAILING_STOP',
    callbackRate: '0.2',
    quantity: '0.1',
  };
  expect(await post('/futures/stop-order/place', trailing, user)).toMatchObject({ code: 70005 });
  expect(
    await post('/futures/order/place', { ...request, type: 'LIMIT', price: '1.001', triggerPrice: undefined }, user),
  ).toMatchObject({ code: 70008 });
});

test('C31 polling answers the newest message of each public channel', async () => {
  const channels = [
    { channel: 'depth', params: { symbol: 'BTCUSDT' } },
    { channel: 'mark_price', params: {} },
    { channel: 'kline', params: { symbol: 'BTCUSDT', interval: '1m', source: 'MARK' } },
    { channel: 'position', params: {} },
    { channel: 'nothing', params: {} },
  ];
  const answer = await exchange.call<{ messages: { channel: string; data: { prices?: unknown[] } }[] }>(
    'POST',
    '/futures/subscribe',
    { channels },
  );
  expect(answer.data.messages.map(({ channel }) => channel)).toEqual(['depth', 'mark_price', 'kline']);
  expect(answer.data.messages[1]!.data.prices).toHaveLength(5);
});

test('W2 private channels tell orders, positions, the wallet and preferences', async () => {
  const [alice, bob] = [await trader('20000'), await trader('20000')];
  const { token: exchangeToken } = await done<{ token: string }>('/auth-v2/api/v2/auth/token', {}, alice);
  const frames: {
    channel: string;
    data: { snapshot: boolean; positions?: Position[]; orders?: FuturesOrder[]; capital?: Capital };
  }[] = [];
  const socket = new WebSocket(`${exchange.url.replace('http', 'ws')}/futures/ws/private`, {
    headers: { origin: exchange.url },
  });
  await new Promise((resolve) => socket.once('open', resolve));
  socket.on('message', (raw: Buffer) => {
    const frame = JSON.parse(raw.toString()) as (typeof frames)[number] & { data?: unknown };
    if (frame.data && 'snapshot' in frame.data) frames.push(frame);
  });
  socket.send(JSON.stringify({ event: 'login', params: { token: exchangeToken }, reqId: '1' }));
  await sleep(300);
  for (const channel of [
    'order',
    'position',
    'balance',
    'preference',
    'stop_order',
    'tpsl',
    'trailing_stop',
    'user_deal',
    'deal_notice',
    'mode',
  ])
    socket.send(JSON.stringify({ event: 'subscribe', channel, reqId: channel }));
  const seen = (channel: string): typeof frames => frames.filter((frame) => frame.channel === channel);
  await until(async () => seen('mode').length > 0);
  const { markPrice } = await ticker('BTCUSDT');
  await place(bob, { side: 'SELL', price: near(markPrice), quantity: '0.1' });
  await place(alice, { side: 'BUY', price: near(markPrice), quantity: '0.1' });
  await until(async () => seen('position').length > 1 && seen('balance').length > 1 && seen('user_deal').length > 1);
  expect(seen('position').at(-1)!.data).toMatchObject({
    snapshot: false,
    positions: [{ symbol: 'BTCUSDT', quantity: '0.1' }],
  });
  expect(seen('order').at(-1)!.data.orders).toMatchObject([{ status: 'FILLED' }]);
  expect(Number(seen('balance').at(-1)!.data.capital!.available)).toBeLessThan(20_000);
  // Money that leaves the wallet brings the liquidation price of what is open nearer: the position is told again.
  const told = (): number => Number(seen('position').at(-1)!.data.positions![0]!.liquidationPrice);
  const before = told();
  await done('/web/account/transfer', { asset: 'USDT', amount: '15000', from: 'FUTURES', to: 'SPOT' }, alice);
  await until(async () => told() > before);
  const [listed] = (await get<{ positions: Position[] }>('/futures/position/list', alice)).positions;
  expect(told()).toBe(Number(listed!.liquidationPrice));
  socket.close();
});

test('A12 W2 a spot market that leaves its index far behind is halted, told, and opened again by the operator', async () => {
  const symbol = 'XRPUSDT';
  const [maker, taker] = [await exchange.createUser({ XRP: '1000' }), await exchange.createUser({ USDT: '10000' })];
  await until(async () => (await ticker(symbol)).markPrice !== '0');
  const price = Number((await ticker(symbol)).indexPrice).toFixed(4);
  const order = { symbol, type: 'LIMIT', price, quantity: '10' };
  await done('/web/spot/order/place', { ...order, side: 'SELL' }, maker);
  await done('/web/spot/order/place', { ...order, side: 'BUY' }, taker);
  await operator('/operator/demo/shock', { symbol, percent: 25, forSeconds: 60 });
  const statusOf = async (): Promise<string> => {
    const { pairs } = await get<{ pairs: { symbol: string; status: string }[] }>('/web/spot/pairs');
    return pairs.find((pair) => pair.symbol === symbol)!.status;
  };
  await until(async () => (await statusOf()) === 'HALTED', 30_000);
  const channels = [{ channel: 'market_monitor' }];
  const polled = await exchange.call<{ messages: { data: { alerts: { symbol: string; kind: string }[] } }[] }>(
    'POST',
    '/futures/subscribe',
    { channels },
  );
  const kinds = polled.data.messages[0]!.data.alerts.filter((alert) => alert.symbol === symbol).map(({ kind }) => kind);
  expect(kinds[0]).toBe('HALT');
  expect(kinds).toContain('WARN');
  await operator('/operator/market/status', { symbol, status: 'TRADING' });
  expect(await statusOf()).toBe('TRADING');
});

test('a shock of what the demo has no price for is refused', async () => {
  const headers = { authorization: `Bearer ${exchange.exchange.config.operatorToken}` };
  const shock = { symbol: 'NONEUSDT', percent: -10 };
  const answer = await exchange.call('POST', '/operator/demo/shock', shock, { headers });
  expect(answer).toMatchObject({ code: 70003 });
});

test('a crash liquidates a leveraged account, the fund moves, deleveraging fires, and the receipts recompute', async () => {
  const symbol = 'SOLUSDT';
  const [weak, strong] = [await trader('2000'), await trader('200000')];
  await until(async () => (await ticker(symbol)).markPrice !== '0');
  await done('/futures/account/margin-mode', { symbol, marginMode: 'ISOLATED' }, weak);
  const { markPrice } = await ticker(symbol);
  const price = Number(markPrice).toFixed(2);
  const quantity = (20_000 / Number(price)).toFixed(0);
  await done('/futures/order/place', { symbol, side: 'SELL', type: 'LIMIT', price, quantity }, strong);
  await done('/futures/order/place', { symbol, side: 'BUY', type: 'LIMIT', price, quantity }, weak);
  const waits = { symbol, side: 'BUY', quantity: '1' };
  const lower = (Number(price) * 0.9).toFixed(2);
  await done('/futures/order/place', { ...waits, type: 'LIMIT', price: lower }, weak);
  const higher = (Number(price) * 1.5).toFixed(2);
  await done('/futures/stop-order/place', { ...waits, type: 'STOP', triggerPrice: higher }, weak);
  await operator('/operator/pool/fund', { pool: 'INSURANCE', asset: 'USDT', amount: '1' });
  await operator('/operator/demo/shock', { symbol, percent: -15, forSeconds: 30 });
  await until(async () => (await positionsOf(weak)).length === 0, 30_000);
  const receiptsOf = async (user: TestUser): Promise<Receipt[]> =>
    (await get<{ items: Receipt[] }>('/futures/account/receipts', user)).items;
  await until(async () => (await receiptsOf(weak)).length > 0);
  // Its position was isolated: not all of the account was liquidated.
  for (const path of ['/futures/order/history', '/futures/stop-order/history']) {
    const { items } = await get<{ items: (EndedOrder | EndedStopOrder)[] }>(`${path}?symbol=${symbol}`, weak);
    expect(items[0]).toMatchObject({ status: 'CANCELED', reason: 'POSITION_LIQUIDATION' });
  }
  const taken = (await receiptsOf(weak)).find(({ step }) => step === 'TAKEN_OVER')!;
  // An isolated long of cost C with margin M is taken over at C - M, whatever the mark is.
  const cost = Number(price) * Number(quantity);
  const margin = cost / 20;
  expect(Number(taken.bankruptcyValue)).toBeCloseTo(cost - margin, 4);
  // Everybody sees that it was closed and at which price, but not whose it was.
  const { items } = await get<{ items: object[] }>(`/futures/market/liquidations?symbol=${symbol}`);
  const shown = { symbol, side: 'SELL', kind: 'TAKEN_OVER', quantity: taken.quantity, time: taken.time };
  expect(items).toContainEqual({ ...shown, price: expect.stringMatching(/^\d+(\.\d+)?$/) });
  expect(Number(taken.equity)).toBeLessThanOrEqual(Number(taken.maintenanceMargin));
  expect(Number(taken.equity)).toBeCloseTo(margin + Number(taken.markPrice) * Number(quantity) - cost, 4);
  // The mark goes on falling, the fund of 1 USDT cannot cover, and the short is closed at the bankruptcy price.
  await until(async () => (await positionsOf(strong)).length === 0, 30_000);
  await until(async () => (await receiptsOf(strong)).length > 0);
  const notices = await receiptsOf(strong);
  expect(notices[0]).toMatchObject({ kind: 'ADL', rank: 1, symbol });
  expect(Number(notices[0]!.bankruptcyValue)).toBeCloseTo(cost - margin, 4);
  expect(Number(notices[0]!.realised)).toBeCloseTo(margin, 4);
  const { capital } = await get<{ capital: Capital }>('/futures/account/capital', weak);
  expect(Number(capital.balance)).toBeGreaterThanOrEqual(0);
  const { data } = await exchange.call<{ sums: { sum: string }[] }>('GET', '/operator/ledger', undefined, {
    headers: { authorization: `Bearer ${exchange.exchange.config.operatorToken}` },
  });
  expect(data.sums.every(({ sum }) => sum === '0')).toBe(true);
});

/** Queue, amend, cancel, status and time-in-force rules as tables. */
import { expect, test } from 'vitest';
import { codeOf, orderOf, TestExchange, units } from '../testing/exchange.ts';

/** Maker and quantity of each trade, in order. */
const hits = (x: TestExchange): [number, number][] => x.trades().map((t) => [t.makerUid, t.quantity / 1e8]);

/** Users 1 to 3 sell 2 each at 100, in that order. */
function queue(): TestExchange {
  const x = new TestExchange();
  x.fund(1, 2, 3, 4);
  for (const uid of [1, 2, 3]) x.sell(uid, { price: 100, quantity: 2, clientId: `c${uid}` });
  return x;
}

test.each([
  [
    'nothing changes',
    () => {},
    [
      [1, 2],
      [2, 2],
      [3, 1],
    ],
  ],
  [
    'a lower quantity keeps its place',
    (x: TestExchange) => x.tryAmend(1, 1, { quantity: 1 }),
    [
      [1, 1],
      [2, 2],
      [3, 2],
    ],
  ],
  [
    'a higher quantity goes last',
    (x: TestExchange) => x.tryAmend(1, 1, { quantity: 3 }),
    [
      [2, 2],
      [3, 2],
      [1, 1],
    ],
  ],
  [
    'a price away and back goes last',
    (x: TestExchange) => {
      x.tryAmend(1, 1, { price: 101 });
      x.tryAmend(1, 1, { price: 100 });
    },
    [
      [2, 2],
      [3, 2],
      [1, 1],
    ],
  ],
  [
    'a better price goes first',
    (x: TestExchange) => x.tryAmend(3, 3, { price: 99 }),
    [
      [3, 2],
      [1, 2],
      [2, 1],
    ],
  ],
  [
    'a cancelled order is passed',
    (x: TestExchange) => x.tryCancel(2, 2),
    [
      [1, 2],
      [3, 2],
    ],
  ],
  [
    'a cancel by client id',
    (x: TestExchange) => x.tryCancel(1, 0, 'c1'),
    [
      [2, 2],
      [3, 2],
    ],
  ],
  [
    'a refused amend leaves the order untouched',
    (x: TestExchange) => x.tryAmend(1, 1, { quantity: 2_000_000 }),
    [
      [1, 2],
      [2, 2],
      [3, 1],
    ],
  ],
] as const)('trading A6 price-time priority: %s', (_, act, expected) => {
  const x = queue();
  act(x);
  x.buy(4, { price: 100, quantity: 5 });
  expect(hits(x)).toEqual(expected);
});

test.each([
  ['lower price frees quote', { price: 90 }, 'NEW', 180],
  ['higher price takes more', { price: 110 }, 'NEW', 220],
  ['higher quantity takes more', { quantity: 3 }, 'NEW', 300],
  ['lower quantity frees quote', { quantity: 1 }, 'NEW', 100],
] as const)('trading A6 the reservation follows: %s', (_, request, status, locked) => {
  const x = new TestExchange();
  x.fund(1);
  const { orderId } = x.buy(1, { price: 100, quantity: 2 });
  expect(orderOf(x.tryAmend(1, orderId, request))).toMatchObject({ status, amendCount: 1, orderId });
  expect(x.locked(1, 'USDT')).toBe(BigInt(units(locked)));
});

test('trading A6 a new total at or below what is filled cancels the rest', () => {
  const x = new TestExchange();
  x.fund(1, 2);
  const { orderId } = x.buy(1, { price: 100, quantity: 5 });
  x.sell(2, { price: 100, quantity: 3 });
  expect(orderOf(x.tryAmend(1, orderId, { quantity: 3 }))).toMatchObject({
    status: 'CANCELED',
    reason: 'AMENDED_AWAY',
    filledQuantity: units(3),
    quantity: units(5),
  });
  expect(x.locked(1, 'USDT')).toBe(0n);
});

test('trading A6 an amend that crosses trades at once under the same id; a post-only one is refused', () => {
  const x = new TestExchange();
  x.fund(1, 2);
  x.sell(2, { price: 100, quantity: 1 });
  const plain = x.buy(1, { price: 99, quantity: 2 });
  const postOnly = x.buy(1, { price: 98, quantity: 2, tif: 'GTX' });
  expect(codeOf(x.tryAmend(1, postOnly.orderId, { price: 100 }))).toBe('POST_ONLY');
  expect(orderOf(x.tryAmend(1, plain.orderId, { price: 100 }))).toMatchObject({
    orderId: plain.orderId,
    status: 'PARTIALLY_FILLED',
  });
  expect(x.core.depth('BTCUSDT', 5)).toMatchObject({
    asks: [],
    bids: [
      [units(100), units(1)],
      [units(98), units(2)],
    ],
  });
});

test.each([
  ['EXPIRE_TAKER', 4, 'EXPIRED', 0],
  ['EXPIRE_TAKER', 2, 'FILLED', 0],
  ['EXPIRE_BOTH', 4, 'EXPIRED', 0],
  ['DECREMENT', 4, 'EXPIRED', 0],
  ['EXPIRE_MAKER', 4, 'FILLED', 1],
  ['EXPIRE_MAKER', 5, 'EXPIRED', 0],
] as const)(
  'trading A2 fill or kill counts with self-trade prevention: %s of %d is %s',
  (stp, quantity, status, ended) => {
    const x = new TestExchange();
    x.fund(1, 2);
    x.sell(2, { price: 100, quantity: 2 });
    const own = x.sell(1, { price: 101, quantity: 2 });
    x.sell(2, { price: 102, quantity: 2 });
    expect(x.buy(1, { price: 102, quantity, tif: 'FOK', stp }).status).toBe(status);
    expect(x.core.order(own.orderId)?.status).toBe(ended === 1 ? 'EXPIRED_IN_MATCH' : 'NEW');
    if (status === 'EXPIRED') expect(x.trades()).toEqual([]);
  },
);

test.each([
  ['IOC', 'EXPIRED', 'TIME_IN_FORCE', 1, 0],
  ['GTC', 'PARTIALLY_FILLED', '', 1, 1],
  ['FOK', 'EXPIRED', 'TIME_IN_FORCE', 0, 0],
] as const)('trading A2 %s against too little', (tif, status, reason, filled, rests) => {
  const x = new TestExchange();
  x.fund(1, 2);
  x.sell(2, { price: 100, quantity: 1 });
  expect(x.buy(1, { price: 100, quantity: 2, tif })).toMatchObject({ status, reason, filledQuantity: units(filled) });
  expect(x.core.openOrders(1, 'BTCUSDT').length).toBe(rests);
});

test.each([
  ['by quantity', { quantity: 1 }],
  ['by amount', { amount: 100 }],
] as const)('trading A4.9 a market order %s in an empty book ends NO_LIQUIDITY with nothing reserved', (_, request) => {
  const x = new TestExchange();
  const order = x.buy(9, request);
  expect(order).toMatchObject({ status: 'EXPIRED', reason: 'NO_LIQUIDITY', price: 0 });
  expect(x.events.filter((e) => e.kind === 'BalanceChanged')).toEqual([]);
});

test('trading A1 a market sell by amount stops when the amount is received', () => {
  const x = new TestExchange({ maxSlippage: 10_000_000 });
  x.fund(1, 2);
  x.buy(2, { price: 100, quantity: 1 });
  x.buy(2, { price: 95, quantity: 5 });
  x.buy(2, { price: 89, quantity: 5 });
  expect(x.sell(1, { amount: 290 })).toMatchObject({
    status: 'FILLED',
    filledQuantity: units(3),
    filledAmount: units(290),
  });
  expect(x.sell(1, { amount: 900 })).toMatchObject({
    status: 'EXPIRED',
    reason: 'NO_LIQUIDITY',
    filledAmount: units(730),
  });
  expect(x.locked(1, 'BTC')).toBe(0n);
});

test('trading A8 before the opening only post-only limits enter, and amends only go down; the clock opens the market', () => {
  const x = new TestExchange({ openTimeMs: 1_700_000_060_000, openProtectMs: 300_000 });
  x.fund(1, 2);
  expect(x.core.market('BTCUSDT')?.status).toBe('PRE_OPEN');
  expect(codeOf(x.tryPlace(1, 'BUY', { price: 99, quantity: 1 }))).toBe('MARKET_STATUS');
  const { orderId } = x.buy(1, { price: 99, quantity: 2, tif: 'GTX' });
  x.sell(2, { price: 100, quantity: 1, tif: 'GTX' });
  expect(codeOf(x.tryPlace(2, 'SELL', { price: 99, quantity: 1, tif: 'GTX' }))).toBe('POST_ONLY');
  expect(codeOf(x.tryAmend(1, orderId, { price: 98 }))).toBe('MARKET_STATUS');
  expect(codeOf(x.tryAmend(1, orderId, { quantity: 1 }))).toBe('OK');
  x.timeMs = 1_700_000_059_999;
  x.run({ kind: 'Clock' });
  expect(x.core.market('BTCUSDT')?.status).toBe('PRE_OPEN');
  x.timeMs += 1;
  x.run({ kind: 'Clock' });
  expect(x.core.market('BTCUSDT')?.status).toBe('TRADING');
  expect(codeOf(x.tryPlace(1, 'BUY', { quantity: 1 }))).toBe('MARKET_STATUS');
  expect(codeOf(x.tryPlace(1, 'BUY', { price: 100, quantity: 1 }))).toBe('OK');
  x.sell(2, { price: 100, quantity: 1 });
  x.timeMs += 300_000;
  expect(codeOf(x.tryPlace(1, 'BUY', { quantity: 1 }))).toBe('OK');
});

const STATUSES = ['PRE_OPEN', 'TRADING', 'HALTED', 'POST_ONLY', 'MAINTENANCE', 'DELISTED'] as const;
const reach = {
  TRADING: [],
  HALTED: ['HALTED'],
  POST_ONLY: ['HALTED', 'POST_ONLY'],
  MAINTENANCE: ['MAINTENANCE'],
  DELISTED: ['DELISTED'],
} as const;

test.each([
  ['TRADING', ['HALTED', 'MAINTENANCE', 'DELISTED']],
  ['HALTED', ['TRADING', 'POST_ONLY', 'MAINTENANCE', 'DELISTED']],
  ['POST_ONLY', ['TRADING', 'MAINTENANCE', 'DELISTED']],
  ['MAINTENANCE', ['TRADING', 'DELISTED']],
  ['DELISTED', []],
] as const)('trading A8 what may follow %s', (status, followers) => {
  const allowed = STATUSES.filter((next) => {
    const x = new TestExchange();
    for (const step of reach[status]) x.setStatus(step);
    return x.setStatus(next).ok;
  });
  expect(allowed).toEqual(STATUSES.filter((next) => (followers as readonly string[]).includes(next)));
});

test.each([
  ['HALTED', 'MARKET_STATUS', 'MARKET_STATUS', 'MARKET_STATUS', 'OK'],
  ['POST_ONLY', 'MARKET_STATUS', 'OK', 'OK', 'OK'],
  ['MAINTENANCE', 'MARKET_STATUS', 'MARKET_STATUS', 'MARKET_STATUS', 'MARKET_STATUS'],
] as const)('trading A8 in %s: new GTC %s, new GTX %s, amend %s, cancel %s', (status, gtc, gtx, amend, cancel) => {
  const x = new TestExchange();
  x.fund(1, 2);
  const { orderId } = x.buy(1, { price: 90, quantity: 1 });
  x.sell(2, { price: 100, quantity: 1 });
  for (const step of reach[status]) x.setStatus(step);
  expect(codeOf(x.tryPlace(1, 'BUY', { price: 91, quantity: 1 }))).toBe(gtc);
  expect(codeOf(x.tryPlace(1, 'BUY', { price: 91, quantity: 1, tif: 'GTX' }))).toBe(gtx);
  expect(codeOf(x.tryAmend(1, orderId, { price: 89 }))).toBe(amend);
  if (status === 'POST_ONLY') expect(codeOf(x.tryAmend(1, orderId, { price: 100 }))).toBe('POST_ONLY');
  expect(codeOf(x.tryCancel(1, orderId))).toBe(cancel);
  expect(codeOf(x.run({ kind: 'CancelAllOrders', uid: 2, symbol: 'BTCUSDT' }))).toBe(cancel);
});

test('trading A8 post-only after a halt lasts 60 s; delisting cancels everything and gives it back', () => {
  const x = new TestExchange();
  x.fund(1, 2);
  x.buy(1, { price: 90, quantity: 1 });
  x.sell(2, { price: 100, quantity: 1 });
  x.setStatus('HALTED');
  x.setStatus('POST_ONLY');
  x.timeMs += 59_999;
  x.run({ kind: 'Clock' });
  expect(x.core.market('BTCUSDT')?.status).toBe('POST_ONLY');
  x.timeMs += 1;
  x.run({ kind: 'Clock' });
  expect(x.core.market('BTCUSDT')?.status).toBe('TRADING');
  x.setStatus('DELISTED');
  expect([x.locked(1, 'USDT'), x.locked(2, 'BTC')]).toEqual([0n, 0n]);
  expect(x.core.order(1)).toMatchObject({ status: 'CANCELED', reason: 'SYSTEM' });
  expect(x.core.depth('BTCUSDT', 5)).toMatchObject({ bids: [], asks: [] });
});

test('trading A7 cancel-all runs in order of creation and leaves markets in maintenance alone', () => {
  const x = queue();
  x.buy(1, { price: 90, quantity: 1 });
  const outcome = x.run({ kind: 'CancelAllOrders', uid: 1, symbol: '' });
  expect(
    outcome.ok && outcome.result.kind === 'Orders' && outcome.result.orders.map((o) => [o.orderId, o.status]),
  ).toEqual([
    [1, 'CANCELED'],
    [4, 'CANCELED'],
  ]);
  x.setStatus('MAINTENANCE');
  expect(codeOf(x.run({ kind: 'CancelAllOrders', uid: 2, symbol: '' }))).toBe('OK');
  expect(x.core.openOrders(2, '').length).toBe(1);
});

test('trading A4 a client id is free again once its order ended; the newest order of the name answers', () => {
  const x = new TestExchange();
  x.fund(1);
  const first = x.buy(1, { price: 90, quantity: 1, clientId: 'mine' });
  expect(codeOf(x.tryPlace(1, 'BUY', { price: 90, quantity: 1, clientId: 'mine' }))).toBe('DUPLICATE_CLIENT_ORDER_ID');
  x.tryCancel(1, first.orderId);
  const second = x.buy(1, { price: 90, quantity: 1, clientId: 'mine' });
  expect(x.core.orderByClientId(1, 'BTCUSDT', 'mine')?.orderId).toBe(second.orderId);
});

test('ended orders: at least the last 1,000 of a user are remembered, and no more than 1,024', () => {
  const x = new TestExchange();
  x.fund(1);
  for (let i = 0; i < 1_100; i += 1) x.tryCancel(1, x.buy(1, { price: 90, quantity: 1, clientId: `c${i}` }).orderId);
  const known = Array.from({ length: 1_100 }, (_, i) => x.core.order(i + 1)).filter((o) => o !== null);
  expect(known.length).toBeGreaterThanOrEqual(1_000);
  expect(known.length).toBeLessThanOrEqual(1_024);
  expect(codeOf(x.tryCancel(1, 1))).toBe('UNKNOWN_ORDER');
  expect(codeOf(x.tryCancel(1, 1_100))).toBe('ORDER_CLOSED');
  expect(x.core.orderByClientId(1, 'BTCUSDT', 'c0')).toBeNull();
});

test('trading B20 the order of events inside a command', () => {
  const x = new TestExchange();
  x.fund(1, 2);
  x.sell(2, { price: 100, quantity: 1 });
  x.sell(1, { price: 100, quantity: 1 });
  const before = x.events.length;
  x.buy(1, { price: 100, quantity: 3, tif: 'IOC', stp: 'EXPIRE_MAKER' });
  const told = x.events.slice(before);
  expect(told.map((e) => (e.kind === 'OrderChanged' ? `${e.cause} ${e.orderId} ${e.status}` : e.kind))).toEqual([
    'ACCEPTED 3 NEW',
    'Traded',
    'FILL 1 FILLED',
    'FILL 3 PARTIALLY_FILLED',
    'ENDED 3 EXPIRED',
    'ENDED 2 EXPIRED_IN_MATCH',
    'BalanceChanged',
    'BalanceChanged',
    'BalanceChanged',
    'BalanceChanged',
    'DepthChanged',
  ]);
  expect(told.map((e) => e.index)).toEqual(told.map((_, i) => i));
});

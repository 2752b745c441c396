/** Orders that wait: what wakes them, in which order, and what becomes of them (trading A1.1 to A1.3, A4, A5.1, A6). */
import { expect, test } from 'vitest';
import type { Command } from '../protocol/commands.ts';
import { restoreCore } from '../index.ts';
import { codeOf, orderOf, type OrderFields, TestExchange, units } from '../testing/exchange.ts';

type Side = 'BUY' | 'SELL';

/** Last price 100; users 1 to 4 have enough. */
function at100(changes: ConstructorParameters<typeof TestExchange>[0] = {}): TestExchange {
  const x = new TestExchange(changes);
  x.fund(1, 2, 3, 4);
  x.print(100);
  return x;
}

function place(x: TestExchange, uid: number, side: Side, request: OrderFields): number {
  return orderOf(x.tryPlace(uid, side, { quantity: 1, ...request })).orderId;
}

/** Ids in the order in which they were woken. */
function woken(x: TestExchange): number[] {
  return x.events.flatMap((e) => (e.kind === 'OrderChanged' && e.cause === 'TRIGGERED' ? [e.orderId] : []));
}

test('trading X-A8 a trailing sell fires when the price turned back by its share of the peak, equality included', () => {
  const x = at100();
  const id = place(x, 1, 'SELL', { trigger: 'TRAILING_STOP', bips: 100, price: 50 });
  for (const price of ['102', '101.5', '103', '101.98']) {
    x.print(price);
    expect(x.status(id)).toBe('UNTRIGGERED');
  }
  x.print('101.97');
  expect(x.status(id)).toBe('NEW');
  expect(x.core.depth('BTCUSDT', 1)?.asks[0]?.[0]).toBe(units(50));
});

test.each([
  ['BUY', 0, [99, '99.98'], 'UNTRIGGERED'],
  ['BUY', 0, [99, '99.99'], 'NEW'],
  ['BUY', 0, ['99.99', 98, '98.97', '98.98'], 'NEW'],
  ['BUY', 95, [96, 99], 'UNTRIGGERED'],
  ['BUY', 95, [95, '95.94'], 'UNTRIGGERED'],
  ['BUY', 95, [95, '95.95'], 'NEW'],
  ['SELL', 0, ['99.01'], 'UNTRIGGERED'],
  ['SELL', 0, ['99'], 'NEW'],
  ['SELL', 105, [104, 98], 'UNTRIGGERED'],
  ['SELL', 105, [106, '104.95'], 'UNTRIGGERED'],
  ['SELL', 105, [106, '104.94'], 'NEW'],
] as const)('trading A1.3 trailing %s by 1 %%, activation %s, prints %j: %s', (side, activation, prints, status) => {
  const x = at100();
  const start = activation === 0 ? {} : { activation };
  const price = side === 'BUY' ? 50 : 150;
  const id = place(x, 1, side, { trigger: 'TRAILING_STOP', bips: 100, price, ...start });
  if (status === 'NEW') {
    x.print(...prints.slice(0, -1));
    expect(x.status(id)).toBe('UNTRIGGERED');
    x.print(prints.at(-1)!);
  } else {
    x.print(...prints);
  }
  expect(x.status(id)).toBe(status);
});

test.each([
  ['STOP', 'BUY', 110, [109.99], false],
  ['STOP', 'BUY', 110, [110], true],
  ['STOP', 'SELL', 90, [90.01], false],
  ['STOP', 'SELL', 90, [89], true],
  ['TAKE_PROFIT', 'BUY', 90, [90.01], false],
  ['TAKE_PROFIT', 'BUY', 90, [90], true],
  ['TAKE_PROFIT', 'SELL', 110, [109.99], false],
  ['TAKE_PROFIT', 'SELL', 110, [111], true],
] as const)('trading A1 %s %s at %d, prints %j: fires %s', (trigger, side, stop, prints, fires) => {
  const x = at100();
  const id = place(x, 1, side, { trigger, stop, price: side === 'BUY' ? 50 : 150 });
  expect(x.core.order(id)).toMatchObject({
    type: `${trigger}_LIMIT`,
    status: 'UNTRIGGERED',
    stopPrice: units(stop),
    ocoId: 0,
  });
  x.print(...prints);
  expect(x.status(id)).toBe(fires ? 'NEW' : 'UNTRIGGERED');
});

test.each([
  ['STOP', 'BUY', 100],
  ['STOP', 'BUY', 99],
  ['STOP', 'SELL', 100],
  ['STOP', 'SELL', 101],
  ['TAKE_PROFIT', 'BUY', 100],
  ['TAKE_PROFIT', 'SELL', 100],
] as const)('trading A1.1 %s %s at %d is refused: it would fire at the last price of 100', (trigger, side, stop) => {
  const x = at100();
  expect(codeOf(x.tryPlace(1, side, { trigger, stop, price: stop, quantity: 1 }))).toBe('WOULD_TRIGGER_NOW');
});

test('trading A1.1 before the first trade no order fires at entry; the first print may wake both sides, upward first', () => {
  const x = new TestExchange();
  x.fund(1);
  const down = place(x, 1, 'SELL', { trigger: 'STOP', stop: 120, price: 200 });
  const up = place(x, 1, 'BUY', { trigger: 'STOP', stop: 80, price: 70 });
  x.print(100);
  expect(woken(x)).toEqual([up, down]);
});

test('trading A5.1 a dormant order holds its reservation, and gives it back when cancelled', () => {
  const x = at100({ premiumFactor: 5_000_000 });
  const cases: readonly (readonly [Side, OrderFields, 'BTC' | 'USDT', string])[] = [
    ['BUY', { trigger: 'STOP', stop: 110, price: 111, quantity: 2 }, 'USDT', '222'],
    ['SELL', { trigger: 'STOP', stop: 90, price: 89, quantity: 2 }, 'BTC', '2'],
    ['BUY', { trigger: 'STOP', stop: '110.01', quantity: '0.003' }, 'USDT', '0.3465315'],
    ['SELL', { trigger: 'STOP', stop: 90, quantity: 2 }, 'BTC', '2'],
    ['BUY', { trigger: 'TAKE_PROFIT', stop: 90, quantity: 2 }, 'USDT', '189'],
    ['BUY', { trigger: 'TRAILING_STOP', bips: 100, quantity: 2 }, 'USDT', '212.1'],
    ['BUY', { trigger: 'TRAILING_STOP', bips: 100, activation: 50, quantity: 2 }, 'USDT', '106.05'],
  ];
  for (const [side, request, asset, reserved] of cases) {
    const { orderId } = orderOf(x.tryPlace(1, side, request));
    expect(x.locked(1, asset)).toBe(BigInt(units(reserved)));
    expect(orderOf(x.tryCancel(1, orderId)).status).toBe('CANCELED');
    expect(x.locked(1, asset)).toBe(0n);
  }
});

test('trading A5.2 in QUOTE mode a dormant buy reserves fees too', () => {
  const x = at100({ feeMode: 'QUOTE', takerFeeRate: 100_000, makerFeeRate: 50_000 });
  x.buy(1, { trigger: 'STOP', stop: 110, quantity: 2 });
  expect(x.locked(1, 'USDT')).toBe(BigInt(units('231.231')));
});

test.each([
  ['a limit that does not fit its stop', { trigger: 'STOP', stop: 110, price: 122 }, 'PRICE_BAND'],
  ['a passive limit that does not fit it', { trigger: 'STOP', stop: 110, price: 98 }, 'PRICE_OFFSET'],
  ['a limit far from the last price, but near its stop', { trigger: 'STOP', stop: 200, price: 210 }, 'OK'],
  ['a trailing limit is tested where it would fire', { trigger: 'TRAILING_STOP', bips: 1_000, price: 120 }, 'OK'],
  ['a trailing limit above that', { trigger: 'TRAILING_STOP', bips: 1_000, price: '121.01' }, 'PRICE_BAND'],
  [
    'with an activation price from there',
    { trigger: 'TRAILING_STOP', bips: 1_000, activation: 50, price: 61 },
    'PRICE_BAND',
  ],
  ['a stop off the grid', { trigger: 'STOP', stop: '110.001', price: 110 }, 'PRICE_TICK'],
  ['a stop out of range', { trigger: 'STOP', stop: 1_001, price: 110 }, 'PRICE_RANGE'],
  ['an activation price off the grid', { trigger: 'TRAILING_STOP', bips: 10, activation: '99.001' }, 'PRICE_TICK'],
  ['a market order too small at its stop', { trigger: 'STOP', stop: 110, quantity: '0.04' }, 'MIN_AMOUNT'],
  [
    'a trailing one too small at the last price',
    { trigger: 'TRAILING_STOP', bips: 10, quantity: '0.04' },
    'MIN_AMOUNT',
  ],
  ['a market order large enough at its stop', { trigger: 'STOP', stop: 130, quantity: '0.04' }, 'OK'],
] as const)('trading A4.7 %s', (_, request, code) => {
  const limits = { minBuyPriceOffset: -10_000_000, priceProtectScope: 10_000_000, maxPrice: units(1_000) };
  const x = new TestExchange({ ...limits, minAmount: units(5) });
  x.fund(1, 2, 3);
  x.sell(2, { price: 100, quantity: 1 });
  x.buy(3, { price: 100, quantity: 1 });
  expect(codeOf(x.tryPlace(1, 'BUY', { quantity: 1, ...request }))).toBe(code);
});

test('trading A6 an amended dormant order is checked and reserved anew; a refused amend changes nothing', () => {
  const x = at100();
  const id = place(x, 1, 'BUY', { trigger: 'STOP', stop: 110, price: 111, quantity: 2 });
  expect(codeOf(x.tryAmend(1, id, { stop: 100 }))).toBe('WOULD_TRIGGER_NOW');
  expect(codeOf(x.tryAmend(1, id, { quantity: 20_000 }))).toBe('INSUFFICIENT_BALANCE');
  expect(codeOf(x.tryAmend(1, id, { stop: '110.001' }))).toBe('PRICE_TICK');
  expect(codeOf(x.tryAmend(1, id, { bips: 100 }))).toBe('BAD_FIELDS');
  expect(codeOf(x.tryAmend(1, id, { stop: 110, quantity: 2 }))).toBe('NOTHING_TO_AMEND');
  expect(x.core.order(id)).toMatchObject({ stopPrice: units(110), quantity: units(2), amendCount: 0 });
  expect(orderOf(x.tryAmend(1, id, { stop: 105, price: 106, quantity: 3 }))).toMatchObject({
    status: 'UNTRIGGERED',
    stopPrice: units(105),
    price: units(106),
    amendCount: 1,
  });
  expect(x.locked(1, 'USDT')).toBe(BigInt(units(318)));
  orderOf(x.tryAmend(1, id, { quantity: 1 }));
  expect(x.locked(1, 'USDT')).toBe(BigInt(units(106)));
  x.print(105);
  expect(x.status(id)).toBe('NEW');
  expect(codeOf(x.tryAmend(1, id, { stop: 104 }))).toBe('BAD_FIELDS');
});

test('trading A1.3 an open trailing stop tells the best print since it follows and the first tick at which it would fire', () => {
  const x = at100();
  const sell = place(x, 1, 'SELL', { trigger: 'TRAILING_STOP', bips: 155, price: 150 });
  const buy = place(x, 1, 'BUY', { trigger: 'TRAILING_STOP', bips: 155, price: 50, activation: '99.5' });
  const stop = place(x, 1, 'BUY', { trigger: 'STOP', stop: 120, price: 130, quantity: 1 });
  const trails = (core = x.core) =>
    core.trailingOrders([sell, buy, stop]).map((order) => [order.orderId, order.extremePrice, order.firesAtPrice]);
  expect(trails()).toEqual([
    [sell, units(100), units('98.45')],
    [buy, 0, 0],
  ]);
  x.print('101.01');
  // 101.01 less 1.55 % is 99.444345: the first tick below it. 99.45 plus 1.55 % is 100.991475: the first above it.
  x.print('99.45');
  const now = [
    [sell, units('101.01'), units('99.44')],
    [buy, units('99.45'), units('101')],
  ];
  expect(trails()).toEqual(now);
  expect(x.core.openOrders(1, '').map((order) => [order.extremePrice, order.firesAtPrice])).toEqual([
    now[0]!.slice(1),
    now[1]!.slice(1),
    [0, 0],
  ]);
  expect(trails(restoreCore(x.core.snapshot()))).toEqual(now);
  // What is told is exact: one tick before it nothing happens.
  x.print('100.99');
  expect([x.status(sell), x.status(buy)]).toEqual(['UNTRIGGERED', 'UNTRIGGERED']);
  x.print('101');
  expect(x.status(buy)).not.toBe('UNTRIGGERED');
  x.print('99.44');
  expect(x.status(sell)).not.toBe('UNTRIGGERED');
  expect(trails()).toEqual([]);
});

test('trading A6 an amended trailing stop follows the price anew; its reservation shrinks with its quantity', () => {
  const x = at100({ premiumFactor: 5_000_000 });
  const id = place(x, 1, 'BUY', { trigger: 'TRAILING_STOP', bips: 100, quantity: 2 });
  x.print(90);
  orderOf(x.tryAmend(1, id, { quantity: 1 }));
  expect(x.locked(1, 'USDT')).toBe(BigInt(units('106.05')));
  expect(codeOf(x.tryAmend(1, id, { price: 5 }))).toBe('BAD_FIELDS');
  expect(codeOf(x.tryAmend(1, id, { bips: 9 }))).toBe('BAD_FIELDS');
  x.print('90.5');
  orderOf(x.tryAmend(1, id, { bips: 200 }));
  // It follows from 90.5 again: 2 % above is 92.31.
  x.print('92.30');
  expect(x.status(id)).toBe('UNTRIGGERED');
  orderOf(x.tryAmend(1, id, { activation: 80 }));
  x.print(99);
  expect(x.status(id)).toBe('UNTRIGGERED');
  expect(x.core.order(id)).toMatchObject({ deltaBips: 200, activationPrice: units(80) });
});

test('trading A4.8 dormant orders count apart and among the open ones', () => {
  const x = at100({ maxConditional: 2, maxOpenOrders: 3 });
  const stop = { trigger: 'STOP', stop: 110, price: 60, quantity: 1 };
  place(x, 1, 'BUY', stop);
  place(x, 1, 'BUY', stop);
  expect(codeOf(x.tryPlace(1, 'BUY', stop))).toBe('TOO_MANY_ORDERS');
  place(x, 1, 'BUY', { price: 60 });
  expect(codeOf(x.tryPlace(1, 'BUY', { price: 60, quantity: 1 }))).toBe('TOO_MANY_ORDERS');
  x.print(110);
  expect(codeOf(x.tryPlace(1, 'BUY', { ...stop, stop: 111 }))).toBe('TOO_MANY_ORDERS');
  x.tryCancel(1, x.core.openOrders(1, '')[0]!.orderId);
  expect(codeOf(x.tryPlace(1, 'BUY', { ...stop, stop: 111 }))).toBe('OK');
});

test('trading A4.8 without a configured limit a user may have 20 dormant orders in a market', () => {
  const x = at100();
  for (let i = 0; i < 20; i += 1) place(x, 1, 'BUY', { trigger: 'STOP', stop: 110 + i, price: 60 });
  expect(codeOf(x.tryPlace(1, 'BUY', { trigger: 'STOP', stop: 110, price: 60, quantity: 1 }))).toBe('TOO_MANY_ORDERS');
  expect(codeOf(x.tryPlace(2, 'BUY', { trigger: 'STOP', stop: 110, price: 60, quantity: 1 }))).toBe('OK');
});

test('trading A8 conditional orders and pairs enter in TRADING only, and not in a protected start', () => {
  const x = new TestExchange({ openTimeMs: 1_700_000_060_000, openProtectMs: 300_000 });
  x.fund(1, 2);
  const stop = { trigger: 'STOP', stop: 110, price: 110, quantity: 1 };
  const pair = { price: 120, stop: 80, quantity: 1 };
  const both = (): string[] => [codeOf(x.tryPlace(1, 'BUY', stop)), codeOf(x.tryOco(1, 'SELL', pair))];
  expect(both()).toEqual(['MARKET_STATUS', 'MARKET_STATUS']);
  x.timeMs = 1_700_000_060_000;
  x.run({ kind: 'Clock' });
  expect(both()).toEqual(['MARKET_STATUS', 'MARKET_STATUS']);
  x.timeMs += 300_000;
  expect(both()).toEqual(['OK', 'OK']);
  for (const status of ['HALTED', 'POST_ONLY'] as const) {
    x.setStatus(status);
    expect(both()).toEqual(['MARKET_STATUS', 'MARKET_STATUS']);
  }
  const [id] = x.core.openOrders(1, '');
  expect(codeOf(x.tryAmend(1, id!.orderId, { stop: 111 }))).toBe('OK');
  x.setStatus('MAINTENANCE');
  expect(codeOf(x.tryAmend(1, id!.orderId, { stop: 112 }))).toBe('MARKET_STATUS');
  expect(codeOf(x.tryCancel(1, id!.orderId))).toBe('MARKET_STATUS');
  x.setStatus('DELISTED');
  expect(x.core.openOrders(1, '')).toEqual([]);
  expect([x.locked(1, 'USDT'), x.locked(1, 'BTC')]).toEqual([0n, 0n]);
});

test('a restored core wakes the same orders in the same order', () => {
  const x = at100();
  const first = place(x, 1, 'BUY', { trigger: 'STOP', stop: 103, price: 60 });
  place(x, 3, 'BUY', { trigger: 'STOP', stop: 103, price: 60 });
  place(x, 1, 'SELL', { trigger: 'TRAILING_STOP', bips: 100, price: 150 });
  x.pair(2, 'SELL', { price: 120, stop: 80, stopLimit: 79, quantity: 1, key: 'k' });
  x.sell(3, { price: 130, quantity: 10, display: 2 });
  x.tryAmend(1, first, { stop: 102 });
  x.tryAmend(1, first, { stop: 103 });
  x.print(101);
  const restored = restoreCore(x.core.snapshot(), { checkInvariants: true });
  expect(restored.stateHash()).toBe(x.core.stateHash());
  const mirror: unknown[] = [];
  const run = x.run.bind(x);
  const before = x.events.length;
  x.run = (fields) => {
    const command = { ...fields, seq: restored.lastSeq + 1, timeMs: x.timeMs };
    restored.apply(command as never, (event) => mirror.push(event));
    return run(fields);
  };
  x.print(105);
  x.print(100);
  x.pair(2, 'SELL', { price: 120, stop: 80, stopLimit: 79, quantity: 1, key: 'k' });
  x.tryCancel(2, x.core.openOrders(2, '')[0]!.orderId);
  expect(mirror).toEqual(x.events.slice(before));
  expect(restored.stateHash()).toBe(x.core.stateHash());
  expect(restored.openOrders(1, '')).toEqual(x.core.openOrders(1, ''));
});

test('LIMIT_REACHED: a market keeps 65,536 dormant orders', () => {
  const x = at100({ maxConditional: 0, stepSize: 100 });
  // Without the checks after each command, which look at every order.
  const core = restoreCore(x.core.snapshot());
  const place = { ...stop, kind: 'PlaceOrder', uid: 1, symbol: 'BTCUSDT' };
  const send = (fields: object): string =>
    codeOf(
      core.apply({ ...place, ...fields, seq: core.lastSeq + 1, timeMs: x.timeMs } as unknown as Command, () => {}),
    );
  const codes = new Map<string, number>();
  for (let i = 0; i <= 65_536; i += 1) {
    const code = send({ uid: 1 + (i % 4) });
    codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  expect([...codes]).toEqual([
    ['OK', 65_536],
    ['LIMIT_REACHED', 1],
  ]);
  expect(send({ kind: 'CancelOrder', orderId: core.openOrders(1, '')[0]!.orderId, clientOrderId: '' })).toBe('OK');
  expect(send({})).toBe('OK');
});

const stop = {
  side: 'BUY',
  type: 'STOP_LIMIT',
  timeInForce: 'GTC',
  price: units(50),
  quantity: 100,
  quoteAmount: 0,
  maxSlippage: 0,
  stpMode: '',
  clientOrderId: '',
  idempotency: null,
  stopPrice: units(200),
};

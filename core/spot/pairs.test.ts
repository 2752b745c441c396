/** One cancels the other (trading A1.4). */
import { expect, test } from 'vitest';
import { codeOf, orderOf, type OcoFields, TestExchange, units } from '../testing/exchange.ts';

const coin = (text: string | number): bigint => BigInt(units(text));

function at100(changes: ConstructorParameters<typeof TestExchange>[0] = {}): TestExchange {
  const x = new TestExchange(changes);
  x.fund(1, 2, 3);
  x.print(100);
  return x;
}

test('trading X-A13 a pair shares the larger reservation; the first fill of the limit leg cancels the stop leg', () => {
  const x = at100();
  const [limit, stop] = x.pair(1, 'BUY', { quantity: 2, price: 95, stop: 105, stopLimit: 106 });
  expect([x.locked(1, 'USDT'), limit!.status, stop!.status]).toEqual([coin(212), 'NEW', 'UNTRIGGERED']);
  expect([limit!.ocoId, stop!.ocoId]).toEqual([limit!.orderId, limit!.orderId]);
  const available = x.available(1, 'USDT');
  x.sell(2, { price: 95, quantity: '0.5' });
  expect([x.locked(1, 'USDT'), x.available(1, 'USDT') - available]).toEqual([coin('142.5'), coin(22)]);
  expect([x.status(limit!.orderId), x.status(stop!.orderId)]).toEqual(['PARTIALLY_FILLED', 'CANCELED OCO']);
  x.tryCancel(1, limit!.orderId);
  expect(x.locked(1, 'USDT')).toBe(0n);
});

type Case = readonly [
  what: string,
  side: 'BUY' | 'SELL',
  request: OcoFields,
  locked: readonly [btc: number | string, usdt: number | string],
  act: (x: TestExchange, first: number, second: number) => void,
  first: string,
  second: string,
];

const sell: OcoFields = { quantity: 2, price: 110, stop: 90, stopLimit: 89 };
const cases: readonly Case[] = [
  ['a sell locks base once', 'SELL', sell, [2, 0], () => {}, 'NEW', 'UNTRIGGERED'],
  [
    'cancelling the first leg',
    'SELL',
    sell,
    [2, 0],
    (x, first) => x.tryCancel(1, first),
    'CANCELED USER',
    'CANCELED OCO',
  ],
  [
    'cancelling the second leg',
    'SELL',
    sell,
    [2, 0],
    (x, _, second) => x.tryCancel(1, second),
    'CANCELED OCO',
    'CANCELED USER',
  ],
  ['the stop fires', 'SELL', sell, [2, 0], (x) => x.print(90), 'CANCELED OCO', 'NEW'],
  [
    'the stop fires as a market order, and what it does not use comes back',
    'BUY',
    { quantity: 1, price: 95, stop: 105 },
    [0, '110.25'],
    (x) => {
      x.sell(2, { price: 105, quantity: 1 });
      x.sell(2, { price: 106, quantity: 5 });
      x.buy(3, { price: 105, quantity: 1 });
    },
    'CANCELED OCO',
    'FILLED',
  ],
  [
    'a take-profit leg fires',
    'SELL',
    { quantity: 2, takeProfit: 110, price: 111, stop: 90 },
    [2, 0],
    (x) => x.print(110),
    'NEW',
    'CANCELED OCO',
  ],
  [
    'a take-profit leg by market, and the stop fires',
    'BUY',
    { quantity: 2, takeProfit: 90, stop: 110, stopLimit: 100 },
    [0, 200],
    (x) => x.print(110),
    'CANCELED OCO',
    'NEW',
  ],
  [
    'cancel-all',
    'SELL',
    sell,
    [2, 0],
    (x) => x.run({ kind: 'CancelAllOrders', uid: 1, symbol: '' }),
    'CANCELED USER',
    'CANCELED OCO',
  ],
  ['delisting', 'SELL', sell, [2, 0], (x) => x.setStatus('DELISTED'), 'CANCELED SYSTEM', 'CANCELED OCO'],
  [
    'delisting of two legs that wait',
    'SELL',
    { quantity: 2, takeProfit: 110, stop: 90 },
    [2, 0],
    (x) => x.setStatus('DELISTED'),
    'CANCELED SYSTEM',
    'CANCELED OCO',
  ],
  [
    'self-trade prevention ends the limit leg',
    'SELL',
    sell,
    [2, 0],
    (x) => x.buy(1, { price: 110, quantity: 1, stp: 'EXPIRE_MAKER' }),
    'EXPIRED_IN_MATCH SELF_TRADE',
    'CANCELED OCO',
  ],
  [
    'self-trade prevention takes a part of the limit leg',
    'SELL',
    sell,
    [2, 0],
    (x) => x.buy(1, { price: 110, quantity: 1, stp: 'DECREMENT' }),
    'NEW',
    'UNTRIGGERED',
  ],
  [
    'the incoming order ends and the pair stays',
    'SELL',
    sell,
    [2, 0],
    (x) => x.buy(1, { price: 110, quantity: 1 }),
    'NEW',
    'UNTRIGGERED',
  ],
];

test.each(cases)('trading A1.4 %s', (_, side, request, [btc, usdt], act, first, second) => {
  const x = at100({ premiumFactor: 5_000_000 });
  const legs = x.pair(1, side, request);
  expect([x.locked(1, 'BTC'), x.locked(1, 'USDT')]).toEqual([coin(btc), coin(usdt)]);
  const [a, b] = legs.map((leg) => leg.orderId) as [number, number];
  act(x, a, b);
  expect([x.status(a), x.status(b)]).toEqual([first, second]);
  for (const id of [a, b]) x.tryCancel(1, id);
  expect([x.locked(1, 'BTC'), x.locked(1, 'USDT')].map((l) => l === 0n || x.core.openOrders(1, '').length > 0)).toEqual(
    [true, true],
  );
});

test('trading A1.4 one print wakes the stop of a pair whose limit leg an order before it fills: the stop stays cancelled', () => {
  const x = at100();
  // User 2's stop fires first (98) and sells into the limit buy of user 1 at 97, whose own stop sell is not concerned.
  const [limit, stop] = x.pair(1, 'BUY', { quantity: 1, price: 95, stop: 104, stopLimit: 104 });
  x.sell(2, { price: 103, quantity: 1, trigger: 'TAKE_PROFIT', stop: 103, tif: 'GTC' });
  const first = orderOf(x.tryPlace(3, 'SELL', { trigger: 'TAKE_PROFIT', stop: 103, price: 95, quantity: 1 })).orderId;
  x.print(104);
  expect(x.status(first)).toBe('FILLED');
  expect([x.status(limit!.orderId), x.status(stop!.orderId)]).toEqual(['FILLED', 'CANCELED OCO']);
});

test.each([
  ['SELL', { price: 100, stop: 90 }, 'OCO_PRICES'],
  ['SELL', { price: 99, stop: 90 }, 'OCO_PRICES'],
  ['SELL', { price: '100.01', stop: 100 }, 'WOULD_TRIGGER_NOW'],
  ['SELL', { price: '100.01', stop: '99.99' }, 'OK'],
  ['BUY', { price: 100, stop: 110 }, 'OCO_PRICES'],
  ['BUY', { price: '99.99', stop: 100 }, 'WOULD_TRIGGER_NOW'],
  ['BUY', { price: '99.99', stop: '100.01' }, 'OK'],
  ['SELL', { takeProfit: 100, stop: 90 }, 'WOULD_TRIGGER_NOW'],
  ['SELL', { takeProfit: 101, stop: 90, price: -1 }, 'BAD_FIELDS'],
  ['SELL', { price: 110, stop: 90, takeProfit: -1 }, 'BAD_FIELDS'],
  ['SELL', { price: 110, stop: 0 }, 'BAD_FIELDS'],
  ['SELL', { price: 0, stop: 90 }, 'BAD_FIELDS'],
  ['SELL', { price: '110.001', stop: 90 }, 'PRICE_TICK'],
  ['SELL', { price: 110, stop: '90.001' }, 'PRICE_TICK'],
  ['SELL', { price: 110, stop: 90, clientId: 'a', stopClientId: 'a' }, 'DUPLICATE_CLIENT_ORDER_ID'],
  ['SELL', { price: 110, stop: 90, stopClientId: 'taken' }, 'DUPLICATE_CLIENT_ORDER_ID'],
  ['BUY', { price: 95, stop: 105, quantity: 10_000 }, 'INSUFFICIENT_BALANCE'],
  ['SELL', { price: '100.02', stop: 90, quantity: 90_071_992 }, 'AMOUNT_TOO_LARGE'],
] as const)('trading A1.4 a pair at last 100: %s %j is %s', (side, request, code) => {
  const x = at100();
  x.buy(1, { price: 50, quantity: 1, clientId: 'taken' });
  const plain = { price: 0, takeProfit: 0, quantity: 1, clientId: '', stopClientId: '', ...request };
  const negative = (value: string | number): number => (Number(value) < 0 ? -1 : units(value));
  const outcome = x.run({
    kind: 'PlaceOco',
    uid: 1,
    symbol: 'BTCUSDT',
    side,
    quantity: units(plain.quantity),
    price: negative(plain.price),
    takeProfitPrice: negative(plain.takeProfit),
    stopPrice: units(plain.stop),
    stopLimitPrice: 0,
    stpMode: '',
    clientOrderId: plain.clientId,
    stopClientOrderId: plain.stopClientId,
    idempotency: null,
  });
  expect(codeOf(outcome)).toBe(code);
});

test('trading A1.4 a limit leg that would trade is refused; before the first trade the legs need each other only', () => {
  const x = at100();
  x.buy(2, { price: '100.5', quantity: 1 });
  expect(codeOf(x.tryOco(1, 'SELL', { quantity: 1, price: '100.5', stop: 90 }))).toBe('POST_ONLY');
  const fresh = new TestExchange();
  fresh.fund(1);
  expect(codeOf(fresh.tryOco(1, 'SELL', { quantity: 1, price: 90, stop: 90 }))).toBe('OCO_PRICES');
  expect(codeOf(fresh.tryOco(1, 'SELL', { quantity: 1, price: 91, stop: 90 }))).toBe('OK');
});

test('trading A1.4 a pair counts as two orders, one of them or both dormant; its legs are not amended', () => {
  const x = at100({ maxOpenOrders: 3, maxConditional: 2 });
  const [limit, stop] = x.pair(1, 'SELL', { quantity: 1, price: 110, stop: 90 });
  expect(codeOf(x.tryOco(1, 'SELL', { quantity: 1, price: 110, stop: 90 }))).toBe('TOO_MANY_ORDERS');
  for (const leg of [limit!, stop!]) expect(codeOf(x.tryAmend(1, leg.orderId, { quantity: 2 }))).toBe('OCO_LEG');
  x.tryCancel(1, limit!.orderId);
  x.pair(1, 'SELL', { quantity: 1, takeProfit: 110, stop: 90 });
  expect(codeOf(x.tryPlace(1, 'SELL', { trigger: 'STOP', stop: 90, quantity: 1 }))).toBe('TOO_MANY_ORDERS');
  expect(codeOf(x.tryPlace(1, 'SELL', { price: 110, quantity: 1 }))).toBe('OK');
});

test('reliability 1.4 the same key answers both legs again', () => {
  const x = at100();
  const request = { quantity: 1, price: 110, stop: 90, key: 'k' };
  const first = x.tryOco(1, 'SELL', request);
  expect(x.tryOco(1, 'SELL', request)).toEqual({ ...first, repeated: true });
});

test('trading A1.4 a cut by self-trade prevention is not a fill: both legs go on, equally large', () => {
  const x = at100();
  const [limit, stop] = x.pair(1, 'SELL', { quantity: 3, price: 110, stop: 90 }).map(({ orderId }) => orderId);
  x.buy(1, { price: 110, quantity: 1, stp: 'DECREMENT' });
  expect([x.status(limit!), x.status(stop!), x.locked(1, 'BTC')]).toEqual(['NEW', 'UNTRIGGERED', coin(2)]);
  for (const leg of [limit!, stop!])
    expect(x.core.order(leg)).toMatchObject({ quantity: units(3), preventedQuantity: units(1) });
  x.buy(2, { price: 90, quantity: 5 });
  x.print(90);
  // The stop sells what the pair could still trade.
  expect([x.status(limit!), x.core.order(stop!)?.filledQuantity]).toEqual(['CANCELED OCO', units(2)]);
  expect(x.locked(1, 'BTC')).toBe(0n);
});

test('trading A1.4 after a cut a market stop of a buy releases the reserve of the cut part; a cut of all ends the pair', () => {
  const x = at100({ premiumFactor: 5_000_000 });
  const [limit, stop] = x.pair(1, 'BUY', { quantity: 3, price: 95, stop: 105 }).map(({ orderId }) => orderId);
  expect(x.locked(1, 'USDT')).toBe(coin('330.75'));
  x.sell(1, { price: 95, quantity: 1, stp: 'DECREMENT' });
  expect(x.locked(1, 'USDT')).toBe(coin('220.5'));
  x.sell(1, { price: 95, quantity: 2, stp: 'DECREMENT' });
  expect([x.status(limit!), x.status(stop!), x.locked(1, 'USDT')]).toEqual([
    'EXPIRED_IN_MATCH SELF_TRADE',
    'CANCELED OCO',
    0n,
  ]);
});

test('trading A1.4 a cut without a fill leaves both legs equally large and releases the surplus reserve', () => {
  const x = at100({ premiumFactor: 5_000_000 });
  const [limit, stop] = x.pair(1, 'SELL', { quantity: 2, price: 110, stop: 90 });
  x.buy(1, { price: 110, quantity: '0.5', stp: 'DECREMENT' });
  const left = [limit!, stop!].map(({ orderId }) => {
    const view = x.core.order(orderId)!;
    return [view.status, view.quantity - view.preventedQuantity - view.filledQuantity];
  });
  expect(left).toEqual([
    ['NEW', 150_000_000],
    ['UNTRIGGERED', 150_000_000],
  ]);
  expect(x.locked(1, 'BTC')).toBe(coin('1.5'));
  // The first fill of the limit leg ends the stop leg as ever.
  x.buy(2, { price: 110, quantity: '0.5' });
  expect([x.status(limit!.orderId), x.status(stop!.orderId)]).toEqual(['PARTIALLY_FILLED', 'CANCELED OCO']);
});

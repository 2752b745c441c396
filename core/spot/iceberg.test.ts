/** Icebergs (trading A1.5): the slice that shows, and what is behind it. */
import { expect, test } from 'vitest';
import { restoreCore } from '../index.ts';
import { codeOf, orderOf, TestExchange, units } from '../testing/exchange.ts';

function exchange(changes: ConstructorParameters<typeof TestExchange>[0] = {}): TestExchange {
  const x = new TestExchange(changes);
  x.fund(1, 2, 3);
  return x;
}

const hits = (x: TestExchange, from = 0): [number, number][] =>
  x
    .trades()
    .slice(from)
    .map((t) => [t.makerUid, t.quantity / 1e8]);
const asks = (x: TestExchange): [number, number][] =>
  x.core.depth('BTCUSDT', 9)!.asks.map(([p, q]) => [p / 1e8, q / 1e8]);

test('trading A1.5 a slice that no wallet could hold is refused, new and amended: a snapshot could not keep it', () => {
  for (const displayQuantity of [2 ** 54, 1e300]) {
    const x = exchange();
    const fields = { uid: 1, symbol: 'BTCUSDT', clientOrderId: '', idempotency: null } as const;
    const { orderId } = x.sell(1, { price: 100, quantity: 10, display: 4 });
    const slice = Math.floor(displayQuantity / 100_000) * 100_000;
    const placed = x.run({
      ...fields,
      kind: 'PlaceOrder',
      side: 'SELL',
      type: 'LIMIT',
      timeInForce: 'GTC',
      stpMode: '',
      price: units(100),
      quantity: units(10),
      quoteAmount: 0,
      maxSlippage: 0,
      displayQuantity: slice,
    });
    const amended = x.run({ ...fields, kind: 'AmendOrder', orderId, price: 0, quantity: 0, displayQuantity: slice });
    expect([placed, amended].map(codeOf)).toEqual(['AMOUNT_TOO_LARGE', 'AMOUNT_TOO_LARGE']);
    expect(restoreCore(x.core.snapshot()).stateHash()).toBe(x.core.stateHash());
  }
});

test('trading X-A12 a consumed slice is followed by another at the end of the queue', () => {
  const x = exchange();
  const iceberg = x.sell(1, { price: 100, quantity: 10, display: 4 });
  x.sell(2, { price: 100, quantity: 3 });
  expect(asks(x)).toEqual([[100, 7]]);
  x.buy(3, { price: 100, quantity: 6 });
  expect(hits(x)).toEqual([
    [1, 4],
    [2, 2],
  ]);
  expect(asks(x)).toEqual([[100, 5]]);
  x.buy(3, { price: 100, quantity: 3 });
  expect(hits(x, 2)).toEqual([
    [2, 1],
    [1, 2],
  ]);
  expect(asks(x)).toEqual([[100, 2]]);
  expect(x.core.order(iceberg.orderId)).toMatchObject({ filledQuantity: units(6), displayQuantity: units(4) });
  expect(x.locked(1, 'BTC')).toBe(BigInt(units(4)));
  // A hungry taker meets the next slices in the same pass.
  x.buy(3, { price: 100, quantity: 5 });
  expect(hits(x, 4)).toEqual([
    [1, 2],
    [1, 2],
  ]);
  expect(x.status(iceberg.orderId)).toBe('FILLED');
});

test.each([
  ['a buy locks all of it', 'BUY', { price: 100, quantity: 10, display: 1 }, 'OK'],
  ['eleven parts', 'BUY', { price: 100, quantity: '10.001', display: 1 }, 'QUANTITY_RANGE'],
  ['a slice below the smallest volume', 'BUY', { price: 100, quantity: 2, display: '0.4' }, 'QUANTITY_RANGE'],
  ['a slice off the grid', 'BUY', { price: 100, quantity: 2, display: '0.5005' }, 'QUANTITY_STEP'],
  ['post-only', 'SELL', { price: 100, quantity: 2, display: 1, tif: 'GTX' }, 'OK'],
  ['immediate or cancel', 'SELL', { price: 100, quantity: 2, display: 1, tif: 'IOC' }, 'BAD_FIELDS'],
  ['fill or kill', 'SELL', { price: 100, quantity: 2, display: 1, tif: 'FOK' }, 'BAD_FIELDS'],
  ['a market order', 'SELL', { quantity: 2, display: 1 }, 'BAD_FIELDS'],
  ['a stop order', 'SELL', { trigger: 'STOP', stop: 90, price: 90, quantity: 2, display: 1 }, 'BAD_FIELDS'],
] as const)('trading A1.5 %s', (_, side, request, code) => {
  const x = exchange({ minVolume: units('0.5') });
  expect(codeOf(x.tryPlace(1, side, request))).toBe(code);
  if (code === 'OK' && side === 'BUY') expect(x.locked(1, 'USDT')).toBe(BigInt(units(1_000)));
});

test('trading A4.8 five icebergs of a user in a market, or as many as it says', () => {
  for (const [changes, most] of [
    [{}, 5],
    [{ maxIceberg: 1 }, 1],
  ] as const) {
    const x = exchange(changes);
    for (let i = 0; i < most; i += 1) x.sell(1, { price: 100, quantity: 2, display: 1 });
    expect(codeOf(x.tryPlace(1, 'SELL', { price: 100, quantity: 2, display: 1 }))).toBe('TOO_MANY_ORDERS');
    expect(codeOf(x.tryPlace(1, 'SELL', { price: 100, quantity: 2 }))).toBe('OK');
    expect(codeOf(x.tryPlace(2, 'SELL', { price: 100, quantity: 2, display: 1 }))).toBe('OK');
  }
});

test('an iceberg that trades on arrival shows a slice of what is left', () => {
  const x = exchange();
  x.sell(2, { price: 99, quantity: 3 });
  const order = x.buy(1, { price: 100, quantity: 10, display: 2 });
  expect(order).toMatchObject({ status: 'PARTIALLY_FILLED', filledQuantity: units(3) });
  expect(x.core.depth('BTCUSDT', 9)!.bids).toEqual([[units(100), units(2)]]);
  expect(x.locked(1, 'USDT')).toBe(BigInt(units(700)));
});

test.each([
  [10, 'EXPIRE_TAKER', 'FILLED'],
  [11, 'EXPIRE_TAKER', 'FILLED'],
  [14, 'EXPIRE_TAKER', 'EXPIRED'],
  [13, 'EXPIRE_TAKER', 'FILLED'],
] as const)('trading A2 fill or kill of %d counts what icebergs hide', (quantity, stp, status) => {
  const x = exchange();
  x.sell(1, { price: 100, quantity: 10, display: 4 });
  x.sell(2, { price: 101, quantity: 3 });
  expect(x.buy(3, { price: 101, quantity, tif: 'FOK', stp }).status).toBe(status);
});

test('trading A2 what hides behind an own order at the price is out of reach', () => {
  const x = exchange();
  x.sell(1, { price: 100, quantity: 10, display: 4 });
  x.sell(3, { price: 100, quantity: 1 });
  expect(x.buy(3, { price: 100, quantity: 5, tif: 'FOK' }).status).toBe('EXPIRED');
  expect(x.buy(3, { price: 100, quantity: 4, tif: 'FOK' }).status).toBe('FILLED');
  expect(x.buy(3, { price: 100, quantity: 5, tif: 'FOK', stp: 'EXPIRE_MAKER' }).status).toBe('FILLED');
});

test.each([
  ['EXPIRE_MAKER', 3, 'EXPIRED_IN_MATCH SELF_TRADE', 0, 0],
  ['EXPIRE_BOTH', 3, 'EXPIRED_IN_MATCH SELF_TRADE', 0, 0],
  ['EXPIRE_TAKER', 3, 'NEW', 10, 0],
  ['DECREMENT', 3, 'NEW', 7, 3],
  ['DECREMENT', 6, 'NEW', 4, 6],
  ['DECREMENT', 12, 'EXPIRED_IN_MATCH SELF_TRADE', 0, 10],
] as const)('trading A3 %s of %d against an own iceberg of 10', (stp, quantity, status, left, prevented) => {
  const x = exchange();
  const { orderId } = x.sell(1, { price: 100, quantity: 10, display: 4 });
  x.buy(1, { price: 100, quantity, stp, tif: 'IOC' });
  expect(x.status(orderId)).toBe(status);
  expect(x.locked(1, 'BTC')).toBe(BigInt(units(left)));
  expect(x.core.order(orderId)?.preventedQuantity).toBe(units(prevented));
  expect(asks(x)).toEqual(left === 0 ? [] : [[100, Math.min(left, left === 7 ? 1 : 4)]]);
});

test('trading A6 fewer of an iceberg are cut from what hides; another slice goes to the end of the queue', () => {
  const x = exchange();
  const { orderId } = x.sell(1, { price: 100, quantity: 10, display: 4 });
  x.sell(2, { price: 100, quantity: 1 });
  orderOf(x.tryAmend(1, orderId, { quantity: 5 }));
  expect([asks(x), x.locked(1, 'BTC')]).toEqual([[[100, 5]], BigInt(units(5))]);
  orderOf(x.tryAmend(1, orderId, { quantity: 3 }));
  expect([asks(x), x.locked(1, 'BTC')]).toEqual([[[100, 4]], BigInt(units(3))]);
  x.buy(3, { price: 100, quantity: 1 });
  expect(hits(x)).toEqual([[1, 1]]);
  expect(orderOf(x.tryAmend(1, orderId, { display: 1 }))).toMatchObject({ displayQuantity: units(1) });
  expect(asks(x)).toEqual([[100, 2]]);
  x.buy(3, { price: 100, quantity: 1 });
  expect(hits(x, 1)).toEqual([[2, 1]]);
  expect(codeOf(x.tryAmend(1, orderId, { display: '0.0005' }))).toBe('QUANTITY_STEP');
  expect(codeOf(x.tryAmend(2, x.sell(2, { price: 100, quantity: 1 }).orderId, { display: 1 }))).toBe('BAD_FIELDS');
  orderOf(x.tryAmend(1, orderId, { price: 101, quantity: 10 }));
  expect(x.core.depth('BTCUSDT', 9)!.asks[1]).toEqual([units(101), units(1)]);
});

test('a slice never lifts the sum of a level beyond 2^53 - 1 units', () => {
  const x = new TestExchange({ tickSize: 100_000_000, stepSize: 1 });
  for (let i = 0; i < 2; i += 1) x.deposit(2, 'BTC', '90071992.54740991');
  x.deposit(1, 'BTC', 10);
  x.fund(3);
  x.sell(1, { price: 1, quantity: 10, display: 5 });
  x.buy(3, { price: 1, quantity: 4 });
  x.sell(2, { price: 1, quantity: '90071991.54740991' });
  x.buy(3, { price: 1, quantity: 1 });
  expect(asks(x)).toEqual([[1, 90071992.54740991]]);
});

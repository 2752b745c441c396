/** The worked examples of the trading rules that concern spot, each with its id. */
import { expect, test } from 'vitest';
import { orderOf, TestExchange, units } from '../testing/exchange.ts';

const coin = (text: string): bigint => BigInt(units(text));

test('trading X-A1 fees in mode RECEIVED are taken from what each side gets, rounded up', () => {
  const x = new TestExchange({ stepSize: 1_000, makerFeeRate: 80_000, takerFeeRate: 100_000 });
  x.deposit(1, 'USDT', 1000);
  x.deposit(2, 'BTC', 1);
  x.sell(2, { price: '30000.12', quantity: '0.01537' });
  x.buy(1, { price: '30000.12', quantity: '0.01537' });
  const [trade] = x.trades();
  expect(trade).toMatchObject({
    amount: units('461.1018444'),
    takerFee: units('0.00001537'),
    makerFee: units('0.36888148'),
  });
  expect([trade?.takerFeeAsset, trade?.makerFeeAsset]).toEqual(['BTC', 'USDT']);
  expect(x.available(1, 'BTC')).toBe(coin('0.01535463'));
  expect(x.available(2, 'USDT')).toBe(coin('460.73296292'));
  expect(x.core.ledgerSums().map((s) => [s.asset, s.house, s.sum])).toEqual([
    ['BTC', coin('0.00001537'), 0n],
    ['USDT', coin('0.36888148'), 0n],
  ]);
});

test('trading X-C1 the trade of X-A1 as postings: every asset sums to zero', () => {
  const x = new TestExchange({ stepSize: 1_000, makerFeeRate: 80_000, takerFeeRate: 100_000 });
  x.deposit(1, 'USDT', '461.1018444');
  x.deposit(2, 'BTC', '0.01537');
  x.sell(2, { price: '30000.12', quantity: '0.01537' });
  x.buy(1, { price: '30000.12', quantity: '0.01537' });
  expect([x.available(1, 'USDT'), x.locked(1, 'USDT'), x.available(2, 'BTC'), x.locked(2, 'BTC')]).toEqual([
    0n,
    0n,
    0n,
    0n,
  ]);
  const [btc, usdt] = x.core.ledgerSums();
  expect([btc?.users, btc?.house, btc?.external]).toEqual([coin('0.01535463'), coin('0.00001537'), -coin('0.01537')]);
  expect([usdt?.users, usdt?.house, usdt?.external]).toEqual([
    coin('460.73296292'),
    coin('0.36888148'),
    -coin('461.1018444'),
  ]);
});

test('trading X-A2 a limit buy releases the gain of a better price at once', () => {
  const x = new TestExchange();
  x.fund(2);
  x.deposit(1, 'USDT', 200);
  x.sell(2, { price: 99, quantity: '0.5' });
  x.sell(2, { price: 100, quantity: 1 });
  const order = x.buy(1, { price: 100, quantity: 2 });
  expect(order).toMatchObject({ status: 'PARTIALLY_FILLED', filledAmount: units('149.5') });
  expect([x.locked(1, 'USDT'), x.available(1, 'USDT')]).toEqual([coin('50'), coin('0.5')]);
});

test('trading X-A3 market buy by amount takes whole steps of each level and releases the rest', () => {
  const x = new TestExchange({ stepSize: 10_000 });
  x.fund(2);
  x.deposit(1, 'USDT', 1000);
  x.sell(2, { price: 1000, quantity: '0.4' });
  x.sell(2, { price: 1005, quantity: 1 });
  const order = x.buy(1, { amount: 1000 });
  expect(order).toMatchObject({ status: 'FILLED', filledQuantity: units('0.997'), filledAmount: units('999.985') });
  expect(x.trades().map((t) => [t.quantity, t.amount])).toEqual([
    [units('0.4'), units(400)],
    [units('0.597'), units('599.985')],
  ]);
  expect([x.locked(1, 'USDT'), x.available(1, 'USDT')]).toEqual([0n, coin('0.015')]);
});

test('trading X-A4 market buy by quantity reserves at the cap price', () => {
  const x = new TestExchange({ maxSlippage: 3_000_000, premiumFactor: 5_000_000 });
  x.fund(2);
  x.deposit(1, 'USDT', '2059.99999999');
  for (const [price, quantity] of [
    [200, 4],
    [205, 3],
    [207, 5],
  ] as const)
    x.sell(2, { price, quantity });
  expect(x.tryPlace(1, 'BUY', { quantity: 10 })).toMatchObject({ ok: false, code: 'INSUFFICIENT_BALANCE' });
  x.deposit(1, 'USDT', '0.00000001');
  const order = x.buy(1, { quantity: 10 });
  expect(order).toMatchObject({
    status: 'EXPIRED',
    reason: 'PRICE_CAP',
    filledQuantity: units(7),
    filledAmount: units(1415),
  });
  expect([x.locked(1, 'USDT'), x.available(1, 'USDT')]).toEqual([0n, coin('645')]);
});

test.each([
  ['NONE', [3, 2, 0, 0]],
  ['EXPIRE_TAKER', [0, 0, 0, 3]],
  ['EXPIRE_MAKER', [0, 4, 1, 0]],
  ['EXPIRE_BOTH', [0, 0, 0, 0]],
  ['DECREMENT', [0, 2, 0, 0]],
] as const)('trading X-A5 self-trade prevention %s', (mode, [own, other, rests, ownLeft]) => {
  const x = new TestExchange({ defaultStpMode: mode });
  x.fund(1, 2);
  const mine = x.sell(1, { price: 100, quantity: 3 });
  x.sell(2, { price: 100, quantity: 4 });
  const taker = x.buy(1, { price: 100, quantity: 5 });
  const traded = (uid: number): number =>
    x
      .trades()
      .filter((t) => t.makerUid === uid)
      .reduce((sum, t) => sum + t.quantity, 0);
  const depth = x.core.depth('BTCUSDT', 10);
  const left = x.core.openOrders(1, '').find((o) => o.orderId === mine.orderId);
  const mineLeft = left ? left.quantity - left.filledQuantity - left.preventedQuantity : 0;
  expect([traded(1), traded(2), depth?.bids[0]?.[1] ?? 0, mineLeft]).toEqual(
    [own, other, rests, ownLeft].map((n) => units(n)),
  );
  expect(taker.preventedQuantity).toBe(mode === 'DECREMENT' ? units(3) : 0);
});

test.each([
  [5, 'EXPIRED', 0],
  [4, 'FILLED', 399],
] as const)('trading X-A6 fill or kill of %d', (quantity, status, amount) => {
  const x = new TestExchange();
  x.fund(1, 2);
  x.buy(2, { price: 100, quantity: 3 });
  x.buy(2, { price: 99, quantity: 1 });
  const order = x.sell(1, { price: 99, quantity, tif: 'FOK' });
  expect(order).toMatchObject({ status, filledAmount: units(amount) });
  expect(x.trades().length).toBe(status === 'FILLED' ? 2 : 0);
  expect(x.core.depth('BTCUSDT', 9)?.bids.length).toBe(status === 'FILLED' ? 0 : 2);
});

test.each([
  ['BUY', '0.4000', '1', 'MIN_AMOUNT'],
  ['BUY', '0.4000', '12.5', 'OK'],
  ['BUY', '0.3999', '20', 'PRICE_OFFSET'],
  ['SELL', '102.0000', '1', 'OK'],
  ['SELL', '102.0001', '1', 'PRICE_OFFSET'],
  ['BUY', '2.08', '2.4', 'MIN_AMOUNT'],
  ['BUY', '2.00', '2.5', 'OK'],
] as const)('trading X-A7 last 2.0000: %s %s of %s is %s', (side, price, quantity, code) => {
  const limits = { minBuyPriceOffset: -80_000_000, maxSellPriceOffset: 5_000_000_000, minAmount: units(5) };
  const x = new TestExchange({ tickSize: 10_000, stepSize: 100_000, ...limits });
  x.fund(1, 2);
  x.sell(2, { price: '2', quantity: 10 });
  x.buy(1, { price: '2', quantity: 10 });
  const outcome = x.tryPlace(1, side, { price, quantity });
  expect(outcome.ok ? 'OK' : outcome.code).toBe(code);
});

test('trading X-A16 in mode QUOTE fees add up over the fills of one order', () => {
  const x = new TestExchange({ feeMode: 'QUOTE', makerFeeRate: 0, takerFeeRate: 50_000 });
  x.fund(2);
  x.deposit(1, 'USDT', '0.00003002');
  for (let i = 0; i < 3; i += 1) x.sell(2, { price: '0.01', quantity: '0.001' });
  const order = x.buy(1, { price: '0.01', quantity: '0.003' });
  expect(order.status).toBe('FILLED');
  expect(x.trades().map((t) => t.takerFee)).toEqual([1, 0, 1]);
  expect([x.available(1, 'USDT'), x.locked(1, 'USDT')]).toEqual([0n, 0n]);
  expect(x.available(1, 'BTC')).toBe(coin('0.003'));
});

test('a negative maker rate is a rebate, rounded down and paid by the house', () => {
  const x = new TestExchange({ stepSize: 1_000, makerFeeRate: -10_000, takerFeeRate: 100_000 });
  x.fund(1, 2);
  const maker = x.sell(2, { price: '30000.12', quantity: '0.01537' });
  x.buy(1, { price: '30000.12', quantity: '0.01537' });
  expect(x.trades()[0]).toMatchObject({ makerOrderId: maker.orderId, makerFee: -units('0.04611018') });
  expect(x.core.ledgerSums()[1]).toMatchObject({ house: -coin('0.04611018'), sum: 0n });
  expect(orderOf(x.tryCancel(1, x.buy(1, { price: 1, quantity: 1 }).orderId)).status).toBe('CANCELED');
});

test.each(['RECEIVED', 'QUOTE'] as const)(
  'a rebate on the largest possible amount stays exact in mode %s',
  (feeMode) => {
    const rates = { makerFeeRate: -49_999_999, takerFeeRate: 50_000_000 };
    const x = new TestExchange({ tickSize: 100_000_000, stepSize: 1, feeMode, ...rates });
    x.deposit(1, 'BTC', 1);
    for (let i = 0; i < 2; i += 1) x.deposit(2, 'USDT', 90_000_000);
    const price = feeMode === 'QUOTE' ? 60_000_001 : 90_071_992;
    x.sell(1, { price, quantity: '0.99999999' });
    x.buy(2, { price, quantity: '0.99999999' });
    const amount = BigInt(price) * 99_999_999n;
    expect(x.trades()[0]?.amount).toBe(Number(amount));
    expect(x.available(1, 'USDT')).toBe(amount + (amount * 49_999_999n) / 100_000_000n);
  },
);

test('a key without a user is not remembered', () => {
  const x = new TestExchange();
  const request = {
    kind: 'Deposit',
    uid: -1,
    asset: 'BTC',
    amount: 1,
    idempotency: { key: 'k', fingerprint: '' },
  } as const;
  const before = x.core.snapshot().length;
  expect([x.run(request), x.run(request)]).toMatchObject([
    { code: 'BAD_FIELDS', repeated: false },
    { code: 'BAD_FIELDS', repeated: false },
  ]);
  expect(x.core.snapshot().length).toBe(before);
});

test.each([
  [-1, '0.23055093'],
  [0, '0.36888148'],
] as const)(
  'trading X-A1 a trial rate of the seller holds until its end: a fill stamped %d ms after it costs %s',
  (after, fee) => {
    const x = new TestExchange({ stepSize: 1_000, makerFeeRate: 100_000, takerFeeRate: 100_000 });
    x.fund(1, 2);
    const rates = (spotMaker: number): object => ({ spotMaker, spotTaker: 90_000, futuresMaker: 0, futuresTaker: 0 });
    const trialEndMs = x.timeMs + 1_000;
    x.run({ kind: 'SetFeeTier', uid: 2, own: rates(80_000), trial: rates(50_000), trialEndMs } as never);
    x.timeMs = trialEndMs + after;
    x.sell(2, { price: '30000.12', quantity: '0.01537' });
    x.buy(1, { price: '30000.12', quantity: '0.01537' });
    expect(x.trades()[0]).toMatchObject({ makerFee: units(fee), takerFee: units('0.00001537') });
  },
);

/** The sequence in which dormant orders enter, and the checks repeated then (trading A1.2, A4). */
import { expect, test } from 'vitest';
import { orderOf, type OrderFields, TestExchange, units } from '../testing/exchange.ts';

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

/** Resting orders of users 2 and 3, so that one order of user 4 makes several prints. */
function ladder(x: TestExchange, side: Side, ...prices: readonly number[]): void {
  for (const price of prices) place(x, 2, side, { price, quantity: 1 });
}

test.each<readonly [string, (x: TestExchange) => number[], (x: TestExchange) => void]>([
  [
    'upward: the lowest stop first, whoever came first',
    (x) => {
      const late = place(x, 1, 'BUY', { trigger: 'STOP', stop: 103, price: 60 });
      const early = place(x, 3, 'BUY', { trigger: 'STOP', stop: 102, price: 60 });
      return [early, late];
    },
    (x) => x.print(105),
  ],
  [
    'downward: the highest stop first',
    (x) => {
      const late = place(x, 1, 'SELL', { trigger: 'STOP', stop: 97, price: 160 });
      const early = place(x, 3, 'SELL', { trigger: 'STOP', stop: 98, price: 160 });
      return [early, late];
    },
    (x) => x.print(90),
  ],
  [
    'equal stops: in order of creation, stop and take profit alike',
    (x) => {
      const first = place(x, 1, 'BUY', { trigger: 'STOP', stop: 103, price: 60 });
      const second = place(x, 3, 'SELL', { trigger: 'TAKE_PROFIT', stop: 103, price: 160 });
      const third = place(x, 1, 'BUY', { trigger: 'STOP', stop: 103, price: 60 });
      return [first, second, third];
    },
    (x) => x.print(105),
  ],
  [
    'a trailing stop stands among the others at the price where it fires',
    (x) => {
      const below = place(x, 1, 'SELL', { trigger: 'STOP', stop: '98.99', price: 160 });
      const trailing = place(x, 1, 'SELL', { trigger: 'TRAILING_STOP', bips: 100, price: 160 });
      const above = place(x, 3, 'SELL', { trigger: 'STOP', stop: '99.01', price: 160 });
      return [above, trailing, below];
    },
    (x) => x.print(98),
  ],
  [
    'both sets: the one that the earlier print woke goes first',
    (x) => {
      const up = place(x, 1, 'BUY', { trigger: 'STOP', stop: 102, price: 60 });
      const down = place(x, 3, 'SELL', { trigger: 'TRAILING_STOP', bips: 100, activation: 99, price: 160 });
      return [down, up];
    },
    // One order sells through the bids: 101.5 begins to follow, 100 fires the trailing stop; what it wakes is told first.
    (x) => {
      ladder(x, 'BUY', 101.5, 100);
      place(x, 4, 'SELL', { price: 100, quantity: 2 });
      x.print(102);
    },
  ],
  [
    'an amended trigger goes behind its equals, a lower quantity keeps its place',
    (x) => {
      const first = place(x, 1, 'BUY', { trigger: 'STOP', stop: 103, price: 60, quantity: 2 });
      const second = place(x, 3, 'BUY', { trigger: 'STOP', stop: 103, price: 60, quantity: 2 });
      const third = place(x, 1, 'BUY', { trigger: 'STOP', stop: 103, price: 60, quantity: 2 });
      orderOf(x.tryAmend(1, first, { stop: 104 }));
      orderOf(x.tryAmend(1, first, { stop: 103 }));
      orderOf(x.tryAmend(3, second, { quantity: 1 }));
      return [second, third, first];
    },
    (x) => x.print(105),
  ],
])('trading A1.2 order of entry: %s', (_, prepare, act) => {
  const x = at100();
  const expected = prepare(x);
  act(x);
  expect(woken(x)).toEqual(expected);
});

test('trading A1.2 both sets in one command: the set that the earlier print woke goes first', () => {
  const x = at100();
  const up = place(x, 1, 'BUY', { trigger: 'STOP', stop: 101, price: 60 });
  const down = place(x, 1, 'SELL', { trigger: 'TRAILING_STOP', bips: 2_000, activation: 90, price: 160 });
  ladder(x, 'SELL', 101, 130);
  place(x, 4, 'BUY', { price: 130, quantity: 2 });
  expect(woken(x)).toEqual([up]);
  const again = place(x, 1, 'BUY', { trigger: 'STOP', stop: 131, price: 60 });
  ladder(x, 'BUY', 104, 103);
  place(x, 4, 'SELL', { price: 103, quantity: 2 });
  expect(woken(x)).toEqual([up, down]);
  x.print(131);
  expect(woken(x)).toEqual([up, down, again]);
});

test('trading A1.2 chains run breadth first inside one input, each order a command of its own', () => {
  const x = at100();
  // a and b fire at 101; a buys up to 102 and so wakes c; b buys up to 103 and wakes d; c comes after b, d after c.
  ladder(x, 'SELL', 101, 102, 103, 104);
  const a = place(x, 1, 'BUY', { trigger: 'STOP', stop: 101, price: 102 });
  const c = place(x, 1, 'BUY', { trigger: 'STOP', stop: 102, price: 60 });
  const b = place(x, 3, 'BUY', { trigger: 'STOP', stop: 101, price: 103 });
  const d = place(x, 3, 'BUY', { trigger: 'STOP', stop: 103, price: 104 });
  const before = x.events.length;
  const seq = x.core.lastSeq + 1;
  place(x, 4, 'BUY', { price: 101 });
  expect(woken(x)).toEqual([a, b, c, d]);
  const told = x.events.slice(before);
  expect(new Set(told.map((e) => e.seq))).toEqual(new Set([seq]));
  expect(told.map((e) => e.index)).toEqual(told.map((_, i) => i));
  const kinds = told.map((e) => (e.kind === 'OrderChanged' ? `${e.cause} ${e.orderId} ${e.status}` : e.kind));
  const start = kinds.indexOf(`TRIGGERED ${a} NEW`);
  expect(kinds.slice(start - 1, kinds.indexOf(`TRIGGERED ${b} NEW`))).toEqual([
    'DepthChanged',
    `TRIGGERED ${a} NEW`,
    'Traded',
    expect.stringMatching(/^FILL \d+ FILLED$/),
    `FILL ${a} FILLED`,
    ...Array.from({ length: 4 }, () => 'BalanceChanged'),
    'DepthChanged',
  ]);
});

test('trading A4 a fired market buy never pays more than it reserved', () => {
  const x = at100({ premiumFactor: 5_000_000 });
  const id = place(x, 1, 'BUY', { trigger: 'STOP', stop: 101, quantity: 3 });
  ladder(x, 'SELL', 101, 106, 106.05, 106.06);
  place(x, 4, 'BUY', { price: 101 });
  // 101 * 1.05 = 106.05 is the cap, though 5 % over the best ask would be 111.30.
  expect(x.core.order(id)).toMatchObject({ status: 'EXPIRED', reason: 'PRICE_CAP', filledAmount: units('212.05') });
  expect(x.locked(1, 'USDT')).toBe(0n);
});

test.each<readonly [string, OrderFields, Side, (x: TestExchange) => void, string]>([
  ['nobody is there', { trigger: 'STOP', stop: 110, quantity: 1 }, 'BUY', (x) => x.print(110), 'EXPIRED NO_LIQUIDITY'],
  [
    'post-only and it would trade',
    { trigger: 'STOP', stop: 110, price: 112, quantity: 1, tif: 'GTX' },
    'BUY',
    (x) => {
      ladder(x, 'SELL', 112);
      x.print(110);
    },
    'EXPIRED POST_ONLY',
  ],
  [
    'post-only and it rests',
    { trigger: 'STOP', stop: 110, price: 109, quantity: 1, tif: 'GTX' },
    'BUY',
    (x) => x.print(110),
    'NEW',
  ],
  [
    'fill or kill and there is too little',
    { trigger: 'STOP', stop: 110, price: 112, quantity: 2, tif: 'FOK' },
    'BUY',
    (x) => {
      ladder(x, 'SELL', 112);
      x.print(110);
    },
    'EXPIRED TIME_IN_FORCE',
  ],
  [
    'immediate or cancel',
    { trigger: 'STOP', stop: 110, price: 112, quantity: 2, tif: 'IOC' },
    'BUY',
    (x) => {
      ladder(x, 'SELL', 112);
      x.print(110);
    },
    'EXPIRED TIME_IN_FORCE',
  ],
  [
    'the own maker is met',
    { trigger: 'STOP', stop: 110, price: 112, quantity: 2 },
    'BUY',
    (x) => {
      x.sell(1, { price: 112, quantity: 1 });
      x.print(110);
    },
    'EXPIRED_IN_MATCH SELF_TRADE',
  ],
  [
    'the price jumped over its stop: its limit is absurdly passive now',
    { trigger: 'STOP', stop: 103, price: 93, quantity: 1 },
    'BUY',
    (x) => x.print(109),
    'EXPIRED PRICE_OFFSET',
  ],
  [
    'the price jumped over its stop: its limit is too aggressive now',
    { trigger: 'TAKE_PROFIT', stop: 103, price: 93, quantity: 1 },
    'SELL',
    (x) => x.print(109),
    'EXPIRED PRICE_BAND',
  ],
  [
    'at the last price it is too small now',
    { trigger: 'STOP', stop: 98, quantity: 1 },
    'SELL',
    (x) => {
      place(x, 2, 'BUY', { price: 94, quantity: 2 });
      place(x, 4, 'SELL', { price: 94, quantity: 2 });
    },
    'EXPIRED MIN_AMOUNT',
  ],
  [
    'at the last price it is too large now',
    { trigger: 'STOP', stop: 103, quantity: 1 },
    'BUY',
    (x) => x.print(109),
    'EXPIRED MAX_AMOUNT',
  ],
])('trading A4 a fired order is checked again: %s', (what, request, side, act, status) => {
  const limits = what.includes('too small')
    ? { minAmount: units(95) - 1 }
    : what.includes('too large')
      ? { maxMarketOrderAmount: units(105) }
      : { minBuyPriceOffset: -10_000_000, priceProtectScope: 10_000_000 };
  const x = new TestExchange(limits);
  x.fund(1, 2, 3, 4);
  x.sell(2, { price: 100, quantity: 1 });
  x.buy(3, { price: 100, quantity: 1 });
  const { orderId } = orderOf(x.tryPlace(1, side, request));
  act(x);
  expect(x.status(orderId)).toBe(status);
  if (status.startsWith('EXPIRED')) expect(x.locked(1, side === 'BUY' ? 'USDT' : 'BTC')).toBe(0n);
});

test('trading A4 a fired sell whose fills could pass 2^53 - 1 units ends', () => {
  const x = new TestExchange({ tickSize: 100_000_000, stepSize: 1 });
  x.deposit(1, 'BTC', 2);
  for (let i = 0; i < 2; i += 1) x.deposit(2, 'USDT', 90_000_000);
  x.deposit(2, 'BTC', 1);
  x.sell(2, { price: 60_000_000, quantity: '0.1' });
  x.buy(2, { price: 60_000_000, quantity: '0.1', stp: 'EXPIRE_MAKER' });
  const id = place(x, 1, 'SELL', { trigger: 'TAKE_PROFIT', stop: 80_000_000, price: 1, quantity: 2 });
  x.buy(2, { price: 80_000_000, quantity: '0.5' });
  x.fund(3);
  x.sell(3, { price: 80_000_000, quantity: '0.1' });
  expect(x.status(id)).toBe('EXPIRED AMOUNT_TOO_LARGE');
  expect(x.locked(1, 'BTC')).toBe(0n);
});

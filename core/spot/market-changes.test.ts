/** Parameters of an existing market changed: versioned, announced, misfits named (trading A4, A5.2). */
import { describe, expect, test } from 'vitest';
import type { Misfit } from '../protocol/parameter-changes.ts';
import { restoreCore } from '../index.ts';
import { codeOf, orderOf, parameters, TestExchange, units } from '../testing/exchange.ts';

type Changes = Parameters<typeof parameters>[0];

function change(x: TestExchange, changes: Changes, version = 2): readonly Misfit[] | string {
  const outcome = x.run({ kind: 'ChangeMarket', symbol: 'BTCUSDT', version, parameters: parameters(changes) } as never);
  if (!outcome.ok) return outcome.code;
  return outcome.result.kind === 'Misfits' ? outcome.result.misfits : outcome.result.kind;
}

function exchange(changes: Changes = {}): TestExchange {
  const x = new TestExchange(changes);
  for (const uid of [1, 2]) {
    x.deposit(uid, 'USDT', 1_000);
    x.deposit(uid, 'BTC', 10);
  }
  return x;
}

const coins = (amount: string | number): bigint => BigInt(units(amount));

describe('parameters that change', () => {
  test('A4 later orders must fit the new parameters; resting ones stay and are named with the reason', () => {
    const x = exchange();
    const low = x.buy(1, { price: 10, quantity: 1 });
    const small = x.buy(1, { price: 100, quantity: '0.01' });
    const fits = x.buy(1, { price: 100, quantity: 1 });
    const limits = { minPrice: units(50), minVolume: 10_000_000 };
    expect(change(x, limits)).toEqual([
      { orderId: low.orderId, uid: 1, code: 'PRICE_RANGE', ended: false },
      { orderId: small.orderId, uid: 1, code: 'QUANTITY_RANGE', ended: false },
    ]);
    expect([low, small, fits].map(({ orderId }) => x.status(orderId))).toEqual(['NEW', 'NEW', 'NEW']);
    expect(codeOf(x.tryPlace(1, 'BUY', { price: 49, quantity: 1 }))).toBe('PRICE_RANGE');
    expect(x.core.market('BTCUSDT')).toMatchObject({ version: 2, parameters: limits });
    const told = x.events.filter(({ kind }) => kind === 'MarketParametersChanged' || kind === 'MarketChanged');
    expect(told.slice(-2)).toMatchObject([
      { kind: 'MarketChanged', version: 2, parameters: limits },
      { kind: 'MarketParametersChanged', symbol: 'BTCUSDT', version: 2, misfits: [{ code: 'PRICE_RANGE' }, {}] },
    ]);
  });

  test('A4 conditional orders are named by their triggers and limits', () => {
    const x = exchange();
    x.print(100);
    const stop = orderOf(x.tryPlace(1, 'SELL', { trigger: 'STOP', stop: 40, price: 39, quantity: 1 }));
    expect(change(x, { minPrice: units(45) })).toEqual([
      { orderId: stop.orderId, uid: 1, code: 'PRICE_RANGE', ended: false },
    ]);
  });

  test('A4 versions rise: the same again is a repeat without effect, an older or used one is refused', () => {
    const x = exchange();
    expect(change(x, { minPrice: units(1) }, 2)).toEqual([]);
    const before = x.core.stateHash();
    const events = x.events.length;
    expect(change(x, { minPrice: units(1) }, 2)).toEqual([]);
    expect(x.events.length).toBe(events);
    expect(change(x, { minPrice: units(2) }, 2)).toBe('ALREADY_EXISTS');
    expect(change(x, { minPrice: units(2) }, 1)).toBe('ALREADY_EXISTS');
    expect(change(x, { minPrice: units(2) }, 0)).toBe('BAD_FIELDS');
    expect(change(x, { minPrice: units(2) }, 7)).toEqual([]);
    expect(x.core.stateHash()).not.toBe(before);
    expect(restoreCore(x.core.snapshot()).stateHash()).toBe(x.core.stateHash());
  });

  test.each([
    ['another tick', { tickSize: 2_000_000 }, 'BAD_CONFIGURATION'],
    ['another step', { stepSize: 200_000 }, 'BAD_CONFIGURATION'],
    ['what no market may have', { takerFeeRate: -1 }, 'BAD_CONFIGURATION'],
  ] as const)('0.2 A4 %s is refused', (_, changes, code) => {
    expect(change(exchange(), changes)).toBe(code);
  });

  test('A8 changes to a delisted or unknown market are refused', () => {
    const x = exchange();
    const unknown = { kind: 'ChangeMarket', symbol: 'X', version: 2, parameters: parameters() } as const;
    expect(codeOf(x.run(unknown as never))).toBe('UNKNOWN_MARKET');
    x.setStatus('DELISTED');
    expect(change(x, {})).toBe('MARKET_STATUS');
  });
});

describe('fees on top', () => {
  const quote = { feeMode: 'QUOTE', takerFeeRate: 100_000 } as const;

  test('A5.2 C4.3 open buys lock what the new rates require, and release the rest', () => {
    const x = exchange(quote);
    x.buy(1, { price: 100, quantity: 5 });
    expect(x.locked(1, 'USDT')).toBe(coins('500.5'));
    expect(change(x, { ...quote, takerFeeRate: 1_000_000 })).toEqual([]);
    expect(x.locked(1, 'USDT')).toBe(coins(505));
    expect(change(x, { feeMode: 'RECEIVED' }, 3)).toEqual([]);
    expect(x.locked(1, 'USDT')).toBe(coins(500));
  });

  test('A5.2 a buy whose user cannot pay the new fees ends and is named; a pair keeps one reservation', () => {
    const x = exchange();
    x.print(100);
    const pair = x.pair(2, 'BUY', { quantity: 1, price: 95, stop: 110, stopLimit: 112 });
    const first = x.buy(1, { price: 90, quantity: 5 });
    const second = x.buy(1, { price: 90, quantity: 6 });
    expect(change(x, { ...quote, takerFeeRate: 2_000_000 })).toEqual([
      { orderId: second.orderId, uid: 1, code: 'INSUFFICIENT_BALANCE', ended: true },
    ]);
    expect([x.status(first.orderId), x.status(second.orderId)]).toEqual(['NEW', 'CANCELED SYSTEM']);
    expect([x.locked(1, 'USDT'), x.locked(2, 'USDT')]).toEqual([coins(459), coins('114.24')]);
    expect(pair.map(({ orderId }) => x.status(orderId))).toEqual(['NEW', 'UNTRIGGERED']);
  });
});

describe('distances', () => {
  test('A4.6 a band around the last price is that of the parameters in force', () => {
    const x = exchange({ priceProtectScope: 10_000_000 });
    x.print(100);
    expect(codeOf(x.tryPlace(1, 'BUY', { price: 110, quantity: '0.1' }))).toBe('OK');
    expect(change(x, { priceProtectScope: 5_000_000 })).toMatchObject([{ code: 'PRICE_BAND' }]);
    expect(codeOf(x.tryPlace(1, 'BUY', { price: 106, quantity: '0.1' }))).toBe('PRICE_BAND');
    expect(codeOf(x.tryPlace(1, 'BUY', { price: 105, quantity: '0.1' }))).toBe('OK');
  });

  test('A4.7 a band around a trigger is, too', () => {
    const x = exchange({ priceProtectScope: 10_000_000 });
    x.print(100);
    const stop = { trigger: 'STOP', stop: 120, quantity: '0.1' };
    expect(codeOf(x.tryPlace(1, 'BUY', { ...stop, price: 132 }))).toBe('OK');
    expect(change(x, { priceProtectScope: 5_000_000 })).toMatchObject([{ code: 'PRICE_BAND' }]);
    expect(codeOf(x.tryPlace(1, 'BUY', { ...stop, price: 127 }))).toBe('PRICE_BAND');
    expect(codeOf(x.tryPlace(1, 'BUY', { ...stop, price: 126 }))).toBe('OK');
  });
});

test('trading A4.1 A6 an order whose trigger has fired is amended by its price and quantity: the trigger may lie outside the range by now', () => {
  const x = new TestExchange();
  x.fund(1, 2, 3);
  x.print(100);
  const { orderId } = orderOf(x.tryPlace(1, 'BUY', { trigger: 'STOP', stop: 105, price: 110, quantity: 1 }));
  x.print(105);
  expect(x.status(orderId)).toBe('NEW');
  expect(change(x, { minPrice: units(106), maxPrice: units(120) })).toEqual([]);
  expect(codeOf(x.tryAmend(1, orderId, { price: 104 }))).toBe('PRICE_RANGE');
  expect(orderOf(x.tryAmend(1, orderId, { quantity: 2 }))).toMatchObject({ status: 'NEW', quantity: units(2) });
});

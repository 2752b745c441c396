/** What orders take of each other and of their users' funds, to the last unit (trading A3, A4.9, A6). */
import { expect, test } from 'vitest';
import { TestExchange, units } from '../testing/exchange.ts';

test('trading A3 DECREMENT takes from a larger maker only what the taker wants', () => {
  const x = new TestExchange();
  x.fund(1);
  const maker = x.sell(1, { price: 100, quantity: 3 });
  const taker = x.buy(1, { price: 100, quantity: 1, stp: 'DECREMENT' });
  expect([x.status(taker.orderId), x.status(maker.orderId)]).toEqual(['EXPIRED_IN_MATCH SELF_TRADE', 'NEW']);
  expect(x.core.order(maker.orderId)).toMatchObject({ preventedQuantity: units(1), quantity: units(3) });
  expect([x.locked(1, 'BTC'), x.locked(1, 'USDT')]).toEqual([BigInt(units(2)), 0n]);
});

test('trading A3 what DECREMENT prevents of a market buy by amount is not spent on the next maker', () => {
  const x = new TestExchange();
  x.fund(1, 2);
  x.sell(1, { price: 100, quantity: 1 });
  x.sell(2, { price: 100, quantity: 5 });
  const taker = x.buy(1, { amount: 300, stp: 'DECREMENT' });
  expect(x.core.order(taker.orderId)).toMatchObject({ filledQuantity: units(2), preventedQuantity: units(1) });
  expect(x.available(1, 'USDT')).toBe(BigInt(units(1_000_000 - 200)));
});

test('trading A4.9 the cap of a market buy is no higher than the premium that its reserve counts', () => {
  const x = new TestExchange({ maxSlippage: 10_000_000, premiumFactor: 5_000_000 });
  x.fund(1, 2);
  x.sell(2, { price: 100, quantity: 1 });
  x.sell(2, { price: 106, quantity: 1 });
  const taker = x.buy(1, { quantity: 2 });
  expect([x.status(taker.orderId), taker.filledQuantity]).toEqual(['EXPIRED PRICE_CAP', units(1)]);
});

test('trading A6 an amend that needs more than the balance is refused', () => {
  const x = new TestExchange();
  x.deposit(1, 'USDT', 250);
  const { orderId } = x.buy(1, { price: 100, quantity: 2 });
  expect(x.tryAmend(1, orderId, { price: 126 })).toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
  expect(x.core.order(orderId)).toMatchObject({ price: units(100), amendCount: 0 });
  expect(x.tryAmend(1, orderId, { price: 125 })).toMatchObject({ ok: true });
  expect(x.locked(1, 'USDT')).toBe(BigInt(units(250)));
});

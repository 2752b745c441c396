/** Fill-or-kill orders with several fills of one account: each is judged with those before it (trading A2, B7, B17). */
import { expect, test } from 'vitest';
import { HOUSE } from '../../ledger/ledger.ts';
import { checkInvariants } from '../../state-machine/invariants.ts';
import { machineOf } from '../../testing/exchange.ts';
import { TestPerps } from '../../testing/perps.ts';

const SETTINGS = { priceProtectScope: 90_000_000, leverageDefault: 20, takerFeeRate: 60_000, makerFeeRate: 0 };

/** All invariants hold, among them that the open interest and the holders are those of the positions. */
const isUntouched = (x: TestPerps): void => checkInvariants(machineOf(x.core));

test('trading A2 B7 a maker that can pay for one of its orders and not for both is counted once', () => {
  const x = new TestPerps(SETTINGS);
  for (const uid of [1, 2]) x.fund(uid, 1_000_000);
  x.fund(3, 1_100);
  x.leverage(3, 50);
  x.trade(1, 2, 50_000, 1);
  const bids = [1, 2].map(() => x.buy(3, { price: 49_900, quantity: '0.5' }).orderId);
  x.moveMark(48_500);
  const both = x.sell(2, { price: 49_900, quantity: 1, tif: 'FOK' });
  expect(x.status(both.orderId)).toBe('EXPIRED TIME_IN_FORCE');
  expect(bids.map((id) => x.status(id))).toEqual(['NEW', 'NEW']);
  isUntouched(x);
  expect(x.sell(2, { price: 49_900, quantity: '0.5', tif: 'FOK' }).status).toBe('FILLED');
  isUntouched(x);
});

test('trading A2 B17 the fee of the first fill moves the bankruptcy price of the second', () => {
  const x = new TestPerps(SETTINGS);
  x.fund(1, 3_000);
  for (const uid of [2, 3, 4]) x.fund(uid, 1_000_000);
  x.buy(1, { price: 50_000, quantity: 1 });
  x.sell(2, { price: 50_000, quantity: 1 });
  // The bankruptcy price is 47 000; after a fee of 14.1 for one half of the position it is higher for the other.
  for (const uid of [3, 4]) x.buy(uid, { price: 47_000, quantity: '0.5' });
  const whole = x.sell(1, { price: 47_000, quantity: 1, tif: 'FOK' });
  expect(x.status(whole.orderId)).toBe('EXPIRED TIME_IN_FORCE');
  expect(x.positions(1)).toEqual(['BTCUSDT LONG 1 50000']);
  isUntouched(x);
  // Nothing that was tried counts in the next trial.
  for (const uid of [3, 4]) x.buy(uid, { price: 48_000, quantity: '0.5' });
  expect(x.sell(1, { price: 48_000, quantity: 1, tif: 'FOK' }).status).toBe('FILLED');
  isUntouched(x);
});

test('trading A2 a trial that tried several fills of a new holder in vain leaves no trace of them', () => {
  const x = new TestPerps(SETTINGS);
  for (const uid of [1, 2]) x.fund(uid, 1_000_000);
  x.fund(3, 1_100);
  x.leverage(3, 50);
  for (let at = 0; at < 2; at += 1) x.buy(1, { price: 49_950, quantity: '0.5' });
  x.buy(3, { price: 49_900, quantity: '1' });
  x.moveMark(48_500);
  // The taker would be short of 1 before 3 turns out to have too little for the rest.
  const order = x.sell(2, { price: 49_900, quantity: 2, tif: 'FOK' });
  expect(x.status(order.orderId)).toBe('EXPIRED TIME_IN_FORCE');
  const { contracts } = machineOf(x.core).perps;
  expect([contracts[0]!.openQuantity, contracts[0]!.holders.size]).toEqual([0n, 0]);
  isUntouched(x);
});

test('trading A2 B7 an own order that a fill-or-kill order would drop counts as long as it is there', () => {
  const x = new TestPerps({ takerFeeRate: 50_000, leverageDefault: 10 }, 100);
  x.fund(1, 191);
  for (const uid of [2, 3, 4]) x.fund(uid, 100_000);
  x.isolate(1);
  x.trade(1, 4, 100, 10);
  x.buy(2, { price: 90, quantity: 5 });
  x.buy(1, { price: 90, quantity: 10 });
  x.buy(3, { price: 90, quantity: 5 });
  // Its first fill is judged beside its own bid, and leaves the second one too little.
  const order = x.sell(1, { price: 90, quantity: 10, tif: 'FOK', stp: 'EXPIRE_MAKER' });
  expect([order.status, order.reason, order.filledQuantity]).toEqual(['EXPIRED', 'TIME_IN_FORCE', 0]);
});

test('trading C1 a part that closes without gain or loss opens the account of what its contract clears, as any other', () => {
  const x = new TestPerps({}, 100);
  for (const uid of [1, 2]) x.fund(uid, 1_000);
  x.trade(1, 2, 100, 1);
  x.trade(2, 1, 100, 1);
  const { ledger, perps } = machineOf(x.core);
  expect(ledger.rowOf(HOUSE, 'CLEARING:BTCUSDT', perps.settleAsset)).not.toBe(0);
});

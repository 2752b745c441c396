/** The full check of trading C4 sees whatever is wrong with positions, their margins, books and orders. */
import { expect, test } from 'vitest';
import { FILLED_LOTS, LOTS, NUM_STRIDE } from '../book/order-pool.ts';
import { checkInvariants } from '../state-machine/invariants.ts';
import { AVAILABLE, FUTURES } from '../ledger/ledger.ts';
import { machineOf } from '../testing/exchange.ts';
import { BonusExchange } from '../testing/bonus.ts';
import type { Holding } from './account/accounts.ts';
import type { TestPerps } from '../testing/perps.ts';

const check = (x: TestPerps) => (): void => checkInvariants(machineOf(x.core));

/** 1 is long with isolated margin, 3 has an order and a wallet, 4 has never traded. */
function busy(): BonusExchange {
  const x = new BonusExchange({ leverageDefault: 10, priceProtectScope: 90_000_000 }, 100);
  for (const uid of [1, 2, 3, 4]) x.fund(uid, 1_000);
  x.isolate(1);
  x.trade(1, 2, 100, 8);
  x.buy(3, { price: 90, quantity: 1 });
  return x;
}

test('trading C4 control: an undamaged state passes every check', () => {
  expect(check(busy())).not.toThrow();
});

test('trading C4.14 a grant that is fully lent passes the checks', () => {
  const x = new BonusExchange({ leverageDefault: 10, priceProtectScope: 90_000_000 }, 100);
  x.fund(1, 60);
  x.fund(2, 1_000);
  x.grant(1, 20);
  x.isolate(1);
  x.trade(1, 2, 100, 8);
  expect([x.wallet(1), x.bonus(1)]).toEqual(['0', '0']);
  expect(check(x)).not.toThrow();
});

test('trading C4.7 isolated margin of no position is seen, and margin below zero', () => {
  const x = busy();
  const { ledger, users } = machineOf(x.core);
  const other = users.find(4)!;
  const lost = ledger.account(other.index, 'ISO:BTCUSDT:BOTH', 0);
  ledger.move(users.row(other, 0), FUTURES, lost, AVAILABLE, 1);
  expect(check(x)).toThrow('the margin of no position');
});

test('trading C4.2 a wallet below zero whose user never traded is seen', () => {
  const x = busy();
  const { ledger, users } = machineOf(x.core);
  const [from, to] = [users.row(users.find(4)!, 0), users.row(users.find(3)!, 0)];
  const amount = ledger.balance(from, FUTURES) + 1n;
  ledger.post([
    { row: from, bucket: FUTURES, amount: -amount },
    { row: to, bucket: FUTURES, amount },
  ]);
  expect(check(x)).toThrow('owes without a position');
});

test('trading C4.9 a level that says another quantity than its orders have is seen', () => {
  const x = busy();
  const { perps } = machineOf(x.core);
  const order = perps.contracts[0]!.book.first(0);
  perps.orders.num[order * NUM_STRIDE + LOTS] += 1;
  expect(check(x)).toThrow('level');
});

test('trading C4.10 an ended order that filled more than it was for is seen', () => {
  const x = busy();
  const { perps } = machineOf(x.core);
  const [ended] = perps.accounts.find(1, 'FUTURES')!.ended;
  perps.orders.num[ended! * NUM_STRIDE + FILLED_LOTS] += 1;
  expect(check(x)).toThrow('an order that ended does not add up');
});

test('trading C4.6 a takeover inventory that is off the grid is seen', () => {
  const x = busy();
  const { takeoverInventory } = machineOf(x.core).perps;
  takeoverInventory.byContract.set(0, { direction: 1n, quantity: 1n, cost: 1n });
  expect(check(x)).toThrow('the takeover inventory is off the grid');
});

test('trading E6 a voucher’s position that ended and was not settled is seen', () => {
  const x = busy();
  machineOf(x.core).perps.accounts.find(3, 'FUTURES')!.voucherFace = 1n;
  expect(check(x)).toThrow('was not settled');
});

test('trading C4.10 a reduce-only order that its holding does not know as one is seen, and one that ended', () => {
  const reducing = (): { x: BonusExchange; holding: Holding; order: number } => {
    const x = busy();
    const { orderId } = x.sell(1, { price: 150, quantity: 1, reduceOnly: true });
    const { perps } = machineOf(x.core);
    return { x, holding: perps.accounts.find(1, 'FUTURES')!.holdings.get(0)!, order: perps.ids.get(orderId) };
  };
  const one = reducing();
  one.holding.reduceOnlyOrders!.delete(one.order);
  expect(check(one.x)).toThrow('a reduce-only order is not noted');
  const other = reducing();
  other.holding.addReduceOnly(other.order + 1);
  expect(check(other.x)).toThrow('an order that ended is noted as reduce-only');
  const third = reducing();
  machineOf(third.x.core).perps.accounts.find(1, 'FUTURES')!.reduceOnlyCount = 0;
  expect(check(third.x)).toThrow('the reduce-only orders are miscounted');
});

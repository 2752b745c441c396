/** Rebates come out of fees that were paid (trading C2). */
import { expect, test } from 'vitest';
import { units } from '../testing/exchange.ts';
import { big, ProductExchange } from '../testing/products.ts';

test('trading C2 a rebate is paid out of fees, and never more than there are', () => {
  const x = new ProductExchange({ takerFeeRate: 1_000_000 });
  x.fund(1, 2);
  x.buy(1, { price: 100, quantity: 1 });
  x.sell(2, { price: 100, quantity: 1 });
  expect(x.fees()).toBe(big(1));
  expect(x.do('PayRebate', { rebateId: 1, uid: 3, amount: units('1.00000001') as never })).toBe('POOL_SHORT');
  expect(x.do('PayRebate', { rebateId: 2, uid: 3, amount: units(1) as never })).toBe(units(1));
  expect([x.fees(), x.available(3, 'USDT')]).toEqual([0n, big(1)]);
});

/** Prizes, claw-backs, rebates and covers (trading C2, C6). */
import { expect, test } from 'vitest';
import { units } from '../testing/exchange.ts';
import { big, DAY, ProductExchange } from '../testing/products.ts';

function exchange(): ProductExchange {
  const x = new ProductExchange({ takerFeeRate: 100_000 });
  x.fill('PRIZE_POOL', 100);
  return x;
}

test('trading C2 a prize goes to SPOT or FUTURES, once', () => {
  const x = exchange();
  expect(x.do('PayPrize', { prizeId: 1, uid: 5, amount: units(60) })).toBe(units(60));
  expect(x.posted()).toEqual([`0 PRIZE_POOL -${units(60)}`, `5 SPOT ${units(60)}`]);
  expect(x.do('PayPrize', { prizeId: 2, uid: 5, wallet: 'FUTURES', amount: units(30) })).toBe(units(30));
  x.clock(40 * DAY);
  expect(x.do('PayPrize', { prizeId: 1, uid: 5, amount: units(60) })).toBe(units(60));
  expect([x.available(5, 'USDT'), x.futures(5), x.held(0, 'PRIZE_POOL')]).toEqual([big(60), big(30), big(10)]);
  expect(x.do('PayPrize', { prizeId: 1, uid: 6, amount: units(60) })).toBe('ALREADY_EXISTS');
  expect(x.do('PayPrize', { prizeId: 3, uid: 5, amount: units(11) })).toBe('POOL_SHORT');
  expect(x.do('PayPrize', { prizeId: 3, asset: 'XXX', amount: 1 })).toBe('UNKNOWN_ASSET');
  expect(x.do('PayPrize', { prizeId: 3, amount: 2 ** 53 })).toBe('AMOUNT_TOO_LARGE');
  for (const bad of [{ prizeId: 0.5 }, { uid: -1 }, { amount: 0 }, { wallet: 'ELITE' as 'SPOT' }])
    expect(x.do('PayPrize', { prizeId: 3, amount: 1, ...bad })).toBe('BAD_FIELDS');
});

test('X-C3 a prize of 50 is taken back from the 20 that are left, once', () => {
  const x = exchange();
  x.deposit(1, 'USDT', 20);
  expect(x.do('ClawBackPrize', { prizeId: 1, amount: units(50) })).toBe(units(20));
  expect([x.available(1, 'USDT'), x.held(0, 'PRIZE_POOL')]).toEqual([0n, big(120)]);
  x.deposit(1, 'USDT', 20);
  expect(x.do('ClawBackPrize', { prizeId: 1, amount: units(50) })).toBe(units(20));
  expect(x.available(1, 'USDT')).toBe(big(20));
  expect(x.do('ClawBackPrize', { prizeId: 2, uid: 77, amount: 5 })).toBe(0);
  expect(x.do('ClawBackPrize', { prizeId: 1, amount: 5 })).toBe('ALREADY_EXISTS');
});

test('trading C2 trading E5 a prize in FUTURES is taken back from what may leave it, and voids no bonus', () => {
  const x = exchange();
  x.fill('BONUS_POOL', 10);
  x.do('PayPrize', { prizeId: 1, wallet: 'FUTURES', amount: units(8) });
  x.do('GrantBonus', { grantId: 1, amount: units(10) });
  expect(x.do('ClawBackPrize', { prizeId: 1, wallet: 'FUTURES', amount: units(9) })).toBe(units(8));
  expect([x.futures(1), x.held(1, 'BONUS:1')]).toEqual([0n, big(10)]);
});

test('X-C3 a rebate comes out of the fees and never takes them below zero', () => {
  const x = exchange();
  x.fund(8, 9);
  x.buy(9, { price: 100, quantity: 1 });
  x.sell(8, { price: 100, quantity: 1 });
  expect(x.fees()).toBe(big('0.1'));
  expect(x.do('PayRebate', { rebateId: 1, uid: 3, amount: units('0.07377629') })).toBe(7_377_629);
  expect(x.posted()).toEqual(['0 HOUSE_FEE -7377629', '3 SPOT 7377629']);
  expect(x.do('PayRebate', { rebateId: 1, uid: 3, amount: units('0.07377629') })).toBe(7_377_629);
  expect(x.do('PayRebate', { rebateId: 1, uid: 4, amount: units('0.07377629') })).toBe('ALREADY_EXISTS');
  expect(x.do('PayRebate', { rebateId: 2, uid: 3, amount: units('0.03') })).toBe('POOL_SHORT');
  expect(x.do('PayRebate', { rebateId: 2, uid: 0, amount: 1 })).toBe('BAD_FIELDS');
  expect(x.do('PayRebate', { rebateId: 2, asset: 'XXX', amount: 1 })).toBe('UNKNOWN_ASSET');
  expect([x.available(3, 'USDT'), x.fees()]).toEqual([7_377_629n, big('0.1') - 7_377_629n]);
});

test('growth E21 a cover of 15 pays 9.3 of a loss and the rest goes back; a detached one pays nothing', () => {
  const x = exchange();
  const attach = (coverId: number): unknown => x.do('AttachCover', { coverId, amount: units(15) });
  expect([attach(1), attach(1), attach(2)]).toEqual([units(15), units(15), units(15)]);
  expect(x.held(0, 'PRIZE_POOL')).toBe(big(70));
  expect(x.do('PayCover', { coverId: 1, amount: units('9.3') })).toBe(units('9.3'));
  expect([x.futures(1), x.held(1, 'COVER:1'), x.held(0, 'PRIZE_POOL')]).toEqual([big('9.3'), 0n, big('75.7')]);
  expect(x.do('PayCover', { coverId: 1, amount: units('9.3') })).toBe(units('9.3'));
  expect(x.do('EndCover', { coverId: 1 })).toBe(0);
  expect([x.do('EndCover', { coverId: 2 }), x.do('EndCover', { coverId: 2 })]).toEqual([units(15), units(15)]);
  expect(x.do('PayCover', { coverId: 2, amount: 1 })).toBe('ALREADY_ENDED');
  expect(attach(2)).toBe(units(15));
  expect(x.held(1, 'COVER:2')).toBe(0n);
  expect([x.futures(1), x.held(0, 'PRIZE_POOL')]).toEqual([big('9.3'), big('90.7')]);
});

test('trading C6 a cover pays at most what it holds; invalid covers and payments are refused', () => {
  const x = exchange();
  x.do('AttachCover', { coverId: 1, amount: units(15) });
  expect(x.do('PayCover', { coverId: 1, amount: 0 })).toBe('BAD_FIELDS');
  expect(x.do('PayCover', { coverId: 1, amount: 2 ** 53 })).toBe('AMOUNT_TOO_LARGE');
  expect(x.do('PayCover', { coverId: 1, amount: units('22.4') })).toBe(units(15));
  expect(x.do('AttachCover', { coverId: 3, amount: units(86) })).toBe('POOL_SHORT');
  expect(x.do('AttachCover', { coverId: 1, amount: units(16) })).toBe('ALREADY_EXISTS');
  expect(x.do('AttachCover', { coverId: 3, asset: 'XXX', amount: 1 })).toBe('UNKNOWN_ASSET');
  expect(x.do('AttachCover', { coverId: 0, amount: 1 })).toBe('BAD_FIELDS');
  for (const [coverId, code] of [
    [9, 'UNKNOWN_ID'],
    [0, 'BAD_FIELDS'],
  ] as const)
    expect([x.do('PayCover', { coverId, amount: 1 }), x.do('EndCover', { coverId })]).toEqual([code, code]);
});

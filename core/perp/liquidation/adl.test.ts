/** Who is deleveraged first, and how long the fund's highest level counts (trading B14). */
import { expect, test } from 'vitest';
import { BonusExchange } from '../../testing/bonus.ts';
import { TestPerps } from '../../testing/perps.ts';

test('B14 bonus is part of the balance whose share ranks a cross holder', () => {
  const x = new BonusExchange({ leverageDefault: 20, priceProtectScope: 90_000_000 });
  x.fund(1, 2_500);
  x.fund(2, 5_000);
  x.fund(3, 7_000);
  x.fund(4, 1_000_000);
  // User 2 has less own money than user 3, but more with the bonus: so user 2 has the lower leverage.
  x.grant(2, 4_000);
  x.isolate(1);
  x.trade(4, 2, 50_000, 1);
  x.trade(4, 3, 50_000, 1);
  x.trade(1, 4, 50_000, 1);
  x.moveMark(46_000);
  expect(x.told('Deleveraged').map(({ uid }) => uid)).toEqual([3]);
});

/** The fund's level falls from 1000 to 699 so many minutes after it was last seen at its highest; how many are deleveraged. */
function deleveragedAfter(minutes: number): number {
  const x = new TestPerps({ leverageDefault: 20, priceProtectScope: 90_000_000 });
  x.takeOverTwoLongs();
  // One is sold at once for 290 less than it cost: the fund falls from 1000 to 710.
  x.buy(2, { price: 47_210, quantity: 1 });
  x.moveMark(47_500);
  expect(x.house('INSURANCE')).toBe('710');
  x.timeMs += minutes * 60_000;
  x.buy(2, { price: 47_390, quantity: '0.1' });
  x.moveMark(47_390);
  expect(x.house('INSURANCE')).toBe('699');
  return x.told('Deleveraged').length;
}

test('B14 the highest level of the fund counts for eight hours', () => {
  expect([deleveragedAfter(300), deleveragedAfter(478), deleveragedAfter(481)]).toEqual([1, 1, 0]);
});

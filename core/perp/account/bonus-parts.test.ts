/** Bonus that backs isolated positions, and what ends it (trading E2, E4, E5). */
import { expect, test } from 'vitest';
import { codeOf, units } from '../../testing/exchange.ts';
import { BonusExchange } from '../../testing/bonus.ts';
import { text } from '../../testing/perps.ts';

test('trading E2 a part that closes gives bonus its share of the margin back, rounded down', () => {
  const x = new BonusExchange({ leverageDefault: 7, priceProtectScope: 90_000_000 }, 100);
  x.fund(1, 100);
  x.fund(2, 1_000_000);
  x.grant(1, 50);
  x.isolate(1);
  x.trade(1, 2, 100, 9);
  // 900 / 7 = 128.57142858: 100 are own, the rest is bonus.
  expect([x.wallet(1), x.bonus(1), text(x.position(1).margin)]).toEqual(['0', '21.42857142', '128.57142858']);
  x.trade(2, 1, 100, 2);
  // 2/9 of it, 28.57142857, come back; of the bonus part of 28.57142858 that is 6.3492063506…
  expect([x.wallet(1), x.bonus(1)]).toEqual(['22.22222222', '27.77777777']);
});

test('trading E4 a top-up leaves the cross positions what they need: own money beyond their maintenance margin only', () => {
  const x = new BonusExchange({ leverageDefault: 10, priceProtectScope: 90_000_000 }, 100);
  x.addContract('ETHUSDT', { leverageDefault: 10 });
  x.moveMark(100, 'ETHUSDT');
  x.openBacked(60, 50);
  x.fund(1, 10);
  x.trade(1, 2, 100, 1, 'ETHUSDT');
  x.moveMark(105, 'ETHUSDT');
  x.moveMark(200, 'ETHUSDT');
  // 20 of the margin are bonus. The wallet has 10, and the cross position needs 0.4 % of its notional.
  const needed = x.core.capital(1, 'FUTURES')!.maintenanceMargin;
  x.expireBonus();
  expect(text(needed)).toBe('0.8');
  expect([x.wallet(1), text(x.position(1).margin)]).toEqual(['0.8', '69.2']);
});

test('trading E5 any transfer out of FUTURES voids bonus: one to ELITE like one to SPOT', () => {
  for (const to of ['SPOT', 'ELITE', 'COPY:7']) {
    const x = new BonusExchange({}, 100);
    x.fund(1, 100);
    x.grant(1, 30);
    expect(codeOf(x.tryTransfer(1, 40, false, to))).toBe('BONUS_FORFEIT');
    expect(codeOf(x.tryTransfer(1, 40, true, to))).toBe('OK');
    expect([x.wallet(1), x.bonus(1), x.ended(), x.house('BONUS_POOL')]).toEqual(['60', '0', ['INVALIDATED'], '10000']);
  }
});

test('trading E2 a grant carries no order of a contract that it does not name', () => {
  const x = new BonusExchange({ leverageDefault: 10 }, 100);
  x.fund(1, 10);
  x.grant(1, 50, { symbols: ['ETHUSDT'] });
  expect(codeOf(x.tryPlace(1, 'BUY', { price: 100, quantity: 5 }))).toBe('INSUFFICIENT_BALANCE');
  expect(codeOf(x.tryPlace(1, 'BUY', { price: 100, quantity: 1 }))).toBe('OK');
});

test('trading E3 B13 a reduced position pays the fee and the loss of the reduction out of its bonus parts first', () => {
  const tiers = [
    { cap: units(500), maxLeverage: 10, rate: 1_000_000 },
    { cap: units(2_000), maxLeverage: 5, rate: 10_000_000 },
  ];
  const changes = { tiers, leverageMax: 10, leverageDefault: 5, liquidationFeeRate: 1_000_000 };
  const x = new BonusExchange({ ...changes, priceProtectScope: 90_000_000 } as never, 100);
  x.openBacked(100, 70);
  expect([x.bonus(1), text(x.position(1).margin)]).toEqual(['10', '160']);
  x.buy(2, { price: 82, quantity: 2 });
  x.moveMark('82.6');
  // 6.053 fit the first tier: 1.947 are sold for 18 less than they cost, with a fee of 1 %.
  expect(x.told('Liquidated').map(({ step }) => step)).toEqual(['STARTED', 'REDUCED', 'RECOVERED']);
  expect(text(x.position(1).margin)).toBe('123.35746');
  x.moveMark(100);
  x.expireBonus();
  // The margin left is the user's own money; the free 10 of the grant are gone with the bonus.
  expect([text(x.position(1).margin), x.bonus(1)]).toEqual(['100', '0']);
});

test('trading B4 E2 units left over by rounding stay bonus: only own money goes back as own money', () => {
  const x = new BonusExchange({ leverageDefault: 7, priceProtectScope: 90_000_000 }, 100);
  x.fund(2, 1_000_000);
  x.grant(1, 100);
  x.grant(1, 60);
  x.isolate(1);
  x.trade(1, 2, 100, 9);
  // 900 / 7 = 128.57142858, all of it lent by two grants.
  expect([x.wallet(1), x.bonus(1), text(x.position(1).margin)]).toEqual(['0', '31.42857142', '128.57142858']);
  x.trade(2, 1, 100, 2);
  // 2/9 of it, 28.57142857, come back: every unit to the grants.
  expect([x.wallet(1), x.bonus(1)]).toEqual(['0', '59.99999999']);
});

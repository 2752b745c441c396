/** Bonus grants and fee vouchers in futures wallets (trading A5.8, E2 to E5), through the whole core. */
import { describe, expect, test } from 'vitest';
import { codeOf, units } from '../testing/exchange.ts';
import { BonusExchange, type Changes } from '../testing/bonus.ts';
import { text } from '../testing/perps.ts';

/** User 1 is long `quantity` from 100 with `own` in the wallet, user 2 short with plenty; a fee rate makes the fill cost 0.5. */
function long(own: number, quantity: number, changes: Changes = {}): BonusExchange {
  const x = new BonusExchange({ leverageDefault: 10, ...changes }, 100);
  x.fund(1, own);
  x.fund(2, 1_000_000);
  x.sell(2, { price: 100, quantity });
  return x;
}

describe('who pays', () => {
  test('X-E1 bonus pays the fee and then the loss until it is used up', () => {
    const x = long(100, 5, { takerFeeRate: 100_000 });
    x.grant(1, 30);
    x.buy(1, { price: 100, quantity: 5 });
    expect([x.wallet(1), x.bonus(1)]).toEqual(['100', '29.5']);
    x.buy(2, { price: 91, quantity: 5 });
    const sold = x.tryPlace(1, 'SELL', { price: 91, quantity: 5 });
    // The fee of the close, 0.455, comes before the loss of 45.
    expect(codeOf(sold)).toBe('OK');
    expect([x.wallet(1), x.bonus(1)]).toEqual(['84.045', '0']);
    expect(x.ended()).toEqual(['USED_UP']);
  });

  test('X-E1 a fee voucher pays its share of a fee before bonus does', () => {
    const x = long(500, 80, { takerFeeRate: 100_000 });
    x.grant(1, 30);
    x.house2('GrantFeeVoucher', {
      voucherId: 7,
      uid: 1,
      coin: 'USDT',
      amount: units(10),
      ratio: 50_000_000,
      maxPerUse: 0,
      products: ['FUTURES'],
      symbols: [],
      expiresAtMs: x.timeMs + 1_000,
    });
    x.buy(1, { price: 100, quantity: 30 });
    // A fee of 3: the voucher 1.5, bonus 1.5.
    expect(x.told('FeeCovered').at(-1)).toMatchObject({ voucher: 150_000_000n, bonus: 150_000_000n });
    expect([x.wallet(1), x.bonus(1)]).toEqual(['500', '28.5']);
    expect(x.told('FeeVoucherChanged').at(-1)).toMatchObject({ left: 850_000_000, status: 'ACTIVE' });
  });

  test('trading A5.8 B4 a fee that a voucher paid leaves no gap in an isolated margin', () => {
    const x = new BonusExchange({ takerFeeRate: 500_000, leverageDefault: 20, priceProtectScope: 90_000_000 });
    x.fund(1, 2_750);
    x.fund(2, 1_000_000);
    x.isolate(1);
    x.buy(1, { price: 50_000, quantity: 1 });
    x.sell(2, { price: 50_000, quantity: 1 });
    expect(codeOf(x.tryTransfer(1, 250))).toBe('OK');
    expect([x.wallet(1), text(x.position(1).margin)]).toEqual(['0', '2500']);
    const terms = { coin: 'USDT', amount: units(1_000), ratio: 100_000_000, maxPerUse: 0, products: ['FUTURES'] };
    x.house2('GrantFeeVoucher', { voucherId: 7, uid: 1, ...terms, symbols: [], expiresAtMs: x.timeMs + 60_000 });
    x.moveMark(47_800);
    x.buy(2, { price: 47_600, quantity: '0.5' });
    expect(codeOf(x.tryPlace(1, 'SELL', { price: 47_600, quantity: '0.5' }))).toBe('OK');
    // Half of the margin is released, 1200 are lost, and the voucher pays the fee of 119.
    expect([x.wallet(1), text(x.position(1).margin)]).toEqual(['50', '1250']);
    expect(x.told('FeeCovered').at(-1)).toMatchObject({ voucher: 11_900_000_000n });
    expect(x.told('Liquidated')).toEqual([]);
  });

  test('X-E3 a gain is own money, and bonus is never refilled', () => {
    const x = long(100, 2);
    x.grant(1, 30);
    x.buy(1, { price: 100, quantity: 2 });
    x.moveMark(105);
    x.buy(2, { price: 110, quantity: 2 });
    x.sell(1, { price: 110, quantity: 2 });
    expect([x.wallet(1), x.bonus(1)]).toEqual(['120', '30']);
  });

  test('X-E2 own first: bonus pays only what own money cannot', () => {
    const x = long(100, 12, { priceProtectScope: 90_000_000 });
    x.grant(1, 30, { mode: 'OWN_FIRST' });
    x.buy(1, { price: 100, quantity: 12 });
    x.buy(2, { price: 90, quantity: 12 });
    x.sell(1, { price: 90, quantity: 12 });
    expect([x.wallet(1), x.bonus(1)]).toEqual(['0', '10']);
  });
});

describe('margin', () => {
  test('trading E2 bonus carries orders that own money cannot, where its terms allow them', () => {
    const x = long(10, 5);
    x.grant(1, 50, { maxLeverage: 10, symbols: ['BTCUSDT'] });
    expect(codeOf(x.tryPlace(1, 'BUY', { price: 100, quantity: 5, tif: 'GTX' }))).toBe('POST_ONLY');
    x.leverage(1, 20);
    expect(x.available(1)).toBe('60');
    // The user is told of both limits, and of nothing once no bonus is free.
    const told = () => x.core.capital(1, 'FUTURES')!.bonuses.map(({ free, ...limits }) => [text(free), limits]);
    expect(told()).toEqual([['50', { maxLeverage: 10, symbols: ['BTCUSDT'] }]]);
    expect(codeOf(x.tryPlace(1, 'BUY', { price: 100, quantity: 5 }))).toBe('INSUFFICIENT_BALANCE');
    x.leverage(1, 10);
    expect(codeOf(x.tryPlace(1, 'BUY', { price: 100, quantity: 5 }))).toBe('OK');
    expect(text(x.core.capital(1, 'FUTURES')!.transferable)).toBe('0');
  });

  test('X-E8 an isolated opening takes own money first, and a takeover gives the parts back before it charges', () => {
    const x = long(60, 8);
    x.grant(1, 50);
    x.isolate(1);
    x.buy(1, { price: 100, quantity: 8 });
    expect([x.wallet(1), x.bonus(1), text(x.position(1).margin)]).toEqual(['0', '30', '80']);
    expect(text(x.core.capital(1, 'FUTURES')!.transferable)).toBe('0');
    x.moveMark('90.1');
    expect(x.told('Liquidated').at(-1)).toMatchObject({ step: 'TAKEN_OVER' });
    expect([x.wallet(1), x.bonus(1)]).toEqual(['30', '0']);
    expect(x.ended()).toEqual(['USED_UP']);
  });

  test('trading E2 E3 B13.5 the same when the book takes the position: the parts return, then bonus pays first', () => {
    const x = long(60, 8);
    x.grant(1, 50);
    x.isolate(1);
    x.buy(1, { price: 100, quantity: 8 });
    x.buy(2, { price: '90.1', quantity: 100 });
    x.moveMark('90.1');
    expect(x.told('Liquidated').at(-1)).toMatchObject({ step: 'CLOSED' });
    // 79.2 are lost: 50 by the bonus, 29.2 of the own 60.
    expect([x.wallet(1), x.bonus(1)]).toEqual(['30.8', '0']);
    expect(x.ended()).toEqual(['USED_UP']);
  });

  test('trading E3 OWN_FIRST: own money pays what it can, bonus only the remainder', () => {
    const x = long(60, 8);
    x.grant(1, 50, { mode: 'OWN_FIRST' });
    x.isolate(1);
    x.buy(1, { price: 100, quantity: 8 });
    x.buy(2, { price: '90.1', quantity: 100 });
    x.moveMark('90.1');
    expect([x.wallet(1), x.bonus(1)]).toEqual(['0', '30.8']);
  });

  test('X-E9 what backs positions may not leave as own money', () => {
    const x = long(60, 8);
    x.grant(1, 50);
    x.isolate(1);
    x.buy(1, { price: 100, quantity: 8 });
    x.fund(1, 120);
    expect(text(x.core.capital(1, 'FUTURES')!.transferable)).toBe('100');
  });
});

describe('the end', () => {
  test('X-E4 a transfer out voids every grant, and only when that is confirmed', () => {
    const x = long(120, 6, { leverageDefault: 10 });
    x.grant(1, 30);
    x.buy(1, { price: 100, quantity: 6 });
    x.moveMark('98.4');
    expect(text(x.core.capital(1, 'FUTURES')!.transferable)).toBe('51.36');
    expect(codeOf(x.tryTransfer(1, 50))).toBe('BONUS_FORFEIT');
    expect(codeOf(x.tryTransfer(1, 50, true))).toBe('OK');
    expect([x.wallet(1), x.bonus(1), x.house('BONUS_POOL')]).toEqual(['70', '0', '10000']);
    expect(x.ended()).toEqual(['INVALIDATED']);
  });

  test('trading E5 a transfer that is impossible anyway is refused without asking the user to give up the bonus', () => {
    const x = new BonusExchange();
    x.fund(1, 100);
    x.grant(1, 50);
    expect(codeOf(x.tryTransfer(1, 101))).toBe('INSUFFICIENT_BALANCE');
    expect(codeOf(x.tryTransfer(1, 101, true))).toBe('INSUFFICIENT_BALANCE');
    expect(codeOf(x.tryTransfer(1, 100))).toBe('BONUS_FORFEIT');
    expect(x.bonus(1)).toBe('50');
  });

  test('trading E5 B6 a transfer that would leave less than the maintenance margin is refused, and nothing is voided', () => {
    const x = new BonusExchange({ leverageDefault: 125, priceProtectScope: 90_000_000 }, 1);
    x.fund(1, 642_538);
    x.fund(2, 10_000_000);
    x.trade(2, 1, 1, 49_000);
    x.grant(1, 5_000);
    x.moveMark(14);
    // W 642 538 and U -637 000 leave 5538 without the bonus; IM is 5488, but MM is 5560.
    expect(text(x.core.capital(1, 'FUTURES')!.transferable)).toBe('0');
    expect(codeOf(x.tryTransfer(1, 49, true))).toBe('INSUFFICIENT_BALANCE');
    expect([x.wallet(1), x.bonus(1), x.ended()]).toEqual(['642538', '5000', []]);
    expect(x.told('Liquidated')).toEqual([]);
  });

  test('trading B6 E5 what may leave keeps one unit more than the maintenance margin: at it the account would go', () => {
    const x = new BonusExchange({ leverageDefault: 125, priceProtectScope: 90_000_000 }, 1);
    x.fund(1, 642_600);
    x.fund(2, 10_000_000);
    x.trade(2, 1, 1, 49_000);
    x.moveMark(14);
    expect(text(x.core.capital(1, 'FUTURES')!.transferable)).toBe('39.99999999');
    expect(codeOf(x.tryTransfer(1, 40))).toBe('INSUFFICIENT_BALANCE');
    expect(codeOf(x.tryTransfer(1, '39.99999999'))).toBe('OK');
    expect(x.told('Liquidated')).toEqual([]);
  });

  test('X-E5 bonus that ends leaves equity of -10: the account is liquidated', () => {
    const x = long(20, 5);
    x.grant(1, 40);
    x.buy(1, { price: 100, quantity: 5 });
    x.moveMark(94);
    x.expireBonus();
    expect(x.told('Liquidated').at(-1)).toMatchObject({ step: 'TAKEN_OVER' });
    expect([x.wallet(1), x.core.positions(x.owner(1))]).toEqual(['0', []]);
  });

  test('X-E5 with own money enough nothing happens', () => {
    const x = long(80, 5);
    x.grant(1, 40);
    x.buy(1, { price: 100, quantity: 5 });
    x.moveMark(94);
    x.expireBonus();
    expect(x.told('Liquidated')).toEqual([]);
    expect([x.wallet(1), x.ended()]).toEqual(['80', ['EXPIRED']]);
  });

  test('trading E4 orders that lost their backing end, the newest first', () => {
    const x = long(10, 1);
    x.grant(1, 30);
    const first = x.buy(1, { price: 90, quantity: 1 });
    const second = x.buy(1, { price: 90, quantity: 2 });
    x.expireBonus();
    expect([x.status(first.orderId), x.status(second.orderId)]).toEqual(['NEW', 'CANCELED NO_MARGIN']);
  });

  test('trading E4 an order that only takes a position back stays: opening orders end', () => {
    const x = long(10, 1);
    x.grant(1, 30);
    x.buy(1, { price: 100, quantity: 1 });
    const opens = x.buy(1, { price: 90, quantity: 2 });
    const reduces = x.sell(1, { price: 120, quantity: 1 });
    expect(x.core.perpOrder(reduces.orderId)!.reduceOnly).toBe(false);
    x.expireBonus();
    expect([x.status(opens.orderId), x.status(reduces.orderId)]).toEqual(['CANCELED NO_MARGIN', 'NEW']);
  });

  test('trading E4 opening orders end before a margin is topped up, so that their reserve can be used for it', () => {
    const x = long(60, 8);
    x.grant(1, 50);
    x.isolate(1);
    x.buy(1, { price: 100, quantity: 8 });
    x.fund(1, 15);
    // It keeps 20 of the 15 own and 30 of bonus.
    const order = x.buy(1, { price: 90, quantity: '2.2' });
    x.expireBonus();
    expect(x.status(order.orderId)).toBe('CANCELED NO_MARGIN');
    expect([x.wallet(1), text(x.position(1).margin)]).toEqual(['0', '75']);
  });

  test('trading E4 an isolated margin that loses its bonus is topped up from own money', () => {
    const x = long(60, 8);
    x.grant(1, 50);
    x.isolate(1);
    x.buy(1, { price: 100, quantity: 8 });
    x.fund(1, 15);
    x.expireBonus();
    // 20 of the margin were bonus; 15 of own money take their place.
    expect([x.wallet(1), text(x.position(1).margin)]).toEqual(['0', '75']);
    expect(x.ended()).toEqual(['EXPIRED']);
  });
});

/** Bonus grants and fee vouchers in futures wallets (trading A5.8, E2 to E5), through the whole engine. */
import { describe, expect, test } from 'vitest';
import type { Outcome } from '../events.ts';
import { codeOf, units } from '../testing.ts';
import type { ContractParameters } from './commands.ts';
import { TestPerps, text } from './testing.ts';

type Changes = Partial<{
  [K in keyof ContractParameters]: ContractParameters[K] extends number ? number : ContractParameters[K];
}>;

class BonusExchange extends TestPerps {
  constructor(changes: Changes = {}, mark = 50_000) {
    super(changes as never, mark);
    for (const pool of ['BONUS_POOL', 'PRIZE_POOL'] as const) {
      this.house2('ContributeCapital', { asset: 'USDT', amount: units(10_000) });
      this.house2('FundPool', { pool, asset: 'USDT', amount: units(10_000) });
    }
  }

  house2(kind: string, fields: object): Outcome {
    const idempotency = { key: `h${this.core.lastSeq}`, fingerprint: '' };
    return this.must(this.run({ kind, ...fields, idempotency } as never));
  }

  grant(uid: number, amount: number, terms: object = {}): void {
    const none = { mode: 'BONUS_FIRST', ratio: 0, minOwnFunds: 0, maxLeverage: 0, symbols: [], source: '' };
    const grantId = this.core.lastSeq + 1;
    const life = { expiresAtMs: this.timeMs + 86_400_000 };
    this.house2('GrantBonus', { grantId, uid, asset: 'USDT', amount: units(amount), ...none, ...life, ...terms });
  }

  tryTransfer(uid: number, amount: number | string, confirmForfeit = false): Outcome {
    const idempotency = { key: `t${this.core.lastSeq}`, fingerprint: '' };
    const route = { asset: 'USDT', from: 'FUTURES', to: 'SPOT' };
    return this.run({ kind: 'Transfer', uid, ...route, amount: units(amount), idempotency, confirmForfeit } as never);
  }

  expireBonus(): void {
    this.timeMs += 86_400_000;
    this.must(this.run({ kind: 'Clock' }));
  }

  bonus(uid: number): string {
    return text(this.core.capital(uid, 'FUTURES')?.bonus ?? 0n);
  }

  ended(): string[] {
    return this.told('GrantChanged')
      .map(({ status }) => status)
      .filter((status) => status !== 'ACTIVE');
  }
}

/** 1 is long so much from 100 with this wallet, 2 is short with plenty; a fee rate makes the fill cost 0.5. */
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

  test('trading E4 orders that nothing backs any more end, the newest first', () => {
    const x = long(10, 1);
    x.grant(1, 30);
    const first = x.buy(1, { price: 90, quantity: 1 });
    const second = x.buy(1, { price: 90, quantity: 2 });
    x.expireBonus();
    expect([x.status(first.orderId), x.status(second.orderId)]).toEqual(['NEW', 'CANCELED NO_MARGIN']);
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

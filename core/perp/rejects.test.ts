/** Every way in which the perpetuals refuse, and which refusal comes first (trading B19). */
import { describe, expect, test } from 'vitest';
import { codeOf } from '../testing/exchange.ts';
import { LIMIT_REFUSALS } from '../testing/limit-refusals.ts';
import { of, REFUSALS } from '../testing/perp-refusals.ts';
import { TestPerps } from '../testing/perps.ts';

describe('refusals', () => {
  test.each([...REFUSALS, ...LIMIT_REFUSALS])('B19 $code: $when', ({ code, contract, run }) => {
    const x = new TestPerps(contract as never);
    x.fund(1, 1_000_000);
    x.fund(2, 1_000_000);
    const outcome = run(x);
    expect(codeOf(outcome)).toBe(code);
  });

  test('B19 a refused order changes no position, order or balance', () => {
    for (const { contract, run } of [...REFUSALS, ...LIMIT_REFUSALS]) {
      const x = new TestPerps(contract as never);
      x.fund(1, 1_000_000);
      x.fund(2, 1_000_000);
      let before = '';
      const look = (): string =>
        JSON.stringify(
          [x.core.positions(of(1)), x.core.openPerpOrders(of(1)), x.core.capital(1, 'FUTURES')],
          (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value),
        );
      const original = x.run.bind(x);
      x.run = (fields) => {
        before = look();
        return original(fields);
      };
      run(x);
      expect(look()).toBe(before);
    }
  });

  test('B19 the first failed check is the answer: the band before the margin, the leverage before the margin', () => {
    const x = new TestPerps();
    expect(codeOf(x.tryPlace(1, 'BUY', { price: 80_000, quantity: 1 }))).toBe('PRICE_BAND');
    x.leverage(1, 125);
    expect(codeOf(x.tryPlace(1, 'BUY', { price: 50_000, quantity: 2 }))).toBe('LEVERAGE_TIER');
    expect(codeOf(x.tryPlace(1, 'BUY', { price: 50_000, quantity: 1 }))).toBe('INSUFFICIENT_BALANCE');
  });

  test('B19 an order that only reduces a position passes without any available balance', () => {
    const x = new TestPerps();
    x.fund(1, 2_500);
    x.fund(2, 1_000_000);
    x.trade(1, 2, 50_000, 1);
    expect(x.available(1)).toBe('0');
    expect(codeOf(x.tryPlace(1, 'SELL', { price: 51_000, quantity: 1 }))).toBe('OK');
    expect(codeOf(x.tryPlace(1, 'BUY', { price: 49_000, quantity: '0.001' }))).toBe('INSUFFICIENT_BALANCE');
  });
});

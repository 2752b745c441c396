/** Liquidation, takeover, insurance, deleveraging and funding: trading B10 to B14 with their worked examples. */
import { describe, expect, test } from 'vitest';
import { units } from '../../testing/exchange.ts';
import { TestPerps, text } from '../../testing/perps.ts';

const steps = (x: TestPerps): string[] => x.told('Liquidated').map(({ uid, step }) => `${uid} ${step}`);

/** 1 is long one coin from 50 000 with an isolated margin of 2500; 2 is short, with plenty. */
function isolatedLong(): TestPerps {
  const x = new TestPerps();
  x.fund(1, 2_500);
  x.fund(2, 1_000_000);
  x.isolate(1);
  x.trade(1, 2, 50_000, 1);
  return x;
}

describe('isolated', () => {
  test('X-B12 X-C7 the engine takes over at 47 500, and its gain from selling higher goes to the fund', () => {
    const x = isolatedLong();
    x.insure(1_000);
    x.moveMark(47_690);
    expect(steps(x)).toEqual(['1 STARTED', '1 TAKEN_OVER']);
    expect(x.told('Liquidated').at(-1)).toMatchObject({ bankruptcyValue: 4_750_000_000_000n, quantity: 100_000_000n });
    expect(x.told('InsuranceChanged').at(-1)).toMatchObject({ direction: 'LONG', cost: 4_750_000_000_000n });
    expect([x.wallet(1), x.house('CLEARING:BTCUSDT')]).toEqual(['0', '2500']);
    x.buy(2, { price: 47_600, quantity: 1 });
    x.moveMark(47_690);
    expect([x.house('INSURANCE'), x.house('CLEARING:BTCUSDT')]).toEqual(['1100', '0']);
    expect(x.core.positions(x.owner(2))).toEqual([]);
  });

  test('X-B12 the loss of the engine from selling lower comes from the fund', () => {
    const x = isolatedLong();
    x.insure(1_000);
    x.moveMark(47_690);
    x.buy(2, { price: 47_300, quantity: 1 });
    x.moveMark(47_690);
    expect(x.house('INSURANCE')).toBe('800');
  });

  test('B13 a book that can take the position closes it, and the money left goes back to the user', () => {
    const x = isolatedLong();
    x.buy(2, { price: 47_600, quantity: 2 });
    x.moveMark(47_690);
    expect(steps(x)).toEqual(['1 STARTED', '1 CLOSED']);
    expect(x.wallet(1)).toBe('100');
    expect(x.told('Liquidated').at(-1)).toMatchObject({
      tradedValue: 4_760_000_000_000n,
      bankruptcyValue: 4_750_000_000_000n,
      equity: 19_000_000_000n,
    });
  });

  test('X-B13 a large position shrinks to the next lower tier and stands again', () => {
    const x = new TestPerps({ liquidationFeeRate: 200_000 });
    x.fund(1, 60_000);
    x.fund(2, 10_000_000);
    x.isolate(1);
    x.trade(1, 2, 50_000, 24);
    expect(text(x.position(1).margin)).toBe('60000');
    x.buy(2, { price: 47_990, quantity: 100 });
    x.moveMark(48_000);
    expect(x.positions(1)).toEqual(['BTCUSDT LONG 20.833 1041650']);
    expect(text(x.position(1).margin)).toBe('53330.36134');
    expect(x.told('Liquidated').at(-2)).toMatchObject({
      step: 'REDUCED',
      quantity: 316_700_000n,
      equity: 1_200_000_000_000n,
      maintenanceMargin: 1_250_000_000_000n,
      fee: 30_396_866_000n,
    });
    expect(steps(x).at(-1)).toBe('1 RECOVERED');
    expect(x.house('INSURANCE')).toBe('303.96866');
  });

  test('B13 a scope whose equity is gone is taken over at once, and the fund pays the difference', () => {
    const x = isolatedLong();
    x.insure(5_000);
    x.buy(2, { price: 47_000, quantity: 1 });
    x.moveMark(47_000);
    expect(steps(x)).toEqual(['1 STARTED', '1 TAKEN_OVER']);
    x.moveMark(47_000);
    expect(x.house('INSURANCE')).toBe('4500');
    expect(x.wallet(1)).toBe('0');
  });
});

describe('isolated, when little of its own money is left', () => {
  test('B13 C4.2 a position that stands on gains alone pays no fee its margin does not hold', () => {
    const x = new TestPerps({ liquidationFeeRate: 500_000, leverageDefault: 10, priceProtectScope: 90_000_000 });
    x.fund(1, 100_000);
    x.fund(2, 10_000_000);
    x.isolate(1);
    x.trade(1, 2, 50_000, 10);
    x.moveMark(58_000);
    // 80 000 are gained and 58 000 needed: 22 000 of the margin of 50 000 may leave, and again as the price rises.
    expect(x.moveMargin(1, 22_000, -1)).toBe('OK');
    x.moveMark(62_000);
    expect(x.moveMargin(1, 28_000, -1)).toBe('OK');
    expect(text(x.position(1).margin)).toBe('0');
    x.buy(2, { price: 50_100, quantity: 6 });
    x.moveMark(50_300);
    expect(steps(x)).toEqual(['1 STARTED', '1 REDUCED', '1 RECOVERED']);
    // 0.5 % of 252 003 are 1260.015, and 1994 are left at the mark: but only the 503 of the sale are there.
    expect(x.told('Liquidated').map(({ fee }) => text(fee))).toEqual(['0', '503', '0']);
    expect(text(x.position(1).margin)).toBe('0');
  });

  test('B13 C4.17 the limit moves with the fees of earlier fills: nothing is sold at a price that would leave a debt', () => {
    const x = new TestPerps({ liquidationFeeRate: 500_000, leverageDefault: 20, priceProtectScope: 90_000_000 });
    x.fund(1, 2_500);
    x.fund(2, 10_000_000);
    x.isolate(1);
    x.trade(1, 2, 50_000, 1);
    x.buy(2, { price: 47_500, quantity: '0.5' });
    x.buy(2, { price: 47_500, quantity: '0.5' });
    x.moveMark(47_600);
    expect(steps(x)).toEqual(['1 STARTED', '1 CLOSED', '1 TAKEN_OVER']);
    expect(x.told('Liquidated').map(({ fee }) => text(fee))).toEqual(['0', '50', '0']);
    expect(x.told('Liquidated').at(-1)!.bankruptcyValue).toBe(2_380_000_000_000n);
    expect(x.house('INSURANCE')).toBe('50');
  });
});

describe('cross', () => {
  test('X-B21 the whole scope is taken over at values that use up exactly its balance', () => {
    const x = new TestPerps({ leverageDefault: 125, priceProtectScope: 90_000_000 }, 50_000);
    x.addContract('ETHUSDT', { leverageDefault: 125, priceProtectScope: 90_000_000 });
    x.moveMark(3_000, 'ETHUSDT');
    x.fund(1, 1_000);
    x.fund(2, 1_000_000);
    x.trade(1, 2, 50_000, 1);
    x.trade(2, 1, 3_000, 10, 'ETHUSDT');
    const fields = { uid: 1, asset: 'USDT', from: 'FUTURES', to: 'SPOT', idempotency: { key: 't', fingerprint: '' } };
    x.must(x.run({ kind: 'Transfer', ...fields, amount: units(300) }));
    x.moveMark(49_800);
    x.moveMark(3_005, 'ETHUSDT');
    expect(text(x.core.capital(1, 'FUTURES')!.balance + x.core.capital(1, 'FUTURES')!.crossUnrealised)).toBe('450');
    // 400 more are lost: 50 are left of 700, as the example's 300 leave 50.
    x.moveMark(49_400);
    const takenOver = x.told('Liquidated').filter(({ step }) => step === 'TAKEN_OVER');
    expect(takenOver.length).toBe(2);
    const realised = takenOver.reduce((sum, { symbol, bankruptcyValue }) => {
      return sum + (symbol === 'BTCUSDT' ? bankruptcyValue - 5_000_000_000_000n : 3_000_000_000_000n - bankruptcyValue);
    }, 0n);
    expect(text(realised)).toBe('-700');
    expect(x.wallet(1)).toBe('0');
  });

  test('B13 long and short of one contract close against each other first', () => {
    const x = new TestPerps({ leverageDefault: 100 }, 50_000);
    x.hedge(1);
    x.fund(1, 1_500);
    x.fund(2, 1_000_000);
    x.sell(2, { price: 50_000, quantity: '1.5' });
    x.buy(1, { price: 50_000, quantity: '1', side: 'LONG' });
    x.buy(2, { price: '49999.99', quantity: '0.5' });
    x.sell(1, { price: '49999.99', quantity: '0.5', side: 'SHORT' });
    x.moveMark(47_300);
    expect(steps(x).slice(0, 2)).toEqual(['1 STARTED', '1 HEDGE_CLOSED']);
  });

  test('B13 its orders and conditional orders are cancelled', () => {
    const x = new TestPerps({ leverageDefault: 20 }, 50_000);
    x.fund(1, 2_600);
    x.fund(2, 1_000_000);
    x.trade(1, 2, 50_000, 1);
    const order = x.sell(1, { price: 55_000, quantity: 1 });
    x.stop(1, 'SELL', { type: 'STOP', trigger: 40_000, close: true });
    x.moveMark(47_550);
    expect(x.status(order.orderId)).toBe('CANCELED LIQUIDATION');
    expect(x.told('StopOrderChanged').at(-1)).toMatchObject({ status: 'CANCELED', reason: 'LIQUIDATION' });
  });
});

describe('deleveraging', () => {
  /** Shorts of X-B14 against longs that another account holds, then a long takeover inventory of 1.5 at 47 500. */
  function crashed({ before = () => {} }: { before?: (x: TestPerps) => unknown } = {}): TestPerps {
    const x = new TestPerps({ leverageDefault: 10, leverageMax: 125, priceProtectScope: 90_000_000 }, 52_000);
    for (const uid of [9, 10]) x.fund(uid, 10_000_000);
    x.fund(1, 20_000);
    x.fund(2, 10_400);
    x.fund(3, 500);
    x.fund(4, 20_000);
    for (const uid of [1, 2, 3, 4]) x.isolate(uid);
    x.trade(9, 2, 52_000, 2);
    x.moveMark(50_000);
    x.leverage(3, 100);
    x.trade(9, 3, 50_000, 1);
    x.leverage(1, 20);
    x.trade(1, 9, 50_000, '1.5');
    before(x);
    x.moveMark(46_000);
    return x;
  }

  test('B14 the orders of a deleveraged user end, dormant ones too', () => {
    const x = crashed({ before: (y) => y.stop(2, 'BUY', { type: 'STOP', trigger: 60_000, quantity: 1 }) });
    expect(x.told('Deleveraged').map(({ uid }) => uid)).toContain(2);
    expect(x.told('StopOrderChanged').at(-1)).toMatchObject({ uid: 2, status: 'CANCELED', reason: 'ADL' });
  });

  test('trading B14 money that an operator takes out of the fund is not a loss and causes no deleveraging', () => {
    const run = (out: number): string[] => {
      const x = new TestPerps({ priceProtectScope: 90_000_000 });
      x.fund(1, 2_500);
      x.fund(2, 1_000_000);
      x.insure(10_000);
      x.isolate(1);
      x.trade(1, 2, 50_000, 1);
      x.moveMark(50_000);
      const idempotency = { key: 'out', fingerprint: '' };
      const taken = { kind: 'FundPool', pool: 'INSURANCE', asset: 'USDT', amount: -units(out), idempotency } as const;
      x.must(x.run(taken));
      // Taken over at 47 500 with the mark one tick lower: 0.01 is lacking.
      x.moveMark('47499.99');
      return x.told('Deleveraged').map(({ uid }) => `${uid}`);
    };
    expect(run(3_000)).toEqual([]);
    // Without enough money in the fund there is still a deleveraging.
    expect(run(10_000)).toEqual(['2']);
  });

  test('X-B14 the holders with the best score close first, at the value at which the engine took over', () => {
    const x = crashed();
    // The engine took 1.5 over at 47 500 each; at 46 000 it lacks 2250 and the fund has nothing.
    const receipts = x.told('Deleveraged');
    expect(receipts.map(({ uid, rank, quantity, value }) => [uid, rank, text(quantity), text(value)])).toEqual([
      [3, 1, '1', '47500'],
      [2, 2, '0.5', '23750'],
    ]);
    expect(receipts.map(({ realised }) => text(realised))).toEqual(['2500', '2250']);
    expect(x.told('InsuranceChanged').at(-1)).toMatchObject({ quantity: 0n, coveredByHouse: 0n });
    expect(x.house('INSURANCE')).toBe('0');
  });

  test('B14 the receipts recompute by hand: score, order and value', () => {
    const x = crashed();
    const [first, second] = x.told('Deleveraged');
    // Short of 1 from 50 000 with a margin of 500 at a mark of 46 000: 4000/50 000 * 46 000/4500.
    expect(first!.score).toBe((4_000n * 46_000n * 100_000_000n) / (50_000n * 4_500n));
    // Short of 2 from 52 000 with a margin of 10 400: 12 000/104 000 * 92 000/22 400.
    expect(second!.score).toBe((12_000n * 92_000n * 100_000_000n) / (104_000n * 22_400n));
    expect(first!.value * 15n).toBe(first!.inventoryCost * 10n);
  });

  test('B14 while the fund covers the loss, nobody is deleveraged', () => {
    const x = new TestPerps({ leverageDefault: 20, priceProtectScope: 90_000_000 });
    x.insure(100_000);
    x.fund(1, 2_500);
    x.fund(2, 1_000_000);
    x.isolate(1);
    x.trade(1, 2, 50_000, 1);
    x.moveMark(46_000);
    expect(x.told('Deleveraged')).toEqual([]);
    expect(x.told('InsuranceChanged').at(-1)).toMatchObject({ quantity: 100_000_000n });
  });

  test('B14 lights show who would be next', () => {
    const x = crashed();
    const lights = (uid: number): number => x.core.positions(x.owner(uid))[0]?.adlLights ?? 0;
    expect([lights(2), lights(9)]).toEqual([5, 5]);
  });
});

describe('funding', () => {
  test('X-B11 payers round up, receivers down, and the fund keeps the rest', () => {
    const x = new TestPerps({ interestRate: 12_345, stepSize: 100_000, leverageDefault: 10 }, '10000.01');
    for (const uid of [1, 2, 3]) x.fund(uid, 100_000);
    x.trade(1, 3, '10000.01', '0.333');
    x.trade(2, 3, '10000.01', '0.667');
    x.moveMark('10000.01');
    x.timeMs = x.core.contract('BTCUSDT')!.nextFundingMs;
    x.must(x.run({ kind: 'SettleFunding', symbol: 'BTCUSDT' }));
    const paid = x.told('FundingPaid').map(({ uid, amount, rate }) => [uid, text(amount), rate]);
    expect(paid).toEqual([
      [3, '1.23450123', 12_345],
      [1, '-0.41108892', 12_345],
      [2, '-0.82341233', 12_345],
    ]);
    expect(x.house('INSURANCE')).toBe('0.00000002');
  });

  test('X-B10 2 BTC at 30 000 pay 13.9998 at the rate of the samples', () => {
    const x = new TestPerps({ interestRate: 23_333, leverageDefault: 10 }, 30_000);
    for (const uid of [1, 2]) x.fund(uid, 100_000);
    x.trade(1, 2, 30_000, 2);
    x.timeMs = x.core.contract('BTCUSDT')!.nextFundingMs;
    x.must(x.run({ kind: 'SettleFunding', symbol: 'BTCUSDT' }));
    expect(x.wallet(1)).toBe('99986.0002');
  });

  test('B10 an interval is settled once, and not before its end', () => {
    const x = new TestPerps();
    expect(x.run({ kind: 'SettleFunding', symbol: 'BTCUSDT' })).toMatchObject({ code: 'FUNDING_NOT_DUE' });
    x.timeMs = x.core.contract('BTCUSDT')!.nextFundingMs;
    expect(x.run({ kind: 'SettleFunding', symbol: 'BTCUSDT' })).toMatchObject({ ok: true });
    expect(x.run({ kind: 'SettleFunding', symbol: 'BTCUSDT' })).toMatchObject({ code: 'FUNDING_NOT_DUE' });
  });

  test('B10 an isolated payer without money pays from its margin', () => {
    const x = new TestPerps({ interestRate: 30_000 });
    x.fund(1, 2_500);
    x.fund(2, 1_000_000);
    x.isolate(1);
    x.trade(1, 2, 50_000, 1);
    x.timeMs = x.core.contract('BTCUSDT')!.nextFundingMs;
    x.must(x.run({ kind: 'SettleFunding', symbol: 'BTCUSDT' }));
    expect(text(x.position(1).margin)).toBe('2485');
    expect(text(x.position(1).funding)).toBe('-15');
  });
});

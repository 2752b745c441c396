/** Margins and fees that do not come out even: who keeps the odd unit (trading 0.3, B4, B7, B13). */
import { describe, expect, test } from 'vitest';
import { BonusExchange } from '../../testing/bonus.ts';
import { TestPerps, text } from '../../testing/perps.ts';
import { liquidationFee } from '../../formulas/perp/liquidation.ts';

/** 1 is isolated long of 3 from 100 at 7x: 300 / 7 is 42.857142857… */
function sevenths(): TestPerps {
  const x = new TestPerps({ leverageDefault: 7, priceProtectScope: 90_000_000 }, 100);
  x.fund(1, 100);
  x.fund(2, 1_000_000);
  x.isolate(1);
  x.trade(1, 2, 100, 3);
  return x;
}

describe('isolated margin', () => {
  test('B7 the margin of an opening is rounded up', () => {
    const x = sevenths();
    expect([text(x.position(1).margin), x.wallet(1)]).toEqual(['42.85714286', '57.14285714']);
  });

  test('B4 a part that closes releases its share, rounded down', () => {
    const x = sevenths();
    x.trade(2, 1, 100, 1);
    // A third of 42.85714286 is 14.285714286…
    expect([text(x.position(1).margin), x.wallet(1)]).toEqual(['28.57142858', '71.42857142']);
  });

  test('B17 a long sells not below its bankruptcy price, rounded up to the tick', () => {
    const x = sevenths();
    // V / q = 85.714285…: 85.71 is below it, 85.72 is not.
    const closed = (price: string): string => {
      const bid = x.buy(2, { price, quantity: 1 });
      const { reason } = x.sell(1, { price, quantity: 1, reduceOnly: true, tif: 'IOC' });
      x.run({ kind: 'CancelPerpOrder', ...x.owner(2), orderId: bid.orderId, clientOrderId: '' });
      return reason;
    };
    expect([closed('85.71'), closed('85.72')]).toEqual(['BANKRUPTCY_PRICE', '']);
  });
});

describe('fees', () => {
  test.each([
    ['is rounded up', [1_000n, 1n, 1n], 1n],
    ['is exact where it comes out even', [1_000n, 50_000n, 2_000n], 1n],
    ['of a short counts its size', [1_000n, -1n, 1n], 1n],
    ['takes no more than is left', [3n, 1_000_000n, 1_000_000n], 3n],
    ['takes nothing where nothing is left', [-3n, 1_000_000n, 1_000_000n], 0n],
  ] as const)('B13 a liquidation fee %s', (_, [equity, value, rate], fee) => {
    expect(liquidationFee(equity, value, rate)).toBe(fee);
  });

  test('trading E3 the fee of a close comes before its loss: bonus pays it while there is any', () => {
    const x = new BonusExchange({ leverageDefault: 10, takerFeeRate: 100_000 }, 100);
    x.fund(1, 100);
    x.fund(2, 1_000_000);
    x.grant(1, 30);
    x.sell(2, { price: 100, quantity: 5 });
    x.buy(1, { price: 100, quantity: 5 });
    x.buy(2, { price: 91, quantity: 5 });
    x.sell(1, { price: 91, quantity: 5 });
    expect(x.told('FeeCovered').map(({ bonus }) => text(bonus))).toEqual(['0.5', '0.455']);
  });
});

describe('debts that the user cannot pay', () => {
  test('C4.17 the house pays the part of a last fee that the fund lacks', () => {
    const x = new TestPerps({ takerFeeRate: 1_000_000, leverageDefault: 50, priceProtectScope: 90_000_000 });
    x.insure(100);
    x.fund(1, 1_550);
    x.fund(2, 1_000_000);
    x.sell(2, { price: 50_000, quantity: 1 });
    x.buy(1, { price: 50_000, quantity: 1 });
    x.buy(2, { price: 49_000, quantity: 1 });
    x.sell(1, { close: true });
    // 50 are left of 1000 lost, the fee is 490, and the fund has 100.
    expect([x.wallet(1), x.house('INSURANCE'), x.house('HOUSE')]).toEqual(['0', '0', '-340']);
  });

  test('B14 what the fund lacks for the takeover inventory is the house’s', () => {
    const x = new TestPerps({ leverageDefault: 20, priceProtectScope: 90_000_000 });
    x.insure(300);
    x.fund(1, 2_500);
    x.fund(2, 1_000_000);
    x.isolate(1);
    x.trade(1, 2, 50_000, 1);
    x.moveMark(47_600);
    x.must(x.run({ kind: 'SetContractStatus', symbol: 'BTCUSDT', status: 'CANCEL_ONLY' }));
    x.moveMark(47_300);
    x.must(x.run({ kind: 'SetContractStatus', symbol: 'BTCUSDT', status: 'OPEN' }));
    x.buy(2, { price: 47_100, quantity: 1 });
    x.moveMark(47_500);
    // Taken over at 47 500 and sold at 47 100: 400, of which the fund has 300.
    expect([x.house('INSURANCE'), x.house('HOUSE')]).toEqual(['0', '-100']);
  });
});

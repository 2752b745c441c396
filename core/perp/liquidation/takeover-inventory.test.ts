/** Positions that the liquidation engine took over: how it sells them, and who pays when the fund cannot (trading B10, B13, B14). */
import { describe, expect, test } from 'vitest';
import { TestPerps, text } from '../../testing/perps.ts';

const settleFunding = (x: TestPerps): void => {
  x.timeMs = x.core.contract('BTCUSDT')!.nextFundingMs;
  x.must(x.run({ kind: 'SettleFunding', symbol: 'BTCUSDT' }));
};
const inventoryOf = (x: TestPerps): string => {
  const { direction, quantity, cost } = x.told('InsuranceChanged').at(-1)!;
  return `${direction} ${text(quantity)} ${text(cost)}`;
};

/** 1 was short of 2 and is taken over at 52 500 each; 2 and 3 are long of 1. */
function shortInventory(fund: number): TestPerps {
  const x = new TestPerps({ priceProtectScope: 90_000_000 });
  if (fund > 0) x.insure(fund);
  x.fund(1, 5_000);
  for (const uid of [2, 3, 4]) x.fund(uid, 1_000_000);
  x.isolate(1);
  x.trade(2, 1, 50_000, 1);
  x.trade(3, 1, 50_000, 1);
  x.moveMark(52_400);
  return x;
}

describe('sales', () => {
  test('B17 a reduce-only order that an earlier sale left without a position ends, and the engine goes on', () => {
    const x = shortInventory(100_000);
    expect(inventoryOf(x)).toBe('SHORT 2 105000');
    x.sell(3, { price: 52_450, quantity: 1 });
    const reducing = x.sell(3, { price: 52_500, quantity: 1, reduceOnly: true });
    x.sell(2, { price: 52_600, quantity: 1 });
    x.moveMark(52_400);
    expect(x.status(reducing.orderId)).toBe('CANCELED REDUCE_ONLY');
    expect([x.positions(3), x.positions(2)]).toEqual([[], []]);
    expect(x.told('InsuranceChanged').at(-1)).toMatchObject({ quantity: 0n, direction: '' });
  });

  test('B13 the engine buys no further than 1 % from the mark', () => {
    const x = shortInventory(100_000);
    x.sell(4, { price: '52924.01', quantity: 1 });
    x.moveMark(52_400);
    expect(inventoryOf(x)).toBe('SHORT 2 105000');
    x.sell(4, { price: 52_924, quantity: 1 });
    x.moveMark(52_400);
    expect(inventoryOf(x)).toBe('SHORT 1 52500');
  });

  test('B13 C4.4 a takeover on the other side closes the inventory of the engine, and the fund gets the difference', () => {
    const x = shortInventory(100_000);
    x.fund(5, 1_600);
    x.isolate(5);
    x.leverage(5, 50);
    x.trade(5, 4, 52_400, '1.5');
    x.moveMark(51_550);
    // Long 1.5 at 78 600 - 1572 = 77 028 against short 1.5 at 78 750.
    expect(x.house('INSURANCE')).toBe('101722');
    expect(inventoryOf(x)).toBe('SHORT 0.5 26250');
    x.fund(6, 1_100);
    x.isolate(6);
    x.leverage(6, 50);
    x.trade(6, 4, 51_550, 1);
    x.moveMark(50_700);
    expect(inventoryOf(x)).toBe('LONG 0.5 25259.5');
  });
});

describe('funding', () => {
  test('B10 C4.2 when the engine stands on the paying side and the fund is empty, the house pays the receivers', () => {
    const x = new TestPerps({ interestRate: 10_000 });
    x.fund(1, 2_500);
    x.fund(2, 1_000_000);
    x.isolate(1);
    x.trade(1, 2, 50_000, 1);
    x.moveMark(47_690);
    expect([inventoryOf(x), x.house('INSURANCE')]).toEqual(['LONG 1 47500', '0']);
    settleFunding(x);
    expect([x.house('INSURANCE'), x.house('HOUSE')]).toEqual(['0', '-4.769']);
    expect(x.told('InsuranceChanged').at(-1)!.coveredByHouse).toBe(476_900_000n);
  });

  test('B10 with takeover inventory on the receiving side the fund keeps what the payers pay', () => {
    const x = shortInventory(1_000);
    settleFunding(x);
    expect(x.house('INSURANCE')).toBe('1010.48');
  });

  test('B10 a payer who cannot pay all pays what is there, and the event says how much', () => {
    const x = new TestPerps({ interestRate: 5_000_000, fundingCap: 99_000_000, priceProtectScope: 90_000_000 });
    x.insure(10_000);
    x.fund(1, 2_500);
    x.fund(2, 1_000_000);
    x.isolate(1);
    x.leverage(2, 5);
    x.trade(1, 2, 50_000, 1);
    x.moveMark(50_000);
    settleFunding(x);
    const [rate] = x.told('FundingSettled').map((settled) => settled.rate);
    expect(rate).toBe(50_000);
    expect(x.told('FundingPaid').map(({ uid, amount }) => [uid, text(amount)])).toEqual([
      [2, '25'],
      [1, '-25'],
    ]);
  });
});

describe('deleveraging', () => {
  test('B4 B14 a loss beyond the released share is paid from the margin that stays, not by the fund', () => {
    const x = new TestPerps({ leverageDefault: 20 });
    x.insure(300);
    x.fund(1, 1_250);
    x.fund(2, 350);
    for (const uid of [3, 4]) x.fund(uid, 1_000_000);
    for (const uid of [1, 2]) x.isolate(uid);
    x.leverage(2, 125);
    x.trade(1, 3, 50_000, '0.5');
    x.moveMark(47_550);
    expect(inventoryOf(x)).toBe('LONG 0.5 23750');
    x.moveMark(47_000);
    x.trade(4, 2, 47_000, '0.9');
    x.moveMark(46_850);
    expect(x.told('Deleveraged').map(({ uid, realised }) => [uid, text(realised)])).toEqual([[2, '-250']]);
    // 188 of 338.4 come back and 11.6 were free: 50.4 are missing.
    expect([x.wallet(2), text(x.position(2).margin), x.house('INSURANCE')]).toEqual(['0', '100', '300']);
  });
});

/** Fees and rebates, debts that a last fee leaves, and the rarer steps of a liquidation (trading A5, B7, B13, B14, C4). */
import { describe, expect, test } from 'vitest';
import type { CoreEvent } from '../protocol/events.ts';
import { restoreCore } from '../index.ts';
import { AVAILABLE, FUTURES } from '../ledger/ledger.ts';
import { machineOf, units } from '../testing/exchange.ts';
import { TestPerps, text } from '../testing/perps.ts';

const steps = (x: TestPerps): string[] => x.told('Liquidated').map(({ uid, step }) => `${uid} ${step}`);

describe('fees', () => {
  test('A5.3 many small fills of an order cost no more than one large one', () => {
    const x = new TestPerps(
      { tickSize: 1_000_000, stepSize: 1_000_000, takerFeeRate: 33_333, makerFeeRate: 11_111 },
      1,
    );
    for (const uid of [1, 2]) x.fund(uid, 1_000);
    const maker = x.sell(2, { price: '1.01', quantity: '0.03' });
    for (let i = 0; i < 3; i += 1) x.buy(1, { price: '1.01', quantity: '0.01' });
    const fees = x.told('PerpTraded').map(({ makerFee, takerFee }) => [makerFee, takerFee]);
    // 1 010 000 units at 0.011111 % are 112.2211 each: 113, 112 and 112 for 336.6633.
    expect(fees).toEqual([
      [113n, 337n],
      [112n, 337n],
      [112n, 337n],
    ]);
    expect(x.core.perpOrder(maker.orderId)!.status).toBe('FILLED');
  });

  test('A5.3 a rebate is rounded down and comes from the house', () => {
    const x = new TestPerps({ takerFeeRate: 50_000, makerFeeRate: -10_000 });
    for (const uid of [1, 2]) x.fund(uid, 100_000);
    x.trade(1, 2, 50_000, 1);
    expect([x.wallet(1), x.wallet(2)]).toEqual(['99975', '100005']);
  });

  test("A5.7 a user's own rates and trial rates hold, and never above the contract's", () => {
    const rates = (futuresMaker: number, futuresTaker: number): object => ({
      spotMaker: 0,
      spotTaker: 0,
      futuresMaker,
      futuresTaker,
    });
    for (const hasFeeException of [false, true]) {
      const x = new TestPerps({ takerFeeRate: 50_000, makerFeeRate: 20_000, hasFeeException });
      for (const uid of [1, 2]) x.fund(uid, 100_000);
      const tier = { own: rates(10_000, 99_999), trial: rates(0, 30_000), trialEndMs: x.timeMs + 10 };
      x.must(x.run({ kind: 'SetFeeTier', uid: 1, ...tier } as never));
      x.trade(1, 2, 50_000, '0.1');
      x.timeMs += 10;
      x.trade(1, 2, 50_000, '0.1');
      x.trade(2, 1, 50_000, '0.1');
      const fees = x.told('PerpTraded').map((t) => text(t.makerUid === 1 ? t.makerFee : t.takerFee));
      expect(fees).toEqual(hasFeeException ? ['2.5', '2.5', '1'] : ['1.5', '2.5', '0.5']);
    }
  });

  test('B7 C4.17 a last fee above the money left leaves no debt', () => {
    const x = new TestPerps({ takerFeeRate: 1_000_000, leverageDefault: 50, priceProtectScope: 90_000_000 });
    x.insure(1_000);
    x.fund(1, 1_550);
    x.fund(2, 1_000_000);
    x.sell(2, { price: 50_000, quantity: 1 });
    x.buy(1, { price: 50_000, quantity: 1 });
    expect(x.wallet(1)).toBe('1050');
    x.buy(2, { price: 49_000, quantity: 1 });
    x.sell(1, { close: true });
    // 50 are left of 1000 lost, and the fee is 490.
    expect([x.wallet(1), x.house('INSURANCE')]).toEqual(['0', '560']);
  });
});

describe('a close of an isolated part', () => {
  test('B4 its gap is taken from the available balance, then from the remaining margin', () => {
    const x = new TestPerps({ leverageDefault: 20, priceProtectScope: 90_000_000 });
    x.fund(1, 2_600);
    x.fund(2, 1_000_000);
    x.isolate(1);
    x.trade(1, 2, 50_000, 1);
    x.moveMark(48_000);
    x.buy(2, { price: 47_550, quantity: '0.5' });
    x.sell(1, { price: 47_550, quantity: '0.5', tif: 'IOC' });
    // 1250 come back and 1225 are lost.
    expect([x.wallet(1), text(x.position(1).margin)]).toEqual(['125', '1250']);
    x.moveMargin(1, 125);
    x.buy(2, { price: 47_260, quantity: '0.25' });
    x.sell(1, { price: 47_260, quantity: '0.25', tif: 'IOC' });
    // 687.5 come back and 685 are lost.
    expect([x.wallet(1), text(x.position(1).margin)]).toEqual(['2.5', '687.5']);
  });
});

describe('reduce-only makers', () => {
  test('B17 one whose position another fill of the same command closed ends without a trade', () => {
    const x = new TestPerps();
    for (const uid of [1, 2, 3]) x.fund(uid, 1_000_000);
    x.trade(1, 2, 50_000, 1);
    x.sell(1, { price: 50_100, quantity: 1 });
    const reducing = x.sell(1, { price: 50_200, quantity: 1, reduceOnly: true });
    const taker = x.buy(3, { price: 50_200, quantity: 2 });
    expect([x.status(reducing.orderId), text(taker.filledQuantity)]).toEqual(['CANCELED REDUCE_ONLY', '1']);
  });
});

describe('liquidation', () => {
  /** 1 is long of 24 and short of 400, both in the fourth tier, 2 on the other sides. */
  function twoPositions(): TestPerps {
    const x = new TestPerps({ leverageDefault: 20, priceProtectScope: 90_000_000, liquidationFeeRate: 500_000 });
    x.addContract('ETHUSDT', { leverageDefault: 20, priceProtectScope: 90_000_000, liquidationFeeRate: 500_000 });
    x.mark(3_000, 'ETHUSDT');
    x.fund(1, 130_000);
    x.fund(2, 10_000_000);
    x.trade(1, 2, 50_000, 24);
    x.trade(2, 1, 3_000, 400, 'ETHUSDT');
    return x;
  }

  test('B13 tier-down takes the largest requirement first and stops as soon as the scope stands', () => {
    const x = twoPositions();
    x.buy(2, { price: 46_000, quantity: 24 });
    x.sell(2, { price: 3_010, quantity: 400, symbol: 'ETHUSDT' });
    x.moveMark(45_600);
    const reduced = x.told('Liquidated').filter(({ step }) => step === 'REDUCED');
    expect(reduced[0]!.symbol).toBe('ETHUSDT');
    for (const receipt of reduced) {
      // By hand: the fee is 0.5 % of what was traded, and went to the fund.
      expect(receipt.fee).toBe((receipt.tradedValue * 5n + 999n) / 1_000n);
      expect(receipt.fundAfter - receipt.fundBefore).toBe(receipt.fee);
      expect(receipt.equity <= receipt.maintenanceMargin).toBe(true);
    }
    expect(steps(x).at(-1)).toBe('1 RECOVERED');
  });

  test('B13 what no one buys is taken over from every position of the scope', () => {
    const x = twoPositions();
    x.moveMark(45_600);
    expect(steps(x)).toEqual(['1 STARTED', '1 TAKEN_OVER', '1 TAKEN_OVER']);
    expect(x.wallet(1)).toBe('0');
    const taken = x.told('Liquidated').filter(({ step }) => step === 'TAKEN_OVER');
    const lost = taken.reduce((sum, { symbol, bankruptcyValue }) => {
      const cost = BigInt(units(1_200_000));
      return sum + (symbol === 'BTCUSDT' ? cost - bankruptcyValue : bankruptcyValue - cost);
    }, 0n);
    expect(text(lost)).toBe('130000');
  });

  test('B13 in tier 1 the largest loss is closed first, and positions that need not be closed stay', () => {
    const x = new TestPerps({ leverageDefault: 20, priceProtectScope: 90_000_000 });
    x.addContract('ETHUSDT', { leverageDefault: 20 });
    x.mark(1_000, 'ETHUSDT');
    x.fund(1, 1_800);
    x.fund(2, 1_000_000);
    x.trade(1, 2, 1_000, 10, 'ETHUSDT');
    x.trade(1, 2, 50_000, '0.5');
    x.buy(2, { price: 46_600, quantity: 1 });
    x.buy(2, { price: 999, quantity: 10, symbol: 'ETHUSDT' });
    x.moveMark(46_650);
    expect(steps(x)).toEqual(['1 STARTED', '1 CLOSED', '1 RECOVERED']);
    expect(x.core.positions({ ...x.owner(1), symbol: '' }).map(({ symbol }) => symbol)).toEqual(['ETHUSDT']);
  });

  test('B13 the account with the highest margin ratio is first, then the smaller user', () => {
    const x = new TestPerps({ leverageDefault: 100, priceProtectScope: 90_000_000 });
    x.fund(9, 10_000_000);
    for (const [uid, amount] of [
      [4, 550],
      [3, 520],
      [2, 520],
      [1, 700],
    ] as const) {
      x.fund(uid, amount);
      x.trade(uid, 9, 50_000, 1);
    }
    x.moveMark(49_670);
    expect(steps(x).filter((step) => step.endsWith('STARTED'))).toEqual(['2 STARTED', '3 STARTED']);
    const y = new TestPerps({ leverageDefault: 100, priceProtectScope: 90_000_000 });
    y.fund(9, 10_000_000);
    for (const [uid, amount] of [
      [4, 520],
      [3, 540],
    ] as const) {
      y.fund(uid, amount);
      y.trade(uid, 9, 50_000, 1);
    }
    y.moveMark(49_600);
    expect(steps(y).filter((step) => step.endsWith('STARTED'))).toEqual(['4 STARTED', '3 STARTED']);
  });

  test('B15 an exit does not fire once its position is closed', () => {
    const x = new TestPerps();
    for (const uid of [1, 2, 3]) x.fund(uid, 1_000_000);
    x.trade(1, 2, 50_000, 1);
    x.buy(3, { price: 48_990, quantity: 5 });
    x.must(x.tryExits(1, { quantity: 1, stopLoss: { trigger: 49_500, source: 'MARK' } }));
    x.must(x.tryExits(1, { stopLoss: { trigger: 49_400, source: 'MARK' } }));
    x.moveMark(49_000);
    const ends = x.told('StopOrderChanged').filter(({ status }) => status !== 'NEW');
    expect(ends.map(({ group, status }) => `${group} ${status}`)).toEqual(['PARTIAL TRIGGERED', 'FULL CANCELED']);
  });

  test('B15 an exit whose price has come before its order fills is due at once', () => {
    const x = new TestPerps();
    for (const uid of [1, 2, 3]) x.fund(uid, 1_000_000);
    x.buy(1, { price: 50_000, quantity: 1, takeProfit: { trigger: 51_000, source: 'MARK' } });
    x.buy(3, { price: 49_900, quantity: 1 });
    x.moveMark(51_500);
    x.sell(2, { price: 50_000, quantity: 1 });
    expect(x.core.positions(x.owner(1))).toEqual([]);
  });
});

describe('deleveraging', () => {
  test('B14 a fund that lost 30 % of its highest level of eight hours stops buying', () => {
    const x = new TestPerps({ leverageDefault: 20, priceProtectScope: 90_000_000 });
    x.takeOverTwoLongs();
    expect(x.told('InsuranceChanged').at(-1)).toMatchObject({ quantity: 200_000_000n });
    // One is sold for 299 less than it cost: 29.9 % are gone, and another 201 are covered.
    x.buy(2, { price: 47_201, quantity: 1 });
    x.moveMark(47_299);
    expect([x.house('INSURANCE'), x.told('Deleveraged').length]).toEqual(['701', 0]);
    x.buy(2, { price: 47_400, quantity: '0.02' });
    x.moveMark(47_299);
    expect([x.house('INSURANCE'), x.told('Deleveraged').length]).toEqual(['699', 1]);
    expect(x.told('InsuranceChanged').at(-1)).toMatchObject({ quantity: 0n });
  });

  test('B14 lights: 5 for the first 20 % of the quantity, 1 for the last', () => {
    const x = new TestPerps({ leverageDefault: 5, priceProtectScope: 90_000_000 }, 100);
    x.fund(9, 1_000_000);
    // The same gain, on ever more margin: the ranking is 1, 2, 3, 4, 5.
    for (const uid of [1, 2, 3, 4, 5]) {
      x.fund(uid, 1_000 * uid);
      x.trade(uid, 9, 100, 1);
    }
    x.moveMark(110);
    const lights = [1, 2, 3, 4, 5].map((uid) => x.core.positions(x.owner(uid))[0]!.adlLights);
    expect(lights).toEqual([5, 4, 3, 2, 1]);
  });

  test('B1 a settled contract sells the takeover inventory at mark too', () => {
    const x = new TestPerps();
    x.insure(1_000);
    x.fund(1, 2_500);
    x.fund(2, 1_000_000);
    x.isolate(1);
    x.trade(1, 2, 50_000, 1);
    x.moveMark(47_600);
    x.must(x.run({ kind: 'SetContractStatus', symbol: 'BTCUSDT', status: 'SETTLED' }));
    expect([x.house('INSURANCE'), x.house('CLEARING:BTCUSDT')]).toEqual(['1100', '0']);
  });
});

describe('a contract without an index', () => {
  test('B8 B10 a frozen mark is charged no funding, and the interval ends all the same', () => {
    const x = new TestPerps({ interestRate: 10_000 });
    for (const uid of [1, 2]) x.fund(uid, 100_000);
    x.trade(1, 2, 50_000, 1);
    const due = x.core.contract('BTCUSDT')!.nextFundingMs;
    x.timeMs = due;
    x.must(x.run({ kind: 'TickMark', symbol: 'BTCUSDT', sources: [] }));
    expect(x.core.contract('BTCUSDT')!.status).toBe('CANCEL_ONLY');
    x.must(x.run({ kind: 'SettleFunding', symbol: 'BTCUSDT' }));
    expect([x.wallet(1), x.wallet(2), x.told('FundingPaid')]).toEqual(['100000', '100000', []]);
    expect(x.told('FundingSettled').at(-1)).toMatchObject({ rate: 0, paid: 0n, received: 0n });
    expect(x.core.contract('BTCUSDT')!.nextFundingMs).toBe(due + 28_800_000);
  });

  test('C4.17 B1 settling contracts leaves no wallet below zero: the fund pays the difference', () => {
    const x = new TestPerps({ leverageDefault: 10, priceProtectScope: 90_000_000 });
    x.addContract('ETHUSDT');
    x.mark(1_000, 'ETHUSDT');
    x.fund(1, 6_000);
    x.fund(2, 100_000);
    x.insure(10_000);
    x.trade(1, 2, 50_000, 1);
    x.trade(1, 2, 1_000, 1, 'ETHUSDT');
    x.timeMs += 61_000;
    x.must(x.run({ kind: 'TickMark', symbol: 'ETHUSDT', sources: [] }));
    // While one of its contracts has no index the account is not liquidated, whatever the other one does.
    x.moveMark(40_000);
    expect(x.told('Liquidated')).toEqual([]);
    for (const symbol of ['BTCUSDT', 'ETHUSDT'])
      x.must(x.run({ kind: 'SetContractStatus', symbol, status: 'SETTLED' }));
    expect([x.wallet(1), x.wallet(2), x.house('INSURANCE')]).toEqual(['0', '110000', '6000']);
  });
});

function takeFromWallet(x: TestPerps, uid: number, amount: bigint): void {
  const { ledger, users } = machineOf(x.core);
  const main = { row: ledger.walletRow(users.find(uid)!.index, 0), bucket: FUTURES, amount: -amount };
  ledger.post([main, { row: ledger.houseRow(0), bucket: AVAILABLE, amount }]);
}

describe('a wallet below zero', () => {
  test('trading C4.2 stops trading when no cross position covers it, and only then', () => {
    const x = new TestPerps({ leverageDefault: 10, priceProtectScope: 90_000_000 });
    for (const uid of [1, 2]) x.fund(uid, 100_000);
    x.trade(1, 2, 50_000, 1);
    x.moveMark(90_000);
    // No rule allows this: money is taken without a reason, while the gains of the position cover it.
    takeFromWallet(x, 1, 10_000_000_000_001n);
    expect(x.wallet(1)).toBe('-0.00000001');
    x.must(x.run({ kind: 'Clock' }));
    const y = new TestPerps();
    y.fund(1, 1);
    takeFromWallet(y, 1, 100_000_001n);
    expect(() => y.run({ kind: 'Clock' })).toThrow('trading is stopped');
  });

  test('trading C4.17 a wallet that older rules left below zero is made good by the first command after them, and trading goes on', () => {
    const x = new TestPerps();
    x.insure(100);
    for (const uid of [1, 2]) x.fund(uid, 5_000);
    x.trade(1, 2, 50_000, 1);
    x.trade(2, 1, 50_000, 1);
    takeFromWallet(x, 1, 504_900_000_000n);
    const events: CoreEvent[] = [];
    const core = restoreCore(x.core.snapshot(), { checkInvariants: true });
    const clock = { kind: 'Clock', seq: core.lastSeq + 1, timeMs: x.timeMs } as const;
    expect(core.apply(clock, (event) => events.push(event)).ok).toBe(true);
    expect(events).toContainEqual(expect.objectContaining({ kind: 'DebtCovered', uid: 1, fromFund: 4_900_000_000n }));
    expect(core.capital(1, 'FUTURES')!.balance).toBe(0n);
  });
});

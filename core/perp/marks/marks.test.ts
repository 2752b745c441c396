/** Index, mark, funding samples, and what a missing index stops (trading B8 to B10). */
import { describe, expect, test } from 'vitest';
import { codeOf, units } from '../../testing/exchange.ts';
import { TestPerps, text } from '../../testing/perps.ts';

type Source = readonly [price: number | string, weight: number, ageMs?: number];

function tick(x: TestPerps, sources: readonly Source[], afterMs = 1_000): string {
  x.timeMs += afterMs;
  const list = sources.map(([price, weight, ageMs = 0]) => ({ price: units(price), weight, timeMs: x.timeMs - ageMs }));
  return codeOf(x.run({ kind: 'TickMark', symbol: 'BTCUSDT', sources: list }));
}
const index = (x: TestPerps): string => text(x.core.contract('BTCUSDT')!.indexPrice);
const mark = (x: TestPerps): string => text(x.core.contract('BTCUSDT')!.markPrice);
const status = (x: TestPerps): string => x.core.contract('BTCUSDT')!.status;
const equal = (price: number): Source[] => [1, 2, 3].map(() => [price, 1]);

describe('index', () => {
  test('X-B9 weights, one source that is off, several that are off', () => {
    const x = new TestPerps({}, 100);
    tick(x, [
      [100, 1],
      [101, 1],
      ['99.5', 2],
      [120, 1],
    ]);
    expect(index(x)).toBe('100');
    tick(x, [
      [100, 1],
      [101, 1],
      [120, 1],
      [80, 1],
    ]);
    expect(index(x)).toBe('100.5');
  });

  test('B8 a source of more than 10 s ago does not count', () => {
    const x = new TestPerps({}, 100);
    tick(x, [
      [104, 1, 10_001],
      [102, 1, 10_000],
      [101, 1],
    ]);
    expect(index(x)).toBe('101.5');
  });

  test('B8 of two sources the average, of one itself while it is within 5 % of the last index', () => {
    const x = new TestPerps({}, 100);
    tick(x, [
      [100, 1],
      [110, 9],
    ]);
    expect(index(x)).toBe('105');
    tick(x, [['110.25', 1]]);
    expect(index(x)).toBe('110.25');
    tick(x, [[116, 1]]);
    expect(index(x)).toBe('110.25');
  });

  test('B8 without a source the index holds for 60 s, then only cancels are accepted until a source is back', () => {
    const x = new TestPerps();
    for (const uid of [1, 2]) x.fund(uid, 100_000);
    const order = x.buy(1, { price: 49_000, quantity: 1 });
    tick(x, [], 60_000);
    expect([index(x), status(x)]).toEqual(['50000', 'OPEN']);
    tick(x, [], 1);
    expect([mark(x), status(x)]).toEqual(['50000', 'CANCEL_ONLY']);
    expect(codeOf(x.tryPlace(2, 'SELL', { price: 51_000, quantity: 1 }))).toBe('MARKET_STATUS');
    expect(codeOf(x.tryStop(2, 'SELL', { type: 'STOP', trigger: 49_000, quantity: 1 }))).toBe('MARKET_STATUS');
    const cancel = { kind: 'CancelPerpOrder', ...x.owner(1), orderId: order.orderId, clientOrderId: '' } as const;
    expect(codeOf(x.run(cancel))).toBe('OK');
    tick(x, equal(51_000));
    expect([mark(x), status(x)]).toEqual(['51000', 'OPEN']);
    expect(x.told('ContractChanged').map((told) => told.status)).toEqual(['OPEN', 'CANCEL_ONLY', 'OPEN']);
  });

  test('B8 C4.8 no liquidation runs while the index is missing, and the first fresh mark starts them', () => {
    const x = new TestPerps({ leverageDefault: 20 });
    x.addContract('ETHUSDT', { leverageDefault: 20 });
    x.mark(1_000, 'ETHUSDT');
    x.fund(1, 3_100);
    x.fund(2, 1_000_000);
    x.trade(1, 2, 50_000, 1);
    x.trade(1, 2, 1_000, 10, 'ETHUSDT');
    tick(x, [], 60_001);
    x.moveMark(10, 'ETHUSDT');
    expect(x.core.capital(1, 'FUTURES')!.crossUnrealised).toBe(-990_000_000_000n);
    expect(x.told('Liquidated')).toEqual([]);
    tick(x, equal(48_500));
    expect(x.told('Liquidated').map(({ step }) => step)).toContain('TAKEN_OVER');
  });

  test('B8 the first index needs a source, and no order enters before', () => {
    const x = new TestPerps({}, null);
    x.fund(1, 1_000);
    expect(tick(x, [])).toBe('OK');
    expect([index(x), status(x)]).toEqual(['0', 'OPEN']);
    expect(codeOf(x.tryPlace(1, 'BUY', { price: 1, quantity: 1 }))).toBe('MARKET_STATUS');
    expect(tick(x, [[1, -1]])).toBe('BAD_FIELDS');
    expect(
      tick(
        x,
        Array.from({ length: 65 }, () => [1, 1] as const),
      ),
    ).toBe('BAD_FIELDS');
    expect(codeOf(x.run({ kind: 'TickMark', symbol: 'NOUSDT', sources: [] }))).toBe('UNKNOWN_MARKET');
  });
});

describe('mark', () => {
  test('X-B8 the median of index with funding, index with basis, and last', () => {
    const x = new TestPerps({ interestRate: 10_000 });
    for (const uid of [1, 2]) x.fund(uid, 100_000);
    x.timeMs = x.core.contract('BTCUSDT')!.nextFundingMs;
    x.must(x.run({ kind: 'SettleFunding', symbol: 'BTCUSDT' }));
    x.trade(1, 2, 50_030, '0.001');
    x.buy(1, { price: 50_002, quantity: '0.001' });
    x.sell(2, { price: 50_022, quantity: '0.001' });
    // Half of the interval is left, and the basis is 12.
    tick(x, equal(50_000), 4 * 3_600_000);
    expect(mark(x)).toBe('50012');
    x.run({ kind: 'CancelAllPerpOrders', ...x.owner(1) });
    tick(x, equal(50_000), 29_999);
    expect(mark(x)).toBe('50012');
    tick(x, equal(50_000), 1);
    expect(mark(x)).toBe('50002.49');
  });

  test('B9 it never leaves the index by more than 5 %', () => {
    const x = new TestPerps({ priceProtectScope: 90_000_000 });
    for (const uid of [1, 2]) x.fund(uid, 10_000_000);
    x.buy(1, { price: 60_000, quantity: 1 });
    x.sell(2, { price: 60_002, quantity: 1 });
    x.trade(2, 1, 60_001, '0.1');
    expect(x.core.contract('BTCUSDT')!.lastPrice).toBe(units(60_001));
    x.moveMark(50_000);
    expect(mark(x)).toBe('52500');
  });
});

describe('what a tick tells', () => {
  test('since when the index is held, and how much is open', () => {
    const x = new TestPerps({});
    for (const uid of [1, 2]) x.fund(uid, 100_000);
    x.trade(1, 2, 50_000, '0.25');
    const told = (): object | undefined => x.events.findLast(({ kind }) => kind === 'MarkPriceChanged');
    tick(x, equal(50_000), 1_000);
    const { timeMs } = x;
    expect(told()).toMatchObject({ indexTimeMs: timeMs, openInterest: BigInt(units('0.25')) });
    tick(x, [], 30_000);
    expect(told()).toMatchObject({ indexTimeMs: timeMs });
  });
});

describe('funding samples', () => {
  test('X-B24 once a minute the price of filling the impact notional, compared with the index', () => {
    const x = new TestPerps({ interestRate: 0, impactNotional: units(25_000), fundingCap: 1_000_000 }, 49_980);
    for (const uid of [1, 2]) x.fund(uid, 1_000_000);
    x.buy(1, { price: 50_010, quantity: '0.2' });
    x.buy(1, { price: 50_000, quantity: 1 });
    x.sell(2, { price: 50_020, quantity: 1 });
    tick(x, equal(49_980), 60_000);
    // 0.0004802 of premium, pulled back by the most that interest may pull: 0.0005 is more than there is.
    expect(x.core.contract('BTCUSDT')!.fundingRate).toBe(0);
    const y = new TestPerps({ interestRate: 48_020, impactNotional: units(25_000), fundingCap: 1_000_000 }, 49_980);
    for (const uid of [1, 2]) y.fund(uid, 1_000_000);
    y.buy(1, { price: 50_010, quantity: '0.2' });
    y.buy(1, { price: 50_000, quantity: 1 });
    y.sell(2, { price: 50_020, quantity: 1 });
    tick(y, equal(49_980), 60_000);
    expect(y.core.contract('BTCUSDT')!.fundingRate).toBe(48_020);
  });

  test('B10 a side that is too thin gives no sample, and later minutes weigh more', () => {
    const x = new TestPerps({ interestRate: 0, impactNotional: units(50_000), fundingCap: 10_000_000 });
    for (const uid of [1, 2]) x.fund(uid, 10_000_000);
    tick(x, equal(50_000), 60_000);
    x.buy(1, { price: 50_500, quantity: 1 });
    tick(x, equal(50_000), 60_000);
    expect(x.core.contract('BTCUSDT')!.fundingRate).toBe(0);
    x.sell(2, { price: 50_600, quantity: 1 });
    // The third minute: 1 %; the fourth: 2 %. (3 * 1 + 4 * 2) / 7 less 0.05 %.
    tick(x, equal(50_000), 60_000);
    x.buy(1, { price: 51_000, quantity: 1 });
    x.sell(2, { price: 51_100, quantity: 1 });
    x.buy(1, { price: 51_000, quantity: 1 });
    tick(x, equal(50_000), 60_000);
    expect(x.core.contract('BTCUSDT')!.fundingRate).toBe(Math.round((3 * 1_000_000 + 4 * 2_000_000) / 7 - 50_000));
  });

  test('B10 the cap, and the part of eight hours', () => {
    const x = new TestPerps({ interestRate: 50_000, fundingIntervalHours: 4, fundingCap: 20_000 });
    expect(x.core.contract('BTCUSDT')!.fundingRate).toBe(20_000);
    const y = new TestPerps({ interestRate: 23_333, fundingIntervalHours: 4 });
    expect(y.core.contract('BTCUSDT')!.fundingRate).toBe(11_667);
  });
});

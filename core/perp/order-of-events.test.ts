/** The order in which a command's events come, and numbers beyond 2^53 (trading B20, C4.16; engine 0a). */
import { describe, expect, test } from 'vitest';
import { restoreCore } from '../index.ts';
import { codeOf } from '../testing/exchange.ts';
import { TestPerps, text } from '../testing/perps.ts';

function since(x: TestPerps, run: () => void): string[] {
  const at = x.events.length;
  run();
  return x.events.slice(at).map((event) => {
    if (event.kind === 'PerpOrderChanged') return `order ${event.uid} ${event.cause} ${event.status}`;
    if (event.kind === 'PositionChanged') return `position ${event.uid} ${text(event.quantity)}`;
    if (event.kind === 'BalanceChanged') return `balance ${event.uid}`;
    if (event.kind === 'StopOrderChanged') return `stop ${event.uid} ${event.status}`;
    if (event.kind === 'Liquidated') return `liquidation ${event.uid} ${event.step}`;
    return event.kind;
  });
}

describe('events', () => {
  test('B20 a fill: trade, maker order, position, balance, taker position, balance; then the taker and its ends', () => {
    const x = new TestPerps({ takerFeeRate: 50_000, makerFeeRate: 20_000 });
    for (const uid of [1, 2, 3]) x.fund(uid, 100_000);
    x.trade(2, 3, 50_000, 2);
    x.sell(2, { price: 50_000, quantity: 1 });
    x.sell(1, { price: 50_001, quantity: 1 });
    x.sell(2, { price: 50_002, quantity: 2, reduceOnly: true });
    const told = since(x, () => x.buy(1, { price: 50_002, quantity: 1, stp: 'EXPIRE_MAKER' }));
    expect(told).toEqual([
      'order 1 ACCEPTED NEW',
      'PerpTraded',
      'order 2 FILL FILLED',
      'position 2 1',
      'balance 2',
      'position 1 1',
      'balance 1',
      'order 1 FILL FILLED',
      'order 2 AMENDED NEW',
      'PerpDepthChanged',
      'PerpDepthChanged',
    ]);
    const other = since(x, () => x.buy(1, { price: 50_002, quantity: 2, stp: 'EXPIRE_MAKER', tif: 'IOC' }));
    expect(other).toEqual([
      'order 1 ACCEPTED NEW',
      'PerpTraded',
      'order 2 FILL FILLED',
      'position 2 0',
      'balance 2',
      'position 1 2',
      'balance 1',
      'order 1 FILL PARTIALLY_FILLED',
      'order 1 ENDED EXPIRED',
      'order 1 ENDED EXPIRED_IN_MATCH',
      'PerpDepthChanged',
      'PerpDepthChanged',
    ]);
  });

  test('B20 a tick: the mark, then liquidations, then what the price wakes', () => {
    const x = new TestPerps();
    x.fund(1, 2_500);
    for (const uid of [2, 3]) x.fund(uid, 1_000_000);
    x.isolate(1);
    x.trade(1, 2, 50_000, 1);
    x.trade(3, 2, 50_000, 1);
    x.stop(3, 'SELL', { type: 'STOP', trigger: 48_000, close: true, source: 'MARK' });
    x.insure(1_000);
    const told = since(x, () => x.moveMark(47_600)).filter((event) => !/^(?:balance|Account)/.test(event));
    expect(told).toEqual([
      'MarkPriceChanged',
      'liquidation 1 STARTED',
      'order 1 ACCEPTED NEW',
      'order 1 ENDED EXPIRED',
      'InsuranceChanged',
      'ClosedAtValue',
      'position 1 0',
      'liquidation 1 TAKEN_OVER',
      'order 3 ACCEPTED NEW',
      'stop 3 TRIGGERED',
      'order 3 ENDED EXPIRED',
    ]);
  });

  test('C4.16 the stream of each user has no gaps', () => {
    const x = new TestPerps();
    for (const uid of [1, 2]) x.fund(uid, 100_000);
    x.trade(1, 2, 50_000, 1);
    x.must(x.tryExits(1, { stopLoss: { trigger: 49_000 } }));
    x.trade(2, 1, 50_000, 1);
    for (const uid of [1, 2]) {
      const numbers = x.events.flatMap((e) => ('userSeq' in e && e.uid === uid ? [e.userSeq] : []));
      expect(numbers).toEqual(numbers.map((_, at) => at + 1));
    }
  });
});

describe('large numbers', () => {
  test('engine 0a a position may come to be worth more than 2^53 units, and is closed in parts', () => {
    const x = new TestPerps({ leverageDefault: 5, priceProtectScope: 90_000_000 });
    for (const uid of [1, 2]) for (let i = 0; i < 2; i += 1) x.fund(uid, 80_000_000);
    x.trade(1, 2, 50_000, 999);
    x.moveMark(100_000);
    expect(x.core.capital(1, 'FUTURES')!.crossUnrealised).toBe(4_995_000_000_000_000n);
    x.buy(2, { price: 100_000, quantity: 500 });
    expect(codeOf(x.tryPlace(1, 'SELL', { price: 100_000, quantity: 999, reduceOnly: true }))).toBe('AMOUNT_TOO_LARGE');
    x.buy(2, { price: 100_000, quantity: 499 });
    expect(codeOf(x.tryPlace(1, 'SELL', { close: true }))).toBe('OK');
    expect(x.positions(1)).toEqual([]);
    expect([x.wallet(1), x.house('CLEARING:BTCUSDT')]).toEqual(['209950000', '0']);
  });

  test('engine 0a B13 the liquidation of such a position is exact, and so are its receipt and its snapshot', () => {
    const x = new TestPerps({ tickSize: 10_000, stepSize: 10_000, leverageDefault: 5, priceProtectScope: 90_000_000 });
    for (const uid of [1, 2]) for (let i = 0; i < 4; i += 1) x.fund(uid, 80_000_000);
    x.isolate(1);
    x.trade(2, 1, 50_000, 999);
    for (const part of [80_000_000, 15_000_000]) x.moveMargin(1, part);
    for (const [price, quantity] of [
      ['150000.0001', '300.0001'],
      ['150000.0002', '300.0001'],
      ['150000.0004', '398.9998'],
    ] as const)
      x.sell(2, { price, quantity, reduceOnly: true });
    x.moveMark(150_000);
    const closed = x.told('Liquidated').filter(({ tradedValue }) => tradedValue > 0n);
    const traded = x.told('PerpTraded').filter(({ isLiquidation }) => isLiquidation);
    expect(closed.every(({ tradedValue }) => tradedValue < 1n << 53n)).toBe(true);
    expect(closed.reduce((sum, { tradedValue }) => sum + tradedValue, 0n)).toBe(
      traded.reduce((sum, { amount }) => sum + amount, 0n),
    );
    expect(restoreCore(x.core.snapshot()).stateHash()).toBe(x.core.stateHash());
  });
});

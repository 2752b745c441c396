/** The previews' formulas agree with what the core then does. */
import { expect, test } from 'vitest';
import type { Amount, Price } from '../fixed.ts';
import { TestExchange, units } from '../testing/exchange.ts';
import { buyReserve, gridOf, marketCapPrice, walkBook } from './index.ts';

const grid = gridOf(1_000_000, 100_000, 8, 8)!;
const asks = [
  [200, 4],
  [205, 3],
  [207, 5],
].map(([price, quantity]) => [units(price!) as Price, units(quantity!) as Amount] as const);
const limits = { maxSlippage: 3_000_000, premiumFactor: 5_000_000 };

test('trading A4.9 the cap and the walk of X-A4', () => {
  const cap = marketCapPrice('BUY', units(200) as Price, { ...limits, tighter: 0 }, grid);
  expect(cap).toBe(units(206));
  const wanted = { quantity: units(10) as Amount, quoteAmount: 0 as Amount };
  expect(walkBook(asks, 'BUY', wanted, cap, grid)).toEqual({
    quantity: BigInt(units(7)),
    amount: BigInt(units(1415)),
    averagePrice: Math.floor(units(1415) / 7),
    worstPrice: units(205),
    isComplete: false,
  });
});

test('a quantity off the grid, as somebody types it, is walked by its whole lots', () => {
  const walk = (quantity: string) =>
    walkBook(asks, 'BUY', { quantity: units(quantity) as Amount, quoteAmount: 0 as Amount }, 0 as Price, grid);
  expect(walk('4.0012345')).toEqual(walk('4.001'));
  expect(walk('0.0009')).toMatchObject({ quantity: 0n, amount: 0n, isComplete: true });
});

test('an estimate by amount equals the order that follows', () => {
  const x = new TestExchange(limits);
  x.fund(1, 2);
  for (const [price, quantity] of asks) x.sell(2, { price: price / 1e8, quantity: quantity / 1e8 });
  const estimate = walkBook(
    x.core.depth('BTCUSDT', 10)!.asks,
    'BUY',
    { quantity: 0 as Amount, quoteAmount: units('1000.5') as Amount },
    0 as Price,
    grid,
  );
  const order = x.buy(1, { amount: '1000.5' });
  expect([estimate.quantity, estimate.amount]).toEqual([BigInt(order.filledQuantity), BigInt(order.filledAmount)]);
  expect(estimate.isComplete).toBe(true);
});

test('trading A5.2 a limit buy in QUOTE mode reserves the higher fee on top', () => {
  const x = new TestExchange({ feeMode: 'QUOTE', makerFeeRate: 80_000, takerFeeRate: 100_000 });
  x.fund(1);
  x.buy(1, { price: '33.33', quantity: '0.007' });
  const fees = { feeInQuote: true, reserveRate: 100_000 };
  expect(x.locked(1, 'USDT')).toBe(BigInt(buyReserve(fees, units('33.33') * 0.007, 0)));
});

test('trading A4.9 an empty side has no cap; a sell cap is rounded up and at least one tick', () => {
  expect(marketCapPrice('BUY', 0 as Price, { ...limits, tighter: 0 }, grid)).toBe(0);
  expect(marketCapPrice('SELL', units('0.33') as Price, { ...limits, tighter: 1_000_000 }, grid)).toBe(units('0.33'));
  expect(marketCapPrice('SELL', units(100) as Price, { maxSlippage: 0, premiumFactor: 0, tighter: 0 }, grid)).toBe(
    grid.tickSize,
  );
});

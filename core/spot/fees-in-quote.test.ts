/** Fees on top of the amount, in quote (trading A5.2, A5.3): what a buyer reserves, pays and gets back. */
import { expect, test } from 'vitest';
import { TestExchange, units } from '../testing/exchange.ts';

const big = (text: string | number): bigint => BigInt(units(text));

test('trading A5.2 a buy in QUOTE mode reserves the higher of both fees, whichever that is', () => {
  for (const [makerFeeRate, takerFeeRate] of [
    [100_000, 300_000],
    [300_000, 100_000],
  ]) {
    const x = new TestExchange({ feeMode: 'QUOTE', makerFeeRate: makerFeeRate!, takerFeeRate: takerFeeRate! });
    x.fund(1);
    x.buy(1, { price: 100, quantity: 1 });
    expect(x.locked(1, 'USDT')).toBe(big('100.3'));
  }
});

test('trading A5.3 in QUOTE mode each side pays its own rate', () => {
  const x = new TestExchange({ feeMode: 'QUOTE', makerFeeRate: 100_000, takerFeeRate: 200_000 });
  x.fund(1, 2);
  x.sell(1, { price: 100, quantity: 1 });
  x.buy(2, { price: 100, quantity: 1 });
  const [trade] = x.trades();
  expect([trade!.makerFee, trade!.takerFee]).toEqual([units('0.1'), units('0.2')]);
});

test('trading A5.4 a buyer in QUOTE mode gets the gain of a better price back at once, with the fee reserved on it', () => {
  const x = new TestExchange({ feeMode: 'QUOTE', makerFeeRate: 100_000, takerFeeRate: 200_000 });
  x.fund(1, 2);
  x.sell(2, { price: 100, quantity: 1 });
  x.buy(1, { price: 110, quantity: 3 });
  // Two are left at 110; one cost 100 and its fee.
  expect(x.locked(1, 'USDT')).toBe(big('220.44'));
  expect(x.available(1, 'USDT')).toBe(big(1_000_000) - big('220.44') - big('100.2'));
});

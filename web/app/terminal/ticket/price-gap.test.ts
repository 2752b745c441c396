import { expect, test } from 'vitest';
import { priceGap } from './price-gap.ts';

test.each([
  ['0.005', '0.006', '0.00601'],
  ['0.05', '0.0575', '0.05751'],
  ['0.5', '0.55', '0.5501'],
  ['5', '5.3', '5.31'],
  ['50', '52', '52.01'],
  ['500', '512.5', '512.6'],
  ['5000', '5075', '5075.1'],
  ['50000', '50500', '50500.1'],
])('K3 at a last price of %s, a buy at %s passes and one at %s asks', (last, near, far) => {
  expect(priceGap({ side: 'BUY', price: near }, last)).toBeNull();
  expect(priceGap({ side: 'BUY', price: far }, last)).not.toBeNull();
});

test('K3 a sell far below the market asks as well, and says how far; without a price there is no question', () => {
  expect(priceGap({ side: 'SELL', price: '90000' }, '100000')).toEqual({ percent: '10.0', isAbove: false });
  expect(priceGap({ side: 'BUY', price: '150000' }, '100000')).toEqual({ percent: '50.0', isAbove: true });
  for (const [price, last] of [
    ['1', '0'],
    ['1', ''],
    ['', '1'],
    ['1,5', '1'],
  ] as const)
    expect(priceGap({ side: 'BUY', price }, last)).toBeNull();
});

test('K3 an order on the side that waits for the market is not questioned', () => {
  expect(priceGap({ side: 'BUY', price: '50000' }, '100000')).toBeNull();
  expect(priceGap({ side: 'SELL', price: '150000' }, '100000')).toBeNull();
});

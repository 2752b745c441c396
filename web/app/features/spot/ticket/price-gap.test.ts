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
])('K3 at a last price of %s, %s passes and %s asks', (last, near, far) => {
  expect(priceGap(near, last)).toBeNull();
  expect(priceGap(far, last)).not.toBeNull();
});

test('K3 a price far below asks as well, and says how far', () => {
  expect(priceGap('90000', '100000')).toEqual({ percent: '10.0', isAbove: false });
  expect(priceGap('150000', '100000')).toEqual({ percent: '50.0', isAbove: true });
  expect(priceGap('1', '0')).toBeNull();
});

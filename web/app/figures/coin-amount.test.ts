import { expect, test } from 'vitest';
import { coinAmount, coinFigure } from './coin-amount.ts';

test.each([
  ['30000', 'USDT', '30,000.00 USDT'],
  ['25889.4', 'USDT', '25,889.40 USDT'],
  ['4110.6199', 'USDC', '4,110.61 USDC'],
  ['0', 'USDT', '0.00 USDT'],
  ['0.0042', 'USDT', '0.0042 USDT'],
  ['0.50000000', 'BTC', '0.5 BTC'],
  ['0.00000042', 'BTC', '0.00000042 BTC'],
  ['2', undefined, '2'],
])('an amount of %s %s reads %s wherever it stands', (amount, asset, shown) => {
  expect(coinAmount(amount, asset)).toBe(shown);
});

test('the figure stands without its coin where a heading names it', () => {
  expect(coinFigure('30000', 'USDT')).toBe('30,000.00');
});

import { expect, test } from 'vitest';
import { moneyIn } from '../../figures/money.ts';
import { restOf, valuesIn } from './shown-values.ts';

const FIATS = [{ id: 1, countryCoin: 'EUR', moneySymbol: '€', precision: 2 }] as unknown as Parameters<
  typeof moneyIn
>[2];
const RATES = [{ baseSymbol: 'USDT', quoteSymbol: 'EUR', rate: '0.9' }];

test('E7 values are cut in the currency in which they are shown', () => {
  const values = valuesIn(moneyIn('EUR', RATES, FIATS));
  expect(values.currency).toBe('EUR');
  expect(values.cut('1.119')).toBe('1.00');
  expect(values.text('-1234.5')).toBe('−€1,234.50');
});

test('E7 without a rate values are shown in the coin that they are counted in', () => {
  const values = valuesIn(moneyIn('EUR', [], FIATS));
  expect([values.currency, values.cut('1.119'), values.text('1.11')]).toEqual(['USDT', '1.11', '1.11 USDT']);
});

test.each([
  // 10.009 and 0.009 are 10.018: shown as 10.00 and 0.01.
  ['10.018', '10.009', 1n],
  ['9.991', '10.009', -1n],
  ['10.009', '10.009', 0n],
])('E7 the rest of %s beside %s closes the shown sum', (sum, other, rest) => {
  expect(restOf(sum, other, 2)).toBe(rest);
});

import { expect, test } from 'vitest';
import { moneyIn } from '../../figures/money.ts';
import { valuesIn } from './shown-values.ts';

const FIATS = [{ id: 1, countryCoin: 'EUR', moneySymbol: '€', precision: 2 }] as unknown as Parameters<
  typeof moneyIn
>[2];
const RATES = [{ baseSymbol: 'USDT', quoteSymbol: 'EUR', rate: '0.9' }];

test('E7 values are cut in the currency in which they are shown', () => {
  const values = valuesIn(moneyIn('EUR', RATES, FIATS));
  expect(values.currency).toBe('EUR');
  expect(values.cut('1.119')).toBe('1.00');
  expect(values.text('-1234.5')).toBe('−€1,234.50');
  expect(values.figure('-1234.5'), 'beside its code the currency is not named twice').toBe('−1,234.50');
});

test('E7 without a rate values are shown in the coin that they are counted in', () => {
  const values = valuesIn(moneyIn('EUR', [], FIATS));
  expect([values.currency, values.cut('1.119'), values.text('1.11')]).toEqual(['USDT', '1.11', '1.11 USDT']);
});

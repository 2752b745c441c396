import { expect, test } from 'vitest';
import { convert, currencyOf, moneyIn, ratesOfWorth, worthBy } from './money.ts';

const rate = (baseSymbol: string, quoteSymbol: string, value: string) => ({ baseSymbol, quoteSymbol, rate: value });
const RATES = [
  rate('USDT', 'USD', '1'),
  rate('BTC', 'USDT', '97142.6'),
  rate('ETH', 'BTC', '0.035'),
  rate('USD', 'EUR', '0.97'),
  rate('USD', 'JPY', '157.5'),
  rate('XYZ', 'ABC', '2'),
];
const FIATS = [
  { countryCoin: 'USD', moneySymbol: '$', precision: 2 },
  { countryCoin: 'EUR', moneySymbol: '€', precision: 2 },
  { countryCoin: 'JPY', moneySymbol: '¥', precision: 0 },
];

test('E5 an amount is converted along the rates, forwards and backwards, without floating point', () => {
  expect(convert('2', 'BTC', 'USDT', RATES)).toBe('194285.2');
  expect(convert('0.1', 'ETH', 'EUR', RATES)).toBe('329.799127');
  expect(convert('97', 'EUR', 'USD', RATES)).toBe('100');
  expect(convert('1', 'USD', 'USD', RATES)).toBe('1');
  expect(convert('0.3', 'USDT', 'USD', RATES)).toBe('0.3');
});

test('E5 what no rate joins has no worth rather than 0', () => {
  expect(convert('1', 'XYZ', 'USD', RATES)).toBeNull();
  expect(convert('1', 'BTC', 'USD', [rate('BTC', 'USDT', '0'), rate('USDT', 'USD', '1')])).toBeNull();
  expect(convert('x', 'BTC', 'USD', RATES)).toBeNull();
});

test('the worth of a few symbols is told by one rate for each, the same as by all of them', () => {
  const few = ratesOfWorth(['USDT', 'ETH', 'XYZ', 'ETH'], RATES);
  expect(few).toEqual([rate('USDT', 'USDT', '1'), rate('ETH', 'USDT', '3399.991')]);
  for (const symbol of ['USDT', 'ETH', 'XYZ']) expect(worthBy(few)('7', symbol)).toBe(worthBy(RATES)('7', symbol));
});

test('E5 an amount carries the sign and the decimals of its currency, cut and not rounded', () => {
  expect(moneyIn('EUR', RATES, FIATS).format('1234.567', 'USDT')).toBe('€1,197.52');
  expect(moneyIn('JPY', RATES, FIATS).format('10.999', 'USDT')).toBe('¥1,732');
  expect(moneyIn('USD', RATES, FIATS).format('1', 'XYZ')).toBeNull();
});

test('E5 K2 the default currency is USD, also where the chosen one is not known', () => {
  expect(moneyIn('EUR', RATES, FIATS).currency).toBe('EUR');
  expect(moneyIn('GBP', RATES, FIATS).currency).toBe('USD');
  expect(moneyIn('EUR', [rate('USDT', 'USD', '1')], FIATS).currency).toBe('USD');
  expect(moneyIn('USD', RATES, []).format('1.239', 'USDT')).toBe('1.23');
});

test('E5 the content of a legal tender is its code and its sign', () => {
  expect(currencyOf('EUR_€')).toEqual({ code: 'EUR', symbol: '€' });
  expect(currencyOf('UZS_soʻm')).toEqual({ code: 'UZS', symbol: 'soʻm' });
  expect(currencyOf('USD')).toEqual({ code: 'USD', symbol: '' });
});

import { expect, test } from 'vitest';
import { dayChange, dayRange } from './day-change.ts';

test('A10 the change of a day follows from its open and the price that is shown', () => {
  expect(dayChange('110', '100')).toEqual({ change: '10', changePercent: '10' });
  expect(dayChange('99.5', '100')).toEqual({ change: '-0.5', changePercent: '-0.5' });
  expect(dayChange('100', '100')).toEqual({ change: '0', changePercent: '0' });
});

test('A10 its percent is rounded half away from zero', () => {
  expect(dayChange('20001', '20000').changePercent).toBe('0.01');
  expect(dayChange('19999', '20000').changePercent).toBe('-0.01');
  expect(dayChange('200009', '200000').changePercent).toBe('0');
  expect(dayChange('100.00500000', '100').changePercent).toBe('0.01');
});

test('A10 a market without a price or an open did not move', () => {
  expect(dayChange('0', '100')).toEqual({ change: '0', changePercent: '0' });
  expect(dayChange('100', '0')).toEqual({ change: '0', changePercent: '0' });
});

test('A10 the high and the low of a day are as far as the newest prices', () => {
  const told = { highPrice: '110', lowPrice: '90' };
  expect(dayRange(told, ['100'])).toEqual(told);
  expect(dayRange(told, ['110.5', '112', '111'])).toEqual({ highPrice: '112', lowPrice: '90' });
  expect(dayRange(told, ['9', '100'])).toEqual({ highPrice: '110', lowPrice: '9' });
  expect(dayRange(told, ['0'])).toEqual(told);
  expect(dayRange({ highPrice: '0', lowPrice: '0' }, ['100'])).toEqual({ highPrice: '100', lowPrice: '100' });
});

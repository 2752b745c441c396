import { expect, test } from 'vitest';
import { dayChange } from './day-change.ts';

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

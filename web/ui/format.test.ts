import { describe, expect, test } from 'vitest';
import {
  cleanTypedNumber,
  fitNumber,
  formatAmount,
  formatCompact,
  formatNumber,
  formatPercent,
  normalizeNumber,
  percentOf,
  truncate,
} from './format.ts';

describe('V1 numbers on the screen', () => {
  test('V1 truncates and never rounds up', () => {
    expect(truncate('1.999', 2)).toBe('1.99');
    expect(truncate('0.99999999', 0)).toBe('0');
    expect(formatNumber('97142.6', 2)).toBe('97,142.60');
    expect(formatAmount('1234567.10000', 4)).toBe('1,234,567.1');
  });
  test('V1 empty, plus and minus are 0', () => {
    for (const text of ['', '+', '-', ' ']) expect(normalizeNumber(text)).toBe('0');
    expect(normalizeNumber('1,234.5')).toBe('1234.5');
  });
  test('V1 a field keeps digits and one dot, 13 characters, no dot at zero decimals', () => {
    expect(cleanTypedNumber('12.3.4', 4).value).toBe('12.34');
    expect(cleanTypedNumber('12.34', 0).value).toBe('1234');
    expect(cleanTypedNumber('1a2b3', 2).value).toBe('123');
    expect(cleanTypedNumber('12345678901234567', 2).value).toHaveLength(13);
    expect(cleanTypedNumber('.5', 2).value).toBe('0.5');
    expect(cleanTypedNumber('1.23456', 3).value).toBe('1.234');
  });
  test('V1 strips commas and hints at one that is no thousands group', () => {
    expect(cleanTypedNumber('1,234.5', 2)).toEqual({ value: '1234.5', commaHint: false, cut: null });
    expect(cleanTypedNumber('1,5', 2)).toEqual({ value: '15', commaHint: true, cut: null });
  });
  test('V1 what a field leaves out it says', () => {
    expect(cleanTypedNumber('1.239', 2)).toEqual({ value: '1.23', commaHint: false, cut: 'decimals' });
    expect(cleanTypedNumber('1.2300', 2).cut).toBeNull();
    expect(cleanTypedNumber('12345678901234', 2).cut).toBe('length');
    expect(cleanTypedNumber('12.5', 0)).toEqual({ value: '125', commaHint: false, cut: 'dot' });
  });
  test('V1 Persian digits are read as the same number', () => {
    expect(cleanTypedNumber('۱۲٫۵', 2).value).toBe('12.5');
  });
  test('V7 a number longer than its place ends in +', () => {
    expect(fitNumber('123456789012345', 14)).toBe('12345678901234+');
    expect(fitNumber('12345', 14)).toBe('12345');
  });
  test('V2 progress percent is never negative', () => {
    expect(percentOf('-5', '10')).toBe(0);
    expect(percentOf('1', '3')).toBe(33.33);
    expect(percentOf('1', '0')).toBe(0);
  });
});

test('large sums are shortened, direction carries its sign', () => {
  expect(formatCompact('412610000')).toBe('412.61M');
  expect(formatCompact('999.999')).toBe('999.99');
  expect(formatPercent('1.849')).toBe('+1.84%');
  expect(formatPercent('-0.5')).toBe('−0.50%');
  expect(formatPercent('0.001')).toBe('0.00%');
});

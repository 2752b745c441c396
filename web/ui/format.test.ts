import { describe, expect, test } from 'vitest';
import { decimal, formatUnits } from './decimal.ts';
import {
  fitNumber,
  formatAmount,
  formatCompact,
  formatExactMoney,
  formatNumber,
  formatPercent,
  formatSigned,
  normalizeNumber,
  percentOf,
  progressPercent,
  shownSign,
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
  test('V7 a number longer than its place ends in +', () => {
    expect(fitNumber('123456789012345', 14)).toBe('12345678901234+');
    expect(fitNumber('12345', 14)).toBe('12345');
  });
  test('V2 progress is the ratio cut after 4 characters, as percent', () => {
    expect(progressPercent('1', '3')).toBe(33);
    expect(progressPercent('2', '3')).toBe(66);
    expect(progressPercent('0.999999', '1')).toBe(99);
    expect(progressPercent('29', '100')).toBe(29);
    expect(progressPercent('100', '100')).toBe(100);
  });
  test('V2 progress is capped: more than the goal is the goal', () => {
    for (const amount of ['100.01', '155', '1239', '100050']) expect(progressPercent(amount, '100')).toBe(100);
    expect(progressPercent('99.999999999999999999', '100')).toBe(99);
  });
  test('V2 progress is 0 for a negative or empty amount and for a goal of 0 or less', () => {
    for (const amount of ['-5', '-0.01', '', '-', 'x']) expect(progressPercent(amount, '10')).toBe(0);
    expect(progressPercent('1', '0')).toBe(0);
    expect(progressPercent('1', '-3')).toBe(0);
  });
  test('V2 the share of a filled order is never negative', () => {
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

test.each([
  ['0', 2, '0.00', 0],
  ['', 2, '0.00', 0],
  ['0.009', 2, '0.00', 0],
  ['-0.009', 2, '0.00', 0],
  ['0.01', 2, '+0.01', 1],
  ['-0.01', 2, '−0.01', -1],
  ['43.789', 2, '+43.78', 1],
  ['-123.456', 2, '−123.45', -1],
  ['-999999', 2, '−999,999.00', -1],
  ['-0.9', 0, '0', 0],
  ['12', 0, '+12', 1],
])('V1 %j with %i decimals is %s: cut, and without a sign where it shows as zero', (text, decimals, shown, sign) => {
  expect(formatSigned(text, decimals)).toBe(shown);
  expect(shownSign(text, decimals)).toBe(sign);
});

test('a signed amount may go without padding', () => {
  expect(formatSigned('-1234.50', 8, formatAmount)).toBe('−1,234.5');
  expect(formatSigned('-0.001', 2, formatAmount)).toBe('0');
});

test('V1 money of which the smallest part counts has two decimals at least, and all that it has', () => {
  expect(['250000', '-0.5', '0.00042000', '3.141'].map((text) => formatSigned(text, 8, formatExactMoney))).toEqual([
    '+250,000.00',
    '−0.50',
    '+0.00042',
    '+3.141',
  ]);
});

/** Small and repeatable; the seed stands in every message. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
}

test('V1 a shown number is never more than there is, and loses less than its last digit', () => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
  const random = randomOf(seed);
  for (let round = 0; round < 2_000; round += 1) {
    const units = BigInt(Math.floor(random() * 2 ** 50)) * BigInt(Math.floor(random() * 2 ** 30));
    const decimals = Math.floor(random() * 9);
    const shown = formatNumber(formatUnits(units, 18), decimals);
    const message = `seed ${seed}: ${units} with ${decimals} decimals is ${shown}`;
    expect(shown, message).toMatch(/^\d{1,3}(?:,\d{3})*(?:\.\d+)?$/);
    const back = decimal(shown.replaceAll(',', ''), 18);
    expect(back <= units && units - back < 10n ** BigInt(18 - decimals), message).toBe(true);
  }
});

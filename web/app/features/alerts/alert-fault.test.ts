import { expect, test } from 'vitest';
import { alertFault } from './alert-fault.ts';

const market = { decimals: 2, lastPrice: '96000.5' };
const range = { reason: 'range', least: '960.01', most: '9600050' };

test.each([
  ['95000', market, null],
  ['960.01', market, null],
  ['9600050', market, null],
  ['960.00', market, range],
  ['0.01', market, range],
  ['9600050.01', market, range],
  ['9999999999999', market, range],
  ['', market, { reason: 'missing' }],
  ['0.00', market, { reason: 'missing' }],
  ['95000.001', market, { reason: 'decimals' }],
  // Nothing to compare it with yet.
  ['0.01', { decimals: 2, lastPrice: undefined }, null],
  ['0.01', { decimals: 2, lastPrice: '0' }, null],
  ['0.00000001', { decimals: 8, lastPrice: '0.0000001' }, null],
] as const)('an alert at %s says what is wrong with its price: %j', (price, facts, fault) => {
  expect(alertFault(price, facts)).toEqual(fault);
});

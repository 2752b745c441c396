import { expect, test } from 'vitest';
import { groupedValues } from './first-problems.ts';

test('the numbers of a sentence at a field are grouped as all others are, without losing or adding a digit', () => {
  expect(groupedValues({ most: '9000000', asset: 'USDT' })).toEqual({ most: '9,000,000', asset: 'USDT' });
  expect(groupedValues({ available: '49053.38' })).toEqual({ available: '49,053.38' });
  expect(groupedValues({ last: '97589.70' })).toEqual({ last: '97,589.70' });
  expect(groupedValues({ least: '0.00001' })).toEqual({ least: '0.00001' });
  expect(groupedValues({ price: '97,589.70', asset: '1000SATS' })).toEqual({ price: '97,589.70', asset: '1000SATS' });
});

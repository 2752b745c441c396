import { expect, test } from 'vitest';
import { shownRest } from './shown-rest.ts';

test.each([
  // Cut by themselves they would be 4,663.68 and 333.45, a cent less than 4,997.14.
  [{ sum: '4997.143', other: '4663.686', part: '333.457' }, '333.46'],
  [{ sum: '9.991', other: '10.009', part: '-0.018' }, '-0.01'],
  [{ sum: '10.009', other: '10.009', part: '0' }, '0'],
])('E7 B6 the parts that are shown make the shown sum: %o', (parts, shown) => {
  expect(shownRest(parts, 2)).toBe(shown);
});

test('E7 what does not make the sum is shown by itself', () => {
  expect(shownRest({ sum: '10', other: '4.009', part: '5.009' }, 2)).toBe('5.00');
});

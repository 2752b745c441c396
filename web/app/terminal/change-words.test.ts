import { expect, test } from 'vitest';
import { changeText } from './change-words.ts';

test('a change says from what to what, with its unit, and reads from the left also between words that do not', () => {
  const price = { name: 'قیمت', from: '97,000.0', to: '97,100.0', unit: 'USDT' };
  expect(changeText(price)).toBe('قیمت \u206697,000.0 → 97,100.0 USDT\u2069');
  expect(changeText({ name: 'Callback', from: '1.5%', to: '2%', unit: '' })).toBe('Callback \u20661.5% → 2%\u2069');
});

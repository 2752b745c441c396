import { expect, test } from 'vitest';
import { placedWords } from './placed-words.ts';

const t = ((key: string, values: object = {}) => [key, ...Object.values(values)].join(' | ')) as never;
const order = { base: 'SOL', quote: 'USDT', priceDecimals: 2, quantity: '1500.50000000', price: '213.6' };

test('a placed order is told by its size and its price, as the rest of the terminal writes them', () => {
  expect(placedWords(t, order)).toBe('terminal.order.at | 1,500.5 SOL | 213.60 USDT');
});

test('one without a price, such as a trailing stop, is told by its size', () => {
  expect(placedWords(t, { ...order, price: '0' })).toBe('1,500.5 SOL');
  expect(placedWords(t, { ...order, price: '' })).toBe('1,500.5 SOL');
});

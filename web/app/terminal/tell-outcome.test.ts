import { expect, test } from 'vitest';
import { listed } from '../i18n/isolated.ts';
import { orderWords } from './tell-outcome.ts';

const t = ((key: string, values: object = {}) => [key, ...Object.values(values)].join(' | ')) as never;

test('a cancel names the market, size and price of its order', () => {
  const order = { symbol: 'BTCUSDT', quantity: '0.50', price: '97000.10' };
  expect(orderWords(t, order)).toBe(listed(['BTCUSDT', 'terminal.order.at | 0.5 | 97,000.1']));
});

test('what has no price names its size, and what closes a whole position its market alone', () => {
  expect(orderWords(t, { symbol: 'ETHUSDT', quantity: '1500', price: '0' })).toBe(listed(['ETHUSDT', '1,500']));
  expect(orderWords(t, { symbol: 'ETHUSDT', quantity: '', price: '' })).toBe(listed(['ETHUSDT']));
});

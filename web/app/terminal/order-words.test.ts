import { expect, test } from 'vitest';
import { listed } from '../i18n/isolated.ts';
import { orderWords } from './order-words.ts';

const t = ((key: string, values: object = {}) => [key, ...Object.values(values)].join(' | ')) as never;
const btc = { base: 'BTC', quote: 'USDT', priceDecimals: 1 };
const limit = { symbol: 'BTCUSDT', type: 'Limit', side: 'BUY', quantity: '0.50', price: '97000' } as const;

test('an order is named by market, type, side, size and price, each figure with its coin', () => {
  const size = 'terminal.order.at | 0.5 BTC | 97,000.0 USDT';
  expect(orderWords(t, limit, btc)).toBe(listed(['BTCUSDT', 'Limit', 'terminal.side_BUY', size]));
});

test('what waits says last for what; what has no price names its size, and what closes a whole position none', () => {
  const stop = { ...limit, type: 'Stop', side: 'SELL', price: '0', condition: 'Mark: falls' } as const;
  const named = ['BTCUSDT', 'Stop', 'terminal.side_SELL'];
  expect(orderWords(t, stop, btc)).toBe(listed([...named, '0.5 BTC', 'Mark: falls']));
  expect(orderWords(t, { ...stop, quantity: '0' }, btc)).toBe(listed([...named, 'Mark: falls']));
  expect(orderWords(t, { ...stop, quantity: '', condition: null }, btc)).toBe(listed(named));
});

test('of a market that is not known the figures stand without coins', () => {
  const size = 'terminal.order.at | 0.5 | 97,000';
  expect(orderWords(t, limit, undefined)).toBe(listed(['BTCUSDT', 'Limit', 'terminal.side_BUY', size]));
});

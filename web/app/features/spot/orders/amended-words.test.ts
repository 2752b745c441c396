import { expect, test } from 'vitest';
import { listed } from '../../../i18n/isolated.ts';
import type { Order, Pair } from '../../../api/types.ts';
import { changeText } from '../../../terminal/change-words.ts';
import { amendedWords } from './amended-words.ts';

const t = ((key: string) => key) as never;
const pair = { symbol: 'BTCUSDT', base: 'BTC', quote: 'USDT', quotePrecision: 2, tickSize: '0.01' } as Pair;
const order = {
  symbol: 'BTCUSDT',
  side: 'SELL',
  type: 'LIMIT',
  status: 'NEW',
  price: '97000',
  stopPrice: '0',
  activationPrice: '0',
  quantity: '0.1',
  displayQuantity: '0',
  deltaBips: 0,
} as Order;
const told = (changed: Partial<Order>, before = order) => amendedWords(t, before, { ...before, ...changed }, pair);

test('a change says what changed from what to what, with its unit; of two changes both', () => {
  const price = changeText({ name: 'terminal.ticket.price', from: '97,000.00', to: '97,100.00', unit: 'USDT' });
  const amount = changeText({ name: 'terminal.ticket.quantity', from: '0.1', to: '0.25', unit: 'BTC' });
  expect(told({ price: '97100' })).toBe(listed(['BTC/USDT', price]));
  expect(told({ price: '97100.00', quantity: '0.25' })).toBe(listed(['BTC/USDT', price, amount]));
});

test('a trailing stop says its callback in percent', () => {
  const trailing = { ...order, status: 'UNTRIGGERED', price: '0', deltaBips: 150 } as Order;
  const callback = changeText({ name: 'terminal.ticket.callback', from: '1.5%', to: '2%', unit: '' });
  expect(told({ deltaBips: 200 }, trailing)).toBe(listed(['BTC/USDT', callback]));
});

test('where nothing differs any more, the order is named', () => {
  expect(told({})).toContain('terminal.type_LIMIT');
});

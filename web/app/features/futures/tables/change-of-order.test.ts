import { expect, test } from 'vitest';
import type { Contract, FuturesOrder } from '../../../api/calls/futures.ts';
import { listed } from '../../../i18n/isolated.ts';
import { changeText } from '../../../terminal/change-words.ts';
import { amendedWords, exitChange } from './change-of-order.ts';

const t = ((key: string) => key) as never;
const contract = { symbol: 'BTCUSDT', base: 'BTC', settle: 'USDT', pricePrecision: 1 } as Contract;
const order = {
  symbol: 'BTCUSDT',
  type: 'LIMIT',
  side: 'BUY',
  positionSide: 'BOTH',
  price: '97000',
  quantity: '0.1',
} as FuturesOrder;

test('R24 a changed order says what changed from what to what, with its unit', () => {
  const price = changeText({ name: 'terminal.ticket.price', from: '97,000.0', to: '97,100.0', unit: 'USDT' });
  const amount = changeText({ name: 'terminal.ticket.quantity', from: '0.1', to: '0.2', unit: 'BTC' });
  const told = (change: Partial<FuturesOrder>) => amendedWords(t, order, { ...order, ...change }, contract);
  expect(told({ price: '97100.0' })).toBe(listed(['BTCUSDT', price]));
  expect(told({ price: '97100', quantity: '0.20' })).toBe(listed(['BTCUSDT', price, amount]));
  expect(told({ price: '97000.00' })).toContain('terminal.type_LIMIT');
});

test('R24 a moved, set or removed exit says so of itself alone', () => {
  const told = (now: object) => exitChange(t, contract, before, { ...before, ...now });
  const before = { takeProfit: '99000', stopLoss: '' };
  const takeProfit = { name: 'futures.ticket.take_profit', from: '99,000.0', unit: 'USDT' };
  expect(told({ takeProfit: '99500' })).toBe(listed(['BTCUSDT', changeText({ ...takeProfit, to: '99,500.0' })]));
  expect(told({ takeProfit: '' })).toBe(listed(['BTCUSDT', changeText({ ...takeProfit, to: '–' })]));
  const stopLoss = { name: 'futures.ticket.stop_loss', from: '–', to: '95,000.0', unit: 'USDT' };
  expect(told({ stopLoss: '95000' })).toBe(listed(['BTCUSDT', changeText(stopLoss)]));
  expect(told({})).toBeUndefined();
});

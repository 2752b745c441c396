import { expect, test } from 'vitest';
import { listed } from '../i18n/isolated.ts';
import { canceledWords } from './tell-outcome.ts';

const t = ((key: string, values: object = {}) => [key, ...Object.values(values)].join(' | ')) as never;
const name = { whole: 'ETH/USDT · Limit · Buy · 0.5 ETH at 3,400.00 USDT', market: 'ETH/USDT', base: 'ETH' };
const order = { side: 'BUY', status: 'CANCELED', quantity: '0.5', filledQuantity: '0' } as const;

test('A4 of a canceled order that had filled in part it is told how much was canceled', () => {
  expect(canceledWords(t, { ...order, filledQuantity: '0.1688' }, name)).toEqual([
    'terminal.amend.rest_canceled | terminal.side_BUY',
    listed(['ETH/USDT', 'terminal.order.canceled_part | 0.3312 | 0.5 ETH']),
  ]);
});

test('A4 of one that had not the whole order is named', () => {
  const whole = ['terminal.order.canceled | terminal.side_BUY', name.whole];
  expect(canceledWords(t, order, name)).toEqual(whole);
  const { filledQuantity: _none, ...stop } = order;
  expect(canceledWords(t, stop, name)).toEqual(whole);
});

import { expect, test } from 'vitest';
import { listed } from '../i18n/isolated.ts';
import { canceledManyWords, canceledWords } from './tell-outcome.ts';

const t = ((key: string, values: object = {}) => [key, ...Object.values(values)].join(' | ')) as never;
const name = { whole: 'ETH/USDT · Limit · Buy · 0.5 ETH at 3,400.00 USDT', market: 'ETH/USDT', base: 'ETH' };
const order = { side: 'BUY', status: 'CANCELED', quantity: '0.5', filledQuantity: '0' } as const;

test('A4 of a canceled order that had filled in part it is told first how much had filled, and how much was canceled', () => {
  expect(canceledWords(t, { ...order, filledQuantity: '0.1688' }, name)).toEqual([
    'terminal.amend.rest_canceled | terminal.side_BUY',
    listed(['frame.fills.lost_filled | 0.1688 ETH', 'terminal.order.canceled_part | 0.3312 | 0.5 ETH', 'ETH/USDT']),
  ]);
});

test('A4 of one that had not the whole order is named', () => {
  const whole = ['terminal.order.canceled | terminal.side_BUY', name.whole];
  expect(canceledWords(t, order, name)).toEqual(whole);
  const { filledQuantity: _none, ...stop } = order;
  expect(canceledWords(t, stop, name)).toEqual(whole);
});

test('A4 when all are canceled it is told how many ended, and how many of those had filled in part', () => {
  const { filledQuantity: _none, ...stop } = order;
  const ended = [order, stop, { ...order, status: 'FILLED', filledQuantity: '0.5' } as const];
  expect(canceledManyWords(t, 'ETH/USDT', ended)).toEqual(['terminal.order.canceled_here | 2 | ETH/USDT']);
  expect(canceledManyWords(t, undefined, [...ended, { ...order, filledQuantity: '0.1' }])).toEqual([
    'terminal.order.canceled_everywhere | 3',
    'terminal.order.canceled_partly | 1',
  ]);
});

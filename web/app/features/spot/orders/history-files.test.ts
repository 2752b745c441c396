import { expect, test } from 'vitest';
import type { Fill, Order } from '../../../api/types.ts';
import { FILL_FILE, ORDER_FILE } from './history-files.ts';

const order = { createdAt: 0, price: '0', averagePrice: '0', quantity: '1', quoteAmount: '0', stopPrice: '0' };
const rowOf = (change: object) => {
  const row = { ...order, deltaBips: 0, activationPrice: '0', ...change } as Order;
  return Object.fromEntries(ORDER_FILE.map(({ head, text }) => [head, text(row)]));
};

test('the file of orders has the trigger of one that fired, and leaves prices empty that were never set', () => {
  expect(rowOf({ stopPrice: '204' })).toMatchObject({ price: '', trigger_price: '204', callback_percent: '' });
  expect(rowOf({ deltaBips: 150, activationPrice: '210' })).toMatchObject({
    trigger_price: '',
    callback_percent: '1.5',
    activation_price: '210',
    quote_amount: '',
  });
});

test('the file of fills says which condition sent the order, and leaves it empty where none did', () => {
  const sentBy = FILL_FILE.find(({ head }) => head === 'sent_by')!;
  const of = (part: Partial<Fill>) => sentBy.text(part as Fill);
  expect([of({ sentBy: 'STOP' }), of({ sentBy: null }), of({})]).toEqual(['STOP', '', '']);
});

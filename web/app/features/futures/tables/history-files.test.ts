import { expect, test } from 'vitest';
import type { EndedOrder, StopOrder } from '../../../api/calls/futures.ts';
import { ORDER_FILE } from './history-files.ts';

const order = {
  createdAt: 0,
  origin: 'USER',
  stop: null,
  price: '0',
  averagePrice: '0',
  quantity: '2',
  filledQuantity: '0',
};
const rowOf = (change: object) =>
  Object.fromEntries(ORDER_FILE.map(({ head, text }) => [head, text({ ...order, ...change } as EndedOrder)]));

test('the file of orders names the liquidation and the trigger, and leaves prices empty that were never set', () => {
  expect(rowOf({})).toMatchObject({ origin: 'USER', price: '', average_price: '', quantity: '2', trigger_price: '' });
  expect(rowOf({ origin: 'LIQUIDATION', price: '96508.7' })).toMatchObject({ origin: 'LIQUIDATION', price: '96508.7' });
  const stop = {
    type: 'STOP',
    source: 'MARK',
    triggerPrice: '204',
    callbackRate: '0',
    activationPrice: '0',
  } as StopOrder;
  expect(rowOf({ origin: 'STOP', stop })).toMatchObject({
    stop_type: 'STOP',
    trigger_source: 'MARK',
    trigger_price: '204',
    callback_rate: '',
    activation_price: '',
  });
});

import { expect, test } from 'vitest';
import { createOrderRests, restOf } from './order-rests.ts';

const order = {
  orderId: 7,
  quantity: '200',
  filledQuantity: '23.519',
  status: 'PARTIALLY_FILLED',
  updatedAt: 1,
} as const;

test.each([
  ['waits in the book', order, { quantity: '176.481', isOpen: true }],
  ['was canceled', { ...order, status: 'CANCELED' }, { quantity: '176.481', isOpen: false }],
  ['ended with its time in force', { ...order, status: 'EXPIRED' }, { quantity: '176.481', isOpen: false }],
  ['is nothing', { ...order, filledQuantity: '200', status: 'FILLED' }, null],
  ['is all of it: nothing filled', { ...order, filledQuantity: '0', status: 'NEW' }, null],
  ['is not known of an order by its value', { ...order, quantity: '0', status: 'EXPIRED' }, null],
  [
    'is nothing where its stop was larger than its position',
    { ...order, status: 'EXPIRED', reason: 'REDUCE_ONLY', origin: 'STOP' },
    null,
  ],
] as const)('the rest of an order %s', (_name, given, rest) => {
  expect(restOf(given)).toEqual(rest);
});

test('the rest of an order follows it until it is filled whole', () => {
  const { rests, acceptOrders } = createOrderRests();
  acceptOrders('futures', [order]);
  expect(rests.get().get('futures 7')).toEqual({ quantity: '176.481', isOpen: true });
  acceptOrders('futures', [{ ...order, status: 'CANCELED' }]);
  expect(rests.get().get('futures 7')).toEqual({ quantity: '176.481', isOpen: false });
  acceptOrders('futures', [{ ...order, filledQuantity: '200', status: 'FILLED' }]);
  expect(rests.get().has('futures 7')).toBe(false);
  // An answer that was asked for before comes after it.
  acceptOrders('futures', [{ ...order, updatedAt: 0 }]);
  expect(rests.get().has('futures 7')).toBe(false);
});

test('what an answered order has left by now is what was told of it since, unless that is older than the answer', () => {
  const { restByNow, acceptOrders } = createOrderRests();
  expect(restByNow('futures', order)).toEqual({ quantity: '176.481', isOpen: true });
  const canceled = { ...order, status: 'CANCELED', updatedAt: order.updatedAt + 1 } as const;
  acceptOrders('futures', [canceled]);
  expect(restByNow('futures', order)).toEqual({ quantity: '176.481', isOpen: false });
  expect(restByNow('futures', { ...order, updatedAt: order.updatedAt + 2 })?.isOpen).toBe(true);
  acceptOrders('futures', [{ ...canceled, filledQuantity: '200', status: 'FILLED', updatedAt: order.updatedAt + 3 }]);
  expect(restByNow('futures', order)).toBeNull();
});

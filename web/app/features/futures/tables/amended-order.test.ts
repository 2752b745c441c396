import { expect, test } from 'vitest';
import { cancelsRest, changeOf } from './amended-order.ts';

const order = { symbol: 'BTCUSDT', orderId: 7, price: '50000', quantity: '0.5', filledQuantity: '0.2' };

test('trading A6 a change of a perpetual’s order names only what differs as a number', () => {
  expect(changeOf(order, { price: '50000.0', quantity: '0.50' })).toBe(null);
  expect(changeOf(order, { price: '49999.5', quantity: '0.5' })).toEqual({
    symbol: 'BTCUSDT',
    orderId: 7,
    price: '49999.5',
  });
  expect(changeOf(order, { price: '50000', quantity: '0.4' })).toMatchObject({ quantity: '0.4' });
});

test('trading A6 a quantity that is filled already cancels the rest, which is said before', () => {
  expect([
    cancelsRest(order, '0.2'),
    cancelsRest(order, '0.1'),
    cancelsRest(order, '0.3'),
    cancelsRest(order, ''),
  ]).toEqual([true, true, false, false]);
  expect(cancelsRest({ filledQuantity: '0' }, '0.1')).toBe(false);
});

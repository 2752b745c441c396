import { expect, test } from 'vitest';
import type { Order } from '../../../api/types.ts';
import { hasPartner, pairKey, partnerOf, withPairsTogether } from './order-pairs.ts';

const order = (orderId: number, ocoId = 0) => ({ orderId, ocoId }) as Order;
const orders = [order(5), order(4, 3), order(9), order(3, 3), order(7, 6)];

test('trading A1.4 the orders of a pair stand next to each other, where the first of them stood; single ones stay', () => {
  expect(withPairsTogether(orders).map(({ orderId }) => orderId)).toEqual([5, 3, 4, 9, 7]);
  expect(withPairsTogether([])).toEqual([]);
});

test('trading A1.4 each order of a pair knows the other, and an order whose other one has ended stands alone', () => {
  expect(partnerOf(order(3, 3), orders)?.orderId).toBe(4);
  expect(partnerOf(order(4, 3), orders)?.orderId).toBe(3);
  expect([hasPartner(order(5), orders), hasPartner(order(7, 6), orders)]).toEqual([false, false]);
  expect([pairKey(order(5)), pairKey(order(4, 3))]).toEqual([undefined, 3]);
});

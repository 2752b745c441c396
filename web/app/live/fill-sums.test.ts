import { expect, test } from 'vitest';
import { fill, NO_POSITION } from '../../testing/fills.ts';
import { filledOrders, sumOf, sumOfTaken, wholeOrders } from './fill-center.ts';
import { unseen } from './unseen.ts';

test('the sum of fills is exact', () => {
  expect(
    sumOf(
      [1, 2, 3].map((id) => ({
        ...fill(id, { quantity: '0.1', price: '0.3' }),
        market: 'spot' as const,
        ...NO_POSITION,
      })),
    ),
  ).toMatchObject({
    quantity: '0.3',
    price: '0.3',
    fee: '0.3',
  });
});

test('the fills of one order are one entry, with their sum and the time of the newest, and count once', () => {
  const spot = (id: number, part: object) => ({ ...fill(id, part), market: 'spot' as const, ...NO_POSITION });
  const fills = [
    spot(5, { orderId: 8, quantity: '0.2', price: '4', time: 900 }),
    spot(4, { orderId: 7, quantity: '1', price: '3', time: 800 }),
    spot(3, { orderId: 8, quantity: '0.6', price: '2', time: 700 }),
  ];
  expect(filledOrders(fills)).toMatchObject([
    { orderId: 8, quantity: '0.8', price: '2.5', time: 900 },
    { orderId: 7, quantity: '1', price: '3', time: 800 },
  ]);
  expect([unseen(fills, 0), unseen(fills, 750), unseen(fills, 850), unseen(fills, 900)]).toEqual([2, 2, 1, 0]);
  // Orders of the two kinds of markets may have the same number.
  expect(filledOrders([fills[0]!, { ...fills[0]!, market: 'futures' }])).toHaveLength(2);
});

test('of a page with more behind it the oldest order is left out, which may have fills there too', () => {
  const items = [fill(3, { orderId: 8 }), fill(2, { orderId: 7 }), fill(1, { orderId: 8 })];
  expect(wholeOrders({ items, total: 3 })).toEqual(items);
  expect(wholeOrders({ items, total: 4 })).toEqual([items[1]]);
  expect(wholeOrders({ items: [items[0]!, items[2]!], total: 9 })).toHaveLength(2);
  expect(wholeOrders({ items: [], total: 0 })).toEqual([]);
});

test('what an order took at once is told with its fee when all of those fills are known, however much its rest filled since', () => {
  const own = (id: number, part: object) => ({ ...fill(id, part), market: 'futures' as const, ...NO_POSITION });
  const taken = [
    own(1, { orderId: 7, quantity: '0.2', fee: '0.1', isMaker: false }),
    own(2, { orderId: 7, quantity: '0.3', fee: '0.15', isMaker: false }),
  ];
  const later = own(3, { orderId: 7, quantity: '0.4', isMaker: true });
  const other = own(4, { orderId: 8, quantity: '0.5', isMaker: false });
  const order = { orderId: 7, filledQuantity: '0.50000000' };
  expect(sumOfTaken([other, later, ...taken], 'futures', order)).toMatchObject({ quantity: '0.5', fee: '0.25' });
  expect(sumOfTaken(taken.slice(1), 'futures', order)).toBeNull();
  expect(sumOfTaken(taken, 'spot', order)).toBeNull();
  expect(sumOfTaken([], 'futures', { ...order, filledQuantity: '0' })).toBeNull();
});

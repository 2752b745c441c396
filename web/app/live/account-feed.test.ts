import type { Order } from '@agio/contracts/http/spot';
import { expect, test } from 'vitest';
import { createAccountFeed } from './account-feed.ts';
import { mergeDeals } from './market-feed.ts';

function order(part: Partial<Order>): Order {
  return {
    orderId: 1,
    clientOrderId: '',
    symbol: 'BTCUSDT',
    side: 'BUY',
    type: 'LIMIT',
    timeInForce: 'GTC',
    price: '100',
    quantity: '1',
    quoteAmount: '0',
    filledQuantity: '0',
    filledAmount: '0',
    averagePrice: '0',
    stopPrice: '0',
    deltaBips: 0,
    activationPrice: '0',
    displayQuantity: '0',
    ocoId: 0,
    status: 'NEW',
    reason: '',
    createdAt: 1,
    updatedAt: 1,
    ...part,
  };
}

test('an order is shown as soon as it is placed and goes when it ends', () => {
  const feed = createAccountFeed();
  feed.acceptOrders([order({ orderId: 7 })]);
  expect(feed.openOrders.get()?.map((shown) => shown.orderId)).toEqual([7]);
  feed.acceptOrders([order({ orderId: 7, status: 'FILLED', updatedAt: 2 })]);
  expect(feed.openOrders.get()).toEqual([]);
  expect(feed.revision.get()).toBe(1);
});

test('an answer that arrives after the end of its order does not bring it back', () => {
  const feed = createAccountFeed();
  feed.acceptOrders([order({ orderId: 7, status: 'FILLED', updatedAt: 2 })]);
  feed.acceptOrders([order({ orderId: 7, status: 'NEW', updatedAt: 1 })]);
  expect(feed.openOrders.get()).toEqual([]);
});

test('a later state of an order is not undone by an earlier one', () => {
  const feed = createAccountFeed();
  feed.acceptOrders([order({ orderId: 7, filledQuantity: '0.5', status: 'PARTIALLY_FILLED', updatedAt: 3 })]);
  feed.acceptOrders([order({ orderId: 7, updatedAt: 1 })]);
  expect(feed.openOrders.get()?.[0]?.filledQuantity).toBe('0.5');
});

test('public trades count once and stay newest first, whatever order a frame has', () => {
  const deal = (id: number) => ({ id, price: '1', qty: '1', time: id, isBuyerMaker: false });
  expect(mergeDeals([deal(3), deal(2)], [deal(3), deal(4), deal(5)]).map(({ id }) => id)).toEqual([5, 4, 3, 2]);
});

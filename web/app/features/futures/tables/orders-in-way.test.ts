import { expect, test } from 'vitest';
import type { FuturesOrder, Position } from '../../../api/calls/futures.ts';
import { createBookMerger } from '../../../live/book.ts';
import { contract } from '../../../../testing/futures-ticket.ts';
import { unitsOf } from '../margin.ts';
import { ordersInWay } from './orders-in-way.ts';

const long = { symbol: 'BTCUSDT', direction: 'LONG' } as Position;
const order = (orderId: number, price: string, part: Partial<FuturesOrder> = {}): FuturesOrder =>
  ({
    orderId,
    price,
    symbol: 'BTCUSDT',
    side: 'BUY',
    type: 'LIMIT',
    positionSide: 'BOTH',
    quantity: '0.1',
    filledQuantity: '0',
    ...part,
  }) as FuturesOrder;
function bookOf(bids: [string, string][], asks: [string, string][] = []) {
  const merger = createBookMerger({ price: 1, quantity: 3 });
  merger.apply({ snapshot: true, symbol: 'BTCUSDT', U: 1, u: 1, pu: 1, time: 0, bids, asks });
  return merger.book();
}
const found = (
  quantity: string,
  orders: readonly FuturesOrder[],
  {
    book = null,
    position = long,
    price,
  }: { book?: ReturnType<typeof bookOf> | null; position?: Position; price?: string } = {},
) =>
  ordersInWay(position, orders, contract, {
    quantity: unitsOf(quantity),
    ...(price === undefined ? {} : { price: unitsOf(price) }),
    book,
    ticker: { bidPrice: '49990', askPrice: '50010' },
    mark: unitsOf('50000'),
  }).map(({ orderId }) => orderId);

test('A3 in the way of a closing sell stand the own bids that it reaches: the best price, and below it as deep as its size goes', () => {
  // 0.2 of others at the best price, 0.3 at the next, of which a third is one's own.
  const book = bookOf([
    ['49990', '0.2'],
    ['49980', '0.3'],
    ['49970', '1'],
  ]);
  const orders = [order(1, '49980'), order(2, '49970')];
  expect(found('0.2', orders, { book })).toEqual([]);
  expect(found('0.201', orders, { book })).toEqual([1]);
  // The own order at the better price is not what a larger one takes: it would be canceled first.
  expect(found('0.4', orders, { book })).toEqual([1]);
  expect(found('0.401', orders, { book })).toEqual([1, 2]);
  expect(found('0.001', [order(3, '49990')], { book })).toEqual([3]);
});

test('A3 of a partly filled order only what is left of it lies in the book', () => {
  const book = bookOf([
    ['49990', '0.1'],
    ['49980', '0.1'],
  ]);
  const orders = [order(1, '49990', { quantity: '1', filledQuantity: '0.95' }), order(2, '49980')];
  expect(found('0.05', orders, { book })).toEqual([1]);
  expect(found('0.051', orders, { book })).toEqual([1, 2]);
});

test('A3 a closing buy meets the own asks, whatever side of a hedge they are of; other contracts and the own side are not met', () => {
  const short = { symbol: 'BTCUSDT', direction: 'SHORT' } as Position;
  const asks = [order(1, '50010', { side: 'SELL', positionSide: 'LONG' }), order(2, '50020', { side: 'SELL' })];
  const others = [order(3, '49990'), order(4, '50010', { side: 'SELL', symbol: 'ETHUSDT' })];
  const book = bookOf([], [['50010', '0.1'], ['50020', '0.1']]); // prettier-ignore
  expect(found('0.1', [...asks, ...others], { book, position: short })).toEqual([1, 2]);
});

test('A3 without a book on the screen the best price alone is known, and beyond the bound of a market order nothing is met', () => {
  expect(found('9', [order(1, '49990'), order(2, '49980')])).toEqual([1]);
  const book = bookOf([['49990', '0.1']]);
  expect(found('9', [order(1, '47500'), order(2, '47499.9')], { book })).toEqual([1]);
});

test('A3 in the way of a closing order at a price stand only own orders at that price or better', () => {
  const book = bookOf([
    ['49990', '0.1'],
    ['49980', '0.1'],
  ]);
  const orders = [order(1, '49990'), order(2, '49980')];
  expect(found('1', orders, { book, price: '50000' })).toEqual([]);
  expect(found('1', orders, { book, price: '49990' })).toEqual([1]);
  expect(found('1', orders, { book, price: '49980' })).toEqual([1, 2]);
});

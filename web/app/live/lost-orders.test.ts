import type { FuturesOrder, StopOrder } from '@agio/contracts/http/futures-shapes';
import type { Order } from '@agio/contracts/http/spot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLostOrders, lostFuturesOrders, type LostOrder, lostSpotOrders, lostStopOrders } from './lost-orders.ts';

const spot = (part: Partial<Order>) =>
  ({
    orderId: 7,
    symbol: 'BTCUSDT',
    side: 'SELL',
    type: 'LIMIT',
    quantity: '0.03',
    quoteAmount: '0',
    filledQuantity: '0',
    status: 'EXPIRED',
    reason: 'NO_LIQUIDITY',
    createdAt: 1000,
    updatedAt: 2000,
    ...part,
  }) as Order;
const futures = (part: Partial<FuturesOrder>) =>
  ({ ...spot({}), type: 'MARKET', origin: 'USER', ...part }) as unknown as FuturesOrder;
const stop = (part: Partial<StopOrder>) =>
  ({
    ...spot({}),
    stopOrderId: 3,
    type: 'STOP',
    group: 'FULL',
    orderId: 0,
    reason: 'REDUCE_ONLY',
    ...part,
  }) as unknown as StopOrder;

test('A4 a conditional order that fired and ended is lost: its condition and its reason are told', () => {
  const fired = spot({ type: 'TAKE_PROFIT_MARKET', status: 'EXPIRED_IN_MATCH', reason: 'SELF_TRADE' });
  expect(lostSpotOrders([fired])).toMatchObject([
    { market: 'spot', kind: 'TAKE_PROFIT', quantity: '0.03', reason: 'SELF_TRADE', time: 2000 },
  ]);
  // One that found nobody to trade with was placed; one that was refused was not.
  const refused = ['SELF_TRADE', 'PRICE_BAND'].map((reason) => ({ ...fired, status: 'EXPIRED', reason }) as Order);
  expect(lostSpotOrders(refused).map(({ isRefused }) => isRefused)).toEqual([false, true]);
  const kinds = (['STOP_LIMIT', 'TRAILING_STOP_MARKET', 'LIMIT'] as const).map((type) => spot({ type }));
  expect(lostSpotOrders(kinds).map(({ kind }) => kind)).toEqual(['STOP', 'TRAILING_STOP', 'LIMIT']);
});

test('A4 an order in the book that the exchange ended is lost; what its user or its pair ended is not, nor what filled', () => {
  const canceled = ['SYSTEM', 'USER', 'OCO', 'AMENDED_AWAY'] as const;
  const lost = lostSpotOrders(canceled.map((reason) => spot({ status: 'CANCELED', reason })));
  expect(lost.map(({ reason }) => reason)).toEqual(['SYSTEM']);
  expect(lostSpotOrders([spot({ status: 'FILLED', reason: '' }), spot({ status: 'NEW', reason: '' })])).toEqual([]);
});

test('A4 an order that ended as it was placed was answered so', () => {
  expect(lostSpotOrders([spot({ type: 'MARKET', updatedAt: 1000 })])).toEqual([]);
  expect(lostFuturesOrders([futures({ updatedAt: 1000 })])).toEqual([]);
});

test('B20 a conditional order of a perpetual whose order was refused is lost, one whose position was closed is not', () => {
  expect(lostStopOrders([stop({})])).toMatchObject([
    { key: 'stop 3', kind: 'STOP_LOSS', filledQuantity: '0', isRefused: true },
  ]);
  expect(lostStopOrders([stop({ group: 'OWN', positionSide: 'LONG' })])).toMatchObject([
    { kind: 'STOP', positionSide: 'LONG' },
  ]);
  const others = [
    stop({ status: 'CANCELED', reason: 'POSITION_CLOSED' }),
    stop({ status: 'CANCELED', reason: 'USER' }),
    stop({ status: 'TRIGGERED', reason: '', orderId: 9 }),
  ];
  expect(lostStopOrders(others)).toEqual([]);
});

test('B20 an order that a condition sent is lost though it ended as it was placed; what a liquidation sent is not', () => {
  const sent = futures({ origin: 'STOP', updatedAt: 1000, filledQuantity: '0.01' });
  expect(lostFuturesOrders([sent])).toMatchObject([{ kind: 'CONDITIONAL', filledQuantity: '0.01' }]);
  expect(lostFuturesOrders([{ ...sent, stop: stop({ type: 'TRAILING_STOP' }) }])).toMatchObject([
    { kind: 'TRAILING_STOP' },
  ]);
  expect(lostFuturesOrders([futures({ origin: 'LIQUIDATION' })])).toEqual([]);
});

test('B20 a stop that was larger than what was left of its position is not lost: it closed all of it', () => {
  const sent = futures({ origin: 'STOP', quantity: '300', filledQuantity: '150', reason: 'REDUCE_ONLY' });
  expect(lostFuturesOrders([sent])).toEqual([]);
  expect(lostFuturesOrders([{ ...sent, filledQuantity: '0' }])).toHaveLength(1);
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the condition that sent a lost order is known though its frame comes after that of the order', () => {
  const told: LostOrder[] = [];
  const made = createLostOrders((orders) => void told.push(...orders));
  made.accept(lostFuturesOrders([futures({ origin: 'STOP' })]));
  made.learnSenders([stop({ status: 'TRIGGERED', reason: '', orderId: 7 })]);
  vi.advanceTimersByTime(2000);
  expect(told).toMatchObject([{ orderId: 7, kind: 'STOP_LOSS' }]);
});

test('what a history holds is not told', () => {
  const told: LostOrder[] = [];
  const made = createLostOrders((orders) => void told.push(...orders));
  made.merge(lostSpotOrders([spot({})]));
  made.accept(lostSpotOrders([spot({})]));
  vi.advanceTimersByTime(2000);
  expect(told).toEqual([]);
  expect(made.list.get()).toHaveLength(1);
});

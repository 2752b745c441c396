import { expect, test } from 'vitest';
import type { FuturesOrder, StopOrder } from '../../../api/calls/futures.ts';
import { stayingLimits, stayingStops, stopsToCancel } from './staying-stops.ts';

const stop = (stopOrderId: number, part: Partial<StopOrder> = {}): StopOrder =>
  ({
    stopOrderId,
    symbol: 'BTCUSDT',
    positionSide: 'BOTH',
    group: 'OWN',
    reduceOnly: true,
    closePosition: false,
    ...part,
  }) as StopOrder;
const position = { symbol: 'BTCUSDT', positionSide: 'BOTH' } as const;
const idsOf = (stops: readonly StopOrder[]) => stops.map(({ stopOrderId }) => stopOrderId);

test('trading B15 exits end with their position; conditional orders of their own stay, of this position alone', () => {
  const stops = [
    stop(1),
    stop(2, { group: 'FULL' }),
    stop(3, { group: 'ORDER' }),
    stop(4, { symbol: 'ETHUSDT' }),
    stop(5, { positionSide: 'LONG' }),
    stop(6, { reduceOnly: false }),
  ];
  expect(idsOf(stayingStops(stops, [position]))).toEqual([1, 6]);
  expect(idsOf(stayingStops(stops, []))).toEqual([]);
});

test('those that only reduce are canceled along unless they were unticked; those that may open only if they were ticked', () => {
  const stops = [stop(1), stop(2, { reduceOnly: false }), stop(3, { reduceOnly: false, closePosition: true })];
  expect(idsOf(stopsToCancel(stops, [position], new Map()))).toEqual([1, 3]);
  const ticks = new Map([
    [1, false],
    [2, true],
  ]);
  expect(idsOf(stopsToCancel(stops, [position], ticks))).toEqual([2, 3]);
});

test('what protects a position that could not be closed is never canceled', () => {
  expect(stopsToCancel([stop(1)], [{ symbol: 'ETHUSDT', positionSide: 'BOTH' }], new Map())).toEqual([]);
});

test('trading B17 orders of the book stay when positions are closed, but for those that only reduce', () => {
  const order = (orderId: number, part: Partial<FuturesOrder>) =>
    ({ orderId, side: 'BUY', positionSide: 'BOTH', reduceOnly: false, ...part }) as FuturesOrder;
  const orders = [
    order(1, {}),
    order(2, { reduceOnly: true }),
    order(3, { positionSide: 'LONG' }),
    order(4, { positionSide: 'LONG', side: 'SELL' }),
    order(5, { positionSide: 'SHORT' }),
    order(6, { positionSide: 'SHORT', side: 'SELL' }),
  ];
  expect(stayingLimits(orders).map(({ orderId }) => orderId)).toEqual([1, 3, 6]);
});

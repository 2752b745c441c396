import { expect, test } from 'vitest';
import type { FuturesOrder, Position, StopOrder } from '../../../api/calls/futures.ts';
import { inTheWay } from './in-the-way.ts';

const open = {
  positions: [{ symbol: 'BTCUSDT' } as Position],
  orders: [{ symbol: 'ETHUSDT' } as FuturesOrder],
  stops: [{ symbol: 'BTCUSDT' } as StopOrder, { symbol: 'ETHUSDT' } as StopOrder],
};

test('trading B3 the position mode waits for everything that is open, the margin mode for what its contract has', () => {
  expect(inTheWay(open, undefined)).toMatchObject({ ...open, isNothing: false });
  expect(inTheWay(open, 'BTCUSDT')).toEqual({
    positions: open.positions,
    orders: [],
    stops: open.stops.slice(0, 1),
    isNothing: false,
  });
  expect(inTheWay(open, 'XRPUSDT').isNothing).toBe(true);
  expect(inTheWay({ positions: null, orders: null, stops: null }, undefined).isNothing).toBe(true);
});

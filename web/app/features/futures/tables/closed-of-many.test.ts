import { expect, test } from 'vitest';
import type { FuturesOrder, Position } from '../../../api/calls/futures.ts';
import { closedOfMany } from './closed-of-many.ts';

const position = (symbol: string) => ({ symbol }) as Position;
const [btc, eth, sol] = [position('BTCUSDT'), position('ETHUSDT'), position('SOLUSDT')];
const order = { orderId: 1 } as FuturesOrder;

test('F1 a position that is gone by itself is closed: only one that has grown or was refused is still open', () => {
  expect(
    closedOfMany([
      [btc, order],
      [eth, 'gone'],
    ]),
  ).toEqual({ closed: [btc, eth], orders: [order], stillOpen: [], reasons: [] });
  expect(
    closedOfMany([
      [btc, 'gone'],
      [eth, { why: 'It has grown.' }],
      [sol, order],
    ]),
  ).toEqual({ closed: [btc, sol], orders: [order], stillOpen: [eth], reasons: ['ETHUSDT: It has grown.'] });
});

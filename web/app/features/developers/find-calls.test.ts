import { expect, test } from 'vitest';
import type { TradingCall } from '../../api/types.ts';
import { findCalls } from './find-calls.ts';

const call = (
  method: TradingCall['method'],
  path: string,
  summary: string,
  parameters: string[] = [],
): TradingCall => ({
  method,
  path,
  summary,
  parameters,
  permission: 'public',
  scope: null,
  weight: 1,
});
const CALLS = [
  call('GET', '/api/v3/depth', 'The order book', ['symbol', 'limit']),
  call('POST', '/api/v3/order', 'Places an order', ['symbol', 'newClientOrderId']),
  call('DELETE', '/api/v3/order', 'Cancels an order', ['orderId']),
];
const found = (typed: string) => findCalls(CALLS, typed).map(({ method, path }) => `${method} ${path}`);

test.each([
  ['', ['GET /api/v3/depth', 'POST /api/v3/order', 'DELETE /api/v3/order']],
  ['  ', ['GET /api/v3/depth', 'POST /api/v3/order', 'DELETE /api/v3/order']],
  ['book', ['GET /api/v3/depth']],
  ['ORDER delete', ['DELETE /api/v3/order']],
  ['clientorderid', ['POST /api/v3/order']],
  ['withdraw', []],
])('a call is found by any of its words: "%s"', (typed, expected) => {
  expect(found(typed)).toEqual(expected);
});

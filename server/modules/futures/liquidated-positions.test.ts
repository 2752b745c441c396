import type { CoreEvent } from '@agio/core';
import { expect, test } from 'vitest';
import { endReasonOf, liquidatedPositions } from './liquidated-positions.ts';

const order = {
  uid: 1,
  wallet: 'FUTURES',
  symbol: 'SOLUSDT',
  positionSide: 'LONG',
  reason: 'LIQUIDATION',
  updatedAtMs: 5_000,
} as const;
const liquidated = (part: object): CoreEvent =>
  ({ ...order, kind: 'Liquidated', marginMode: 'ISOLATED', timeMs: 5_000, ...part }) as unknown as CoreEvent;
const reasonAfter = (part: object, ended: object = {}) =>
  endReasonOf({ ...order, ...ended }, liquidatedPositions([liquidated(part)]));

test('B13 an order that ended with an isolated position says so; one of a cross account, or of another side or moment, does not', () => {
  expect(reasonAfter({})).toBe('POSITION_LIQUIDATION');
  expect(reasonAfter({ marginMode: 'CROSS', symbol: '', positionSide: 'BOTH' })).toBe('LIQUIDATION');
  expect(reasonAfter({ positionSide: 'SHORT' })).toBe('LIQUIDATION');
  expect(reasonAfter({ symbol: 'BTCUSDT' })).toBe('LIQUIDATION');
  expect(reasonAfter({ timeMs: 4_000 })).toBe('LIQUIDATION');
  expect(reasonAfter({ uid: 2 })).toBe('LIQUIDATION');
  expect(reasonAfter({}, { reason: 'USER' })).toBe('USER');
});

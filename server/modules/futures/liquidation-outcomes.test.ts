import type { CoreEvent } from '@agio/core';
import { expect, test } from 'vitest';
import { endReasonOf, liquidationOutcomes } from './liquidation-outcomes.ts';

const order = {
  uid: 1,
  wallet: 'FUTURES',
  symbol: 'SOLUSDT',
  positionSide: 'LONG',
  reason: 'LIQUIDATION',
  updatedAtMs: 5_000,
} as const;
const CROSS = { marginMode: 'CROSS', symbol: '', positionSide: 'BOTH' };
const liquidated = (part: object): CoreEvent =>
  ({
    ...order,
    kind: 'Liquidated',
    marginMode: 'ISOLATED',
    step: 'CLOSED',
    timeMs: 5_000,
    ...part,
  }) as unknown as CoreEvent;
const reasonAfter = (parts: readonly object[], ended: object = {}) =>
  endReasonOf({ ...order, ...ended }, liquidationOutcomes(parts.map(liquidated)));

test('B13 an order that ended with an isolated position says so; one of a cross account, or of another side or moment, does not', () => {
  expect(reasonAfter([{}])).toBe('POSITION_LIQUIDATION');
  expect(reasonAfter([CROSS])).toBe('LIQUIDATION');
  expect(reasonAfter([{ positionSide: 'SHORT' }])).toBe('LIQUIDATION');
  expect(reasonAfter([{ symbol: 'BTCUSDT' }])).toBe('LIQUIDATION');
  expect(reasonAfter([{ timeMs: 4_000 }])).toBe('LIQUIDATION');
  expect(reasonAfter([{ uid: 2 }])).toBe('LIQUIDATION');
  expect(reasonAfter([{}], { reason: 'USER' })).toBe('USER');
});

test('B13 nothing is told as liquidated where the scope got well again, though it was reduced', () => {
  const steps = ['STARTED', 'REDUCED', 'RECOVERED'].map((step) => ({ step }));
  expect(reasonAfter(steps)).toBe('LIQUIDATION_RECOVERED');
  expect(reasonAfter(steps.slice(0, 2))).toBe('POSITION_LIQUIDATION');
  expect(reasonAfter(steps.map(({ step }) => ({ ...CROSS, step })))).toBe('LIQUIDATION_RECOVERED');
});

test('B13 an isolated position and the cross account of one moment each tell of their own orders', () => {
  const both = [{ ...CROSS, step: 'RECOVERED' }, { step: 'TAKEN_OVER' }];
  expect(reasonAfter(both)).toBe('POSITION_LIQUIDATION');
  expect(reasonAfter(both, { symbol: 'BTCUSDT' })).toBe('LIQUIDATION_RECOVERED');
});

import type { CoreEvent } from '@agio/core';
import { expect, test } from 'vitest';
import { createSenders, senderOf } from './fill-views.ts';
import { closedQuantity } from './repo.ts';

test('a fill closes what stood against it, no more than that, and nothing of a position on its own side', () => {
  const long = { direction: 'LONG', quantity: 5n } as const;
  expect(closedQuantity('SELL', 3, long)).toBe(3n);
  expect(closedQuantity('SELL', 8, long)).toBe(5n);
  expect(closedQuantity('BUY', 3, long)).toBe(0n);
  expect(closedQuantity('BUY', 3, { direction: 'SHORT', quantity: 5n })).toBe(3n);
  expect(closedQuantity('SELL', 3, null)).toBe(0n);
});

test('a stop that is an exit is a stop loss; one of its own is a stop', () => {
  expect(senderOf({ type: 'STOP', group: 'FULL' })).toBe('STOP_LOSS');
  expect(senderOf({ type: 'STOP', group: 'OWN' })).toBe('STOP');
  expect(senderOf({ type: 'TRAILING_STOP', group: 'OWN' })).toBe('TRAILING_STOP');
});

test('the sender of an order is known until the order ends', () => {
  const senders = createSenders();
  const stop = { kind: 'StopOrderChanged', status: 'TRIGGERED', orderId: 7, type: 'TAKE_PROFIT', group: 'OWN' };
  const order = { kind: 'PerpOrderChanged', origin: 'STOP', orderId: 7, status: 'NEW' };
  const happened = (...events: object[]) => {
    senders.learn(events as CoreEvent[]);
    const sender = senders.of(7);
    senders.forget(events as CoreEvent[]);
    return sender;
  };
  expect(happened(stop, order)).toBe('TAKE_PROFIT');
  expect(happened({ ...order, status: 'FILLED' })).toBe('TAKE_PROFIT');
  expect(senders.of(7)).toBeNull();
  // Of before a start.
  expect(happened({ ...order, status: 'FILLED' })).toBe('CONDITIONAL');
  expect(happened(stop)).toBe('TAKE_PROFIT');
  expect(senders.of(7)).toBeNull();
});

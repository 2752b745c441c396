import type { CoreEvent } from '@agio/core';
import { expect, test } from 'vitest';
import { createSenders, senderOf } from './fill-views.ts';
import { closedQuantity, ownFills } from './repo.ts';

test('a fill closes what stood against it, no more than that, and nothing of a position on its own side', () => {
  const long = { direction: 'LONG', quantity: 5n } as const;
  expect(closedQuantity('SELL', 3, long)).toBe(3n);
  expect(closedQuantity('SELL', 8, long)).toBe(5n);
  expect(closedQuantity('BUY', 3, long)).toBe(0n);
  expect(closedQuantity('BUY', 3, { direction: 'SHORT', quantity: 5n })).toBe(3n);
  expect(closedQuantity('SELL', 3, null)).toBe(0n);
});

test('trading A5.8 a fill carries what a voucher paid of its fee: of its own trade and user, and never of a liquidation', () => {
  const terms = { feeRate: 0, feeRest: 0, feeLimit: null, before: null };
  const trade = {
    kind: 'PerpTraded',
    symbol: 'BTCUSDT',
    tradeId: 1,
    makerUid: 1,
    takerUid: 2,
    makerOrderId: 5,
    takerOrderId: 6,
    makerTerms: terms,
    takerTerms: terms,
    isLiquidation: false,
  };
  const covered = { kind: 'FeeCovered', symbol: 'BTCUSDT', tradeId: 1, uid: 2, voucher: 7n, bonus: 3n };
  const vouchersOf = (...events: object[]) => ownFills(events as CoreEvent[]).map(({ voucher }) => voucher);
  expect(vouchersOf(trade, covered, { ...trade, tradeId: 2 })).toEqual([0n, 7n, 0n, 0n]);
  expect(vouchersOf(trade, { ...covered, symbol: 'ETHUSDT' })).toEqual([0n, 0n]);
  // The own resting order that a liquidation met has a fee of its own.
  expect(vouchersOf({ ...trade, takerUid: 1, isLiquidation: true }, { ...covered, uid: 1 })).toEqual([7n, 0n]);
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

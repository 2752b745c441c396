/** Which cancels the engine takes while the journal has no room, of each kind of order: with a real core. */
import { describe, expect, test } from 'vitest';
import type { CommandBody } from '@agio/core';
import { TestExchange } from '../../../core/testing/exchange.ts';
import { TestPerps } from '../../../core/testing/perps.ts';
import { isTakenWithoutRoom } from '../../../server/engine/without-room.ts';

const [OWNER, STRANGER] = [1, 2];

describe('FLT-5 without room for the journal a cancel of a live order is taken, and nothing else', () => {
  const x = new TestExchange();
  x.deposit(OWNER, 'USDT', 1_000_000);
  const resting = x.buy(OWNER, { price: 100, quantity: 1, clientId: 'resting' });
  const waiting = x.buy(OWNER, { trigger: 'STOP', stop: 200, price: 200, quantity: 1, clientId: 'waiting' });
  const ended = x.buy(OWNER, { price: 100, quantity: 1, tif: 'IOC' });
  const cancel = (uid: number, orderId: number, clientOrderId = ''): CommandBody => ({
    kind: 'CancelOrder',
    uid,
    symbol: 'BTCUSDT',
    orderId,
    clientOrderId,
  });

  test.each([
    ['of a resting order', cancel(OWNER, resting.orderId), true],
    ['by its name', cancel(OWNER, 0, 'resting'), true],
    ['of a stop order that waits', cancel(OWNER, waiting.orderId), true],
    ['by the name of one that waits', cancel(OWNER, 0, 'waiting'), true],
    ['of an order that ended', cancel(OWNER, ended.orderId), false],
    ['of an order that never was', cancel(OWNER, 987_654), false],
    ['of somebody else’s order', cancel(STRANGER, resting.orderId), false],
    ['of all orders', { kind: 'CancelAllOrders', uid: OWNER, symbol: '' }, true],
    ['of all orders where there are none', { kind: 'CancelAllOrders', uid: STRANGER, symbol: '' }, false],
  ] as const)('spot: a cancel %s', (_what, body, isTaken) => {
    expect(isTakenWithoutRoom(x.core, body as CommandBody)).toBe(isTaken);
  });

  test('spot: a new order is not taken', () => {
    const order = { kind: 'PlaceOrder', uid: OWNER } as CommandBody;
    expect(isTakenWithoutRoom(x.core, order)).toBe(false);
  });
});

describe('FLT-5 the same of perpetuals', () => {
  const x = new TestPerps();
  x.fund(OWNER, 1_000_000);
  x.fund(STRANGER, 1_000);
  const resting = x.buy(OWNER, { price: 40_000, quantity: 1, clientId: 'resting' });
  const stop = x.stop(OWNER, 'BUY', { type: 'STOP', source: 'MARK', trigger: 60_000, quantity: 1, clientId: 'stop' });
  const ended = x.buy(OWNER, { price: 40_000, quantity: 1, tif: 'IOC' });
  const name = (uid: number, orderId: number, clientOrderId = '') => ({ ...x.owner(uid), orderId, clientOrderId });

  test.each([
    ['of a resting order', { kind: 'CancelPerpOrder', ...name(OWNER, resting.orderId) }, true],
    ['by its name', { kind: 'CancelPerpOrder', ...name(OWNER, 0, 'resting') }, true],
    ['of an order that ended', { kind: 'CancelPerpOrder', ...name(OWNER, ended.orderId) }, false],
    ['of somebody else’s order', { kind: 'CancelPerpOrder', ...name(STRANGER, resting.orderId) }, false],
    ['of a conditional order', { kind: 'CancelStopOrder', ...name(OWNER, stop.stopOrderId) }, true],
    ['of a conditional order by its name', { kind: 'CancelStopOrder', ...name(OWNER, 0, 'stop') }, true],
    ['of a conditional order that never was', { kind: 'CancelStopOrder', ...name(OWNER, 987_654) }, false],
    ['of somebody else’s conditional order', { kind: 'CancelStopOrder', ...name(STRANGER, stop.stopOrderId) }, false],
    ['of all orders', { kind: 'CancelAllPerpOrders', ...x.owner(OWNER, '') }, true],
    ['of all orders where there are none', { kind: 'CancelAllPerpOrders', ...x.owner(STRANGER, '') }, false],
  ] as const)('a cancel %s', (_what, body, isTaken) => {
    expect(isTakenWithoutRoom(x.core, body as CommandBody)).toBe(isTaken);
  });
});

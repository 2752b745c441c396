import { expect, test } from 'vitest';
import type { StopOrder } from '../../../api/calls/futures.ts';
import { stopChangeOf, stopValuesOf } from './amended-stop.ts';

const stop = {
  symbol: 'BTCUSDT',
  stopOrderId: 7,
  side: 'SELL',
  type: 'STOP',
  source: 'LAST',
  triggerPrice: '49000',
  price: '0',
  quantity: '0.5',
  callbackRate: '0',
  activationPrice: '0',
  closePosition: false,
  group: 'OWN',
} as unknown as StopOrder;

test('trading B15 what can be changed of a conditional order is what it has', () => {
  expect(Object.keys(stopValuesOf(stop))).toEqual(['triggerPrice', 'quantity']);
  expect(Object.keys(stopValuesOf({ ...stop, price: '48900' }))).toEqual(['triggerPrice', 'price', 'quantity']);
  expect(Object.keys(stopValuesOf({ ...stop, group: 'PARTIAL' }))).toEqual(['triggerPrice']);
  expect(Object.keys(stopValuesOf({ ...stop, closePosition: true }))).toEqual(['triggerPrice']);
  const trail = { ...stop, type: 'TRAILING_STOP', triggerPrice: '0', callbackRate: '0.0125' } as const;
  expect(stopValuesOf(trail)).toEqual({ callback: '1.25', quantity: '0.5' });
  expect(Object.keys(stopValuesOf({ ...trail, activationPrice: '51000' }))).toContain('activationPrice');
});

test('trading B15 a change names only what differs as a number, a callback as a fraction', () => {
  expect(stopChangeOf(stop, { triggerPrice: '49000.00', quantity: '0.50' })).toBe(null);
  expect(stopChangeOf(stop, { triggerPrice: '48000', quantity: '0.5' })).toEqual({
    symbol: 'BTCUSDT',
    stopOrderId: 7,
    triggerPrice: '48000',
  });
  const trail = { ...stop, type: 'TRAILING_STOP', triggerPrice: '0', callbackRate: '0.01' } as const;
  expect(stopChangeOf(trail, { callback: '2.5', quantity: '0.5' })).toMatchObject({ callbackRate: '0.025' });
});

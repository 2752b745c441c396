import { expect, test } from 'vitest';
import type { StopOrder } from '../../../api/calls/futures.ts';
import type { TicketContext } from '../ticket/ticket-preview.ts';
import { amendStopProblems, type AmendStopValues, stopChangeOf, stopValuesOf } from './amended-stop.ts';

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

const context = {
  state: {
    contract: { symbol: 'BTCUSDT', tickSize: '0.1', stepSize: '0.001', minQuantity: '0.001', maxMarketQuantity: '10' },
    preference: { positionMode: 'ONE_WAY' },
    positions: [],
    mark: 50_000_00000000n,
  },
  book: { bids: [], asks: [] },
  lastPrice: '50000',
  index: 48_000_00000000n,
} as unknown as TicketContext;
const found = (of: StopOrder, values: AmendStopValues, at = context) =>
  amendStopProblems(of, { ...stopValuesOf(of), ...values }, at).map(({ field, reason }) => `${field} ${reason}`);

test('trading B15 a new trigger is judged by the price of its source, and not while that is not known', () => {
  const atIndex = { ...stop, source: 'INDEX' } as const;
  expect(found(stop, { triggerPrice: '49500' })).toEqual([]);
  expect(found(stop, { triggerPrice: '50000' })).toEqual(['triggerPrice below_last']);
  expect(found(atIndex, { triggerPrice: '48500' })).toEqual(['triggerPrice below_last']);
  const take = { ...atIndex, type: 'TAKE_PROFIT', triggerPrice: '51000' } as const;
  expect(found(take, { triggerPrice: '49500' })).toEqual([]);
  expect(found(take, { triggerPrice: '47000' }, { ...context, index: 0n })).toEqual([]);
});

test('trading B15 what stays is not judged again', () => {
  const trail = { ...stop, type: 'TRAILING_STOP', triggerPrice: '0', callbackRate: '0.01234' } as const;
  expect(found(trail, { quantity: '0.4' })).toEqual([]);
  expect(found(trail, { callback: '1.235' })).toEqual(['callback number_decimals']);
  expect(found({ ...stop, triggerPrice: '51000' }, { quantity: '0.4' })).toEqual([]);
});

test('trading B15 an activation price must be ahead of the price, and stays where there is one', () => {
  const sell = {
    ...stop,
    type: 'TRAILING_STOP',
    triggerPrice: '0',
    callbackRate: '0.01',
    activationPrice: '51000',
  } as const;
  expect(found(sell, { activationPrice: '50500' })).toEqual([]);
  expect(found(sell, { activationPrice: '49999' })).toEqual(['activationPrice above_last']);
  expect(found({ ...sell, side: 'BUY', activationPrice: '49000' }, { activationPrice: '50001' })).toEqual([
    'activationPrice below_last',
  ]);
  expect(found(sell, { activationPrice: '' })).toEqual(['activationPrice price_missing']);
});

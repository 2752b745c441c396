import { expect, test } from 'vitest';
import type { Position } from '../../api/calls/futures.ts';
import { filledOn, placedOn } from './told-orders.ts';

const t = ((key: string, values: object = {}) => [key, ...Object.values(values)].join(' | ')) as never;
const contract = { base: 'BTC', settle: 'USDT', pricePrecision: 1 };
const long = { direction: 'LONG', quantity: '0.1', notional: '5000', unrealised: '0' } as Position;
const filled = { filledQuantity: '0.05000000', averagePrice: '51000.00000000' };

test('a placed order is told by its size and the price that it waits for', () => {
  expect(placedOn(t, contract, '0.05000000', '51000')).toBe('terminal.order.at | 0.05 BTC | 51,000.0 USDT');
  expect(placedOn(t, contract, '0.05', '0')).toBe('0.05 BTC');
});

test('a fill is told with its average price, one that closes a part of a position also with what that came to', () => {
  const title = 'terminal.order.filled | Close long | 0.05 BTC';
  const average = 'terminal.average_price: 51,000.0 USDT';
  expect(filledOn(t, 'Close long', filled, contract)).toEqual([title, average]);
  expect(filledOn(t, 'Close long', filled, contract, long)).toEqual([
    title,
    `${average} · futures.calculator.result: +50.00 USDT`,
  ]);
  const short = { ...long, direction: 'SHORT' } as Position;
  expect(filledOn(t, 'Close short', filled, contract, short)[1]).toBe(
    `${average} · futures.calculator.result: −50.00 USDT`,
  );
});

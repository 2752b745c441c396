import { expect, test } from 'vitest';
import { closedAt, filledOn, placedOn } from './told-orders.ts';

const t = ((key: string, values: object = {}) => [key, ...Object.values(values)].join(' | ')) as never;
const contract = { base: 'BTC', settle: 'USDT', pricePrecision: 1 };
const filled = { filledQuantity: '0.05000000', averagePrice: '51000.00000000' };

test('a placed order is told by its size and the price that it waits for', () => {
  expect(placedOn(t, contract, '0.05000000', '51000')).toBe('terminal.order.at | 0.05 BTC | 51,000.0 USDT');
  expect(placedOn(t, contract, '0.05', '0')).toBe('0.05 BTC');
});

test('a fill is told with its average price, one that closes also with what that brought after its fees', () => {
  const average = 'terminal.average_price: 51,000.0 USDT';
  expect(filledOn(t, 'Close long', filled, contract)).toEqual([
    'terminal.order.filled | Close long | 0.05 BTC',
    average,
  ]);
  expect(closedAt(t, filled, contract, 47_50000000n)).toBe(`${average} · futures.position.booked: +47.50 USDT`);
  expect(closedAt(t, filled, contract, -50_25000000n)).toBe(`${average} · futures.position.booked: −50.25 USDT`);
  expect(closedAt(t, filled, contract, null)).toBe(average);
});

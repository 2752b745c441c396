import { expect, test } from 'vitest';
import type { Fill, Order, Pair } from '../../../api/types.ts';
import { filledText, fillText } from './fill-text.ts';

const t = ((key: string, values: object = {}) => [key, ...Object.values(values)].join(' ')) as never;
const pair = { symbol: 'ETHUSDT', base: 'ETH', quote: 'USDT', basePrecision: 4, tickSize: '0.01' } as Pair;
const fill = {
  symbol: 'ETHUSDT',
  side: 'BUY',
  price: '3000.5',
  quantity: '1.25',
  fee: '0.00125',
  feeAsset: 'ETH',
} as Fill;

test('a fill is told with its coin, its price and its fee, not with the name of the market', () => {
  expect(fillText(t, fill, [pair])).toEqual({
    title: 'terminal.order.filled terminal.side_BUY 1.25 ETH',
    description: 'terminal.ticket.price: 3,000.50 USDT · terminal.fee: 0.00125 ETH',
  });
  // Of a market that this page has not read only the symbol is known.
  expect(fillText(t, fill, []).title).toContain('1.25 ETHUSDT');
});

test('what an order filled at once is told with its average price', () => {
  const order = { side: 'SELL', averagePrice: '3000.129' } as Order;
  expect(filledText(t, order, '0.5', pair)).toEqual({
    title: 'terminal.order.filled terminal.side_SELL 0.5 ETH',
    description: 'terminal.average_price: 3,000.12 USDT',
  });
});

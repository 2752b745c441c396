import { expect, test } from 'vitest';
import type { Order, Pair } from '../../../api/types.ts';
import { filledText } from './fill-text.ts';

const t = ((key: string, values: object = {}) => [key, ...Object.values(values)].join(' ')) as never;
const pair = { symbol: 'ETHUSDT', base: 'ETH', quote: 'USDT', basePrecision: 4, tickSize: '0.01' } as Pair;
test('what an order filled at once is told with its average price', () => {
  const order = { side: 'SELL', averagePrice: '3000.129' } as Order;
  expect(filledText(t, order, '0.5', pair)).toEqual({
    title: 'terminal.order.filled terminal.side_SELL 0.5 ETH',
    description: 'terminal.average_price: 3,000.129 USDT',
  });
});

import { expect, test } from 'vitest';
import type { Order, Pair } from '../../../api/types.ts';
import { fill, NO_POSITION } from '../../../../testing/fills.ts';
import { filledFor, filledText } from './fill-text.ts';

const t = ((key: string, values: object = {}) => [key, ...Object.values(values)].join(' ')) as never;
const pair = { symbol: 'ETHUSDT', base: 'ETH', quote: 'USDT', basePrecision: 4, tickSize: '0.01' } as Pair;
test('what an order filled at once is told with its average price, and with what it has left', () => {
  const order = {
    side: 'SELL',
    averagePrice: '3000.129',
    quantity: '0.5',
    filledQuantity: '0.5',
    status: 'FILLED',
  } as Order;
  expect(filledText(t, order, '0.5', pair)).toEqual({
    title: 'terminal.order.filled terminal.side_SELL 0.5 ETH',
    description: 'terminal.average_price: 3,000.129 USDT',
  });
  const partly: Order = { ...order, quantity: '2', status: 'PARTIALLY_FILLED' };
  expect(filledText(t, partly, '0.5', pair).description).toBe(
    'terminal.average_price: 3,000.129 USDT · frame.fills.rest_open 1.5 ETH',
  );
});

test('A10 it is told with its fee once its fills are known', () => {
  const part = { ...fill(1, { quantity: '0.5', price: '3000.129', fee: '1.5' }), ...NO_POSITION };
  const order = { side: 'SELL', averagePrice: '3000.129', quantity: '0.5', filledQuantity: '0.5', status: 'FILLED' };
  const told = (sum: Parameters<typeof filledFor>[3]['sum']) => filledFor(t, order as Order, pair, { sum, rest: null });
  expect(told({ ...part, market: 'spot' })).toEqual({
    title: 'terminal.order.filled terminal.side_SELL 0.5 ETH',
    description: expect.stringMatching(/^frame\.fills\.at 3,000\.129 USDT 1\.5 USDT$/) as string,
  });
  expect(told(null).description).toBe('terminal.average_price: 3,000.129 USDT');
});

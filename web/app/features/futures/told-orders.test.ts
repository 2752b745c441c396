import { expect, test } from 'vitest';
import type { FuturesFill } from '../../api/calls/futures.ts';
import { sumOfFutures } from '../../live/fill-center.ts';
import { restOf } from '../../live/order-rests.ts';
import { closedAt, filledFor, filledOn, placedOn, reversalParts, reversedAt, withDropped } from './told-orders.ts';

const t = ((key: string, values: object = {}) => [key, ...Object.values(values)].join(' | ')) as never;
const contract = { base: 'BTC', settle: 'USDT', pricePrecision: 1 };
const filled = {
  quantity: '0.05',
  filledQuantity: '0.05000000',
  averagePrice: '51000.00000000',
  status: 'FILLED',
} as const;

test('a placed order is told by its size and the price that it waits for', () => {
  expect(placedOn(t, contract, '0.05000000', '51000')).toBe('terminal.order.at | 0.05 BTC | 51,000.0 USDT');
  expect(placedOn(t, contract, '0.05', '0')).toBe('0.05 BTC');
});

test('a fill is told with its average price, one that closes also with what that brought after its fees', () => {
  const average = 'terminal.average_price: 51,000.0 USDT';
  expect(filledOn(t, 'Close long', filled, contract)).toEqual({
    title: 'terminal.order.filled | Close long | 0.05 BTC',
    description: average,
  });
  expect(closedAt(t, filled, contract, 47_50000000n)).toBe(`${average} · futures.position.closed_pnl: +47.50 USDT`);
  expect(closedAt(t, filled, contract, -50_25000000n)).toBe(`${average} · futures.position.closed_pnl: −50.25 USDT`);
  expect(closedAt(t, filled, contract, null)).toBe(average);
});

test('a reversal is told in the same words before and after: both prices, the result after the fee of closing, the fee of opening', () => {
  const opened = { filledQuantity: '0.05', averagePrice: '50990' };
  const money = { result: -15_40000000n, openingFee: 5_91234567n };
  const words = reversedAt(t, contract, { closed: filled, opened, ...money });
  expect(words).toBe(
    'futures.position.closing_price: 51,000.0 USDT · futures.position.opening_price: 50,990.0 USDT · ' +
      'futures.position.closed_pnl: −15.40 USDT · futures.position.opening_fee: 5.9123 USDT',
  );
  const expected = reversalParts(t, contract, { closingPrice: '51000', openingPrice: '50990', ...money });
  expect(expected.map(([label, value]) => `${label}: ${value}`).join(' · ')).toBe(words);
  expect(reversedAt(t, contract, { closed: filled, opened, result: null, openingFee: null })).not.toContain(
    'closed_pnl',
  );
});

test('an order that filled in part says what still waits in the book, or that it was canceled', () => {
  const partly = { ...filled, quantity: '0.2', status: 'PARTIALLY_FILLED' } as const;
  const average = 'terminal.average_price: 51,000.0 USDT';
  expect(filledOn(t, 'Buy', partly, contract).description).toBe(`${average} · frame.fills.rest_open | 0.15 BTC`);
  const ended = { ...partly, status: 'EXPIRED' } as const;
  expect(filledOn(t, 'Buy', ended, contract).description).toBe(`${average} · frame.fills.rest_ended | 0.15 BTC`);
  expect(closedAt(t, ended, contract, null)).toBe(`${average} · frame.fills.rest_ended | 0.15 BTC`);
  // As it stands by the time it is told.
  const now = { quantity: '0.15', isOpen: false };
  expect(filledOn(t, 'Buy', partly, contract, now).description).toContain('rest_ended');
  expect(closedAt(t, partly, contract, null, now)).toContain('rest_ended');
});

const fill = {
  tradeId: 1,
  orderId: 7,
  symbol: 'BTCUSDT',
  side: 'BUY',
  price: '51000',
  quantity: '0.02',
  fee: '0.6',
  voucher: '0',
  realised: '20',
  closedQuantity: '0.02',
  sentBy: null,
} as FuturesFill;

const told = (fills: readonly FuturesFill[], order: Parameters<typeof filledOn>[2] = filled) =>
  filledFor(t, 'Buy / Long', order, contract, { sum: sumOfFutures(fills), rest: restOf(order) });

test('R24 the ticket tells of an order that closed something as the bell does: what it closed and opened, and the result', () => {
  const next = { ...fill, tradeId: 2, quantity: '0.03', price: '51100', realised: '27', closedQuantity: '0.03' };
  expect(told([fill, next])).toEqual({
    title: 'frame.fills.closed_SHORT | 0.05 BTC',
    description: expect.stringMatching(
      /^frame\.fills\.closed_at \| 51,060\.0 USDT \| .*1\.2.* \| \+45\.80 USDT$/,
    ) as string,
  });
  // In one-way mode the rest of an order that is larger than the position opens the other side.
  const turned = told([fill, { ...next, closedQuantity: '0.01' }]);
  expect(turned.title).toBe('frame.fills.closed_SHORT | 0.03 BTC · frame.fills.opened_LONG | 0.02 BTC');
  expect(turned.description).toMatch(/^frame\.fills\.turned_at /);
  const partly = { ...filled, quantity: '0.2', status: 'PARTIALLY_FILLED' } as const;
  expect(told([fill, next], partly).description).toMatch(/ · frame\.fills\.rest_open \| 0\.15 BTC$/);
});

test('A10 an order that opened is told with its fee once its fills are known, under the words of its button', () => {
  const opened = told([{ ...fill, closedQuantity: '0', realised: '0', quantity: '0.05' }]);
  expect(opened).toEqual({
    title: 'terminal.order.filled | Buy / Long | 0.05 BTC',
    description: expect.stringMatching(/^frame\.fills\.at \| 51,000\.0 USDT \| .*0\.6/) as string,
  });
  expect(filledFor(t, 'Buy / Long', filled, contract, { sum: null, rest: null }).description).toBe(
    'terminal.average_price: 51,000.0 USDT',
  );
});

test('B17 a limit order that closes less than was asked for says what was dropped', () => {
  const dropped = (sent: string | undefined, words = '') =>
    withDropped(t, words, sent, { quantity: '0.10000000' }, contract);
  expect(dropped('0.5')).toBe('frame.fills.rest_ended | 0.4 BTC');
  expect(dropped('0.5', 'placed')).toBe('placed · frame.fills.rest_ended | 0.4 BTC');
  expect(dropped('0.1')).toBe('');
  // All that is open is closed without a size.
  expect(dropped(undefined, 'placed')).toBe('placed');
});

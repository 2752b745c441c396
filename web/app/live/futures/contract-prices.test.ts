import type { FuturesTicker } from '@agio/contracts/http/futures-shapes';
import type { MarkPrice } from '@agio/contracts/ws/futures';
import { expect, test } from 'vitest';
import { withMarks } from './contract-prices.ts';

const ticker = {
  symbol: 'BTCUSDT',
  lastPrice: '100',
  openPrice: '80',
  markPrice: '100',
  highPrice: '120',
} as FuturesTicker;
const mark = (part: Partial<MarkPrice>) =>
  ({ symbol: 'BTCUSDT', lastPrice: '101', markPrice: '102', ...part }) as MarkPrice;

test('C31 marks change the prices of a contract and leave the figures of its day', () => {
  const next = withMarks(new Map([['BTCUSDT', ticker]]), [mark({})]);
  expect(next.get('BTCUSDT')).toMatchObject({ lastPrice: '101', markPrice: '102', highPrice: '120' });
});

test('A10 the change of the day moves with the last price, not ten seconds later', () => {
  const next = withMarks(new Map([['BTCUSDT', { ...ticker, change: '20', changePercent: '25' }]]), [
    mark({ lastPrice: '60' }),
  ]);
  expect(next.get('BTCUSDT')).toMatchObject({ lastPrice: '60', change: '-20', changePercent: '-25' });
});

test('C31 a contract that has not traded keeps the price it is shown at; an unknown one waits for its figures', () => {
  const next = withMarks(new Map([['BTCUSDT', ticker]]), [mark({ lastPrice: '0' }), mark({ symbol: 'NEWUSDT' })]);
  expect(next.get('BTCUSDT')?.lastPrice).toBe('100');
  expect(next.has('NEWUSDT')).toBe(false);
});

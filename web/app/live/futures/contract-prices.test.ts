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
  lowPrice: '70',
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

test('A10 the high and the low of the day are as far as the last price, and stay there when it comes back', () => {
  const range = (known: typeof first, lastPrice: string) => withMarks(known, [mark({ lastPrice })]);
  const first = new Map([['BTCUSDT', ticker]]) as ReadonlyMap<string, FuturesTicker>;
  const risen = range(first, '130');
  expect(risen.get('BTCUSDT')).toMatchObject({ lastPrice: '130', highPrice: '130', lowPrice: '70' });
  expect(range(range(risen, '60'), '100').get('BTCUSDT')).toMatchObject({ highPrice: '130', lowPrice: '60' });
});

test('C31 a contract that has not traded keeps the price it is shown at; an unknown one waits for its figures', () => {
  const next = withMarks(new Map([['BTCUSDT', ticker]]), [mark({ lastPrice: '0' }), mark({ symbol: 'NEWUSDT' })]);
  expect(next.get('BTCUSDT')?.lastPrice).toBe('100');
  expect(next.has('NEWUSDT')).toBe(false);
});

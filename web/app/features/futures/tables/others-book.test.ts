import { expect, test } from 'vitest';
import { contract } from '../../../../testing/futures-ticket.ts';
import type { FuturesOrder } from '../../../api/calls/futures.ts';
import { createBookMerger } from '../../../live/book.ts';
import { othersBook } from './others-book.ts';

const order = (part: Partial<FuturesOrder>): FuturesOrder =>
  ({ symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', filledQuantity: '0', ...part }) as FuturesOrder;

test('A3 what a closing order gets is told from the orders of others: own ones are taken off their price, by what is left of them', () => {
  const merger = createBookMerger({ price: 1, quantity: 3 });
  const bids: [string, string][] = [
    ['49990', '0.5'],
    ['49980', '0.3'],
  ];
  merger.apply({ snapshot: true, symbol: 'BTCUSDT', U: 1, u: 1, pu: 1, time: 0, bids, asks: [['50010', '0.2']] });
  const book = merger.book()!;
  const own = [
    order({ price: '49990', quantity: '0.6', filledQuantity: '0.1' }),
    order({ price: '49980', quantity: '0.1' }),
    // Of another side and of another contract.
    order({ price: '49980', quantity: '0.1', side: 'SELL' }),
    order({ price: '50010', quantity: '0.1', side: 'SELL', symbol: 'ETHUSDT' }),
  ];
  const others = othersBook(book, own, contract);
  expect(others.bids).toEqual([{ price: 499_800n, quantity: 200n }]);
  expect(others.asks).toEqual(book.asks);
});

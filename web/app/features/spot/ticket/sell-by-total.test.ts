import { expect, test } from 'vitest';
import type { Pair } from '../../../api/types.ts';
import { createBookMerger } from '../../../live/book.ts';
import { sellByTotalOf, soldByQuantity } from './sell-by-total.ts';
import { largestTotal } from './ticket-edits.ts';
import { orderOf } from './ticket-order.ts';
import { EMPTY_TICKET, type Ticket, type TicketContext } from './ticket.ts';

const pair = {
  symbol: 'BTCUSDT', base: 'BTC', quote: 'USDT', basePrecision: 5, quotePrecision: 2, tickSize: '0.01', stepSize: '0.00001',
  minVolume: '0.00001', maxVolume: '100', minAmount: '5', maxSlippage: '0.03', premiumFactor: '0.05',
  makerFeeRate: '0.0008', takerFeeRate: '0.001', feeMode: 'RECEIVED',
} as Pair; // prettier-ignore

function contextOf(bids: [string, string][] = [['30000', '5']]): TicketContext {
  const merger = createBookMerger({ price: 2, quantity: 5 });
  merger.apply({ snapshot: true, symbol: 'BTCUSDT', U: 1, u: 1, pu: 1, time: 0, asks: [['30001', '5']], bids });
  const feeRates = { maker: '0.0008', taker: '0.001' };
  return { pair, book: merger.book(), lastPrice: '30000', availableBase: '1', availableQuote: '0', feeRates };
}
const byTotal: Ticket = { ...EMPTY_TICKET, side: 'SELL', type: 'MARKET', marketUnit: 'amount' };

test('trading A5.1 everything sold by total leaves what its worst price covers, which is told before it is sent', () => {
  const context = contextOf();
  const all = { ...byTotal, amount: largestTotal(byTotal, context) };
  // 3 % below the best bid: 29,100 for one coin, of which 0.97 bring that much.
  expect(all.amount).toBe('29100');
  expect(sellByTotalOf(all, context)).toEqual({ most: '29100', left: '0.03', worstPrice: '29100' });
  // A total that the coins are worth now, but that they do not cover at the worst price.
  expect(sellByTotalOf({ ...byTotal, amount: '30000' }, context)).toMatchObject({ most: '29100', left: '0.03' });
});

test('a smaller total, a sell by amount, a buy, and a book that does not take it say nothing', () => {
  expect(sellByTotalOf({ ...byTotal, amount: '20000' }, contextOf())).toBeNull();
  expect(sellByTotalOf({ ...byTotal, marketUnit: 'quantity', quantity: '1' }, contextOf())).toBeNull();
  expect(sellByTotalOf({ ...byTotal, side: 'BUY', amount: '29100' }, contextOf())).toBeNull();
  expect(sellByTotalOf({ ...byTotal, amount: '29100' }, contextOf([['30000', '0.1']]))).toBeNull();
  expect(sellByTotalOf({ ...byTotal, amount: '29100' }, contextOf([]))).toBeNull();
});

test('given by amount instead, the same sell takes every whole step of the coin', () => {
  const context = { ...contextOf(), availableBase: '1.000004' };
  const sold = soldByQuantity({ ...byTotal, amount: '29100' }, context);
  expect(orderOf(sold, pair)).toEqual({ symbol: 'BTCUSDT', side: 'SELL', type: 'MARKET', quantity: '1' });
});

import { describe, expect, test } from 'vitest';
import type { Pair } from '../../api/types.ts';
import { createBookMerger } from '../../live/book.ts';
import {
  EMPTY_TICKET,
  orderOf,
  percentOfAvailable,
  problemsOf,
  summaryOf,
  withAmount,
  withPercent,
  withPrice,
  withQuantity,
  type Ticket,
  type TicketContext,
} from './ticket-model.ts';

const pair = {
  symbol: 'BTCUSDT', base: 'BTC', quote: 'USDT', basePrecision: 5, quotePrecision: 2, tickSize: '0.01', stepSize: '0.00001',
  minVolume: '0.00001', maxVolume: '100', minAmount: '5', maxSlippage: '0.03', premiumFactor: '0.05', makerFeeRate: '0.0008', takerFeeRate: '0.001', feeMode: 'RECEIVED',
} as Pair; // prettier-ignore

function contextOf(
  part: Partial<TicketContext> = {},
  asks: [string, string][] = [],
  bids: [string, string][] = [],
): TicketContext {
  const merger = createBookMerger({ price: 2, quantity: 5 });
  merger.apply({ snapshot: true, symbol: 'BTCUSDT', U: 1, u: 1, pu: 1, time: 0, asks, bids });
  return { pair, book: merger.book(), lastPrice: '30000', availableBase: '1', availableQuote: '10000', ...part };
}

const ticket = (part: Partial<Ticket>): Ticket => ({ ...EMPTY_TICKET, ...part });
const reasons = (value: Ticket, context = contextOf()) =>
  problemsOf(value, context).map((problem) => `${problem.field} ${problem.reason}`);

describe('fields follow each other', () => {
  test('price, quantity and total', () => {
    const priced = withPrice(ticket({}), '30000');
    expect(withQuantity(priced, '0.1').amount).toBe('3000');
    expect(withAmount(priced, '100', pair).quantity).toBe('0.00333');
    expect(withPrice(withQuantity(priced, '0.1'), '40000').amount).toBe('4000');
  });
  test('a percentage takes its share of what is available in whole steps, and reads back', () => {
    const context = contextOf();
    const bought = withPercent(ticket({ price: '30000' }), 50, context);
    expect(bought.quantity).toBe('0.16666');
    expect(percentOfAvailable(bought, context)).toBe(50);
    expect(withPercent(ticket({ side: 'SELL', price: '30000' }), 25, context).quantity).toBe('0.25');
  });
});

describe('what is wrong stands at its field', () => {
  test('missing values', () => {
    expect(reasons(ticket({}))).toEqual(['price price_missing', 'quantity quantity_missing']);
    expect(reasons(ticket({ type: 'MARKET', marketUnit: 'amount' }))).toEqual(['amount amount_missing']);
  });
  test('steps, least and most, balance', () => {
    expect(reasons(ticket({ price: '30000.001', quantity: '0.001' }))).toEqual(['price price_step']);
    expect(reasons(ticket({ price: '30000', quantity: '0.000001' }))).toEqual(['quantity quantity_step']);
    expect(reasons(ticket({ price: '30000', quantity: '0.00001' }))).toEqual(['quantity amount_least']);
    expect(reasons(ticket({ price: '30000', quantity: '101' }))).toEqual(['quantity quantity_most']);
    expect(reasons(ticket({ price: '30000', quantity: '0.5' }))).toEqual(['quantity balance']);
    expect(reasons(ticket({ side: 'SELL', price: '30000', quantity: '1.5' }))).toEqual(['quantity balance']);
    expect(reasons(ticket({ price: '30000', quantity: '0.1' }))).toEqual([]);
  });
});

describe('the preview', () => {
  test('trading X-A1 the buyer pays the taker fee in base, rounded up', () => {
    const summary = summaryOf(ticket({ price: '30000.12', quantity: '0.01537' }), contextOf({}, [['30000.12', '1']]));
    expect(summary).toMatchObject({
      cost: '461.1018444',
      fee: '0.00001537',
      feeAsset: 'BTC',
      receive: '0.01535463',
      isMaker: false,
    });
  });
  test('trading X-A1 a resting seller pays the maker fee in quote', () => {
    const summary = summaryOf(ticket({ side: 'SELL', price: '30000.12', quantity: '0.01537' }), contextOf());
    expect(summary).toMatchObject({ fee: '0.36888148', feeAsset: 'USDT', receive: '460.73296292', isMaker: true });
  });
  test('trading X-A3 a market order by amount', () => {
    const context = contextOf({ pair: { ...pair, stepSize: '0.0001' } }, [
      ['1000', '0.4'],
      ['1005', '1'],
    ]);
    const summary = summaryOf(ticket({ type: 'MARKET', marketUnit: 'amount', amount: '1000' }), context);
    expect(summary).toMatchObject({ cost: '999.985', isComplete: true });
  });
  test('trading X-A4 a market order names the price it never passes', () => {
    const context = contextOf({}, [
      ['200', '4'],
      ['205', '3'],
      ['207', '5'],
    ]);
    expect(summaryOf(ticket({ type: 'MARKET', quantity: '10' }), context)?.worstPrice).toBe('206');
  });
  test('a limit that crosses counts the better prices, the rest at its own', () => {
    const context = contextOf({}, [
      ['99', '0.5'],
      ['100', '1'],
    ]);
    expect(summaryOf(ticket({ price: '100', quantity: '2' }), context)).toMatchObject({
      cost: '199.5',
      averagePrice: '99.75',
      isMaker: false,
    });
  });
  test('in quote mode the buyer pays the fee on top', () => {
    const context = contextOf({ pair: { ...pair, feeMode: 'QUOTE' } });
    expect(summaryOf(ticket({ price: '100', quantity: '1' }), context)).toMatchObject({
      cost: '100.08',
      fee: '0.08',
      feeAsset: 'USDT',
      receive: '1',
    });
  });
});

test('post-only is sent as GTX, a market order carries one measure only', () => {
  expect(orderOf(ticket({ price: '100.10', quantity: '1.', isPostOnly: true }), pair)).toEqual({
    symbol: 'BTCUSDT',
    side: 'BUY',
    type: 'LIMIT',
    timeInForce: 'GTX',
    price: '100.1',
    quantity: '1',
  });
  expect(orderOf(ticket({ type: 'MARKET', marketUnit: 'amount', amount: '50', quantity: '3' }), pair)).toEqual({
    symbol: 'BTCUSDT',
    side: 'BUY',
    type: 'MARKET',
    quoteAmount: '50',
  });
});

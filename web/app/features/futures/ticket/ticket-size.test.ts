import { expect, test } from 'vitest';
import { unitsOf } from '../margin.ts';
import { contextOf, contract, ONE_WAY, short, ticket } from '../../../../testing/futures-ticket.ts';
import { previewOf } from './ticket-preview.ts';
import { largestSize, quantityForShare, shareOf } from './ticket-size.ts';
import type { FuturesTicket } from './ticket.ts';

test('B17 B18 an order that only closes: the opposite position, at most the largest order of the contract, and nothing of its own side', () => {
  const context = contextOf(ONE_WAY, [short]);
  const capped = { ...context, state: { ...context.state, contract: { ...contract, maxMarketQuantity: '0.3' } } };
  const closing = ticket({ type: 'MARKET', isReduceOnly: true });
  expect(largestSize(closing, context)).toEqual({ quantity: unitsOf('0.4'), limit: 'position', whole: unitsOf('0.4') });
  expect(largestSize(closing, capped)).toEqual({ quantity: unitsOf('0.3'), limit: 'order', whole: unitsOf('0.4') });
  expect(largestSize({ ...closing, side: 'SELL' }, context)).toEqual({ quantity: 0n, limit: 'position', whole: 0n });
});

test('R24 while no mark is known a market order has no largest size', () => {
  const context = contextOf();
  const unmarked = { ...context.state, mark: 0n, contract: { ...contract, maxMarketQuantity: '0' } };
  const market = ticket({ type: 'MARKET' });
  expect(largestSize(market, { ...context, state: unmarked }).quantity).toBe(0n);
});

test('B15 a trailing stop counts at the price at which it fires if the price turns now, or at its activation', () => {
  const trail = ticket({ type: 'TRAILING_STOP', side: 'SELL', callback: '2' });
  const given = { ...contextOf(), index: unitsOf('50100'), lastPrice: '50200' };
  const priceOf = (part: Partial<FuturesTicket>) => previewOf({ ...trail, ...part }, given)!.averagePrice;
  expect(priceOf({})).toBe(unitsOf('49196'));
  expect(priceOf({ source: 'MARK' })).toBe(unitsOf('49000'));
  expect(priceOf({ source: 'INDEX' })).toBe(unitsOf('49098'));
  expect(priceOf({ activationPrice: '51000' })).toBe(unitsOf('49980'));
  expect(priceOf({ side: 'BUY' })).toBe(unitsOf('51204'));
});

test('B2 B18 the slider counts in what can be spent: a rule ends the amount, and does not move the thumb to the end', () => {
  const given = contextOf();
  const limit = ticket({ price: '50000', quantity: '1' });
  const free = largestSize(limit, given);
  expect(free.limit).toBe('margin');
  const fifth = unitsOf('0.001') * (free.quantity / unitsOf('0.001') / 5n);
  const ruled = {
    ...given,
    state: { ...given.state, contract: { ...contract, maxLimitQuantity: String(Number(fifth) / 1e8) } },
  };
  const largest = largestSize(limit, ruled);
  expect(largest).toEqual({ quantity: fifth, limit: 'order', whole: free.quantity });
  expect(quantityForShare(limit, 10, ruled)).toBe(quantityForShare(limit, 10, given));
  expect(quantityForShare(limit, 100, ruled)).toBe(fifth);
  expect(shareOf({ quantity: String(Number(fifth) / 1e8) }, largest)).toBe(20);
  // Half a step of the slider is no reason to stand beside the one that was chosen.
  const half = quantityForShare(limit, 50, given);
  expect(shareOf({ quantity: String(Number(half) / 1e8) }, free)).toBe(50);
});

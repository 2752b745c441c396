/** Which markets cannot be (trading 0.2, A4). */
import { expect, test } from 'vitest';
import { codeOf, parameters, TestExchange } from '../testing/exchange.ts';

test.each([
  ['tick zero', { tickSize: 0 }],
  ['a fraction', { stepSize: 0.5 }],
  ['a fee above one half', { takerFeeRate: 50_000_001 }],
  ['a rebate above the taker fee', { makerFeeRate: -2, takerFeeRate: 1 }],
  ['a positive buy offset', { minBuyPriceOffset: 1 }],
  ['a slippage of one', { maxSlippage: 100_000_000 }],
  ['an open price off the grid', { openPrice: 1_000_001 }],
  ['prices upside down', { minPrice: 5_000_000, maxPrice: 4_000_000 }],
  ['volumes upside down', { minVolume: 200_000, maxVolume: 100_000 }],
  ['half a dormant order', { maxConditional: 0.5 }],
  ['an unknown fee mode', { feeMode: 'BASE' as 'QUOTE' }],
])('BAD_CONFIGURATION: %s', (_, changes) => {
  const x = new TestExchange();
  const outcome = x.run({
    kind: 'CreateMarket',
    symbol: 'B2',
    base: 'BTC',
    quote: 'USDT',
    parameters: parameters(changes),
  });
  expect(codeOf(outcome)).toBe('BAD_CONFIGURATION');
});

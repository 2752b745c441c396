import { expect, test } from 'vitest';
import { fillWords } from './fill-words.ts';

const t = ((key: string, values: object = {}) => [key, ...Object.values(values)].join(' ')) as never;
const fill = {
  market: 'spot',
  symbol: 'ETHUSDT',
  side: 'BUY',
  price: '3000.5',
  quantity: '1.25',
  fee: '0.00125',
  feeAsset: 'ETH',
} as const;
const market = { base: 'ETH', quote: 'USDT', priceDecimals: 2 };

test('a fill is told with its coin, its price and its fee, not with the name of the market', () => {
  expect(fillWords(t, fill, market)).toEqual({
    title: 'frame.fills.bought 1.25 ETH',
    description: 'frame.fills.at 3,000.50 USDT 0.00125 ETH',
  });
  // Of a market that this page has not read only the symbol is known.
  expect(fillWords(t, fill, undefined).title).toContain('1.25 ETHUSDT');
});

test('a rebate is received, and a perpetual pays fees in the coin of its values', () => {
  const words = fillWords(t, { ...fill, market: 'futures', side: 'SELL', fee: '-0.2', feeAsset: '' }, market);
  expect(words).toEqual({
    title: 'frame.fills.sold 1.25 ETH',
    description: 'frame.fills.at_rebate 3,000.50 USDT 0.2 USDT',
  });
});

import { expect, test } from 'vitest';
import type { Translate } from '../../i18n/translator.ts';
import { closingWords, fillWords } from './fill-words.ts';

const t: Translate = (key, values) => `${key} ${Object.values(values ?? {}).join(' | ')}`;

test('a liquidation is told with its side, amount, price, what was lost, and the fee in that', () => {
  const closing = {
    kind: 'LIQUIDATION',
    receiptId: '7-9',
    symbol: 'BTCUSDT',
    direction: 'LONG',
    quantity: '0.087',
    price: '96508.7',
    result: '-67.71',
    fee: '33.32',
    time: 1,
  } as const;
  const market = { base: 'BTC', quote: 'USDT', priceDecimals: 1 };
  expect(closingWords(t, closing, market)).toEqual({
    title: 'frame.fills.liquidated_LONG 0.087 BTC',
    description: expect.stringMatching(/^frame\.fills\.liquidation_result 96,508\.7 USDT \| −67\.71 USDT \| .*33\.32/),
  });
  expect(closingWords(t, { ...closing, kind: 'ADL', direction: 'SHORT', result: '3', fee: '0' }, market)).toEqual({
    title: 'frame.fills.deleveraged_SHORT 0.087 BTC',
    description: 'frame.fills.closing_result 96,508.7 USDT | +3.00 USDT',
  });
});

const fill = {
  market: 'futures',
  symbol: 'SOLUSDT',
  side: 'SELL',
  price: '204.1',
  quantity: '3',
  fee: '0.5',
  feeAsset: '',
  realised: '-20.81',
  closedQuantity: '3',
  sentBy: null,
} as const;
const SOL = { base: 'SOL', quote: 'USDT', priceDecimals: 1 };

test('a fill of a perpetual says which position it opened or closed, with the result after its fee', () => {
  expect(fillWords(t, fill, SOL)).toEqual({
    title: 'frame.fills.closed_LONG 3 SOL',
    description: 'frame.fills.closed_at 204.1 USDT | 0.5 USDT | −21.31 USDT',
  });
  expect(fillWords(t, { ...fill, side: 'BUY', closedQuantity: '0', realised: '0' }, SOL)).toEqual({
    title: 'frame.fills.opened_LONG 3 SOL',
    description: 'frame.fills.at 204.1 USDT | 0.5 USDT',
  });
  // A larger order than the position in one-way mode.
  expect(fillWords(t, { ...fill, side: 'BUY', closedQuantity: '2' }, SOL).title).toBe(
    'frame.fills.closed_SHORT 2 SOL · frame.fills.opened_LONG 1 SOL',
  );
  expect(fillWords(t, { ...fill, fee: '-0.5' }, SOL).description).toBe(
    'frame.fills.closed_at_rebate 204.1 USDT | 0.5 USDT | −20.31 USDT',
  );
});

test('a fill says which conditional order sent it, and that it was a sale where no more is known', () => {
  expect(fillWords(t, { ...fill, sentBy: 'STOP_LOSS' }, SOL).title).toBe(
    'frame.fills.closed_LONG_by 3 SOL | frame.fills.by_STOP_LOSS ',
  );
  expect(fillWords(t, { ...fill, closedQuantity: null }, SOL).title).toBe('frame.fills.sold 3 SOL');
});

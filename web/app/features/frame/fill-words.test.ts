import { expect, test } from 'vitest';
import type { Translate } from '../../i18n/translator.ts';
import { closingWords } from './fill-words.ts';

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

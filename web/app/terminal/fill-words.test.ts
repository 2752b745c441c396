import { expect, test } from 'vitest';
import type { Translate } from '../i18n/translator.ts';
import type { LostOrder } from '../live/lost-orders.ts';
import { closingWords, fillWords, lostWords } from './fill-words.ts';

const t: Translate = (key, values) => `${key} ${Object.values(values ?? {}).join(' | ')}`;
const fill = {
  market: 'spot',
  symbol: 'ETHUSDT',
  side: 'BUY',
  price: '3000.5',
  quantity: '1.25',
  fee: '0.00125',
  feeAsset: 'ETH',
  voucher: '0',
  realised: '0',
  closedQuantity: null,
  sentBy: null,
  isOfPair: false,
} as const;
const eth = { base: 'ETH', quote: 'USDT', priceDecimals: 2 };

test('a fill is told with its coin, its price and its fee, not with the name of the market', () => {
  expect(fillWords(t, fill, eth)).toEqual({
    title: 'frame.fills.bought 1.25 ETH',
    description: 'frame.fills.at 3,000.50 USDT | 0.00125 ETH',
  });
  // Of a market that this page has not read only the symbol is known.
  expect(fillWords(t, fill, undefined).title).toContain('1.25 ETHUSDT');
});

test('a fill of an order that has more says what still waits in the book, or that it was canceled', () => {
  const rest = { quantity: '3.75', isOpen: true };
  const at = 'frame.fills.at 3,000.50 USDT | 0.00125 ETH';
  expect(fillWords(t, fill, eth, rest).description).toBe(`${at} · frame.fills.rest_open 3.75 ETH`);
  expect(fillWords(t, fill, eth, { ...rest, isOpen: false }).description).toBe(
    `${at} · frame.fills.rest_ended 3.75 ETH`,
  );
});

test('a rebate is received, and a perpetual pays fees in the coin of its values', () => {
  expect(fillWords(t, { ...fill, market: 'futures', side: 'SELL', fee: '-0.2', feeAsset: '' }, eth)).toEqual({
    title: 'frame.fills.sold 1.25 ETH',
    description: 'frame.fills.at_rebate 3,000.50 USDT | 0.2 USDT',
  });
});

test('A1.4 a fill of spot says what its order waited for, and that the other order of its pair was canceled', () => {
  const limitLeg = fillWords(t, { ...fill, isOfPair: true }, eth);
  expect(limitLeg).toEqual({
    title: 'frame.fills.bought 1.25 ETH',
    description: 'frame.fills.at 3,000.50 USDT | 0.00125 ETH · frame.fills.pair_ended ',
  });
  const stopLeg = fillWords(t, { ...fill, side: 'SELL', sentBy: 'STOP', isOfPair: true }, eth);
  expect(stopLeg).toEqual({
    title: 'frame.fills.sold_by 1.25 ETH | frame.fills.by_STOP ',
    description: limitLeg.description,
  });
  expect(fillWords(t, { ...fill, sentBy: 'TRAILING_STOP' }, eth)).toEqual({
    title: 'frame.fills.bought_by 1.25 ETH | frame.fills.by_TRAILING_STOP ',
    description: 'frame.fills.at 3,000.50 USDT | 0.00125 ETH',
  });
});

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

const closed = {
  market: 'futures',
  symbol: 'SOLUSDT',
  side: 'SELL',
  price: '204.1',
  quantity: '3',
  fee: '0.5',
  feeAsset: '',
  voucher: '0',
  realised: '-20.81',
  closedQuantity: '3',
  sentBy: null,
  isOfPair: false,
} as const;
const SOL = { base: 'SOL', quote: 'USDT', priceDecimals: 1 };

test('a fill of a perpetual says which position it opened or closed, with the result after its fee', () => {
  expect(fillWords(t, closed, SOL)).toEqual({
    title: 'frame.fills.closed_LONG 3 SOL',
    description: 'frame.fills.closed_at 204.1 USDT | 0.5 USDT | −21.31 USDT',
  });
  expect(fillWords(t, { ...closed, side: 'BUY', closedQuantity: '0', realised: '0' }, SOL)).toEqual({
    title: 'frame.fills.opened_LONG 3 SOL',
    description: 'frame.fills.at 204.1 USDT | 0.5 USDT',
  });
  // A larger order than the position in one-way mode.
  expect(fillWords(t, { ...closed, side: 'BUY', closedQuantity: '2' }, SOL).title).toBe(
    'frame.fills.closed_SHORT 2 SOL · frame.fills.opened_LONG 1 SOL',
  );
  // Its fee is of both parts.
  expect(fillWords(t, { ...closed, side: 'BUY', closedQuantity: '2' }, SOL).description).toMatch(
    /^frame.fills.turned_at /,
  );
  expect(fillWords(t, { ...closed, fee: '-0.5' }, SOL).description).toBe(
    'frame.fills.closed_at_rebate 204.1 USDT | 0.5 USDT | −20.31 USDT',
  );
});

test('trading A5.8 what a voucher paid of a fee was not charged, and is no part of the result', () => {
  expect(fillWords(t, { ...closed, voucher: '0.4' }, SOL).description).toBe(
    'frame.fills.closed_at 204.1 USDT | 0.1 USDT | −20.91 USDT',
  );
});

test('a fill says which conditional order sent it, and that it was a sale where no more is known', () => {
  expect(fillWords(t, { ...closed, sentBy: 'STOP_LOSS' }, SOL).title).toBe(
    'frame.fills.closed_LONG_by 3 SOL | frame.fills.by_STOP_LOSS ',
  );
  expect(fillWords(t, { ...closed, closedQuantity: null }, SOL).title).toBe('frame.fills.sold 3 SOL');
  expect(fillWords(t, { ...closed, closedQuantity: null, sentBy: 'STOP' }, SOL).title).toBe(
    'frame.fills.sold_by 3 SOL | frame.fills.by_STOP ',
  );
});

test('long closed against short has words of its own, which name no result', () => {
  const closing = {
    kind: 'LIQUIDATION',
    receiptId: '7-4',
    symbol: 'BTCUSDT',
    direction: 'HEDGE',
    quantity: '2',
    price: '96777',
    result: '0',
    fee: '0',
    time: 1,
  } as const;
  expect(closingWords(t, closing, { base: 'BTC', quote: 'USDT', priceDecimals: 1 })).toEqual({
    title: 'frame.fills.hedge_closed 2 BTC',
    description: 'frame.fills.hedge_result 96,777.0 USDT',
  });
});

test('A4 an order that was lost is told with what it was, how much of it was filled, and why', () => {
  const order = {
    market: 'spot',
    key: 'spot 7',
    orderId: 7,
    symbol: 'ETHUSDT',
    side: 'SELL',
    kind: 'TAKE_PROFIT',
    quantity: '0.030',
    quoteAmount: '0',
    filledQuantity: '0',
    isRefused: false,
    reason: 'SELF_TRADE',
    time: 1,
  } as const;
  const bare = (text: string) => text.replace(/[\u2066-\u2069]/g, '');
  const wordsOf = (part: Partial<LostOrder>) => {
    const { title, description } = lostWords(t, { ...order, ...part }, eth);
    return [bare(title), description];
  };
  expect(wordsOf({})).toEqual([
    'frame.fills.lost frame.fills.by_TAKE_PROFIT  · terminal.side_SELL  · 0.03 ETH',
    'frame.fills.lost_unfilled  · terminal.reason_SELF_TRADE ',
  ]);
  expect(wordsOf({ filledQuantity: '0.01' })[1]).toContain('frame.fills.lost_filled 0.01 ETH');
  expect(wordsOf({ kind: 'LIMIT' })[0]).toContain('terminal.type_LIMIT');
  // By its value, and what closes whatever is open.
  expect(wordsOf({ quantity: '0', quoteAmount: '100' })[0]).toMatch(/100 USDT$/);
  expect(wordsOf({ quantity: '0', quoteAmount: '0' })[0]).toMatch(/· ETH$/);
  // In hedge mode a sale may open or close: it is named as the tables name it.
  expect(wordsOf({ positionSide: 'LONG' })[0]).toContain('· terminal.close_SELL  ·');
  // What was refused as its condition came true was never in the book.
  expect(wordsOf({ isRefused: true, reason: 'PRICE_BAND' })).toEqual([
    'frame.fills.refused frame.fills.by_TAKE_PROFIT  · terminal.side_SELL  · 0.03 ETH',
    'terminal.reason_PRICE_BAND ',
  ]);
});

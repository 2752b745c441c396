import { expect, test } from 'vitest';
import type { Contract, Position } from '../../../api/calls/futures.ts';
import {
  closingEstimate,
  closingResult,
  crosses,
  firstPart,
  marketPrice,
  reversalEstimate,
  shareOf,
  sumOfClosings,
} from './closing.ts';
import { reversalOf } from './reversal.ts';

const contract = { stepSize: '0.001', tickSize: '0.1' } as Contract;
const long = {
  symbol: 'BTCUSDT',
  positionSide: 'BOTH',
  direction: 'LONG',
  quantity: '0.005',
  notional: '250',
  unrealised: '-10',
} as Position;

test('R24 a share of a position is in whole steps, and 100 % is all of it', () => {
  expect([25, 50, 75, 100].map((share) => shareOf(long, share, contract))).toEqual([
    100_000n,
    200_000n,
    300_000n,
    500_000n,
  ]);
});

test('R24 the question for a part begins with half of the position in whole steps, and with all of one that has no half', () => {
  expect(firstPart(long, contract)).toBe(200_000n);
  expect(firstPart({ ...long, quantity: '0.001' }, contract)).toBe(100_000n);
});

test('R24 the estimate of a closing is the core\u2019s result less the fee, which rounds up', () => {
  // Cost 260 for 0.005; 0.002 of it cost 104. At 53,000: 106 - 104 = 2, fee 0.06 % of 106.
  const result = closingResult(long, { quantity: 200_000n, price: 53_000_00000000n, feeRate: 60_000n });
  expect(result).toEqual({ realised: 2_00000000n, fee: 6360000n });
  expect(closingResult(long, { quantity: 200_000n, price: 53_000_00000001n, feeRate: 60_000n }).fee).toBe(6360000n);
  expect(closingResult(long, { quantity: 100_000n, price: 33_333_33333333n, feeRate: 1n }).fee).toBe(34n);
});

test('R24 without a book a closing sell is counted at the bid, and without one at the mark', () => {
  const prices = { ticker: { bidPrice: '49999.9', askPrice: '50000.1' }, book: null, mark: 5n };
  expect(marketPrice(long, contract, 1n, prices)).toBe(49_999_90000000n);
  expect(marketPrice(long, contract, 1n, { ...prices, ticker: undefined })).toBe(5n);
  expect(crosses(long, 49_999_90000000n, prices.ticker)).toBe(true);
  expect(crosses(long, 50_000_00000000n, prices.ticker)).toBe(false);
});

test('R24 a reversal closes everything and opens the same on the other side, which hedge mode names', () => {
  expect(reversalOf(long).opening('0.005')).toEqual({
    symbol: 'BTCUSDT',
    positionSide: 'BOTH',
    side: 'SELL',
    type: 'MARKET',
    quantity: '0.005',
  });
  const short = { ...long, positionSide: 'SHORT', direction: 'SHORT' } as Position;
  expect(reversalOf(short).closing).toMatchObject({ positionSide: 'SHORT', side: 'BUY', closePosition: true });
  expect(reversalOf(short).opening('1')).toMatchObject({ positionSide: 'LONG', side: 'BUY' });
});

test('R24 closing is told by the price, fee and result that it is expected to have', () => {
  const prices = {
    ticker: { bidPrice: '53000', askPrice: '53000.1' },
    book: null,
    mark: 1n,
    feeRates: { maker: 20_000n, taker: 60_000n },
  };
  const all = { type: 'MARKET', price: 0n, quantity: 500_000n } as const;
  // It cost 260 and brings 265; the fee is 0.06 % of 265.
  const atMarket = { price: 53_000_00000000n, realised: 5_00000000n, fee: 15900000n };
  expect(closingEstimate(long, contract, all, prices)).toEqual(atMarket);
  // A short is bought back at the ask.
  const short = { ...long, direction: 'SHORT' } as Position;
  expect(closingEstimate(short, contract, all, prices)?.price).toBe(53_000_10000000n);
  // One that waits pays the maker's fee.
  const waiting = { ...all, type: 'LIMIT', price: 54_000_00000000n } as const;
  expect(closingEstimate(long, contract, waiting, prices)).toEqual({
    price: 54_000_00000000n,
    realised: 10_00000000n,
    fee: 5400000n,
  });
  expect(closingEstimate(long, contract, { ...all, quantity: 0n }, prices)).toBeNull();
  expect(closingEstimate(long, contract, { ...all, quantity: 500_001n }, prices)).toBeNull();
});

test('results and fees of several positions are summed, unless one of them is not known', () => {
  const [gain, loss] = [
    { price: 1n, realised: 500n, fee: 3n },
    { price: 2n, realised: -200n, fee: 4n },
  ];
  expect(sumOfClosings([gain, loss])).toEqual({ realised: 300n, fee: 7n });
  expect(sumOfClosings([gain, null])).toBeNull();
});

test('R24 a reversal opens at what its closing leaves of the book, and its opening fee is no part of the closed result', () => {
  const level = (price: bigint, quantity: bigint) => ({ price, quantity });
  const bids = [level(530_000n, 5n), level(529_000n, 5n)];
  const prices = {
    ticker: undefined,
    book: { bids, asks: [], updateId: 1 },
    mark: 53_000_00000000n,
    feeRates: { maker: 0n, taker: 60_000n },
  };
  const scales = { pricePrecision: 1, amountPrecision: 3, priceProtectScope: '0.05' };
  const reversed = reversalEstimate(long, { ...contract, ...scales } as Contract, prices)!;
  // 0.005 at 53,000 cost 260: 5 gained, 0.06 % of 265 paid; opened at 52,900 for 0.06 % of 264.5.
  expect(reversed.closing).toEqual({ price: 53_000_00000000n, realised: 5_00000000n, fee: 15900000n });
  expect([reversed.openingPrice, reversed.openingFee]).toEqual([52_900_00000000n, 15870000n]);
  const alone = { ...prices, book: null, ticker: { bidPrice: '53000', askPrice: '0' } };
  expect(reversalEstimate(long, contract, alone)!.openingPrice).toBe(53_000_00000000n);
});

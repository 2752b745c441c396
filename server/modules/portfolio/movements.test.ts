import type { CoreEvent } from '@agio/core';
import { expect, test } from 'vitest';
import { movementsOf } from './movements.ts';
import type { Prices } from './prices.ts';

const ONE = 10n ** 8n;
type Of<Kind extends CoreEvent['kind']> = Extract<CoreEvent, { kind: Kind }>;
type Price = Of<'Traded'>['price'];
type Amount = Of<'Traded'>['quantity'];
const units = (whole: number): Amount & Price => Math.round(whole * 1e8) as Amount & Price;
const NONE = units(0);
const AT = { seq: 1, index: 0, timeMs: 0 };

const prices = (): Prices => ({
  scales: new Map([
    ['USDT', 8],
    ['BTC', 8],
    ['ETH', 8],
    ['XYZ', 6],
  ]),
  markets: new Map([
    ['BTCUSDT', { base: 'BTC', quote: 'USDT', price: units(50_000) }],
    ['ETHBTC', { base: 'ETH', quote: 'BTC', price: units(0.05) }],
    ['XYZUSDT', { base: 'XYZ', quote: 'USDT', price: units(2) }],
  ]),
});

const trade = (change: Partial<Of<'Traded'>>): CoreEvent => ({
  ...AT,
  kind: 'Traded',
  tradeId: 1,
  symbol: 'BTCUSDT',
  price: units(60_000),
  quantity: units(1),
  amount: units(60_000),
  takerSide: 'BUY',
  makerOrderId: 1,
  takerOrderId: 2,
  makerUid: 1,
  takerUid: 2,
  makerFee: units(60),
  makerFeeAsset: 'USDT',
  takerFee: units(0.001),
  takerFeeAsset: 'BTC',
  makerRate: 100_000,
  takerRate: 100_000,
  ...change,
});

const coinsOf = (events: readonly CoreEvent[]) => movementsOf(events, prices()).coins;

test('a buy costs what was paid, for what is left of it after the fee; a sell only leaves', () => {
  expect(coinsOf([trade({})])).toEqual([
    { uid: 1, asset: 'BTC', quantity: -ONE, cost: null },
    { uid: 2, asset: 'BTC', quantity: 99_900_000n, cost: 60_000n * ONE },
  ]);
});

test('a fee in quote is part of the cost, less what a voucher paid of it', () => {
  const fee = { takerFee: units(60), takerFeeAsset: 'USDT', takerVoucher: units(20) };
  expect(coinsOf([trade(fee)])[1]).toEqual({ uid: 2, asset: 'BTC', quantity: ONE, cost: 60_040n * ONE });
});

test('a coin bought with another coin costs what that one was worth', () => {
  const order = { symbol: 'ETHBTC', price: units(0.06), quantity: units(10), amount: units(0.6) };
  const fees = { makerFee: units(0.0006), makerFeeAsset: 'BTC', takerFee: NONE, takerFeeAsset: 'ETH' };
  expect(coinsOf([trade({ ...order, ...fees })])).toEqual([
    { uid: 1, asset: 'ETH', quantity: -10n * ONE, cost: null },
    // Nothing prices ETH in USDT here: the seller's BTC cost what they are worth.
    { uid: 1, asset: 'BTC', quantity: 59_940_000n, cost: 29_970n * ONE },
    { uid: 2, asset: 'BTC', quantity: -60_000_000n, cost: null },
    { uid: 2, asset: 'ETH', quantity: 10n * ONE, cost: 30_000n * ONE },
  ]);
});

test('what comes in otherwise costs the last price of the moment, and is unknown without one', () => {
  const deposit = (asset: string, amount: Amount): CoreEvent => ({
    ...AT,
    kind: 'FundsMoved',
    transferId: 1,
    transferKind: 'DEPOSIT',
    uid: 3,
    userSeq: 1,
    asset,
    amount,
    from: 'EXTERNAL',
    to: 'SPOT',
  });
  const { coins, moves } = movementsOf(
    [
      deposit('BTC', units(1)),
      trade({}),
      deposit('BTC', units(1)),
      deposit('ETH', units(1)),
      deposit('XYZ', 1_500_000 as Amount),
    ],
    prices(),
  );
  expect(coins.filter(({ uid }) => uid === 3).map(({ asset, cost }) => [asset, cost])).toEqual([
    ['BTC', 50_000n * ONE],
    ['BTC', 60_000n * ONE],
    ['ETH', null],
    ['XYZ', 3n * ONE],
  ]);
  expect(moves.map(({ value }) => value)).toEqual([50_000n * ONE, 60_000n * ONE, null, 3n * ONE]);
});

test('transfers between one’s wallets move coins, and nothing into or out of the account', () => {
  const transfer: Of<'FundsMoved'> = {
    ...AT,
    kind: 'FundsMoved',
    transferId: 1,
    transferKind: 'TRANSFER',
    uid: 3,
    userSeq: 1,
    asset: 'BTC',
    amount: units(1),
    from: 'SPOT',
    to: 'FUTURES',
  };
  const { coins, moves } = movementsOf([transfer], prices());
  expect(coins).toEqual([{ uid: 3, asset: 'BTC', quantity: -ONE, cost: null }]);
  expect(moves).toEqual([]);
});

test('what the house posts into SPOT or FUTURES is no result', () => {
  const posted: Of<'Posted'> = {
    ...AT,
    kind: 'Posted',
    posting: 'PRIZE',
    eventId: 1,
    asset: 'USDT',
    entries: [
      { uid: 0, account: 'PRIZE_POOL', amount: -7n },
      { uid: 3, account: 'SPOT', amount: 2n },
      { uid: 3, account: 'FUTURES', amount: 5n },
    ],
  };
  expect(movementsOf([posted], prices()).moves.map(({ value }) => value)).toEqual([2n, 5n]);
});

test('trading C7 small balances that become USDT leave with their cost, and are nothing that came in from elsewhere', () => {
  const posted = (asset: string, ...amounts: bigint[]): CoreEvent =>
    ({
      kind: 'Posted',
      posting: 'DUST',
      asset,
      timeMs: 0,
      entries: amounts.map((amount, at) => ({ uid: at === 0 ? 3 : 0, account: at === 0 ? 'SPOT' : 'HOUSE', amount })),
    }) as unknown as CoreEvent;
  const { coins, moves } = movementsOf([posted('BTC', -ONE, ONE), posted('USDT', 99n, -99n)], prices());
  expect(coins).toEqual([{ uid: 3, asset: 'BTC', quantity: -ONE, cost: null }]);
  expect(moves).toEqual([]);
});

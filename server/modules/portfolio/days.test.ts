import { expect, test } from 'vitest';
import { type Account, resultsOf } from './days.ts';

const ONE = 10n ** 8n;
const none = { realised: 0n, fees: 0n, funding: 0n, other: 0n, moved: 0n };

const account = (change: Partial<Account>): Account => ({
  spot: [],
  futures: [],
  positions: [],
  moves: [],
  coinPrices: [],
  marks: [],
  scales: new Map([
    ['USDT', 8],
    ['BTC', 8],
  ]),
  openedDay: null,
  ...change,
});

const pnls = (given: Account, first: number, last: number) => resultsOf(given, first, last).map(({ pnl }) => pnl);

test('a day earns what its equity grew by, less what was moved in', () => {
  const given = account({
    spot: [
      { asset: 'USDT', day: 10, amount: 1_000n * ONE },
      { asset: 'BTC', day: 11, amount: ONE / 100n },
      { asset: 'USDT', day: 11, amount: 400n * ONE },
    ],
    moves: [{ day: 10, value: 1_000n * ONE, is_unknown: false }],
    coinPrices: [
      { name: 'BTC', day: 9, price: 50_000n * ONE },
      { name: 'BTC', day: 11, price: 61_000n * ONE },
      { name: 'BTC', day: 12, price: 59_000n * ONE },
    ],
  });
  expect(resultsOf(given, 9, 13).map(({ equity, pnl }) => [equity, pnl])).toEqual([
    // Before the account there is nothing to tell.
    [null, null],
    [1_000n * ONE, 0n],
    [1_010n * ONE, 10n * ONE],
    [990n * ONE, -20n * ONE],
    // Nobody traded: the last price still stands.
    [990n * ONE, 0n],
  ]);
  // Wherever one begins to read, a day has the same figure.
  expect(pnls(account({ ...given }), 12, 12)).toEqual([-20n * ONE]);
});

test('a day on which something had no price has no figure, and neither has the next', () => {
  const given = account({
    spot: [
      { asset: 'USDT', day: 1, amount: ONE },
      { asset: 'BTC', day: 2, amount: ONE },
    ],
    coinPrices: [{ name: 'BTC', day: 3, price: 5n * ONE }],
  });
  expect(resultsOf(given, 1, 4).map(({ equity, pnl }) => [equity, pnl])).toEqual([
    [ONE, ONE],
    [null, null],
    [6n * ONE, null],
    [6n * ONE, 0n],
  ]);
});

test('a move without a price leaves the day without a figure', () => {
  const given = account({
    spot: [{ asset: 'USDT', day: 1, amount: ONE }],
    moves: [{ day: 1, value: 0n, is_unknown: true }],
  });
  expect(pnls(given, 1, 2)).toEqual([null, 0n]);
});

test('open positions count at the mark, and the futures wallet by its entries', () => {
  const given = account({
    futures: [
      { asset: 'USDT', day: 1, ...none, moved: 100n * ONE },
      { asset: 'USDT', day: 2, ...none, realised: 5n * ONE, fees: -2n * ONE, funding: 1n * ONE, other: 1n },
    ],
    positions: [
      { symbol: 'BTCUSDT', position_side: 'BOTH', day: 1, direction: 'SHORT', quantity: ONE, cost: 50n * ONE },
      { symbol: 'BTCUSDT', position_side: 'BOTH', day: 3, direction: 'SHORT', quantity: 0n, cost: 0n },
    ],
    moves: [{ day: 1, value: 100n * ONE, is_unknown: false }],
    marks: [
      { name: 'BTCUSDT', day: 1, price: 48n * ONE },
      { name: 'BTCUSDT', day: 2, price: 51n * ONE },
    ],
  });
  expect(resultsOf(given, 1, 3)).toEqual([
    expect.objectContaining({ equity: 102n * ONE, pnl: 2n * ONE }),
    expect.objectContaining({
      equity: 103n * ONE + 1n,
      pnl: ONE + 1n,
      futures: { pnl: 4n * ONE + 1n, realised: 5n * ONE, fees: -2n * ONE, funding: ONE },
    }),
    expect.objectContaining({ equity: 104n * ONE + 1n, pnl: ONE }),
  ]);
});

test('an account that is older than its record has figures from the day after the opening', () => {
  const given = account({ spot: [{ asset: 'USDT', day: 5, amount: ONE }], openedDay: 5 });
  expect(resultsOf(given, 4, 6).map(({ equity, pnl }) => [equity, pnl])).toEqual([
    [null, null],
    [ONE, null],
    [ONE, 0n],
  ]);
});

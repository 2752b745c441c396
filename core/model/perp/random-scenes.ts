/**
 * Situations that random commands seldom reach by themselves, set up before them: filled books, accounts with little money left,
 * unrealized gains, fees about to change. The commands that follow are random.
 */
import fc from 'fast-check';
import type { Drawn } from './random-perps.ts';
import { SYMBOLS, UNIT } from './random-setup.ts';

const [first, second] = SYMBOLS as [string, string];
const constants = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);

interface OrderFields {
  readonly symbol?: string;
  readonly wallet?: string;
  readonly around?: number;
  readonly chunks?: number;
  readonly fits?: string;
  readonly reduceOnly?: boolean;
  /** The order's price is the bankruptcy price of this user's position. */
  readonly atBankruptcyOf?: number;
  /** Ticks before that price. */
  readonly inside?: number;
}

/** A limit order near the mark; in hedge mode it opens, or closes with `reduceOnly`. */
function order(uid: number, side: string, request: OrderFields = {}): Drawn {
  const {
    symbol = first,
    wallet = 'FUTURES',
    around = 0,
    chunks = 4,
    fits,
    reduceOnly = false,
    atBankruptcyOf,
    inside = 0,
  } = request;
  return {
    kind: 'PlacePerpOrder',
    uid,
    wallet,
    symbol,
    side,
    positionSide: reduceOnly ? 'CLOSES' : 'OPENS',
    type: 'LIMIT',
    timeInForce: 'GTC',
    price: { around, ticks: 0 },
    quantity: { chunks, steps: 1 },
    reduceOnly,
    closePosition: false,
    stpMode: 'EXPIRE_MAKER',
    clientOrderId: '',
    isExact: true,
    takeProfit: null,
    stopLoss: null,
    flaw: '',
    fits,
    atBankruptcyOf,
    inside,
    idempotency: null,
  };
}

function tick(symbol: string, move: number, afterMs = 1_000): Drawn {
  return { kind: 'TickMark', symbol, move, odd: 17, shape: 'SAME', afterMs };
}

const isolated = (uid: number, symbol: string): Drawn => {
  return { kind: 'SetMarginMode', uid, wallet: 'FUTURES', symbol, mode: 'ISOLATED' };
};

/** Orders on both sides, near enough for liquidations to close in the book, and a price near the edge. */
const thick = fc
  .record({
    steps: fc.array(constants(1, 2, 3, 4), { minLength: 4, maxLength: 8 }),
    move: constants(-5, -4, -3, 3, 4, 5),
  })
  .map(({ steps, move }) => [
    ...steps.flatMap((around, at) => [
      order(at % 2 === 0 ? 1 : 4, 'BUY', { around: -around, chunks: 2 }),
      order(at % 2 === 0 ? 4 : 1, 'SELL', { around, chunks: 2 }),
    ]),
    tick(first, move),
    tick(first, Math.sign(move)),
  ]);

/** An account with an unrealized gain of a cross position and isolated margin from bonus. */
const gains = fc
  .record({ uid: constants(2, 4, 5), move: constants(6, 9, 13) })
  .map(({ uid, move }) => [
    order(1, 'SELL', { symbol: second, chunks: 5, around: 0 }),
    order(uid, 'BUY', { symbol: second, chunks: 5, around: 1 }),
    tick(second, move),
    tick(second, move),
  ]);

/** An account has all its money in one order, and pays funding before the order is filled. */
const spent = fc
  .record({ uid: constants(2, 3, 4, 5), side: constants('BUY', 'SELL') })
  .map(({ uid, side }) => [
    isolated(uid, second),
    order(uid, side, { symbol: second, around: side === 'BUY' ? -1 : 1, fits: 'ALL' }),
    { kind: 'SettleFunding', symbol: first, afterMs: 28_800_000 },
    { ...tick(second, 0), shape: 'SPREAD' },
    order(1, side === 'BUY' ? 'SELL' : 'BUY', { symbol: second, around: side === 'BUY' ? -2 : 2, chunks: 9 }),
  ]);

/** An account without free money, with isolated margin and a fee voucher; a part closes at the last price that leaves no debt. */
const losses = fc
  .record({ uid: constants(2, 3, 5), move: constants(-2, -1, 1, 2), chunks: constants(3, 7), voucher: fc.boolean() })
  .map(({ uid, move, chunks, voucher }) => {
    const [opens, closes] = uid === 3 ? ['BUY', 'SELL'] : ['SELL', 'BUY'];
    const grant = {
      kind: 'GrantFeeVoucher',
      voucherId: 70,
      uid,
      coin: 'USDT',
      amount: 9 * UNIT,
      ratio: 100_000_000,
      maxPerUse: 0,
      products: ['FUTURES'],
      symbols: [],
      lastsMs: 90_000_000,
    };
    return [
      ...(voucher ? [grant] : []),
      order(uid, opens!, { fits: 'ALL' }),
      order(1, closes!, { chunks: 9 }),
      tick(first, move),
      order(1, opens!, { chunks, atBankruptcyOf: uid }),
      order(uid, closes!, { chunks, atBankruptcyOf: uid, reduceOnly: true }),
    ];
  });

/** Orders wait at or before the bankruptcy price of an isolated short and fill its liquidation, in part or whole. */
const met = fc
  .record({
    uid: constants(2, 5),
    isMore: fc.boolean(),
    inside: constants(0, 5, 9, 14),
    moves: fc.array(constants(1, 2), { minLength: 3, maxLength: 5 }),
  })
  .map(({ uid, isMore, inside, moves }) => [
    ...(isMore ? [order(uid, 'SELL', { fits: 'ALL' }), order(4, 'BUY', { chunks: 9 })] : []),
    order(4, 'SELL', { chunks: 28, atBankruptcyOf: uid, inside }),
    ...moves.map((move) => tick(first, move)),
  ]);

/** The same for a cross position of an account with little money. */
const crossed = fc
  .record({
    inside: constants(0, 10, 20, 40),
    moves: fc.array(constants(2, 3), { minLength: 4, maxLength: 6 }),
  })
  .map(({ inside, moves }) => [
    order(4, 'BUY', { symbol: second, chunks: 7 }),
    order(2, 'SELL', { symbol: second, fits: 'ALL' }),
    order(4, 'SELL', { symbol: second, chunks: 12, atBankruptcyOf: 2, inside }),
    ...moves.map((move) => tick(second, move)),
  ]);

/** Fee rates that end after some more commands. */
const trials = fc.record({ lastsMs: constants(10, 20, 30, 40), uid: constants(1, 4) }).map(({ lastsMs, uid }) => {
  const rates = { spotMaker: 0, spotTaker: 0, futuresMaker: 1_003, futuresTaker: 30_011 };
  const trial = { ...rates, futuresMaker: 0, futuresTaker: 7 };
  return [
    { kind: 'SetFeeTier', uid, version: 20, own: rates, trial, lastsMs },
    order(uid === 1 ? 4 : 1, 'SELL', { chunks: 3 }),
    ...[1, 2, 3].map(() => order(uid, 'BUY', { around: 1, chunks: 1 })),
  ];
});

/** A negative wallet that only unrealized gains cover gets bonus. */
const debts = fc.record({ amount: constants(9, 40), move: constants(7, 12) }).map(({ amount, move }) => [
  order(4, 'BUY', { symbol: second, chunks: 9, around: 0 }),
  order(1, 'SELL', { symbol: second, chunks: 9, around: -1 }),
  tick(second, move),
  tick(second, move),
  order(4, 'SELL', { symbol: second, chunks: 9, around: 0, reduceOnly: true }),
  order(1, 'BUY', { symbol: second, chunks: 9, around: 1, reduceOnly: true }),
  {
    kind: 'GrantBonus',
    grantId: 80,
    uid: 1,
    asset: 'USDT',
    amount: amount * UNIT,
    mode: 'BONUS_FIRST',
    ratio: 0,
    lastsMs: 600_000,
    minOwnFunds: 0,
    maxLeverage: 0,
    symbols: [],
    source: 'task',
  },
]);

/** A position with automatic margin addition, near its liquidation price. */
const rescued = fc
  .record({ move: constants(-7, -5, 5, 7), chunks: constants(9, 14) })
  .map(({ move, chunks }) => [
    isolated(4, second),
    { kind: 'SetLeverage', uid: 4, wallet: 'FUTURES', symbol: second, positionSide: 'BOTH', leverage: 25 },
    order(4, move < 0 ? 'BUY' : 'SELL', { symbol: second, chunks, around: 0 }),
    order(1, move < 0 ? 'SELL' : 'BUY', { symbol: second, chunks, around: 0 }),
    { kind: 'SetAutoAddMargin', uid: 4, wallet: 'FUTURES', symbol: second, positionSide: 'BOTH', on: true },
    tick(second, move),
    tick(second, move),
  ]);

/** A voucher's position is closed at another price. */
const voucher = fc
  .record({ uid: constants(2, 3, 5), move: constants(-4, 4, 6, 9), chunks: constants(1, 4) })
  .map(({ uid, move, chunks }) => [
    order(4, 'SELL', { symbol: second, chunks: 4 }),
    {
      kind: 'OpenVoucherPosition',
      voucherId: 6,
      uid,
      symbol: second,
      side: 'BUY',
      leverage: 5,
      amount: 40 * UNIT + 3,
    },
    tick(second, move),
    tick(second, move),
    order(4, 'BUY', { symbol: second, chunks, around: -1 }),
    {
      ...order(uid, 'SELL', { symbol: second, wallet: 'VOUCHER:6' }),
      type: 'MARKET',
      timeInForce: 'IOC',
      price: 0,
      quantity: 0,
      positionSide: 'CLOSES',
      closePosition: true,
    },
  ]);

export const scene = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  { weight: 6, arbitrary: thick },
  { weight: 2, arbitrary: gains },
  { weight: 3, arbitrary: spent },
  { weight: 3, arbitrary: losses },
  { weight: 5, arbitrary: met },
  { weight: 4, arbitrary: crossed },
  { weight: 1, arbitrary: rescued },
  { weight: 1, arbitrary: trials },
  { weight: 1, arbitrary: debts },
  { weight: 2, arbitrary: voucher },
) as fc.Arbitrary<Drawn[]>;

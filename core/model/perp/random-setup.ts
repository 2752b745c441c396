/** The state in which random runs begin: contracts with odd grids and rates, users with money in several wallets. */
import type { Amount, Rate } from '../../fixed.ts';
import type { ContractParameters } from '../../protocol/perp-commands.ts';
import { contractParameters } from '../../testing/perps.ts';

export const USERS = [1, 2, 3, 4, 5];
export const WALLETS = ['FUTURES', 'ELITE', 'COPY:1'];
/** Amounts of vouchers that open positions. */
export const VOUCHER_WALLETS = [1, 2, 3, 4, 5, 6].map((id) => `VOUCHER:${id}`);
export const UNIT = 100_000_000;
export const START_MS = 1_700_006_400_000;

/** A contract as random commands see it: about what it costs, and how many steps are worth about 100 USDT. */
export interface RandomContract {
  readonly symbol: string;
  readonly index: number;
  readonly chunk: number;
  readonly parameters: ContractParameters;
}

/** Small tiers, so that positions here reach them. Caps and rates are odd, so that deductions and margins are rounded. */
export const tiersOf = (...caps: readonly [number, number, number]): ContractParameters['tiers'] => [
  { cap: (caps[0] * UNIT + 7) as Amount, maxLeverage: 50, rate: 1_000_003 as Rate },
  { cap: (caps[1] * UNIT + 11) as Amount, maxLeverage: 25, rate: 2_100_007 as Rate },
  { cap: (caps[2] * UNIT + 13) as Amount, maxLeverage: 10, rate: 5_300_001 as Rate },
];
const COMMON = {
  tiers: tiersOf(1_000, 3_000, 20_000),
  leverageMax: 50,
  priceProtectScope: 15_000_001,
  impactNotional: 500 * UNIT + 3,
};

export const CONTRACTS: readonly RandomContract[] = [
  {
    symbol: 'BTCUSDT',
    index: 100 * UNIT,
    chunk: 77,
    parameters: contractParameters({
      ...COMMON,
      tickSize: 7_000_000,
      stepSize: 1_300_000,
      takerFeeRate: 61_337,
      makerFeeRate: 20_011,
      liquidationFeeRate: 500_003,
      leverageDefault: 25,
      maxAmends: 1,
      maxOpenOrders: 5,
      maxStopOrders: 3,
      maxMarketQuantity: 12 * 77 * 1_300_000,
      interestRate: 90_007,
    }),
  },
  {
    symbol: 'ETHUSDT',
    index: 21 * UNIT + 30_000_001,
    chunk: 7,
    parameters: contractParameters({
      ...COMMON,
      tiers: tiersOf(500, 1_500, 4_000),
      tickSize: 1_300_000,
      stepSize: 70_000_000,
      takerFeeRate: 70_001,
      // A negative rate: makers are paid.
      makerFeeRate: -10_003,
      liquidationFeeRate: 777_777,
      leverageMin: 2,
      leverageDefault: 10,
      fundingIntervalHours: 4,
      fundingCap: 300_007,
      minQuantity: 140_000_000,
      minNotional: 60 * UNIT,
      maxLimitQuantity: 300 * 70_000_000,
      minBuyPriceOffset: -11_000_001,
      maxSellPriceOffset: 12_000_001,
      openInterestCap: 2_500 * UNIT,
      maxOpenOrders: 5,
      maxStopOrders: 3,
      defaultStpMode: 'EXPIRE_MAKER',
    }),
  },
  {
    symbol: 'DOTUSDT',
    index: 51_000_003,
    chunk: 18,
    parameters: contractParameters({
      ...COMMON,
      tiers: tiersOf(150, 400, 900),
      tickSize: 30_000,
      stepSize: 11 * UNIT,
      takerFeeRate: 33_333,
      makerFeeRate: 0,
      liquidationFeeRate: 0,
      leverageMax: 50,
      leverageDefault: 10,
      fundingIntervalHours: 1,
      interestRate: -33_331,
      hasFeeException: true,
      defaultStpMode: 'EXPIRE_BOTH',
    }),
  },
];
export const SYMBOLS = CONTRACTS.map(({ symbol }) => symbol);

export function contractOf(symbol: string): RandomContract {
  return CONTRACTS.find((contract) => contract.symbol === symbol) ?? CONTRACTS[0]!;
}

/** Bonus mode and ratio of each user; a user's grants must all have the same mode. */
export const MODES = [
  { mode: 'BONUS_FIRST', ratio: 0 },
  { mode: 'BONUS_FIRST', ratio: 0 },
  { mode: 'RATIO', ratio: 33_333_331 },
  { mode: 'RATIO', ratio: 70_000_001 },
  { mode: 'OWN_FIRST', ratio: 0 },
] as const;
/** How long the first grants last, by user. */
const GRANTED_MS = [0, 900_000, 600_000, 90_000_000, 1_500_000];
const key = (name: string): { key: string; fingerprint: string } => ({ key: name, fingerprint: '' });

function opening(uid: number, side: string, positionSide: string, chunks: number): object {
  const { symbol, parameters, chunk } = CONTRACTS[0]!;
  const price = 1_428 * parameters.tickSize;
  const quantity = chunks * chunk * parameters.stepSize;
  const where = { uid, wallet: 'FUTURES', symbol, side, positionSide };
  const how = { type: 'LIMIT', timeInForce: 'GTC', price, quantity, stpMode: '' };
  const plain = {
    reduceOnly: false,
    closePosition: false,
    clientOrderId: '',
    takeProfit: null,
    stopLoss: null,
    isExact: true,
  };
  return { kind: 'PlacePerpOrder', ...where, ...how, ...plain, idempotency: null };
}

/** So little in FUTURES that cross accounts are liquidated too. */
const IN_FUTURES = [240, 40, 60, 260, 30];
const fundsOf = (uid: number, wealth: number): Readonly<Record<string, number>> => ({
  FUTURES: IN_FUTURES[uid - 1]! * wealth * UNIT + 1,
  ELITE: 120 * UNIT + 1,
  'COPY:1': 90 * UNIT + 1,
});

/** `fund`: whole USDT in the insurance fund; `wealth`: how many times the least that users have. */
export function setUp(fund: number, wealth: number): object[] {
  const names = { asset: 'USDT', uid: 0 };
  return [
    { kind: 'CreateAsset', asset: 'USDT', scale: 8 },
    ...CONTRACTS.map(({ symbol, parameters }) => {
      return { kind: 'CreateContract', symbol, base: symbol.slice(0, 3), settle: 'USDT', parameters };
    }),
    ...CONTRACTS.map(({ symbol, index }) => ({ kind: 'TickMark', symbol, index })),
    { kind: 'ContributeCapital', asset: 'USDT', amount: 20_000 * UNIT, idempotency: key('c') },
    ...(fund === 0
      ? []
      : [{ kind: 'FundPool', pool: 'INSURANCE', asset: 'USDT', amount: fund * UNIT, idempotency: key('f') }]),
    ...['BONUS_POOL', 'PRIZE_POOL'].map((pool) => {
      return { kind: 'FundPool', pool, asset: 'USDT', amount: 400 * UNIT, idempotency: key(pool) };
    }),
    ...USERS.flatMap((uid) => [
      { ...names, kind: 'Deposit', uid, amount: 2_000 * UNIT, idempotency: key('d') },
      ...Object.entries(fundsOf(uid, wealth)).map(([to, amount]) => {
        return { ...names, kind: 'Transfer', uid, from: 'SPOT', to, amount, idempotency: key(to) };
      }),
    ]),
    ...USERS.slice(1).map((uid) => ({
      kind: 'GrantBonus',
      grantId: 60 + uid,
      uid,
      asset: 'USDT',
      ...MODES[uid - 1],
      amount: 70 * UNIT + 9,
      expiresAtMs: START_MS + GRANTED_MS[uid - 1]!,
      minOwnFunds: 0,
      maxLeverage: 0,
      symbols: [],
      source: 'welcome',
      idempotency: key(`g${uid}`),
    })),
    ...[1, 3].map((uid) => ({ kind: 'SetPositionMode', uid, wallet: 'FUTURES', mode: 'HEDGE' })),
    ...[2, 3, 5].map((uid) => ({
      kind: 'SetMarginMode',
      uid,
      wallet: 'FUTURES',
      symbol: CONTRACTS[0]!.symbol,
      mode: 'ISOLATED',
    })),
    // User 1 begins with a long and a short position.
    opening(2, 'SELL', 'BOTH', 15),
    opening(4, 'SELL', 'BOTH', 14),
    opening(1, 'BUY', 'LONG', 29),
    opening(1, 'SELL', 'SHORT', 20),
    opening(4, 'BUY', 'BOTH', 20),
    // Users 3 and 5 have less own money than their margin; bonus provides the rest.
    opening(5, 'SELL', 'BOTH', 24),
    opening(3, 'BUY', 'LONG', 28),
  ];
}

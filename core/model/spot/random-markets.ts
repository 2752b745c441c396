/** Random markets for the property test: up to three that share their assets, on grids of odd ticks and steps. */
import fc from 'fast-check';
import type { CommandBody, MarketParameters } from '../../protocol/commands.ts';
import { body, parameters } from '../../testing/exchange.ts';

export const USERS = [1, 2, 3];
export const SCALES: Readonly<Record<string, number>> = { COIN: 4, USDT: 8, GOLD: 6 };
/** Small enough for a price of 100 ticks: every grid of the list is valid (trading 0.2). */
const GRIDS = [
  {
    symbol: 'COINUSDT',
    base: 'COIN',
    quote: 'USDT',
    grids: [
      [10_000, 100],
      [7_000, 30],
      [30_000, 1],
    ],
  },
  {
    symbol: 'GOLDUSDT',
    base: 'GOLD',
    quote: 'USDT',
    grids: [
      [90_000, 70_000],
      [10_000, 3_000],
    ],
  },
  {
    symbol: 'GOLDCOIN',
    base: 'GOLD',
    quote: 'COIN',
    grids: [
      [3_000_000, 70_000],
      [10_000_000, 3_000],
    ],
  },
] as const;

export interface RandomMarket {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly tick: number;
  readonly step: number;
  /** Quote units of one lot at one tick. */
  readonly unit: number;
  /** When the run began. */
  readonly startMs: number;
  readonly parameters: MarketParameters;
}

/** A limit that is 0 (off) in most markets. */
const sometimes = (...values: readonly number[]): fc.Arbitrary<number> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constantFrom(...values) });

/** Limits in ticks, lots and units of the grid; most are off, so that orders still pass. */
export const limitsArb = fc.record({
  makerFeeRate: fc.constantFrom(0, 80_000, 77_777, 3_000_000, -20_000),
  takerFeeRate: fc.constantFrom(100_000, 123_457, 7_000_000),
  feeMode: fc.constantFrom('RECEIVED', 'QUOTE'),
  defaultStpMode: fc.constantFrom('EXPIRE_TAKER', 'EXPIRE_TAKER', 'NONE', 'EXPIRE_MAKER', 'DECREMENT'),
  maxOpenOrders: fc.constantFrom(0, 0, 4),
  maxAmends: fc.constantFrom(0, 1),
  maxConditional: fc.constantFrom(undefined, 0, 2),
  maxIceberg: fc.constantFrom(undefined, 0, 1),
  hasFeeException: fc.constantFrom(undefined, undefined, false, true),
  minTicks: sometimes(92),
  maxTicks: sometimes(109),
  minLots: sometimes(2),
  maxLots: sometimes(17),
  minUnits: sometimes(201, 301, 401),
  maxUnits: sometimes(1_201, 1_501, 1_801),
  maxLimitUnits: sometimes(1_717),
  maxMarketUnits: sometimes(501, 801, 1_001),
  minBuyPriceOffset: sometimes(-7_654_321),
  maxSellPriceOffset: sometimes(7_654_321),
  priceProtectScope: sometimes(5_432_101),
  maxSlippage: fc.constantFrom(0, 3_000_000, 1_234_567),
  premiumFactor: fc.constantFrom(2_000_000, 5_000_000, 3_333_333),
  openTicks: fc.constantFrom(0, 0, 100),
  /** Milliseconds after the begin of the run. */
  openAfterMs: fc.constantFrom(0, 0, 0, 0, 0, 0, 20, 35),
  openProtectMs: fc.constantFrom(0, 25),
});

export type Limits = typeof limitsArb extends fc.Arbitrary<infer L> ? L : never;

/** Market parameters of drawn limits on a grid. */
export function parametersOf(
  { tick, step, unit, startMs }: Omit<RandomMarket, 'parameters'>,
  limits: Limits,
): MarketParameters {
  const {
    minTicks,
    maxTicks,
    minLots,
    maxLots,
    minUnits,
    maxUnits,
    maxLimitUnits,
    maxMarketUnits,
    openTicks,
    openAfterMs,
    ...rest
  } = limits;
  const fields = {
    ...rest,
    tickSize: tick,
    stepSize: step,
    minPrice: minTicks * tick,
    maxPrice: maxTicks * tick,
    minVolume: minLots * step,
    maxVolume: maxLots * step,
    minAmount: minUnits * unit,
    maxAmount: maxUnits * unit,
    maxLimitOrderAmount: maxLimitUnits * unit,
    maxMarketOrderAmount: maxMarketUnits * unit,
    openPrice: openTicks * tick,
    openTimeMs: openAfterMs === 0 ? 0 : startMs + openAfterMs,
  };
  return parameters(fields as Partial<MarketParameters>);
}

const marketArb = (at: number, startMs: number): fc.Arbitrary<RandomMarket> => {
  const { symbol, base, quote, grids } = GRIDS[at]!;
  return fc.tuple(fc.constantFrom<readonly [number, number]>(...grids), limitsArb).map(([[tick, step], limits]) => {
    const unit = (tick * step * 10 ** SCALES[quote]!) / 10 ** (8 + SCALES[base]!);
    const market = { symbol, base, quote, tick, step, unit, startMs };
    return { ...market, parameters: parametersOf(market, limits) };
  });
};

/** One to three markets of a run that began then, in any order: the first one gets most orders. */
export const marketsArb = (startMs: number): fc.Arbitrary<readonly RandomMarket[]> =>
  fc.noBias(
    fc
      .shuffledSubarray([0, 1, 2], { minLength: 1 })
      .chain((places) => fc.tuple(...places.map((at) => marketArb(at, startMs)))),
  );

/** The assets, the markets and three users with funds for about 60 lots on either side of each market. */
export function setUpMarkets(markets: readonly RandomMarket[]): CommandBody[] {
  const funds = new Map<string, number>();
  for (const { base, quote, step, unit } of markets) {
    funds.set(base, (funds.get(base) ?? 0) + 60 * step);
    funds.set(quote, (funds.get(quote) ?? 0) + 6_000 * unit);
  }
  return [
    ...Object.entries(SCALES).map(([asset, scale]) => body({ kind: 'CreateAsset', asset, scale })),
    ...markets.map(({ symbol, base, quote, parameters: market }) =>
      body({ kind: 'CreateMarket', symbol, base, quote, parameters: market }),
    ),
    ...USERS.flatMap((uid) =>
      [...funds].map(([asset, amount]) =>
        body({ kind: 'Deposit', uid, asset, amount, idempotency: { key: asset, fingerprint: '' } }),
      ),
    ),
  ];
}

/** A trade at 100 ticks and orders on both sides of it, so that prices move and wake others from the first command on. */
export function firstOrders(markets: readonly RandomMarket[]): CommandBody[] {
  const requests = [
    [1, 'SELL', 100, 2],
    [2, 'BUY', 100, 2],
    ...[1, 2, 3].flatMap((far) => [
      [far, 'SELL', 100 + far, 4],
      [(far % 3) + 1, 'BUY', 100 - far, 4],
    ]),
  ] as const;
  return markets.flatMap(({ symbol, tick, step }) =>
    requests.map(([uid, side, ticks, lots]) =>
      body({
        kind: 'PlaceOrder',
        uid: Number(uid),
        symbol,
        side: side === 'BUY' ? 'BUY' : 'SELL',
        type: 'LIMIT',
        timeInForce: 'GTC',
        price: Number(ticks) * tick,
        quantity: Number(lots) * step,
        quoteAmount: 0,
        maxSlippage: 0,
        stpMode: '',
        clientOrderId: '',
        idempotency: null,
      }),
    ),
  );
}

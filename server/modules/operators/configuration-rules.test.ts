/**
 * Compares the rules with the core, which decides: each configuration that it refuses gets a sentence that names a field, and accepted
 * ones get none.
 */
import { type CommandBody, type ContractParameters, createCore, type MarketParameters, type Outcome } from '@agio/core';
import { expect, test } from 'vitest';
import { contractFault, idleLeverage, marketFault } from './configuration-rules.ts';

/** In 10^-8. */
const of = (value: number): never => Math.round(value * 100_000_000) as never;

const MARKET: MarketParameters = {
  tickSize: of(0.01),
  stepSize: of(0.0001),
  minPrice: of(0),
  maxPrice: of(0),
  minVolume: of(0),
  maxVolume: of(0),
  minAmount: of(5),
  maxAmount: of(0),
  maxLimitOrderAmount: of(0),
  maxMarketOrderAmount: of(0),
  minBuyPriceOffset: of(0),
  maxSellPriceOffset: of(0),
  priceProtectScope: of(0.1),
  maxSlippage: of(0),
  premiumFactor: of(0),
  openPrice: of(100),
  openTimeMs: 0,
  openProtectMs: 0,
  makerFeeRate: of(0.001),
  takerFeeRate: of(0.001),
  feeMode: 'RECEIVED',
  maxOpenOrders: 100,
  maxAmends: 0,
  defaultStpMode: 'EXPIRE_TAKER',
};

const tier = (cap: number, maxLeverage: number, rate: number): ContractParameters['tiers'][number] => ({
  cap: of(cap),
  maxLeverage,
  rate: of(rate),
});
const TIERS = [tier(1_000, 100, 0.005), tier(5_000, 50, 0.01)];
const CONTRACT: ContractParameters = {
  tickSize: of(0.01),
  stepSize: of(0.0001),
  minQuantity: of(0),
  minNotional: of(5),
  maxLimitQuantity: of(0),
  maxMarketQuantity: of(0),
  tiers: TIERS,
  leverageMin: 1,
  leverageMax: 100,
  leverageDefault: 20,
  makerFeeRate: of(0.0002),
  takerFeeRate: of(0.0005),
  liquidationFeeRate: of(0.01),
  fundingIntervalHours: 8,
  interestRate: of(0.0001),
  fundingCap: of(0),
  impactNotional: of(10_000),
  priceProtectScope: of(0.1),
  minBuyPriceOffset: of(0),
  maxSellPriceOffset: of(0),
  openInterestCap: of(0),
  maxOpenOrders: 100,
  maxStopOrders: 100,
  maxAmends: 0,
  defaultStpMode: 'EXPIRE_TAKER',
  hasFeeException: false,
};

/** Values that a call can set numbers to, at the limits and beyond them. */
const RATES = [0, 1, 2, 0.25, 0.5, 0.50000001, 0.99999999, -0.0005, -0.1, -0.99999999, -1, -2].map((rate) => of(rate));
const COUNTS = [0, 1, 5, 7, 8, 12, 24, 25, 48, 50, 99, 100, 101, 1_000, 1_001];
const AMOUNTS = [0, 0.00000001, 0.005, 1, 100.005, 500, 21_474_836.47, 21_474_836.48, 90_000_000].map((amount) =>
  of(amount),
);
const TIER_LISTS: readonly ContractParameters['tiers'][] = [
  [],
  [tier(1_000, 100, 0.005)],
  [tier(1_000, 101, 0.005)],
  [tier(1_000, 0, 0.005)],
  [tier(1_000, 50, 0)],
  [tier(1_000, 50, 1)],
  [tier(1_000, 50, 0.02)],
  [tier(1_000, 50, 0.0199)],
  [tier(0, 50, 0.005)],
  [...TIERS, tier(5_000, 10, 0.05)],
  [...TIERS, tier(9_000, 60, 0.01)],
  [...TIERS, tier(9_000, 10, 0.009)],
  [...TIERS, tier(9_000, 10, 0.05)],
  Array.from({ length: 32 }, (_, at) => tier(at + 1, 5, 0.01)),
  Array.from({ length: 33 }, (_, at) => tier(at + 1, 5, 0.01)),
];

/** Changes of one field, of which the grid stays. */
function changesOf<P extends object>(parameters: P, rates: readonly string[]): Partial<P>[] {
  return Object.entries(parameters).flatMap(([name, value]) => {
    if (typeof value !== 'number' || name === 'tickSize' || name === 'stepSize') return [];
    const isPlain = /^(max(OpenOrders|StopOrders|Amends)|leverage|funding(I)|open(Time|Protect)Ms)/.test(name);
    const values: readonly number[] = rates.includes(name) ? RATES : isPlain ? COUNTS : AMOUNTS;
    return values.map((each) => ({ [name]: each }) as Partial<P>);
  });
}

/** Pairs of changes as well: of bounds that stand in relation to each other. */
function pairsOf<P extends object>(changes: readonly Partial<P>[], related: RegExp): Partial<P>[] {
  const some = changes.filter((one) => related.test(Object.keys(one)[0] ?? ''));
  return some.flatMap((one) => some.map((other) => ({ ...one, ...other })));
}

function startCore(): (body: CommandBody) => Outcome {
  const core = createCore();
  return (body) => core.apply({ ...body, seq: core.lastSeq + 1, timeMs: 1_000 }, () => {});
}

/** The first word of the sentence is a field, perhaps one inside it. */
function expectNamed(sentence: string | null, parameters: object, change: object): void {
  expect(Object.keys(parameters), JSON.stringify(change)).toContain(sentence?.split(/[ .]/)[0]);
  expect(sentence).toMatch(/^\S+ (must|may|times) .+\.$/);
}

test('every configuration of a market that the core refuses has a sentence that names a field, and no other has one', () => {
  const submit = startCore();
  for (const asset of ['BTC', 'USDT']) submit({ kind: 'CreateAsset', asset, scale: 8 });
  const named = { symbol: 'BTCUSDT', base: 'BTC', quote: 'USDT' };
  expect(submit({ kind: 'CreateMarket', ...named, parameters: MARKET })).toMatchObject({ ok: true });
  const rates = ['makerFeeRate', 'takerFeeRate', 'minBuyPriceOffset', 'priceProtectScope', 'maxSlippage'];
  const single = changesOf(MARKET, rates).filter((change) => isSendable(change));
  const changes = [...single, ...pairsOf(single, /^(min|max)(Price|Volume)$|FeeRate$/)];
  let refused = 0;
  let version = 2;
  for (const change of changes) {
    const parameters = { ...MARKET, ...change };
    const outcome = submit({ kind: 'ChangeMarket', symbol: 'BTCUSDT', version, parameters });
    if (outcome.ok) version += 1;
    if (outcome.ok) expect(marketFault(parameters), JSON.stringify(change)).toBeNull();
    else {
      refused += 1;
      expect(outcome.code).toBe('BAD_CONFIGURATION');
      expectNamed(marketFault(parameters), MARKET, change);
    }
  }
  expect([refused > 50, changes.length - refused > 50]).toEqual([true, true]);
});

test('every configuration of a contract that the core refuses has a sentence that names a field, and no other has one', () => {
  const submit = startCore();
  submit({ kind: 'CreateAsset', asset: 'USDT', scale: 8 });
  const named = { symbol: 'BTCUSDT', base: 'BTC', settle: 'USDT' };
  expect(submit({ kind: 'CreateContract', ...named, parameters: CONTRACT })).toMatchObject({ ok: true });
  const rates = Object.keys(CONTRACT).filter(
    (name) => /Rate$|Offset$|Scope$|Cap$/.test(name) && name !== 'openInterestCap',
  );
  const single = changesOf(CONTRACT, rates).filter((change) => isSendable(change));
  const tiers = TIER_LISTS.map((list) => ({ tiers: list }));
  const changes = [
    ...single,
    ...tiers,
    ...pairsOf<ContractParameters>([...single, ...tiers], /^(leverage|tiers)|erFeeRate$/),
  ];
  let refused = 0;
  let version = 2;
  for (const change of changes) {
    const parameters = { ...CONTRACT, ...change };
    const outcome = submit({ kind: 'ChangeContract', symbol: 'BTCUSDT', version, parameters });
    if (outcome.ok) version += 1;
    if (outcome.ok) expect(contractFault(parameters), JSON.stringify(change)).toBeNull();
    else {
      refused += 1;
      expect(outcome.code).toBe('BAD_CONFIGURATION');
      expectNamed(contractFault(parameters), CONTRACT, change);
    }
  }
  expect([refused > 200, changes.length - refused > 200]).toEqual([true, true]);
});

/** Only these may be below zero in a call. */
function isSendable(change: object): boolean {
  return Object.entries(change).every(
    ([name, value]) => Number(value) >= 0 || ['makerFeeRate', 'minBuyPriceOffset', 'interestRate'].includes(name),
  );
}

test('sentences say the rule and its bounds', () => {
  expect(marketFault({ ...MARKET, takerFeeRate: of(2) })).toBe('takerFeeRate must be 0.5 or less.');
  expect(marketFault({ ...MARKET, minPrice: of(5), maxPrice: of(4) })).toBe(
    'maxPrice must not be below minPrice; 0 is no limit.',
  );
  expect(contractFault({ ...CONTRACT, fundingIntervalHours: 7 })).toBe(
    'fundingIntervalHours must divide a day into whole parts: 1, 2, 3, 4, 6, 8, 12 or 24.',
  );
  expect(contractFault({ ...CONTRACT, tiers: [] })).toBe('tiers must be a list of 1 to 32 tiers, all of them.');
  expect(contractFault({ ...CONTRACT, tiers: [...TIERS, tier(5_000, 10, 0.05)] })).toBe(
    'tiers.2.cap must be above that of the tier before, 5000.',
  );
  expect(idleLeverage({ ...CONTRACT, leverageMax: 125 })).toBe(
    'leverageMax must be 100 or less, which is what the highest tier of leverage allows.',
  );
  expect([marketFault(MARKET), contractFault(CONTRACT), idleLeverage(CONTRACT)]).toEqual([null, null, null]);
});

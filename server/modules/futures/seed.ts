/** The contracts an exchange starts with, made by commands like everything else. What exists is left as it is. */
import { type ContractParameters, PERP_SCALE, STANDARD_RATES } from '@agio/core';
import { type Amount, parseUnits, type Price, PRICE_SCALE, type Rate } from '@agio/core/fixed';
import type { EngineHandle } from '../../engine/index.ts';
import { SETTLE_ASSET } from './settle-asset.ts';

interface ContractSeed {
  readonly base: string;
  readonly tick: string;
  readonly step: string;
  readonly maxQuantity: string;
  /** Caps of the risk tiers in USDT, from the smallest. */
  readonly caps: readonly string[];
}

/** In display order. Their prices come from the index, so that they need none of their own. */
export const CONTRACTS: readonly ContractSeed[] = [
  {
    base: 'BTC',
    tick: '0.1',
    step: '0.001',
    maxQuantity: '120',
    caps: ['50000', '250000', '1000000', '10000000', '20000000', '50000000'],
  },
  {
    base: 'ETH',
    tick: '0.01',
    step: '0.001',
    maxQuantity: '2000',
    caps: ['50000', '250000', '1000000', '10000000', '20000000', '50000000'],
  },
  {
    base: 'SOL',
    tick: '0.01',
    step: '0.01',
    maxQuantity: '20000',
    caps: ['25000', '100000', '500000', '2000000', '5000000', '10000000'],
  },
  {
    base: 'XRP',
    tick: '0.0001',
    step: '0.1',
    maxQuantity: '1000000',
    caps: ['25000', '100000', '500000', '2000000', '5000000', '10000000'],
  },
  {
    base: 'DOGE',
    tick: '0.00001',
    step: '1',
    maxQuantity: '9000000',
    caps: ['25000', '100000', '500000', '1000000', '2000000', '5000000'],
  },
];

/** Leverage and maintenance rate (hundredths of a percent) of the tiers, from the smallest. */
const TIERS: readonly (readonly [maxLeverage: number, rate: number])[] = [
  [125, 40],
  [100, 50],
  [50, 100],
  [20, 250],
  [10, 500],
  [5, 1000],
];

export function parametersOf(seed: ContractSeed): ContractParameters {
  const amount = (text: string): Amount => units(text, PERP_SCALE) as Amount;
  const hundredths = (value: number): Rate => (value * 10_000) as Rate;
  return {
    tickSize: units(seed.tick, PRICE_SCALE) as Price,
    stepSize: amount(seed.step),
    minQuantity: amount(seed.step),
    minNotional: amount('5'),
    maxLimitQuantity: amount(seed.maxQuantity),
    maxMarketQuantity: amount(seed.maxQuantity),
    tiers: seed.caps.map((cap, at) => ({
      cap: amount(cap),
      maxLeverage: TIERS[at]![0],
      rate: hundredths(TIERS[at]![1]),
    })),
    leverageMin: 1,
    leverageMax: 125,
    leverageDefault: 20,
    makerFeeRate: STANDARD_RATES.futuresMaker,
    takerFeeRate: STANDARD_RATES.futuresTaker,
    liquidationFeeRate: hundredths(50),
    fundingIntervalHours: 8,
    interestRate: hundredths(1),
    fundingCap: 0 as Rate,
    impactNotional: amount('10000'),
    priceProtectScope: hundredths(500),
    minBuyPriceOffset: hundredths(-8000),
    maxSellPriceOffset: hundredths(500_000),
    openInterestCap: amount('0'),
    maxOpenOrders: 200,
    maxStopOrders: 50,
    maxAmends: 100,
    defaultStpMode: 'EXPIRE_TAKER',
    hasFeeException: false,
  };
}

export async function ensureContracts(engine: EngineHandle): Promise<void> {
  const known = new Set((await engine.query('contracts', {})).map(({ symbol }) => symbol));
  for (const seed of CONTRACTS) {
    const symbol = seed.base + SETTLE_ASSET;
    if (known.has(symbol)) continue;
    const parameters = parametersOf(seed);
    const outcome = await engine.submit({
      kind: 'CreateContract',
      symbol,
      base: seed.base,
      settle: SETTLE_ASSET,
      parameters,
    });
    if (!outcome.ok && outcome.code !== 'ALREADY_EXISTS')
      throw new Error(`contract ${symbol} was refused: ${outcome.code}`);
  }
}

function units(text: string, scale: number): number {
  const value = parseUnits(text, scale);
  if (value === null) throw new Error(`${text} is no number of ${scale} decimals`);
  return value;
}

/** The assets and markets an exchange starts with, and how they come into being: by commands, like everything else. */
import type { EngineHandle } from '../../engine/index.ts';
import { type MarketParameters, type Outcome, STANDARD_RATES } from '@agio/core';
import { parseUnits, PRICE_SCALE } from '@agio/core/fixed';
import type { Db } from '../../store/index.ts';
import { insertDisplays } from './display-repo.ts';

const ASSET_SCALE = 8;
/** Long past, so that no opening protection runs. */
const OPENED_AT = Date.UTC(2024, 0, 1);

interface AssetSeed {
  readonly asset: string;
  readonly name: string;
  readonly isHot?: boolean;
}

interface MarketSeed {
  readonly base: string;
  readonly quote: string;
  readonly tick: string;
  readonly step: string;
  readonly maxVolume: string;
  readonly openPrice: string;
  readonly minAmount?: string;
  readonly maxAmount?: string;
  readonly isHot?: boolean;
  readonly isRecommend?: boolean;
  readonly area: string;
}

export const ASSETS: readonly AssetSeed[] = [
  { asset: 'USDT', name: 'Tether' },
  { asset: 'BTC', name: 'Bitcoin', isHot: true },
  { asset: 'ETH', name: 'Ethereum', isHot: true },
  { asset: 'SOL', name: 'Solana', isHot: true },
  { asset: 'XRP', name: 'XRP' },
  { asset: 'BNB', name: 'BNB' },
  { asset: 'DOGE', name: 'Dogecoin', isHot: true },
  { asset: 'ADA', name: 'Cardano' },
  { asset: 'LINK', name: 'Chainlink' },
  { asset: 'LTC', name: 'Litecoin' },
  { asset: 'AVAX', name: 'Avalanche' },
];

/** In display order. Decimals of tick and step together never pass the quote's scale (trading 0.2). */
export const MARKETS: readonly MarketSeed[] = [
  {
    base: 'BTC',
    quote: 'USDT',
    tick: '0.01',
    step: '0.00001',
    maxVolume: '9000',
    openPrice: '96400',
    isHot: true,
    isRecommend: true,
    area: 'USDT,Layer 1',
  },
  {
    base: 'ETH',
    quote: 'USDT',
    tick: '0.01',
    step: '0.0001',
    maxVolume: '9000',
    openPrice: '3420',
    isHot: true,
    isRecommend: true,
    area: 'USDT,Layer 1',
  },
  {
    base: 'SOL',
    quote: 'USDT',
    tick: '0.01',
    step: '0.001',
    maxVolume: '90000',
    openPrice: '212',
    isHot: true,
    isRecommend: true,
    area: 'USDT,Layer 1',
  },
  {
    base: 'XRP',
    quote: 'USDT',
    tick: '0.0001',
    step: '0.1',
    maxVolume: '9000000',
    openPrice: '2.24',
    area: 'USDT,Payments',
  },
  {
    base: 'BNB',
    quote: 'USDT',
    tick: '0.01',
    step: '0.001',
    maxVolume: '90000',
    openPrice: '655',
    area: 'USDT,Layer 1',
  },
  {
    base: 'DOGE',
    quote: 'USDT',
    tick: '0.00001',
    step: '1',
    maxVolume: '9000000',
    openPrice: '0.318',
    isHot: true,
    area: 'USDT,Meme',
  },
  {
    base: 'ADA',
    quote: 'USDT',
    tick: '0.0001',
    step: '0.1',
    maxVolume: '9000000',
    openPrice: '0.88',
    area: 'USDT,Layer 1',
  },
  {
    base: 'LINK',
    quote: 'USDT',
    tick: '0.01',
    step: '0.01',
    maxVolume: '90000',
    openPrice: '21.7',
    area: 'USDT,Oracle',
  },
  {
    base: 'LTC',
    quote: 'USDT',
    tick: '0.01',
    step: '0.001',
    maxVolume: '90000',
    openPrice: '104',
    area: 'USDT,Payments',
  },
  {
    base: 'AVAX',
    quote: 'USDT',
    tick: '0.01',
    step: '0.01',
    maxVolume: '90000',
    openPrice: '36.4',
    area: 'USDT,Layer 1',
  },
  {
    base: 'ETH',
    quote: 'BTC',
    tick: '0.00001',
    step: '0.001',
    maxVolume: '9000',
    openPrice: '0.0355',
    minAmount: '0.0001',
    maxAmount: '900',
    area: 'BTC',
  },
];

const units = <Unit extends number>(text: string, scale: number): Unit => {
  const value = parseUnits(text, scale);
  if (value === null) throw new Error(`${text} is not a number of ${scale} decimals`);
  return value as Unit;
};
/** Rates count in 10^-8; a percent is a million of them. */
const percent = (hundredths: number): MarketParameters['maxSlippage'] =>
  (hundredths * 10_000) as MarketParameters['maxSlippage'];

export function parametersOf(seed: MarketSeed): MarketParameters {
  const amount = (text: string): MarketParameters['minAmount'] => units(text, ASSET_SCALE);
  return {
    tickSize: units(seed.tick, PRICE_SCALE),
    stepSize: amount(seed.step),
    minPrice: units(seed.tick, PRICE_SCALE),
    maxPrice: units('10000000', PRICE_SCALE),
    minVolume: amount(seed.step),
    maxVolume: amount(seed.maxVolume),
    minAmount: amount(seed.minAmount ?? '5'),
    maxAmount: amount(seed.maxAmount ?? '9000000'),
    maxLimitOrderAmount: amount('0'),
    maxMarketOrderAmount: amount('0'),
    minBuyPriceOffset: percent(-8000),
    maxSellPriceOffset: percent(500_000),
    priceProtectScope: percent(1000),
    maxSlippage: percent(300),
    premiumFactor: percent(500),
    openPrice: units(seed.openPrice, PRICE_SCALE),
    openTimeMs: OPENED_AT,
    openProtectMs: 300_000,
    makerFeeRate: STANDARD_RATES.spotMaker,
    takerFeeRate: STANDARD_RATES.spotTaker,
    feeMode: 'RECEIVED',
    maxOpenOrders: 200,
    maxAmends: 10,
    defaultStpMode: 'EXPIRE_TAKER',
  };
}

const mustSucceed = (outcome: Outcome, what: string): void => {
  if (!outcome.ok && outcome.code !== 'ALREADY_EXISTS') throw new Error(`${what} was refused: ${outcome.code}`);
};

/** Makes the assets and markets that are missing, and their names for display. What exists is left as it is. */
export async function ensureMarkets(engine: EngineHandle, db: Db): Promise<void> {
  await insertDisplays(db, ASSETS.map(coinOf), MARKETS.map(pairOf));
  const assets = new Set((await engine.query('assets', {})).map((asset) => asset.asset));
  for (const { asset } of ASSETS) {
    if (!assets.has(asset))
      mustSucceed(await engine.submit({ kind: 'CreateAsset', asset, scale: ASSET_SCALE }), `asset ${asset}`);
  }
  const markets = new Set((await engine.query('markets', {})).map((market) => market.symbol));
  for (const seed of MARKETS) {
    const symbol = seed.base + seed.quote;
    if (markets.has(symbol)) continue;
    const { base, quote } = seed;
    mustSucceed(
      await engine.submit({ kind: 'CreateMarket', symbol, base, quote, parameters: parametersOf(seed) }),
      `market ${symbol}`,
    );
  }
}

function coinOf(seed: AssetSeed, sort: number): Parameters<typeof insertDisplays>[1][number] {
  return {
    asset: seed.asset,
    fullName: seed.name,
    precision: ASSET_SCALE,
    logo: '',
    track: '',
    isOpen: true,
    isShow: true,
    depositOpen: false,
    withdrawOpen: false,
    withdrawMin: '0',
    withdrawMax: '0',
    sort,
    isHot: seed.isHot ?? false,
  };
}

function pairOf(seed: MarketSeed, sort: number): Parameters<typeof insertDisplays>[2][number] {
  return {
    symbol: seed.base + seed.quote,
    isHot: seed.isHot ?? false,
    isRecommend: seed.isRecommend ?? false,
    isShow: true,
    tradeArea: seed.area,
    sort,
    createdAtMs: OPENED_AT,
  };
}

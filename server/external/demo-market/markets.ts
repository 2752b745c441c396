/** The markets in which the demo trades, and how lively each is. */
import { referencePrice, type ReferenceMarket } from '../reference-price.ts';
import type { DemoMarket } from './traders.ts';

interface Character {
  readonly base: string;
  readonly basePrice: number;
  readonly volatility: number;
  /** What a typical order is worth, in the quote asset. */
  readonly orderValue: number;
  readonly halfSpread: number;
  readonly takeEveryMs: number;
}

const CHARACTERS: readonly Character[] = [
  { base: 'BTC', basePrice: 96_400, volatility: 1, orderValue: 24_000, halfSpread: 0.00008, takeEveryMs: 1_400 },
  { base: 'ETH', basePrice: 3_420, volatility: 1.2, orderValue: 14_000, halfSpread: 0.0001, takeEveryMs: 1_900 },
  { base: 'SOL', basePrice: 212, volatility: 1.6, orderValue: 9_000, halfSpread: 0.00014, takeEveryMs: 2_600 },
  { base: 'XRP', basePrice: 2.24, volatility: 1.5, orderValue: 5_000, halfSpread: 0.00018, takeEveryMs: 3_600 },
  { base: 'BNB', basePrice: 655, volatility: 1.1, orderValue: 5_000, halfSpread: 0.00016, takeEveryMs: 4_200 },
  { base: 'DOGE', basePrice: 0.318, volatility: 1.9, orderValue: 3_500, halfSpread: 0.0002, takeEveryMs: 4_000 },
  { base: 'ADA', basePrice: 0.88, volatility: 1.6, orderValue: 3_000, halfSpread: 0.00025, takeEveryMs: 4_800 },
  { base: 'LINK', basePrice: 21.7, volatility: 1.5, orderValue: 3_000, halfSpread: 0.0003, takeEveryMs: 5_200 },
  { base: 'LTC', basePrice: 104, volatility: 1.2, orderValue: 2_500, halfSpread: 0.00025, takeEveryMs: 5_600 },
  { base: 'AVAX', basePrice: 36.4, volatility: 1.7, orderValue: 2_500, halfSpread: 0.0003, takeEveryMs: 5_600 },
];
const LEVELS = 14;

/** Outside prices with the demo's changes; null for an unknown market. */
export interface AssetPrices {
  price(symbol: string, timeMs: number): number | null;
}

/** The rules of a market that the demo needs. */
export interface MarketRules {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  /** Decimal texts. */
  readonly tickSize: string;
  readonly stepSize: string;
  readonly minAmount: string;
}

/** The outside price of an asset in USDT, as a function of time; null for an asset the demo does not know. */
export function demoPriceOf(asset: string): ((timeMs: number) => number) | null {
  const character = CHARACTERS.find((entry) => entry.base === asset);
  if (!character) return null;
  const market: ReferenceMarket = {
    symbol: `${asset}USDT`,
    basePrice: character.basePrice,
    volatility: character.volatility,
  };
  return (timeMs) => referencePrice(market, timeMs);
}

/** The demo's view of the markets it knows, with the prices it has for assets; the others get no demo traders. */
export function demoMarkets(rules: readonly MarketRules[], prices: AssetPrices): DemoMarket[] {
  const priceOf = (asset: string): ((timeMs: number) => number) | null =>
    prices.price(`${asset}USDT`, 0) === null ? null : (timeMs) => prices.price(`${asset}USDT`, timeMs) ?? 0;
  return rules.flatMap((rule) => {
    const base = priceOf(rule.base);
    const quote = rule.quote === 'USDT' ? () => 1 : priceOf(rule.quote);
    const character = CHARACTERS.find((entry) => entry.base === rule.base);
    if (!base || !quote || !character) return [];
    const isCross = rule.quote !== 'USDT';
    return [
      {
        symbol: rule.symbol,
        reference: (timeMs: number) => base(timeMs) / quote(timeMs),
        tickSize: Number(rule.tickSize),
        stepSize: Number(rule.stepSize),
        priceDecimals: decimalsOf(rule.tickSize),
        quantityDecimals: decimalsOf(rule.stepSize),
        minAmount: Number(rule.minAmount),
        orderValue: character.orderValue / quote(0),
        halfSpread: Math.max(character.halfSpread, isCross ? 0.0003 : 0),
        levels: LEVELS,
        takeEveryMs: isCross ? 8_000 : character.takeEveryMs,
      },
    ];
  });
}

function decimalsOf(text: string): number {
  const dot = text.indexOf('.');
  return dot < 0 ? 0 : text.slice(dot + 1).replace(/0+$/, '').length;
}

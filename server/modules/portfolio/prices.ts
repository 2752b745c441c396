/** What amounts are worth in USDT at the last price of the moment, as the log says. */
import { DEFAULTS } from '@agio/contracts/defaults';
import type { CoreEvent } from '@agio/core';
import { PRICE_SCALE } from '@agio/core/fixed';

/** Costs and results are counted in it. */
export const VALUE_ASSET = DEFAULTS.spotQuote;
const VALUE_SCALE = 8;

export interface PricedMarket {
  readonly base: string;
  readonly quote: string;
  /** 10^-8; 0 before the first trade. */
  readonly price: number;
}

/** Follows the events; not to be shared between transactions. */
export interface Prices {
  readonly scales: Map<string, number>;
  readonly markets: Map<string, PricedMarket>;
}

/** Answers whether the event changed anything. */
export function followPrices({ scales, markets }: Prices, event: CoreEvent): boolean {
  if (event.kind === 'AssetCreated') scales.set(event.asset, event.scale);
  else if (event.kind === 'MarketChanged') {
    const { symbol, base, quote, lastPrice } = event;
    markets.set(symbol, { base, quote, price: lastPrice });
  } else if (event.kind === 'Traded') {
    const market = markets.get(event.symbol);
    if (market) markets.set(event.symbol, { ...market, price: event.price });
  } else return false;
  return true;
}

/** The price of one coin in USDT, 10^-8; null without one. */
export function priceOf({ markets }: Prices, asset: string): bigint | null {
  for (const { base, quote, price } of markets.values())
    if (base === asset && quote === VALUE_ASSET && price > 0) return BigInt(price);
  return null;
}

/** Units of USDT, rounded down; null where no market prices the asset. */
export function valueOf(prices: Prices, asset: string, amount: bigint): bigint | null {
  if (asset === VALUE_ASSET) return amount;
  const price = priceOf(prices, asset);
  return price === null ? null : valueAt(amount, price, prices.scales.get(asset) ?? VALUE_SCALE);
}

/** Units of USDT that `amount` units of `scale` decimals are worth at a price of 10^-8, rounded down. */
export function valueAt(amount: bigint, price: bigint, scale: number): bigint {
  const product = amount * price * 10n ** BigInt(VALUE_SCALE);
  const divisor = 10n ** BigInt(scale + PRICE_SCALE);
  const value = product / divisor;
  return product < 0n && value * divisor !== product ? value - 1n : value;
}

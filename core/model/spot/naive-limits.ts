/** The naive model's orders, and the limits of a market. All numbers are bigint, in ledger units. */
import type { FeeRates, MarketParameters } from '../../protocol/commands.ts';
import type { RejectCode } from '../../protocol/rejects.ts';
import type { MarketStatus } from '../../protocol/words.ts';

export const ONE = 100_000_000n;
export const MAX = 2n ** 53n - 1n;

export interface ModelOrder {
  id: number;
  uid: number;
  symbol: string;
  side: 'BUY' | 'SELL';
  type: 'LIMIT' | 'MARKET';
  timeInForce: string;
  /** The limit price; of a market order the worst price it may trade at. */
  limit: bigint;
  quantity: bigint;
  quoteAmount: bigint;
  rest: bigint;
  amountLeft: bigint;
  filled: bigint;
  filledAmount: bigint;
  prevented: bigint;
  stpMode: string;
  clientOrderId: string;
  status: string;
  reason: string;
  amends: number;
  /** Sum of exact fees in 10^-8 units (QUOTE mode). */
  fees: bigint;
  locked: bigint;
  /** Priority among equal prices, or equal triggers. */
  rank: number;
  /** Empty once the trigger fired, and for orders without one. */
  trigger: '' | 'STOP' | 'TAKE_PROFIT' | 'TRAILING_STOP';
  stop: bigint;
  bips: bigint;
  activation: bigint;
  /** The highest (for a sell) or lowest (for a buy) print since a trailing stop began to follow. */
  extreme: bigint;
  slippage: bigint;
  /** Quote amount that a dormant market buy reserves, without fees. */
  setAside: bigint;
  /** Of an iceberg: the largest visible quantity, and the visible quantity now. */
  display: bigint;
  visible: bigint;
  /** The other leg of a pair, while both are open. */
  partner: ModelOrder | null;
}

export interface ModelTier {
  own: FeeRates | null;
  trial: FeeRates | null;
  trialEndMs: number;
  version?: number;
}

export interface ModelTrade {
  symbol: string;
  maker: number;
  taker: number;
  price: bigint;
  quantity: bigint;
  amount: bigint;
  makerFee: bigint;
  takerFee: bigint;
}

export interface ModelMarket {
  symbol: string;
  base: string;
  quote: string;
  parameters: MarketParameters;
  /** Version of the parameters. */
  version: number;
  status: MarketStatus;
  /** The status before MAINTENANCE, which comes back after it. */
  previous: MarketStatus;
  /** When POST_ONLY ends automatically. */
  untilMs: number;
  /** Until then a market that has just opened takes only plain limit orders. */
  protectedUntilMs: number;
  last: bigint;
}

export const ceilDiv = (a: bigint, b: bigint): bigint => (a > 0n ? (a + b - 1n) / b : -(-a / b));
export const floorTo = (value: bigint, step: bigint): bigint => (value / step) * step;
const ceilTo = (value: bigint, step: bigint): bigint => ceilDiv(value, step) * step;
export const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Ledger scale of each asset. */
type Scales = ReadonlyMap<string, number>;

export function isLive(order: ModelOrder): boolean {
  return rests(order) || order.status === 'UNTRIGGERED';
}

export function rests(order: ModelOrder): boolean {
  return order.status === 'NEW' || order.status === 'PARTIALLY_FILLED';
}

/** price × quantity in quote units; exact, because the market's grid is valid. */
export function modelAmount(scales: Scales, market: ModelMarket, price: bigint, quantity: bigint): bigint {
  const divisor = ONE * 10n ** BigInt(scales.get(market.base)!);
  return (price * quantity * 10n ** BigInt(scales.get(market.quote)!)) / divisor;
}

/** All filters of trading A4.1 to A4.6. */
export function refuseByFilters(scales: Scales, market: ModelMarket, order: ModelOrder): RejectCode | null {
  return (
    refuseByPrice(market, order) ??
    refuseByQuantity(market, order) ??
    refuseByAmount(scales, market, order) ??
    refuseByDistance(market, order)
  );
}

/** Checks the limit price and the trigger price (trading A4.1). */
function refuseByPrice({ parameters: p }: ModelMarket, order: ModelOrder): RejectCode | null {
  for (const at of [order.type === 'LIMIT' ? order.limit : 0n, order.stop, order.activation]) {
    if (at === 0n) continue;
    if (at % BigInt(p.tickSize) !== 0n) return 'PRICE_TICK';
    if (at < BigInt(p.minPrice) || (p.maxPrice !== 0 && at > BigInt(p.maxPrice))) return 'PRICE_RANGE';
  }
  return null;
}

/** Checks quantity and iceberg slice (trading A4.2, A1.5). */
export function refuseByQuantity({ parameters: p }: ModelMarket, order: ModelOrder): RejectCode | null {
  for (const quantity of [order.quoteAmount === 0n ? order.quantity : 0n, order.display]) {
    if (quantity === 0n) continue;
    if (quantity % BigInt(p.stepSize) !== 0n) return 'QUANTITY_STEP';
    if (quantity < BigInt(p.minVolume)) return 'QUANTITY_RANGE';
    if (p.maxVolume !== 0 && quantity > BigInt(p.maxVolume)) return 'QUANTITY_RANGE';
  }
  return order.display !== 0n && ceilDiv(order.quantity, order.display) > 10n ? 'QUANTITY_RANGE' : null;
}

/** Checks the smallest and largest amount (trading A4.3, A4.4). */
export function refuseByAmount(scales: Scales, market: ModelMarket, order: ModelOrder): RejectCode | null {
  const p = market.parameters;
  const isLimit = order.type === 'LIMIT';
  const at = isLimit ? order.limit : market.last || BigInt(p.openPrice);
  if (order.quoteAmount === 0n && at === 0n) return null;
  const amount = order.quoteAmount || modelAmount(scales, market, at, order.quantity);
  if (amount < BigInt(p.minAmount)) return 'MIN_AMOUNT';
  for (const limit of [p.maxAmount, isLimit ? p.maxLimitOrderAmount : p.maxMarketOrderAmount]) {
    if (limit !== 0 && amount > BigInt(limit)) return 'MAX_AMOUNT';
  }
  return null;
}

/** Checks the distance of the price from the market (trading A4.5, A4.6). */
export function refuseByDistance(market: ModelMarket, order: ModelOrder): RejectCode | null {
  const { parameters: p } = market;
  const price = order.limit;
  const reference = market.last || BigInt(p.openPrice);
  if (order.type !== 'LIMIT' || reference === 0n) return null;
  const tick = BigInt(p.tickSize);
  const shifted = (rate: number): bigint => reference * (ONE + BigInt(rate));
  const floorTick = (value: bigint): bigint => floorTo(value / ONE, tick);
  const ceilTick = (value: bigint): bigint => ceilTo(ceilDiv(value, ONE), tick);
  if (order.side === 'BUY') {
    if (p.minBuyPriceOffset !== 0 && price < ceilTick(shifted(p.minBuyPriceOffset))) return 'PRICE_OFFSET';
    if (p.priceProtectScope !== 0 && price > floorTick(shifted(p.priceProtectScope))) return 'PRICE_BAND';
  } else {
    if (p.maxSellPriceOffset !== 0 && price > floorTick(shifted(p.maxSellPriceOffset))) return 'PRICE_OFFSET';
    if (p.priceProtectScope !== 0 && price < ceilTick(shifted(-p.priceProtectScope))) return 'PRICE_BAND';
  }
  return null;
}

export function marketCap(market: ModelMarket, order: ModelOrder, best: bigint, own: bigint): bigint {
  const { maxSlippage, premiumFactor, tickSize } = market.parameters;
  let slippage = BigInt(maxSlippage);
  if (own > 0n && (slippage === 0n || own < slippage)) slippage = own;
  if (order.side === 'BUY') {
    const premium = BigInt(premiumFactor);
    const rate = slippage === 0n ? premium : min(slippage, premium);
    return floorTo((best * (ONE + rate)) / ONE, BigInt(tickSize));
  }
  const lowest = slippage === 0n ? 0n : ceilDiv(best * (ONE - slippage), ONE);
  const cap = ceilTo(lowest, BigInt(tickSize));
  return cap > 0n ? cap : BigInt(tickSize);
}

/** Bounds that follow from a reference price (trading A4.5, A4.6, A4.9). Prices in ticks, rates in 10^-8. */
import { mulDivCeil, mulDivFloor, RATE_ONE } from '../fixed.ts';

/** floorTick(reference * (1 + rate)). */
export function floorShift(ticks: number, rate: number): number {
  return mulDivFloor(ticks, RATE_ONE + rate, RATE_ONE);
}

/** ceilTick(reference * (1 + rate)). */
export function ceilShift(ticks: number, rate: number): number {
  return mulDivCeil(ticks, RATE_ONE + rate, RATE_ONE);
}

export interface SlippageLimits {
  /** The market's limit; 0 for none. */
  readonly maxSlippage: number;
  /** Extra share reserved for a buy by quantity. */
  readonly premiumFactor: number;
}

/** The highest price a market buy may pay (trading A4.9); `tighter` is the user's own slippage, 0 for none. */
export function marketBuyCap(bestAsk: number, limits: SlippageLimits, tighter: number): number {
  return floorShift(
    bestAsk,
    Math.min(slippage(limits.maxSlippage, tighter, limits.premiumFactor), limits.premiumFactor),
  );
}

/** The lowest price a market sell may get, at least one tick. */
export function marketSellCap(bestBid: number, limits: SlippageLimits, tighter: number): number {
  return Math.max(1, ceilShift(bestBid, -slippage(limits.maxSlippage, tighter, RATE_ONE)));
}

function slippage(market: number, own: number, none: number): number {
  if (market === 0 && own === 0) return none;
  if (market === 0 || own === 0) return market + own;
  return Math.min(market, own);
}

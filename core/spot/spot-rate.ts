/** The fee rate of one side of a spot fill (trading A5.3, A5.7). */
import { feeRate, type FeeTier } from '../formulas/fee.ts';
import type { Market } from './market.ts';

/** The spot rate of a fill in 10^-8, never above the market's own. */
export function spotRate(market: Market, tier: FeeTier, isTaker: boolean, timeMs: number): number {
  const hasException = market.parameters.hasFeeException === true;
  return isTaker
    ? feeRate(market.takerRate, hasException, tier, 'spotTaker', timeMs)
    : feeRate(market.makerRate, hasException, tier, 'spotMaker', timeMs);
}

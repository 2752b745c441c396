/** The fee rate of one side of a spot fill (trading A5.3, A5.7). */
import { type FeeTier, NO_TIER } from '../users/fee-tier.ts';
import type { Market } from './market.ts';

/** The spot rate of a fill in 10^-8, never above the market's own. */
export function spotRate(market: Market, tier: FeeTier, isTaker: boolean, timeMs: number): number {
  const most = isTaker ? market.takerRate : market.makerRate;
  if (tier === NO_TIER || market.parameters.hasFeeException === true) return most;
  const rates = tier.trial !== null && timeMs < tier.trialEndMs ? tier.trial : tier.own;
  if (rates === null) return most;
  return Math.min(most, isTaker ? rates.spotTaker : rates.spotMaker);
}

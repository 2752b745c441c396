/** Which fee rate a user has in a contract (trading A5.7). */
import { type FeeTier, NO_TIER } from '../../users/fee-tier.ts';
import type { Contract } from '../contract/contract.ts';

/** In 10^-8, never above the contract's own. */
export function futuresRate(contract: Contract, tier: FeeTier, isTaker: boolean, timeMs: number): number {
  const { takerFeeRate, makerFeeRate, hasFeeException } = contract.parameters;
  const most = isTaker ? takerFeeRate : makerFeeRate;
  if (tier === NO_TIER || hasFeeException) return most;
  const rates = tier.trial !== null && timeMs < tier.trialEndMs ? tier.trial : tier.own;
  if (rates === null) return most;
  return Math.min(most, isTaker ? rates.futuresTaker : rates.futuresMaker);
}

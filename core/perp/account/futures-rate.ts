/** Which fee rate a user has in a contract (trading A5.7). */
import { feeRate, type FeeTier } from '../../formulas/fee.ts';
import type { Contract } from '../contract/contract.ts';

/** In 10^-8, never above the contract's own. */
export function futuresRate(contract: Contract, tier: FeeTier, isTaker: boolean, timeMs: number): number {
  const { takerFeeRate, makerFeeRate, hasFeeException } = contract.parameters;
  return isTaker
    ? feeRate(takerFeeRate, hasFeeException, tier, 'futuresTaker', timeMs)
    : feeRate(makerFeeRate, hasFeeException, tier, 'futuresMaker', timeMs);
}

/** What a fee tier may be (trading A5.7). */
import { type FeeTier, NO_TIER } from '../formulas/fee.ts';
import type { FeeRates, SetFeeTier } from '../protocol/commands.ts';
import { MAX_FEE_RATE } from '../fixed.ts';
import { isCount, isUid } from '../protocol/field-checks.ts';

export function tierOf(own: FeeRates | null, trial: FeeRates | null, trialEndMs: number): FeeTier {
  return own === null && trial === null ? NO_TIER : { own, trial, trialEndMs };
}

export function isTier({ uid, version, own, trial, trialEndMs }: SetFeeTier): boolean {
  if (version !== undefined && !isUid(version)) return false;
  if (!isUid(uid) || !isCount(trialEndMs) || !Number.isSafeInteger(trialEndMs)) return false;
  return (trial === null) === (trialEndMs === 0) && [own, trial].every((rates) => rates === null || areRates(rates));
}

/** A rebate to a maker is at most what a taker of the same tier pays, as in a market's own rates. */
function areRates({ spotMaker, spotTaker, futuresMaker, futuresTaker }: FeeRates): boolean {
  return isPair(spotMaker, spotTaker) && isPair(futuresMaker, futuresTaker);
}

function isPair(maker: number, taker: number): boolean {
  const isTaker = isCount(taker) && taker <= MAX_FEE_RATE;
  return isTaker && Number.isSafeInteger(maker) && maker <= MAX_FEE_RATE && maker >= -taker;
}

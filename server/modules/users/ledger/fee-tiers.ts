/** Which fee rates a user has (trading A5.7): from the journal's events, for those who show them. The core charges them. */
import {
  type CoreEvent,
  feeRate,
  type FeeRates,
  type FeeTier,
  isOnTrial,
  type MarketParameters,
  NO_TIER,
  STANDARD_RATES,
} from '@agio/core';
import { formatUnits, RATE_SCALE } from '@agio/core/fixed';
import { type Db, type Projection, sql } from '../../../store/index.ts';

type FeeTierChanged = Extract<CoreEvent, { kind: 'FeeTierChanged' }>;

export const feeTiersProjection: Projection = {
  name: 'fee tiers',
  async apply(tx, events) {
    const last = new Map<number, FeeTierChanged>();
    for (const event of events) if (event.kind === 'FeeTierChanged') last.set(event.uid, event);
    for (const { uid, own, trial, trialEndMs } of last.values()) {
      const [ownJson, trialJson] = [own, trial].map((rates) => rates && JSON.stringify(rates));
      await sql`
        insert into fee_tiers (uid, own, trial, trial_end_ms)
        values (${uid}, ${ownJson}::jsonb, ${trialJson}::jsonb, ${trialEndMs})
        on conflict (uid) do update set
          own = excluded.own, trial = excluded.trial, trial_end_ms = excluded.trial_end_ms
      `.execute(tx);
    }
  },
};

export async function feeTierOf(db: Db, uid: number): Promise<FeeTier> {
  const row = await db.selectFrom('fee_tiers').selectAll().where('uid', '=', uid).executeTakeFirst();
  if (!row) return NO_TIER;
  return { own: row.own as FeeRates | null, trial: row.trial as FeeRates | null, trialEndMs: row.trial_end_ms };
}

/** A market's fee rates for a user with this tier, in 10^-8, as the core charges them. */
export function spotRatesOf(
  parameters: Pick<MarketParameters, 'makerFeeRate' | 'takerFeeRate' | 'hasFeeException'>,
  tier: FeeTier,
  nowMs: number,
): { readonly maker: number; readonly taker: number } {
  const { makerFeeRate, takerFeeRate, hasFeeException = false } = parameters;
  return {
    maker: feeRate(makerFeeRate, hasFeeException, tier, 'spotMaker', nowMs),
    taker: feeRate(takerFeeRate, hasFeeException, tier, 'spotTaker', nowMs),
  };
}

/** The user's rates in a market with the standard ones, as the user's own fields show them. There are no levels yet, only rates. */
export function rateInformation(
  tier: FeeTier,
  nowMs: number,
): {
  vipLevel: number;
  spotMakerRate: string;
  spotTakerRate: string;
  futureMakerRate: string;
  futureTakerRate: string;
  prizeVipLevel: null;
  prizeVipexpireTime: number | null;
  originalVipLevel: number;
  isExperience: boolean;
} {
  const text = (name: keyof FeeRates): string =>
    formatUnits(feeRate(STANDARD_RATES[name], false, tier, name, nowMs), RATE_SCALE);
  const isTrial = isOnTrial(tier, nowMs);
  return {
    vipLevel: 0,
    spotMakerRate: text('spotMaker'),
    spotTakerRate: text('spotTaker'),
    futureMakerRate: text('futuresMaker'),
    futureTakerRate: text('futuresTaker'),
    prizeVipLevel: null,
    prizeVipexpireTime: isTrial ? tier.trialEndMs : null,
    originalVipLevel: 0,
    isExperience: isTrial,
  };
}

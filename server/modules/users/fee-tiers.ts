/** Which fee rates a user has (trading A5.7): from the journal's events, for those who show them. The core charges them. */
import type { CoreEvent, MarketParameters } from '@agio/core';
import { formatUnits, RATE_SCALE } from '@agio/core/fixed';
import { type Db, type Projection, sql } from '../../store/index.ts';

type FeeTierChanged = Extract<CoreEvent, { kind: 'FeeTierChanged' }>;
export type FeeTier = Pick<FeeTierChanged, 'own' | 'trial' | 'trialEndMs'>;
type FeeRates = NonNullable<FeeTier['own']>;

const NO_TIER: FeeTier = { own: null, trial: null, trialEndMs: 0 };

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

const isOnTrial = ({ trial, trialEndMs }: FeeTier, nowMs: number): boolean => trial !== null && nowMs < trialEndMs;

/** Null: the market's own. */
function ratesAt(tier: FeeTier, nowMs: number): FeeRates | null {
  return isOnTrial(tier, nowMs) ? tier.trial : tier.own;
}

/** A market's fee rates for a user with this tier: never above its own, and its own where it makes an exception. */
export function spotRatesOf(
  parameters: Pick<MarketParameters, 'makerFeeRate' | 'takerFeeRate' | 'hasFeeException'>,
  tier: FeeTier,
  nowMs: number,
): { readonly maker: number; readonly taker: number } {
  const { makerFeeRate: maker, takerFeeRate: taker } = parameters;
  const rates = parameters.hasFeeException === true ? null : ratesAt(tier, nowMs);
  if (rates === null) return { maker, taker };
  return { maker: Math.min(maker, rates.spotMaker), taker: Math.min(taker, rates.spotTaker) };
}

/** What everyone pays whose rates are the market's own: they are the same in every market (markets' seed). */
const STANDARD = { spotMaker: 100_000, spotTaker: 100_000, futuresMaker: 20_000, futuresTaker: 60_000 };

/** The user's rates as their own fields show them. There are no levels yet, only rates. */
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
  const rates = ratesAt(tier, nowMs);
  const text = (name: keyof FeeRates): string =>
    formatUnits(Math.min(STANDARD[name], rates?.[name] ?? STANDARD[name]), RATE_SCALE);
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

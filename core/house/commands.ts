/** What the server's modules and the operators ask of the house's accounts (trading C2, C6). Units as in ../commands.ts. */
import type { Idempotency } from '../words.ts';
import type { Amount } from '../fixed.ts';

/** House accounts that are funded from the house's own capital (trading C2). */
export type Pool = 'INSURANCE' | 'BONUS_POOL' | 'PRIZE_POOL' | 'EARN_POOL' | 'DUAL_POOL';

export type HouseCommand =
  /** EXTERNAL → HOUSE: the owner's capital; negative takes it out again. */
  | {
      readonly kind: 'ContributeCapital';
      readonly asset: string;
      readonly amount: Amount;
      readonly idempotency: Idempotency;
    }
  /** HOUSE → pool; negative gives it back. */
  | {
      readonly kind: 'FundPool';
      readonly pool: Pool;
      readonly asset: string;
      readonly amount: Amount;
      readonly idempotency: Idempotency;
    };

export type HouseCommandKind = HouseCommand['kind'];

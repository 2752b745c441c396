/** What an operator puts right by a new transfer: what was posted is never changed (trading C2, E5). */
import type { Amount } from '../fixed.ts';
import type { Keyed } from './words.ts';

/** One side of a correction. */
export interface CorrectionEntry {
  /** 0: the house, or the world outside. */
  readonly uid: number;
  /** Of a user SPOT or FUTURES; otherwise HOUSE, HOUSE_FEE, EXTERNAL or a pool. */
  readonly account: string;
  /** What the account gets; negative for what it gives. Units of the correction's asset. */
  readonly amount: Amount;
}

export type CorrectionCommand =
  /** A transfer against the wrong one: its sides add up to zero, and nobody is taken below what may leave his wallet. */
  | ({
      readonly kind: 'PostCorrection';
      readonly correctionId: number;
      /** The transfer that was wrong, by kind and id, for those who read it. */
      readonly corrects: string;
      readonly reason: string;
      readonly asset: string;
      readonly entries: readonly CorrectionEntry[];
    } & Keyed)
  /** After a grant was revoked: what its user won with it, as far as it may leave FUTURES → BONUS_POOL. Answers how much. */
  | ({
      readonly kind: 'WithholdProfit';
      readonly withholdingId: number;
      readonly uid: number;
      readonly grantId: number;
      readonly amount: Amount;
      readonly reason: string;
    } & Keyed);

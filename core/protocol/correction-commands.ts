/** Corrections by an operator, each a new transfer: posted ones are never changed (trading C2, E5). */
import type { Amount } from '../fixed.ts';
import type { Keyed } from './words.ts';

/** One side of a correction. */
export interface CorrectionEntry {
  /** 0: the house, or the world outside. */
  readonly uid: number;
  /** Of a user SPOT or FUTURES; otherwise HOUSE, HOUSE_FEE, EXTERNAL or a pool. */
  readonly account: string;
  /** The amount that the account gets; negative if it gives. Units of the correction's asset. */
  readonly amount: Amount;
}

export type CorrectionCommand =
  /** A transfer that reverses a wrong one: its sides add up to zero, and no wallet gives more than may leave it. */
  | ({
      readonly kind: 'PostCorrection';
      readonly correctionId: number;
      /** The transfer that was wrong, by kind and id, for those who read it. */
      readonly corrects: string;
      readonly reason: string;
      readonly asset: string;
      readonly entries: readonly CorrectionEntry[];
    } & Keyed)
  /** After a grant was revoked: the profit that its user made with it, as far as it may leave, FUTURES → BONUS_POOL. Answers how much. */
  | ({
      readonly kind: 'WithholdProfit';
      readonly withholdingId: number;
      readonly uid: number;
      readonly grantId: number;
      readonly amount: Amount;
      readonly reason: string;
    } & Keyed);

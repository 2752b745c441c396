/** Corrections by an operator, each a new transfer: posted ones are never changed (trading C2, E5). */
import type { Amount } from '../fixed.ts';
import type { Keyed } from './words.ts';

/** One side of a correction. */
export interface CorrectionEntry {
  /** The user; 0 for accounts of the house and for EXTERNAL. */
  readonly uid: number;
  /** SPOT or FUTURES of a user; HOUSE, HOUSE_FEE, EXTERNAL or a pool where `uid` is 0. */
  readonly account: string;
  /** The amount that the account gets; negative if it gives. Units of the correction's asset. */
  readonly amount: Amount;
}

export type CorrectionCommand =
  /** A transfer that reverses a wrong one: its sides add up to zero, and no wallet gives more than may leave it. */
  | ({
      readonly kind: 'PostCorrection';
      readonly correctionId: number;
      /** Kind and id of the wrong transfer, for readers of the history. */
      readonly corrects: string;
      readonly reason: string;
      readonly asset: string;
      readonly entries: readonly CorrectionEntry[];
    } & Keyed)
  /**
   * Takes the profit that a user made with a revoked grant, as far as it may leave the wallet: FUTURES → BONUS_POOL. Answers the amount.
   */
  | ({
      readonly kind: 'WithholdProfit';
      readonly withholdingId: number;
      readonly uid: number;
      readonly grantId: number;
      readonly amount: Amount;
      readonly reason: string;
    } & Keyed);

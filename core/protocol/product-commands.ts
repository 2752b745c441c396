/**
 * What the server's modules and the operators ask of the house's accounts (trading C2, C6). Units as in ../commands.ts. Rights,
 * states and deadlines are the modules'; the core moves the money, once: what an id did before, it does not do again.
 */
import type { Keyed, Pool } from './words.ts';
import type { Amount, Rate } from '../fixed.ts';
import type { CorrectionCommand } from './correction-commands.ts';
import type { EarnCommand } from './earn-commands.ts';
import type { RewardCommand } from './reward-commands.ts';

type PoolCommand =
  /** EXTERNAL → HOUSE: the owner's capital; negative takes it out again. */
  | ({ readonly kind: 'ContributeCapital'; readonly asset: string; readonly amount: Amount } & Keyed)
  /** HOUSE → pool; negative gives it back. */
  | ({ readonly kind: 'FundPool'; readonly pool: Pool; readonly asset: string; readonly amount: Amount } & Keyed)
  /** How far below zero payouts may take EARN_POOL or DUAL_POOL: 0 or negative. */
  | ({ readonly kind: 'SetPoolFloor'; readonly pool: Pool; readonly asset: string; readonly floor: Amount } & Keyed)
  /** HOUSE_FEE → the referrer's SPOT: a share of a fee, which the caller computed and rounded down. */
  | ({
      readonly kind: 'PayRebate';
      readonly rebateId: number;
      readonly uid: number;
      readonly asset: string;
      readonly amount: Amount;
    } & Keyed)
  /** COPY: what is held back for the lead becomes this much, as far as it may leave the wallet (trading D5). */
  | ({
      readonly kind: 'AccrueCopyShare';
      readonly followId: number;
      /** Of the relation, rising: one not above the last changes nothing. */
      readonly version: number;
      readonly uid: number;
      readonly asset: string;
      readonly accrued: Amount;
    } & Keyed)
  /** What is held back → the lead's SPOT, less the platform's part. */
  | ({
      readonly kind: 'PayCopyShare';
      readonly followId: number;
      readonly version: number;
      readonly leadUid: number;
      readonly platformRate: Rate;
      /** The relation is over. */
      readonly ends: boolean;
    } & Keyed);

export type ProductCommand = PoolCommand | RewardCommand | EarnCommand | CorrectionCommand;
export type ProductCommandKind = ProductCommand['kind'];
/** One of them by its kind. */
export type ProductCommandOf<K extends ProductCommandKind> = Extract<ProductCommand, { kind: K }>;

/**
 * What the server's modules and the operators ask of the house's accounts (trading C2, C6). Units as in commands.ts. Rights,
 * states and deadlines are up to the modules; the core moves the money, once for each id.
 */
import type { Keyed, Pool } from './words.ts';
import type { Amount, Rate } from '../fixed.ts';
import type { CorrectionCommand } from './correction-commands.ts';
import type { ConvertDust } from './dust-commands.ts';
import type { EarnCommand } from './earn-commands.ts';
import type { RewardCommand } from './reward-commands.ts';

type PoolCommand =
  /** The owner's capital: EXTERNAL → HOUSE; a negative amount takes it out again. */
  | ({ readonly kind: 'ContributeCapital'; readonly asset: string; readonly amount: Amount } & Keyed)
  /** Funds a pool: HOUSE → pool; a negative amount gives it back. */
  | ({ readonly kind: 'FundPool'; readonly pool: Pool; readonly asset: string; readonly amount: Amount } & Keyed)
  /** How far below zero payouts may take EARN_POOL or DUAL_POOL: 0 or negative. */
  | ({ readonly kind: 'SetPoolFloor'; readonly pool: Pool; readonly asset: string; readonly floor: Amount } & Keyed)
  /** Pays a referrer a share of a fee, computed and rounded down by the caller: HOUSE_FEE → SPOT. */
  | ({
      readonly kind: 'PayRebate';
      readonly rebateId: number;
      readonly uid: number;
      readonly asset: string;
      readonly amount: Amount;
    } & Keyed)
  /** Sets the profit share that a COPY wallet holds for the lead trader, as far as it may leave the wallet (trading D5). */
  | ({
      readonly kind: 'AccrueCopyShare';
      readonly followId: number;
      /** Version of the share, rising; one that is not above the last changes nothing. */
      readonly version: number;
      readonly uid: number;
      readonly asset: string;
      readonly accrued: Amount;
    } & Keyed)
  /** Pays the held share to the lead trader's SPOT wallet, less the platform's part. */
  | ({
      readonly kind: 'PayCopyShare';
      readonly followId: number;
      readonly version: number;
      readonly leadUid: number;
      readonly platformRate: Rate;
      /** Whether the relation ends with this payment. */
      readonly ends: boolean;
    } & Keyed);

export type ProductCommand = PoolCommand | RewardCommand | EarnCommand | CorrectionCommand | ConvertDust;
export type ProductCommandKind = ProductCommand['kind'];
/** The command of one kind. */
export type ProductCommandOf<K extends ProductCommandKind> = Extract<ProductCommand, { kind: K }>;

/** Commands that only move the house's own capital. */
export const MOVES_CAPITAL: readonly string[] = ['ContributeCapital', 'FundPool', 'SetPoolFloor'];

/** An ACTIVE bonus grant (trading E1). */
import type { BonusMode } from '../protocol/words.ts';
import type { Item } from './register.ts';

export interface Grant extends Item {
  readonly grantId: number;
  readonly uid: number;
  /** Index of the asset. */
  readonly asset: number;
  readonly amount: bigint;
  /** What its account holds and what of it backs isolated positions, together. */
  remaining: bigint;
  readonly mode: BonusMode;
  /** 10^-8; 0 but in mode RATIO. */
  readonly ratio: number;
  /** When it was claimed. */
  readonly validFromMs: number;
  readonly expiresAtMs: number;
  readonly minOwnFunds: number;
  /** 0: no limit. */
  readonly maxLeverage: number;
  /** Empty: every one. */
  readonly symbols: readonly string[];
  readonly source: string;
}

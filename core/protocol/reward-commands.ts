/** Vouchers, covers, prizes and bonus (trading A5.8, C6, E). */
import type { Keyed, MarketKind, UserWallet } from './words.ts';
import type { Amount, Rate } from '../fixed.ts';
import type { BonusMode } from './words.ts';

export interface GrantFeeVoucher extends Keyed {
  readonly kind: 'GrantFeeVoucher';
  readonly voucherId: number;
  readonly uid: number;
  readonly coin: string;
  readonly amount: Amount;
  /** Share of a fee that the voucher pays. */
  readonly ratio: Rate;
  /** The most it pays of one fee; 0: no limit. */
  readonly maxPerUse: Amount;
  readonly products: readonly MarketKind[];
  /** Markets or contracts where it is valid; empty: all. */
  readonly symbols: readonly string[];
  readonly expiresAtMs: number;
}

export interface GrantBonus extends Keyed {
  readonly kind: 'GrantBonus';
  readonly grantId: number;
  readonly uid: number;
  readonly asset: string;
  readonly amount: Amount;
  readonly mode: BonusMode;
  /** Share of bonus in mode RATIO; otherwise 0. */
  readonly ratio: Rate;
  readonly expiresAtMs: number;
  /** Own funds that FUTURES must hold when the grant is made. */
  readonly minOwnFunds: Amount;
  /** Largest leverage with bonus; 0: no limit. */
  readonly maxLeverage: number;
  /** Markets or contracts where it is valid; empty: all. */
  readonly symbols: readonly string[];
  /** Where the bonus comes from, for the history. */
  readonly source: string;
}

interface PrizeMove extends Keyed {
  readonly prizeId: number;
  readonly uid: number;
  readonly wallet: UserWallet;
  readonly asset: string;
  readonly amount: Amount;
}

export type RewardCommand =
  | GrantFeeVoucher
  /** Ends it; answers the amount that went back, 0 if it had ended before. */
  | ({ readonly kind: 'CancelFeeVoucher'; readonly voucherId: number } & Keyed)
  /** Attaches a stop-loss voucher to a position; each attachment has an id of its own. */
  | ({
      readonly kind: 'AttachCover';
      readonly coverId: number;
      readonly uid: number;
      readonly asset: string;
      readonly amount: Amount;
    } & Keyed)
  /** Pays a loss to FUTURES, at most what the cover holds; the rest goes back. */
  | ({ readonly kind: 'PayCover'; readonly coverId: number; readonly amount: Amount } & Keyed)
  /** Ends it; answers the amount that went back, 0 if it had ended before. */
  | ({ readonly kind: 'EndCover'; readonly coverId: number } & Keyed)
  | ({ readonly kind: 'PayPrize' } & PrizeMove)
  /** Takes back the unspent part, up to the amount; answers how much. */
  | ({ readonly kind: 'ClawBackPrize' } & PrizeMove)
  | GrantBonus
  /** Ends it; answers the amount that went back, 0 if it had ended before. */
  | ({ readonly kind: 'RevokeBonus'; readonly grantId: number; readonly reason: string } & Keyed);

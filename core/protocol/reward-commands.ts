/** Vouchers, covers, prizes and bonus (trading A5.8, C6, E). */
import type { Keyed } from './words.ts';
import type { Amount, Rate } from '../fixed.ts';
import type { BonusMode } from './words.ts';

// The journal has a word as its place in these lists: a new one stands at the end.
export const VOUCHER_PRODUCTS = ['SPOT', 'FUTURES'] as const;
export type VoucherProduct = (typeof VOUCHER_PRODUCTS)[number];
export const PRIZE_WALLETS = ['SPOT', 'FUTURES'] as const;
/** The wallets that a prize may go to. */
export type PrizeWallet = (typeof PRIZE_WALLETS)[number];

export interface GrantFeeVoucher extends Keyed {
  readonly kind: 'GrantFeeVoucher';
  readonly voucherId: number;
  readonly uid: number;
  readonly coin: string;
  readonly amount: Amount;
  /** The share of a fee that it pays. */
  readonly ratio: Rate;
  /** 0: no such limit. */
  readonly maxPerUse: Amount;
  readonly products: readonly VoucherProduct[];
  /** Empty: every one. */
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
  /** Of mode RATIO; otherwise 0. */
  readonly ratio: Rate;
  readonly expiresAtMs: number;
  /** What FUTURES must hold at this moment. */
  readonly minOwnFunds: Amount;
  /** 0: no limit. */
  readonly maxLeverage: number;
  /** Empty: every one. */
  readonly symbols: readonly string[];
  /** Where it comes from, for the history. */
  readonly source: string;
}

interface PrizeMove extends Keyed {
  readonly prizeId: number;
  readonly uid: number;
  readonly wallet: PrizeWallet;
  readonly asset: string;
  readonly amount: Amount;
}

export type RewardCommand =
  | GrantFeeVoucher
  /** Answers what went back; 0 when it had ended. */
  | ({ readonly kind: 'CancelFeeVoucher'; readonly voucherId: number } & Keyed)
  /** One attachment of a stop-loss voucher; the next one of the same voucher has another id. */
  | ({
      readonly kind: 'AttachCover';
      readonly coverId: number;
      readonly uid: number;
      readonly asset: string;
      readonly amount: Amount;
    } & Keyed)
  /** Pays at most what it holds to FUTURES; the rest goes back. */
  | ({ readonly kind: 'PayCover'; readonly coverId: number; readonly amount: Amount } & Keyed)
  /** Answers what went back; 0 when it had ended. */
  | ({ readonly kind: 'EndCover'; readonly coverId: number } & Keyed)
  | ({ readonly kind: 'PayPrize' } & PrizeMove)
  /** Takes what is unspent, up to the amount; answers how much. */
  | ({ readonly kind: 'ClawBackPrize' } & PrizeMove)
  | GrantBonus
  /** Answers what went back; 0 when it had ended. */
  | ({ readonly kind: 'RevokeBonus'; readonly grantId: number; readonly reason: string } & Keyed);

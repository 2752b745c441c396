/** What the house's accounts say (trading C2, E1). Values are absolute, as in events.ts. */
import type { Amount } from '../fixed.ts';
import type { BonusMode, Pool, UserWallet } from './words.ts';

/** The lines of trading C2 that are posted here; with the id they name a transfer for ever. */
export type PostingKind =
  | 'CAPITAL'
  | 'POOL'
  | 'REBATE'
  | 'FEE_VOUCHER_GRANT'
  | 'FEE_VOUCHER_END'
  | 'COVER_ATTACH'
  | 'COVER_PAY'
  | 'COVER_END'
  | 'PRIZE'
  | 'PRIZE_CLAW_BACK'
  | 'BONUS_GRANT'
  | 'BONUS_END'
  | 'WITHDRAWAL_REQUEST'
  | 'WITHDRAWAL_SENT'
  | 'WITHDRAWAL_COST'
  | 'WITHDRAWAL_REFUND'
  | 'P2P_AD'
  | 'P2P_ORDER'
  | 'P2P_RELEASE'
  | 'P2P_REFUND'
  | 'EARN_SUBSCRIBE'
  | 'EARN_REDEEM'
  | 'EARN_INTEREST'
  | 'DUAL_SUBSCRIBE'
  | 'DUAL_SETTLE'
  | 'COPY_SHARE_ACCRUE'
  | 'COPY_SHARE_PAY'
  | 'CORRECTION'
  | 'PROFIT_WITHHELD'
  | 'DUST';

export interface PostedEntry {
  /** 0: the house, or the world outside. */
  readonly uid: number;
  /** SPOT, FUTURES, an account with a name (trading C1), COPY:id/HOLD, HOUSE_FEE or EXTERNAL. */
  readonly account: string;
  readonly amount: bigint;
}

export type VoucherStatus = 'ACTIVE' | 'USED' | 'EXPIRED' | 'CANCELED';
/** CLAIMABLE and LAPSED are the server's (trading E1). */
export type GrantStatus = 'ACTIVE' | 'USED_UP' | 'EXPIRED' | 'INVALIDATED' | 'REVOKED';

export type ProductEvent =
  /** One transfer with all its sides, which add up to zero. */
  | {
      readonly kind: 'Posted';
      readonly posting: PostingKind;
      /** Of the voucher, prize, order …; 0 for the house's own moves. */
      readonly eventId: number;
      readonly asset: string;
      readonly entries: readonly PostedEntry[];
    }
  | {
      readonly kind: 'FeeVoucherChanged';
      readonly userSeq: number;
      readonly uid: number;
      readonly voucherId: number;
      readonly coin: string;
      readonly amount: Amount;
      readonly left: Amount;
      readonly expiresAtMs: number;
      readonly status: VoucherStatus;
    }
  | {
      readonly kind: 'GrantChanged';
      readonly userSeq: number;
      readonly uid: number;
      readonly grantId: number;
      readonly asset: string;
      readonly amount: bigint;
      readonly remaining: bigint;
      /** What it paid of the charge that changed it; 0 otherwise. */
      readonly used: bigint;
      /** What went back to the pool when it ended. */
      readonly returned: bigint;
      readonly mode: BonusMode;
      readonly ratio: number;
      readonly validFromMs: number;
      readonly expiresAtMs: number;
      readonly source: string;
      readonly status: GrantStatus;
      /** Why it was revoked; otherwise empty. */
      readonly reason: string;
    }
  /** Why a correction was posted; its sides are in the Posted event before it (trading C2). */
  | {
      readonly kind: 'CorrectionPosted';
      readonly correctionId: number;
      readonly corrects: string;
      readonly reason: string;
    }
  /** An operator put something right in one of the user's accounts (trading C2, E5). */
  | {
      readonly kind: 'AccountCorrected';
      readonly userSeq: number;
      readonly uid: number;
      /** Of the correction, or of the withholding. */
      readonly eventId: number;
      readonly asset: string;
      readonly account: UserWallet;
      /** Negative for what was taken. */
      readonly amount: bigint;
      readonly corrects: string;
      readonly reason: string;
    }
  /** A payout took a pool below zero: an alert (trading C2). */
  | { readonly kind: 'PoolLow'; readonly pool: Pool; readonly asset: string; readonly balance: bigint };

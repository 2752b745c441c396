/** What bonus grants add to a margin account (trading E2, E3). Only FUTURES wallets have any. */
import type { LazyMap } from './lazy-map.ts';
import type { Ledger, Posting } from '../../ledger/ledger.ts';
import type { MarginAccount } from './accounts.ts';
import type { BonusView } from '../../protocol/perp-events.ts';
import type { Contract } from '../contract/contract.ts';

/** A part of an amount, and the grant that it comes from or goes back to. */
export interface BonusPart {
  readonly grantId: number;
  readonly amount: bigint;
}

export interface FeeCover {
  readonly amount: bigint;
  readonly postings: readonly Posting[];
}

export interface BonusSource {
  /** Whether the account has neither bonus nor fee vouchers, as most: its wallet pays everything by itself. */
  hasNone(account: MarginAccount): boolean;
  /** B: what the grants hold outside isolated margin. */
  free(account: MarginAccount): bigint;
  /** The part of it whose grants allow this contract at this leverage (trading E2). */
  freeFor(account: MarginAccount, contract: Contract, leverage: number): bigint;
  /** Each grant as the outside sees it: its free amount, and what it may be used for. */
  views(account: MarginAccount): readonly BonusView[];
  /** The part of the grants that backs isolated positions. */
  inPositions(account: MarginAccount): bigint;
  /** How much of a charge bonus pays while the wallet has `own`, and the postings that take it (trading E3). */
  charge(account: MarginAccount, own: bigint, amount: bigint): readonly Posting[];
  /** Lends `amount` to isolated margin, at most what is free: from the grant that expires first on. Answers postings and parts. */
  lend(
    account: MarginAccount,
    amount: bigint,
  ): { readonly postings: readonly Posting[]; readonly parts: readonly BonusPart[] };
  /**
   * Books a loss of `amount` on an isolated margin of `margin`: lowers `parts` (by grant) by what bonus pays of it. The posting that lowers
   * the margin itself is the caller's.
   */
  absorb(account: MarginAccount, parts: LazyMap<number, bigint>, margin: bigint, amount: bigint): void;
  /** The part of a fill's fee that a fee voucher pays, and its side of the posting; that part of the voucher is then spent (trading A5.8). */
  coverFee(account: MarginAccount, contract: Contract, fee: bigint, timeMs: number): FeeCover;
  /** The postings for parts that go back to the grants. */
  giveBack(account: MarginAccount, parts: readonly BonusPart[]): readonly Posting[];
  /** The same over a draft of the ledger: grants and vouchers keep what they hold. */
  draft(ledger: Ledger): BonusSource;
}

/** For wallets and machines without grants. */
export const NO_BONUS: BonusSource = {
  hasNone: () => true,
  free: () => 0n,
  freeFor: () => 0n,
  views: () => [],
  inPositions: () => 0n,
  charge: () => [],
  lend: () => ({ postings: [], parts: [] }),
  absorb: () => {},
  coverFee: () => ({ amount: 0n, postings: [] }),
  giveBack: () => [],
  draft: () => NO_BONUS,
};

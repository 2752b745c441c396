/** A fee voucher that lives (trading A5.8). */
import type { VoucherTerms } from '../formulas/fee-voucher.ts';
import type { Item } from './register.ts';
import type { MarketKind } from '../protocol/words.ts';

export interface FeeVoucher extends Item, VoucherTerms {
  readonly uid: number;
  /** Index of the asset. */
  readonly coin: number;
  readonly amount: number;
  left: number;
  /** 0: no such limit. */
  readonly maxPerUse: number;
  readonly products: readonly MarketKind[];
  /** Empty: every one. */
  readonly symbols: readonly string[];
}

/** What a fee voucher pays of one fee (trading A5.8, growth 3.3). */
import { floorDiv, min, ONE } from './rounding.ts';

export interface VoucherTerms {
  readonly voucherId: number;
  /** The share of a fee that it pays, 10^-8. */
  readonly ratio: number;
  readonly expiresAtMs: number;
}

/** Of those that apply the first one pays: the earliest expiry, then the higher ratio, then the smaller id. */
export function byUse(a: VoucherTerms, b: VoucherTerms): number {
  return a.expiresAtMs - b.expiresAtMs || b.ratio - a.ratio || a.voucherId - b.voucherId;
}

export interface VoucherUse {
  /** The fee in units of the voucher's coin is this over `divisor`: a fee in base is valued at the fill's price. */
  readonly fee: bigint;
  readonly divisor: bigint;
  /** 10^-8. */
  readonly ratio: bigint;
  readonly left: bigint;
  /** 0: no such limit. */
  readonly maxPerUse: bigint;
}

/** min(fee * ratio, left, maxPerUse) in units of the coin, rounded down: the house keeps the rest. */
export function voucherPartFloor({ fee, divisor, ratio, left, maxPerUse }: VoucherUse): bigint {
  const share = min(floorDiv(fee * ratio, divisor * ONE), left);
  return maxPerUse === 0n ? share : min(share, maxPerUse);
}

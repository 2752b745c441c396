/**
 * Who pays a charge when a user has bonus (trading E3): a fee that a voucher left, funding, a realised loss, a liquidation
 * fee. Amounts are units of the settlement asset; a ratio is 10^-8.
 */
import { floorDiv, max, min, ONE } from './rounding.ts';

import type { BonusMode } from '../protocol/words.ts';

export interface Charge {
  readonly mode: BonusMode;
  /** Share of the bonus in mode RATIO, 10^-8; the other modes do not read it. */
  readonly ratio: bigint;
  /** The own funds of the wallet, which may stand below zero. */
  readonly own: bigint;
  /** Bonus that is free to pay: without what backs isolated positions. */
  readonly bonus: bigint;
  readonly charge: bigint;
}

/** The part of a charge that bonus pays; the rest is own money's. A share is rounded down, so own money pays the odd unit. */
export function bonusShare({ mode, ratio, own, bonus, charge }: Charge): bigint {
  const notOwn = max(0n, charge - max(0n, own));
  const wanted = { BONUS_FIRST: charge, OWN_FIRST: notOwn, RATIO: max(floorDiv(charge * ratio, ONE), notOwn) }[mode];
  return min(bonus, wanted);
}

export interface GrantBalance {
  readonly grantId: number;
  readonly expiresAtMs: number;
  /** The part that is free to pay. */
  readonly free: bigint;
}

export interface GrantShare {
  readonly grantId: number;
  readonly amount: bigint;
}

/** The order in which grants are used up: the earliest expiry first, then the smaller id. */
export function byExpiry(a: Omit<GrantBalance, 'free'>, b: Omit<GrantBalance, 'free'>): number {
  return a.expiresAtMs - b.expiresAtMs || a.grantId - b.grantId;
}

/** Splits what bonus pays over the grants, in their order. More than all of them hold is a defect of the caller. */
export function splitOverGrants(share: bigint, grants: readonly GrantBalance[]): GrantShare[] {
  const shares: GrantShare[] = [];
  let left = share;
  for (const { grantId, free } of [...grants].sort(byExpiry)) {
    const amount = min(left, free);
    if (amount > 0n) shares.push({ grantId, amount });
    left -= amount;
  }
  if (left > 0n) throw new RangeError(`the grants lack ${left} of ${share}`);
  return shares;
}

/** The part of a fee that earns a rebate and counts as volume: what neither a voucher nor bonus paid (trading E3, C2). */
export function rebateBase(fee: { fee: bigint; voucher: bigint; bonus: bigint }): bigint {
  return max(0n, fee.fee - fee.voucher - fee.bonus);
}

/** A share of that in 10^-8 for the referrer, rounded down: the house keeps the rest. */
export function rebateFloor(base: bigint, rate: bigint): bigint {
  return floorDiv(base * rate, ONE);
}

/** Does a cross account stand at its maintenance margin or below it, with this much bonus (trading B13, E4)? */
export function isBelowMaintenance(account: {
  readonly wallet: bigint;
  readonly bonus: bigint;
  readonly unrealised: bigint;
  readonly maintenance: bigint;
}): boolean {
  return account.wallet + account.bonus + account.unrealised <= account.maintenance;
}

/**
 * A position that a voucher of `face` opened closed with `value` of margin left (trading E6): at most the face goes back to
 * the pool, what is above it to the user. Nothing is ever owed: a value below zero is the platform's.
 */
export function voucherPositionResult(face: bigint, value: bigint): { toPool: bigint; toUser: bigint } {
  return { toPool: max(0n, min(value, face)), toUser: max(0n, value - face) };
}

/** How much worse than the mark at the trigger a fill may be; a worse one counts at that mark: 0.5 %. */
const COVER_TOLERANCE = 500_000n;

/** The price that a stop-loss cover counts for a closing fill (growth 3.3). 10^-8 quote per whole base. */
export function coverFillPrice(direction: 1n | -1n, fill: bigint, mark: bigint): bigint {
  const isTooFar = direction * (mark - fill) * ONE > mark * COVER_TOLERANCE;
  return isTooFar ? mark : fill;
}

/** What a stop-loss cover pays: the loss of the whole position without what bonus bore of it, up to the cover. */
export function coverPayment(input: { loss: bigint; paidByBonus: bigint; cover: bigint }): bigint {
  return min(max(0n, input.loss - input.paidByBonus), input.cover);
}

/** A prize is taken back from what is unspent of it: c = min(x, what may leave the wallet) (trading C2). */
export function clawBack(amount: bigint, free: bigint): bigint {
  return min(amount, max(0n, free));
}

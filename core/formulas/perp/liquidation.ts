/** Liquidation price for display, bankruptcy values and the size that fits a lower tier (trading B11–B13). */
import { MAX_UNITS } from '../../fixed.ts';
import type { Direction } from './position.ts';
import { abs, ceilDiv, floorDiv, max, min, notionalOf, ONE } from '../rounding.ts';
import type { Tier } from './tiers.ts';

export interface LiquidationInput {
  readonly direction: Direction;
  readonly quantity: bigint;
  readonly cost: bigint;
  /** Isolated: the position's margin. Cross: W + B. */
  readonly balance: bigint;
  /** Cross: maintenance margin and unrealised PnL of the other cross positions; isolated: 0. */
  readonly otherMaintenance: bigint;
  readonly otherUnrealised: bigint;
  readonly tiers: readonly Tier[];
}

/**
 * LP = (X - TMM + UO + cum - s*C) / (q * (mmr - s)), with the tier of q*LP itself: tiers are tried until one is consistent.
 * Null when there is none. Rounded down (it is shown, never counted with), 10^-8.
 */
export function liquidationPrice(input: LiquidationInput): bigint | null {
  const { direction, quantity, cost, balance, otherMaintenance, otherUnrealised, tiers } = input;
  for (const tier of tiers) {
    const top = balance - otherMaintenance + otherUnrealised + tier.deduction - direction * cost;
    const price = solve(top, quantity, tier.rate - direction * ONE);
    if (price !== null && isInTier(tiers, tier, quantity, price)) return price;
  }
  return null;
}

export interface HedgeLiquidationInput {
  readonly long: { readonly quantity: bigint; readonly cost: bigint };
  readonly short: { readonly quantity: bigint; readonly cost: bigint };
  readonly balance: bigint;
  readonly otherMaintenance: bigint;
  readonly otherUnrealised: bigint;
  readonly tiers: readonly Tier[];
}

/** Both sides of one symbol under cross margin, each in a tier of its own. */
export function hedgeLiquidationPrice(input: HedgeLiquidationInput): bigint | null {
  const { long, short, balance, otherMaintenance, otherUnrealised, tiers } = input;
  for (const longTier of tiers) {
    for (const shortTier of tiers) {
      const top =
        balance -
        otherMaintenance +
        otherUnrealised +
        longTier.deduction +
        shortTier.deduction -
        long.cost +
        short.cost;
      const bottom =
        long.quantity * longTier.rate + short.quantity * shortTier.rate + (short.quantity - long.quantity) * ONE;
      if (bottom === 0n) continue;
      const price = floorDiv(top * ONE * ONE, bottom);
      const isConsistent =
        isInTier(tiers, longTier, long.quantity, price) && isInTier(tiers, shortTier, short.quantity, price);
      if (price > 0n && isConsistent) return price;
    }
  }
  return null;
}

/** The same as it is shown: null above the highest price that the exchange knows, which no mark reaches (trading B11). */
export const reachableLiquidation = (price: bigint | null): bigint | null =>
  price === null || price > BigInt(MAX_UNITS) ? null : price;

/** top / (quantity * rate), both scaled by 10^8. */
function solve(top: bigint, quantity: bigint, rate: bigint): bigint | null {
  const bottom = quantity * rate;
  if (bottom === 0n) return null;
  const price = floorDiv(top * ONE * ONE, bottom);
  return price > 0n ? price : null;
}

/** Beyond the last cap the last tier holds on: no price is hidden there (trading B11). */
function isInTier(tiers: readonly Tier[], tier: Tier, quantity: bigint, price: bigint): boolean {
  const notional = notionalOf(quantity, price);
  return notional > tier.floor && (notional <= tier.cap || tier === tiers.at(-1));
}

export interface ScopePosition {
  readonly direction: Direction;
  readonly quantity: bigint;
  readonly mark: bigint;
}

/**
 * V_j = q_j*M_j - s_j*Q*w_j with w_j = N_j / sum N: closing everything at these values realises exactly minus the scope's whole
 * balance. Shares are floored, the last position takes the rest.
 */
export function bankruptcyValues(positions: readonly ScopePosition[], equity: bigint): bigint[] {
  const notionals = positions.map((position) => notionalOf(position.quantity, position.mark));
  const total = notionals.reduce((sum, notional) => sum + notional, 0n);
  let given = 0n;
  return positions.map((position, index) => {
    const isLast = index === positions.length - 1;
    const share = isLast ? equity - given : floorDiv(equity * notionals[index]!, total);
    given += share;
    return notionals[index]! - position.direction * share;
  });
}

/** What a liquidation pays on what it closed: at most what is left (trading B13). */
export function liquidationFee(equity: bigint, value: bigint, rate: bigint): bigint {
  return max(0n, min(equity, ceilDiv(abs(value) * rate, 100_000_000n)));
}

/** The quantity that fits the next lower tier at mark: floorStep(cap / M). */
export function quantityForCap(cap: bigint, mark: bigint, step: bigint): bigint {
  return ((cap * ONE) / mark / step) * step;
}

/** Risk tiers of a contract (trading B2): maintenance margin that grows with the size, without a step at a border. */
import type { ContractParameters } from '../../protocol/perp-commands.ts';
import { mulDivCeil, RATE_ONE } from '../../fixed.ts';
import { ceilDiv, ONE } from '../rounding.ts';

/** A risk tier of the contract's parameters (TierRule) in exact integers. */
export interface TierTerms {
  /** Largest notional of the tier, in quote units. */
  readonly cap: bigint;
  readonly maxLeverage: number;
  /** Maintenance margin rate, 10^-8. */
  readonly rate: bigint;
}

export interface Tier extends TierTerms {
  /** Notional from which the tier holds. */
  readonly floor: bigint;
  /** Maintenance deduction: makes the margin continuous at the border (quote units). */
  readonly deduction: bigint;
}

/** Adds floors and deductions: cum_1 = 0, cum_n = cum_(n-1) + floor_n * (mmr_n - mmr_(n-1)). */
export function buildTiers(rules: readonly TierTerms[]): Tier[] {
  const tiers: Tier[] = [];
  for (const rule of rules) {
    const previous = tiers.at(-1);
    const floor = previous?.cap ?? 0n;
    const deduction = previous ? previous.deduction + ceilDiv(floor * (rule.rate - previous.rate), ONE) : 0n;
    tiers.push({ ...rule, floor, deduction });
  }
  return tiers;
}

/** The tiers of a contract's parameters. */
export function tiersOf({ tiers }: Pick<ContractParameters, 'tiers'>): Tier[] {
  return buildTiers(tiers.map(({ cap, maxLeverage, rate }) => ({ cap: BigInt(cap), maxLeverage, rate: BigInt(rate) })));
}

/** The tier that a notional falls in; beyond the last cap the last one. */
export function tierOf(tiers: readonly Tier[], notional: bigint): Tier {
  const found = tiers.find((tier) => notional <= tier.cap) ?? tiers.at(-1);
  if (!found) throw new Error('a contract needs at least one risk tier');
  return found;
}

/** MM = N * mmr - cum, rounded up. */
export function maintenanceMargin(tiers: readonly Tier[], notional: bigint): bigint {
  return maintenanceIn(tierOf(tiers, notional), notional);
}

/** The same where the tier is known. */
export function maintenanceIn(tier: Pick<Tier, 'rate' | 'deduction'>, notional: bigint): bigint {
  return ceilDiv(notional * tier.rate, ONE) - tier.deduction;
}

/** The highest leverage that a notional allows. */
export function leverageCeiling(tiers: readonly Tier[], notional: bigint): number {
  return tierOf(tiers, notional).maxLeverage;
}

/**
 * A tier in numbers, for settling many holders at once (decision 080): of valid parameters all are safe integers. The rule is in the functions
 * above; plain-funding.test.ts holds these against them.
 */
export interface TierUnits {
  readonly cap: number;
  readonly maxLeverage: number;
  readonly rate: number;
  readonly deduction: number;
}

export function tierUnits(tiers: readonly Tier[]): TierUnits[] {
  return tiers.map(({ cap, maxLeverage, rate, deduction }) => ({
    cap: Number(cap),
    maxLeverage,
    rate: Number(rate),
    deduction: Number(deduction),
  }));
}

/** `tierOf` in numbers; there is at least one tier. */
export function tierAt(tiers: readonly TierUnits[], notional: number): TierUnits {
  let at = 0;
  while (at < tiers.length - 1 && notional > tiers[at]!.cap) at += 1;
  return tiers[at]!;
}

/** `maintenanceMargin` in numbers, exactly; the notional is a safe integer, not negative. */
export function maintenanceUnits(tiers: readonly TierUnits[], notional: number): number {
  const { rate, deduction } = tierAt(tiers, notional);
  return mulDivCeil(notional, rate, RATE_ONE) - deduction;
}

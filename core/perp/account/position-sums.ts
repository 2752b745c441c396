/**
 * What the cross positions of an account come to at mark, kept: every fill asks for it several times, and adding up all positions anew made
 * most of what a fill of an account with many of them cost (trading B6, B11). A contract is counted again once its positions changed
 * (`changed`) or it got another mark or other tiers (Contract.valuation). Derived state: it is in no snapshot.
 *
 * All in numbers, in units of the settlement asset. Where doubles may not hold a figure or a sum of them, the sum is NaN, and the rule in
 * BigInt decides (risk.ts).
 */
import { MAX_UNITS, mulDivCeil, RATE_ONE, safeOrNaN } from '../../fixed.ts';
import { maintenanceUnits } from '../../formulas/perp/tiers.ts';
import type { Contract, SharedByContracts } from '../contract/contract.ts';

const RESULT = 0;
const MAINTENANCE = 1;
const NOTIONAL = 2;
/** The first figures are the sums, then those of each holding, with the valuation of its contract for which they were counted. */
const SUMS = 3;
const VALUATION = 3;
const STRIDE = 4;

/** A position, and an account's positions in one contract, as the sums see them. */
interface SummedPosition {
  readonly direction: bigint;
  readonly quantity: bigint;
  readonly cost: bigint;
  readonly isolated: boolean;
}
interface Summed {
  readonly contract: Contract;
  readonly both: SummedPosition | null;
  readonly long: SummedPosition | null;
  readonly short: SummedPosition | null;
}

/** Of one account. */
export class PositionSums<Holding extends Summed> {
  /** How many contracts have cross positions. */
  crossCount = 0;
  /** How many positions are isolated. */
  isolatedCount = 0;
  /** The number of valuations with which all figures hold. */
  private valuedAt = -1;
  private shared: SharedByContracts | null = null;
  /** They begin as doubles, so that V8 never keeps them as anything else. */
  private readonly figures: number[] = [NaN, NaN, NaN];
  /** Those with cross positions. */
  private readonly holdings: Holding[] = [];
  /** How many isolated positions each holding has; null while none has, as in most accounts. */
  private isolated: Map<Holding, number> | null = null;

  constructor(all: Iterable<Holding>) {
    for (const holding of all) this.note(holding);
    this.sumUp();
  }

  /** Gains less losses of the cross positions at mark (U of trading B6). */
  get results(): number {
    return this.figures[RESULT];
  }
  get maintenance(): number {
    return this.figures[MAINTENANCE];
  }
  get notional(): number {
    return this.figures[NOTIONAL];
  }

  /** The positions of a contract are other ones than before. */
  changed(holding: Holding): void {
    this.note(holding);
    this.sumUp();
  }

  /** Brings them to the present marks and tiers. */
  refresh(): void {
    const { shared } = this;
    if (shared === null || this.valuedAt === shared.valuations) return;
    this.valuedAt = shared.valuations;
    const { holdings, figures } = this;
    let isOld = false;
    for (let place = 0; place < holdings.length; place += 1) {
      if (figures[SUMS + place * STRIDE + VALUATION] === holdings[place].contract.valuation) continue;
      isOld = true;
      this.count(place);
    }
    if (isOld) this.sumUp();
  }

  private note(holding: Holding): void {
    const { both, long, short } = holding;
    const isolated = countIsolated(both) + countIsolated(long) + countIsolated(short);
    if (isolated > 0 || this.isolated !== null) this.noteIsolated(holding, isolated);
    const { holdings, figures } = this;
    const known = holdings.indexOf(holding);
    if (isCross(both) || isCross(long) || isCross(short)) {
      if (known < 0) {
        this.shared = holding.contract.shared;
        holdings.push(holding);
        figures.push(0, 0, 0, 0);
      }
      this.count(known < 0 ? holdings.length - 1 : known);
    } else if (known >= 0) {
      holdings.splice(known, 1);
      figures.splice(SUMS + known * STRIDE, STRIDE);
    }
    this.crossCount = holdings.length;
  }

  private noteIsolated(holding: Holding, count: number): void {
    this.isolated ??= new Map();
    this.isolatedCount += count - (this.isolated.get(holding) ?? 0);
    this.isolated.set(holding, count);
  }

  private count(place: number): void {
    const { both, long, short, contract } = this.holdings[place];
    const { figures } = this;
    const at = SUMS + place * STRIDE;
    figures[at + RESULT] = 0;
    figures[at + MAINTENANCE] = 0;
    figures[at + NOTIONAL] = 0;
    figures[at + VALUATION] = contract.valuation;
    if (isCross(both)) this.add(at, contract, both);
    if (isCross(long)) this.add(at, contract, long);
    if (isCross(short)) this.add(at, contract, short);
  }

  private add(at: number, contract: Contract, position: SummedPosition): void {
    const { figures } = this;
    const notional = worthOf(contract, Number(position.quantity));
    const result = resultOf(position.direction, notional, Number(position.cost));
    figures[at + RESULT] = safeOrNaN(figures[at + RESULT] + result);
    figures[at + MAINTENANCE] = safeOrNaN(
      figures[at + MAINTENANCE] + maintenanceUnits(contract.tiersInUnits, notional),
    );
    figures[at + NOTIONAL] = safeOrNaN(figures[at + NOTIONAL] + notional);
  }

  private sumUp(): void {
    const { figures } = this;
    let [results, maintenance, notional] = [0, 0, 0];
    for (let at = SUMS; at < figures.length; at += STRIDE) {
      results = safeOrNaN(results + figures[at + RESULT]);
      maintenance = safeOrNaN(maintenance + figures[at + MAINTENANCE]);
      notional = safeOrNaN(notional + figures[at + NOTIONAL]);
    }
    figures[RESULT] = results;
    figures[MAINTENANCE] = maintenance;
    figures[NOTIONAL] = notional;
  }
}

function countIsolated(position: SummedPosition | null): number {
  return position !== null && position.isolated ? 1 : 0;
}

function isCross(position: SummedPosition | null): position is SummedPosition {
  return position !== null && !position.isolated;
}

/** Notional at mark of a quantity; NaN where a double may not hold it. */
export function worthOf({ markUnits }: Contract, quantity: number): number {
  return quantity <= MAX_UNITS && markUnits <= MAX_UNITS ? safeOrNaN(mulDivCeil(quantity, markUnits, RATE_ONE)) : NaN;
}

/** What a position has won at that notional; NaN where a double may not hold it. */
export function resultOf(direction: bigint, notional: number, cost: number): number {
  return cost <= MAX_UNITS ? (direction === 1n ? notional - cost : cost - notional) : NaN;
}

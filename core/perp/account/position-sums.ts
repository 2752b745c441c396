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
import type { Contract } from '../contract/contract.ts';
import type { Holding, MarginAccount, OpenPosition } from './accounts.ts';

const RESULT = 0;
const MAINTENANCE = 1;
const NOTIONAL = 2;
/** Of the contract, when its figures were counted. */
const VALUATION = 3;
const STRIDE = 4;

/** Of one account. */
export class PositionSums {
  readonly account: MarginAccount;
  /** Gains less losses of the cross positions at mark (U of trading B6). */
  results = 0;
  maintenance = 0;
  notional = 0;
  /** Those with cross positions. */
  readonly holdings: Holding[] = [];
  /** How many positions are isolated. */
  isolatedCount = 0;
  /** The number of valuations (SharedByContracts) with which all figures hold. */
  private valuedAt = -1;
  /** How many of each holding are; null while none is, as in most accounts. */
  private isolated: Map<Holding, number> | null = null;
  /** Of each of `holdings`. They begin as doubles, so that V8 never keeps them as anything else. */
  private readonly figures: number[] = [NaN];

  constructor(account: MarginAccount) {
    this.account = account;
    this.figures.length = 0;
    for (const holding of account.holdings.values()) this.note(holding);
    this.sumUp();
  }

  get hasCross(): boolean {
    return this.holdings.length > 0;
  }

  /** The positions of a contract are other ones than before. */
  changed(holding: Holding): void {
    this.note(holding);
    this.sumUp();
  }

  /** Brings them to the present marks and tiers. */
  refresh(): void {
    const { holdings, figures } = this;
    if (holdings.length === 0) return;
    const { valuations } = holdings[0].contract.shared;
    if (this.valuedAt === valuations) return;
    this.valuedAt = valuations;
    let isOld = false;
    for (let place = 0; place < holdings.length; place += 1) {
      if (figures[place * STRIDE + VALUATION] === holdings[place].contract.valuation) continue;
      isOld = true;
      this.count(place);
    }
    if (isOld) this.sumUp();
  }

  private note(holding: Holding): void {
    const { both, long, short } = holding;
    const isolated = countIsolated(both) + countIsolated(long) + countIsolated(short);
    if (isolated > 0 || this.isolated !== null) this.noteIsolated(holding, isolated);
    const known = this.holdings.indexOf(holding);
    if (isCross(both) || isCross(long) || isCross(short)) {
      if (known < 0) {
        this.holdings.push(holding);
        this.figures.push(0, 0, 0, 0);
      }
      this.count(known < 0 ? this.holdings.length - 1 : known);
    } else if (known >= 0) {
      this.holdings.splice(known, 1);
      this.figures.splice(known * STRIDE, STRIDE);
    }
  }

  private noteIsolated(holding: Holding, count: number): void {
    this.isolated ??= new Map();
    this.isolatedCount += count - (this.isolated.get(holding) ?? 0);
    this.isolated.set(holding, count);
  }

  private count(place: number): void {
    const { both, long, short, contract } = this.holdings[place];
    const { figures } = this;
    const at = place * STRIDE;
    figures[at + RESULT] = 0;
    figures[at + MAINTENANCE] = 0;
    figures[at + NOTIONAL] = 0;
    figures[at + VALUATION] = contract.valuation;
    if (isCross(both)) this.add(at, contract, both);
    if (isCross(long)) this.add(at, contract, long);
    if (isCross(short)) this.add(at, contract, short);
  }

  private add(at: number, contract: Contract, position: OpenPosition): void {
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
    for (let at = 0; at < figures.length; at += STRIDE) {
      results = safeOrNaN(results + figures[at + RESULT]);
      maintenance = safeOrNaN(maintenance + figures[at + MAINTENANCE]);
      notional = safeOrNaN(notional + figures[at + NOTIONAL]);
    }
    this.results = results;
    this.maintenance = maintenance;
    this.notional = notional;
  }
}

function countIsolated(position: OpenPosition | null): number {
  return position !== null && position.isolated ? 1 : 0;
}

function isCross(position: OpenPosition | null): position is OpenPosition {
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

/**
 * What the orders and positions of one wallet need, and what its cross positions have won, kept for all its contracts together (trading B5,
 * B6): an order in one of them is judged without adding up the others anew. A contract is counted again once its holding was touched
 * (Holding.touch) or it got another mark or rate (Contract.valuation). Derived state: it is in no snapshot. It stands in records that the kernel
 * keeps as well (core/kernel/perp-layout.ts), and holdings are named by the numbers of theirs.
 *
 * All in numbers, in units of the settlement asset. Where doubles may not hold a figure or a sum of them, the sum is NaN, and the rule in
 * BigInt decides (unit-checks.ts).
 */
import { safeOrNaN } from '../../fixed.ts';
import {
  ACCOUNT_FIGURES,
  ACCOUNT_FIRST_SUMMED,
  ACCOUNT_FIRST_TOUCHED,
  ACCOUNT_VALUED_AT,
  FIGURE_ISOLATED,
  FIGURE_MAINTENANCE,
  FIGURE_NOTIONAL,
  FIGURE_RESULTS,
  FIGURE_SIZE,
  FIGURE_TOTAL,
  HOLDING_FIGURES,
  HOLDING_VALUATION,
  IS_SUMMED,
  IS_TOUCHED,
  NEXT_SUMMED,
  NEXT_TOUCHED,
  PREVIOUS_SUMMED,
} from '../../kernel/perp-layout.ts';
import type { RecordTable } from './record-table.ts';

/** By what orders are judged, of one contract or of several. */
export interface Needed {
  /** All that orders and positions need together (Needs of risk.ts). */
  total: number;
  /** The part of it that is order margin under isolated margin. */
  isolatedOrders: number;
  /** Gains less losses of cross positions at mark. */
  results: number;
  /** The sum of their sizes, which no part of the sum passes. */
  sizeOfResults: number;
}

/** All that is kept. */
export interface Figures extends Needed {
  /** Maintenance margin and notional at mark of cross positions: by these the kernel judges fills (trading B7). */
  maintenance: number;
  notional: number;
}

const FIGURES = [
  FIGURE_TOTAL,
  FIGURE_ISOLATED,
  FIGURE_RESULTS,
  FIGURE_SIZE,
  FIGURE_MAINTENANCE,
  FIGURE_NOTIONAL,
] as const;

export class WalletSums {
  private readonly records: RecordTable;
  private readonly account: number;

  /** Of the account of this index, which has a record. */
  constructor(records: RecordTable, account: number) {
    this.records = records;
    this.account = account;
  }

  /** The number of valuations with which every holding's figures hold, but for those that are touched. */
  get valuedAt(): number {
    return this.records.accountNum(this.account, ACCOUNT_VALUED_AT);
  }
  set valuedAt(valuations: number) {
    this.records.setAccountNum(this.account, ACCOUNT_VALUED_AT, valuations);
  }

  /** The latest of the touched holdings; 0 for none. */
  get firstTouched(): number {
    return this.records.accountInt(this.account, ACCOUNT_FIRST_TOUCHED);
  }

  /** A holding is to be counted anew when it is next asked for. */
  touch(holding: number): void {
    const { records, account } = this;
    if (records.has(holding, IS_TOUCHED)) return;
    records.setFlag(holding, IS_TOUCHED, true);
    records.setInt(holding, NEXT_TOUCHED, this.firstTouched);
    records.setAccountInt(account, ACCOUNT_FIRST_TOUCHED, holding);
  }

  /** Is no other holding than this one touched? */
  hasNoOtherTouched(holding: number): boolean {
    const first = this.firstTouched;
    return first === 0 || (first === holding && this.records.int(first, NEXT_TOUCHED) === 0);
  }

  /** A touched holding was counted; where others are touched, too, it stays among them. */
  unmark(holding: number): void {
    if (this.firstTouched !== holding || !this.hasNoOtherTouched(holding)) return;
    this.records.setAccountInt(this.account, ACCOUNT_FIRST_TOUCHED, 0);
    this.records.setFlag(holding, IS_TOUCHED, false);
  }

  /** Those that are to be counted anew, the latest first. */
  touched(): number[] {
    return this.list(this.firstTouched, NEXT_TOUCHED);
  }

  /** Takes the touched holdings, of which none is in the list any more. */
  takeTouched(): number[] {
    const { records } = this;
    const touched = this.touched();
    for (const holding of touched) {
      records.setFlag(holding, IS_TOUCHED, false);
      records.setInt(holding, NEXT_TOUCHED, 0);
    }
    records.setAccountInt(this.account, ACCOUNT_FIRST_TOUCHED, 0);
    return touched;
  }

  /** A holding is no more: it is neither touched nor summed. */
  forget(holding: number): void {
    this.remove(holding);
    for (const one of this.takeTouched().reverse()) if (one !== holding) this.touch(one);
  }

  /** Those that have figures. */
  summed(): number[] {
    return this.list(this.records.accountInt(this.account, ACCOUNT_FIRST_SUMMED), NEXT_SUMMED);
  }

  /** Has the holding figures among the sums? */
  has(holding: number): boolean {
    return this.records.has(holding, IS_SUMMED);
  }
  /** The valuation with which a holding's figures were counted. */
  valuationOf(holding: number): number {
    return this.records.num(holding, HOLDING_VALUATION);
  }
  /** What a holding needs in all, by its figures. */
  totalOf(holding: number): number {
    return this.records.num(holding, HOLDING_FIGURES + FIGURE_TOTAL);
  }

  /** Sets a holding's figures, in place of those it had. */
  set(holding: number, of: Readonly<Figures>, valuation: number): void {
    if (!this.has(holding)) this.enter(holding);
    this.put(holding, FIGURE_TOTAL, of.total);
    this.put(holding, FIGURE_ISOLATED, of.isolatedOrders);
    this.put(holding, FIGURE_RESULTS, of.results);
    this.put(holding, FIGURE_SIZE, of.sizeOfResults);
    this.put(holding, FIGURE_MAINTENANCE, of.maintenance);
    this.put(holding, FIGURE_NOTIONAL, of.notional);
    this.records.setNum(holding, HOLDING_VALUATION, valuation);
  }

  /** Takes a holding's figures out: it has neither orders nor positions any more. */
  remove(holding: number): void {
    if (!this.has(holding)) return;
    const { records } = this;
    for (const figure of FIGURES) this.put(holding, figure, 0);
    const [next, previous] = [records.int(holding, NEXT_SUMMED), records.int(holding, PREVIOUS_SUMMED)];
    if (next !== 0) records.setInt(next, PREVIOUS_SUMMED, previous);
    if (previous !== 0) records.setInt(previous, NEXT_SUMMED, next);
    else records.setAccountInt(this.account, ACCOUNT_FIRST_SUMMED, next);
    records.setFlag(holding, IS_SUMMED, false);
  }

  /** The sums without this holding's part, of which the caller knows better. */
  others(holding: number, into: Needed): void {
    const but = this.has(holding) ? holding : 0;
    into.total = this.without(but, FIGURE_TOTAL);
    into.isolatedOrders = this.without(but, FIGURE_ISOLATED);
    into.results = this.without(but, FIGURE_RESULTS);
    into.sizeOfResults = this.without(but, FIGURE_SIZE);
  }

  /** A holding's own figures; null when it has none. For tests. */
  of(holding: number): Figures | null {
    if (!this.has(holding)) return null;
    const [total, isolatedOrders, results, sizeOfResults, maintenance, notional] = FIGURES.map((figure) =>
      this.figureOf(holding, figure),
    );
    return { total, isolatedOrders, results, sizeOfResults, maintenance, notional };
  }

  /** Are the sums those of the figures? For tests. */
  get isSummed(): boolean {
    return FIGURES.every((figure) => Object.is(this.sumOf(figure) + 0, this.sumUp(figure, 0) + 0));
  }

  private enter(holding: number): void {
    const { records, account } = this;
    const first = records.accountInt(account, ACCOUNT_FIRST_SUMMED);
    records.setFlag(holding, IS_SUMMED, true);
    records.setInt(holding, NEXT_SUMMED, first);
    records.setInt(holding, PREVIOUS_SUMMED, 0);
    if (first !== 0) records.setInt(first, PREVIOUS_SUMMED, holding);
    records.setAccountInt(account, ACCOUNT_FIRST_SUMMED, holding);
    for (const figure of FIGURES) records.setNum(holding, HOLDING_FIGURES + figure, 0);
  }

  private put(holding: number, figure: number, value: number): void {
    const rest = this.without(holding, figure);
    this.records.setNum(holding, HOLDING_FIGURES + figure, value);
    this.records.setAccountNum(this.account, ACCOUNT_FIGURES + figure, safeOrNaN(rest + value));
  }

  private without(holding: number, figure: number): number {
    const sum = this.sumOf(figure);
    if (holding === 0) return sum;
    const rest = sum - this.figureOf(holding, figure);
    return Number.isSafeInteger(rest) ? rest : this.sumUp(figure, holding);
  }

  /** Of all but one, 0 for all. NaN where a step of it may be rounded: a sum that was rounded stays wrong. */
  private sumUp(figure: number, but: number): number {
    let sum = 0;
    for (const holding of this.summed()) if (holding !== but) sum = safeOrNaN(sum + this.figureOf(holding, figure));
    return sum;
  }

  private sumOf(figure: number): number {
    return this.records.accountNum(this.account, ACCOUNT_FIGURES + figure);
  }
  private figureOf(holding: number, figure: number): number {
    return this.records.num(holding, HOLDING_FIGURES + figure);
  }

  private list(first: number, next: number): number[] {
    const found: number[] = [];
    for (let holding = first; holding !== 0; holding = this.records.int(holding, next)) found.push(holding);
    return found;
  }
}

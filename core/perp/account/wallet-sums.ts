/**
 * What the orders and positions of one wallet need, and what its cross positions have won, kept for all its contracts together (trading B5,
 * B6): an order in one of them is judged without adding up the others anew. A contract is counted again once its holding was touched
 * (Holding.touch) or it got another mark or rate (Contract.valuation). Derived state: it is in no snapshot.
 *
 * All in numbers, in units of the settlement asset. Where doubles may not hold a figure or a sum of them, the sum is NaN, and the rule in
 * BigInt decides (unit-checks.ts).
 */
import { MAX_UNITS, safeOrNaN } from '../../fixed.ts';

/** Of one contract, or of several. */
export interface Figures {
  /** All that orders and positions need together (Needs of risk.ts). */
  total: number;
  /** The part of it that is order margin under isolated margin. */
  isolatedOrders: number;
  /** Gains less losses of cross positions at mark. */
  results: number;
  /** The sum of their sizes, which no part of the sum passes. */
  sizeOfResults: number;
}

const TOTAL = 0;
const ISOLATED = 1;
const RESULTS = 2;
const SIZE = 3;
const SUMS = 4;
/** Of the contract's mark and rate, when its figures were counted; it stands after them. */
const VALUATION = 4;
const STRIDE = 5;

/** A contract's part of a wallet, as the sums see it. */
interface Summed {
  /** Its place among them; -1 for none. */
  sumsPlace: number;
}

export class WalletSums<Holding extends Summed> {
  /** The number of valuations with which every holding's figures hold, but for those that are touched. */
  valuedAt = -1;
  /** Those that have figures. */
  readonly holdings: Holding[] = [];
  /** The four sums, then the figures of each holding. It begins with doubles so that V8 never keeps them as anything else. */
  private readonly figures: number[] = [NaN, NaN, NaN, NaN].fill(0);

  /** The valuation with which the holding's figures were counted. */
  valuationAt(place: number): number {
    return this.figures[SUMS + place * STRIDE + VALUATION];
  }

  /** What the holding there needs in all. */
  totalAt(place: number): number {
    return this.figures[SUMS + place * STRIDE + TOTAL];
  }

  /** Sets a holding's figures, in place of those it had. */
  set(holding: Holding, of: Readonly<Figures>, valuation: number): void {
    const { figures } = this;
    if (holding.sumsPlace < 0) {
      holding.sumsPlace = this.holdings.length;
      this.holdings.push(holding);
      figures.push(0, 0, 0, 0, 0);
    }
    const at = SUMS + holding.sumsPlace * STRIDE;
    this.put(at, TOTAL, of.total);
    this.put(at, ISOLATED, of.isolatedOrders);
    this.put(at, RESULTS, of.results);
    this.put(at, SIZE, of.sizeOfResults);
    figures[at + VALUATION] = valuation;
  }

  /** Takes a holding's figures out: it has neither orders nor positions any more. */
  remove(holding: Holding): void {
    const place = holding.sumsPlace;
    if (place < 0) return;
    const { figures, holdings } = this;
    const at = SUMS + place * STRIDE;
    for (let figure = 0; figure < SUMS; figure += 1) this.put(at, figure, 0);
    const last = holdings.length - 1;
    figures.copyWithin(at, SUMS + last * STRIDE);
    figures.length -= STRIDE;
    holdings[place] = holdings[last];
    holdings[place].sumsPlace = place;
    holdings.length = last;
    holding.sumsPlace = -1;
  }

  /** The sums without this holding's part, of which the caller knows better. */
  others(holding: Holding, into: Figures): void {
    const { figures } = this;
    const isIn = holding.sumsPlace >= 0;
    const at = isIn ? SUMS + holding.sumsPlace * STRIDE : -1;
    const total = figures[TOTAL] - (isIn ? figures[at + TOTAL] : 0);
    const size = figures[SIZE] - (isIn ? figures[at + SIZE] : 0);
    // Of the others none is larger than these two.
    if (total <= MAX_UNITS && size <= MAX_UNITS && figures[TOTAL] <= MAX_UNITS && figures[SIZE] <= MAX_UNITS) {
      into.total = total;
      into.isolatedOrders = figures[ISOLATED] - (isIn ? figures[at + ISOLATED] : 0);
      into.results = figures[RESULTS] - (isIn ? figures[at + RESULTS] : 0);
      into.sizeOfResults = size;
      return;
    }
    into.total = this.without(at, TOTAL);
    into.isolatedOrders = this.without(at, ISOLATED);
    into.results = this.without(at, RESULTS);
    into.sizeOfResults = this.without(at, SIZE);
  }

  /** A holding's own figures; null when it has none. For tests. */
  of(holding: Holding): Figures | null {
    if (holding.sumsPlace < 0) return null;
    const at = SUMS + holding.sumsPlace * STRIDE;
    const [total, isolatedOrders, results, sizeOfResults] = this.figures.slice(at, at + SUMS);
    return { total, isolatedOrders, results, sizeOfResults };
  }

  /** Are the sums those of the figures? For tests. */
  get isSummed(): boolean {
    return [TOTAL, ISOLATED, RESULTS, SIZE].every((figure) => {
      const [kept, made] = [this.figures[figure], this.sumUp(figure, -1)];
      return kept === made || (Number.isNaN(kept) && Number.isNaN(made));
    });
  }

  private put(at: number, figure: number, value: number): void {
    const rest = this.without(at, figure);
    this.figures[at + figure] = value;
    this.figures[figure] = safeOrNaN(rest + value);
  }

  private without(at: number, figure: number): number {
    const { figures } = this;
    if (at < 0) return figures[figure];
    const rest = figures[figure] - figures[at + figure];
    return Number.isSafeInteger(rest) ? rest : this.sumUp(figure, at);
  }

  /** Of all but what stands at `but`. NaN where a step of it may be rounded: a sum that was rounded stays wrong. */
  private sumUp(figure: number, but: number): number {
    const { figures } = this;
    let sum = 0;
    for (let at = SUMS; at < figures.length; at += STRIDE) if (at !== but) sum = safeOrNaN(sum + figures[at + figure]);
    return sum;
  }
}

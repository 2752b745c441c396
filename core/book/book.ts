/**
 * What a book of resting orders can do. It keeps places and sums only: money, self-trade rules and events are the
 * matching's. Two implementations: LadderBook (fast) and NaiveBook (plain, the specification; tests hold them equal).
 * Orders are slots of one OrderPool and carry KEY (see there) and LOTS.
 */
export interface Book {
  /** Puts the order last in the queue of its price. */
  add(order: number): void;
  /** Takes the order out. */
  remove(order: number): void;
  /** Takes lots off the order, which keeps its place and at least one lot. */
  reduce(order: number, lots: number): void;
  /** The first order of a side's best price; 0 when the side is empty. */
  first(side: number): number;
  /** The order that would be met after this one: next in its queue, else first of the next price; 0 at the end. */
  next(order: number): number;
  /** All lots at a price; 0 when there are none. */
  levelLots(side: number, ticks: number): number;
  /** Visits a side's levels, best first, at most `limit`. */
  forEachLevel(side: number, limit: number, visit: (ticks: number, lots: number) => void): void;
}

/**
 * The order book of one market, kept from a snapshot and numbered changes. A change that does not continue the former
 * one is a gap: the book then refuses everything until the next snapshot. A snapshot holds the best levels of each side only:
 * of a deeper side changes behind its last level are left out, so that what is here is whole, and when half of it is gone
 * another snapshot is due as after a gap.
 */
import { DEPTH_LEVELS } from '@agio/contracts/ws/depth';
import type { DepthData } from '@agio/contracts/ws/spot';
import { decimal } from '../../ui/decimal.ts';

export interface BookLevel {
  /** Units of 10^-priceScale and 10^-quantityScale. */
  readonly price: bigint;
  readonly quantity: bigint;
}

export interface Book {
  /** Best price first. */
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
  readonly updateId: number;
}

export interface Scales {
  readonly price: number;
  readonly quantity: number;
}

export type Applied = 'applied' | 'gap' | 'stale';

export interface BookMerger {
  apply(data: DepthData): Applied;
  /** An unchanging picture of the book as it is now. */
  book(): Book;
}

export function createBookMerger(scales: Scales): BookMerger {
  const bids = createSide(scales, (a, b) => b > a);
  const asks = createSide(scales, (a, b) => a > b);
  let updateId = 0;
  let hasSnapshot = false;
  return {
    apply(data) {
      if (data.snapshot) {
        bids.reset(data.bids);
        asks.reset(data.asks);
        updateId = data.u;
        hasSnapshot = true;
        return 'applied';
      }
      if (!hasSnapshot || data.u <= updateId) return 'stale';
      if (data.pu !== updateId) {
        hasSnapshot = false;
        return 'gap';
      }
      for (const level of data.bids) bids.change(level);
      for (const level of data.asks) asks.change(level);
      updateId = data.u;
      if (bids.isShort() || asks.isShort()) {
        hasSnapshot = false;
        return 'gap';
      }
      return 'applied';
    },
    book: () => ({ bids: bids.levels(), asks: asks.levels(), updateId }),
  };
}

type WireLevel = readonly [price: string, quantity: string];

/** One side, sorted best first. `isWorse(a, b)`: a comes after b. */
function createSide(scales: Scales, isWorse: (a: bigint, b: bigint) => boolean) {
  let levels: BookLevel[] = [];
  /** Price of the last level of a snapshot that did not hold the whole side, else null: changes behind it are left out. */
  let horizon: bigint | null = null;
  const read = ([price, quantity]: WireLevel): BookLevel => ({
    price: decimal(price, scales.price),
    quantity: decimal(quantity, scales.quantity),
  });
  const placeOf = (price: bigint): number => {
    let low = 0;
    let high = levels.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const at = levels[middle];
      if (at && isWorse(price, at.price)) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    reset(wire: readonly WireLevel[]): void {
      levels = wire.map(read).filter((level) => level.quantity > 0n);
      levels.sort((a, b) => (a.price === b.price ? 0 : isWorse(a.price, b.price) ? 1 : -1));
      horizon = wire.length < DEPTH_LEVELS ? null : (levels.at(-1)?.price ?? null);
    },
    change(wire: WireLevel): void {
      const level = read(wire);
      if (horizon !== null && isWorse(level.price, horizon)) return;
      const place = placeOf(level.price);
      const isKnown = levels[place]?.price === level.price;
      if (level.quantity === 0n) {
        if (isKnown) levels.splice(place, 1);
      } else {
        levels.splice(place, isKnown ? 1 : 0, level);
      }
    },
    isShort: (): boolean => horizon !== null && levels.length < DEPTH_LEVELS / 2,
    levels: (): readonly BookLevel[] => levels.slice(),
  };
}

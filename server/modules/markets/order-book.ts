/** One market's book as the depth events tell it: absolute quantities per price, best price first. */
import type { Side } from '@agio/core';
import { DEPTH_LEVELS } from '@agio/contracts/ws/depth';

/** A number of levels that no book has: asks the engine for all of them. */
export const WHOLE_BOOK = 1_000_000;

export type Level = readonly [price: number, quantity: number];

export interface LiveBook {
  updateId: number;
  bids: Level[];
  asks: Level[];
}

export function emptyBook(): LiveBook {
  return { updateId: 0, bids: [], asks: [] };
}

/** The levels in a new reader's first frame: the best of each side, up to a number that bounds the frame. */
export function bestOf({ bids, asks }: LiveBook): Pick<LiveBook, 'bids' | 'asks'> {
  return { bids: bids.slice(0, DEPTH_LEVELS), asks: asks.slice(0, DEPTH_LEVELS) };
}

/** The weight of that frame for `Channel.firstWeight`. */
export function weightOfBest({ bids, asks }: LiveBook): number {
  const levels = Math.min(bids.length, DEPTH_LEVELS) + Math.min(asks.length, DEPTH_LEVELS);
  return 1 + Math.floor(levels / 100);
}

/** Sets the quantity at a price; 0 removes the level. Removing an unknown level is harmless. */
export function setLevel(book: LiveBook, side: Side, price: number, quantity: number): void {
  const levels = side === 'BUY' ? book.bids : book.asks;
  const at = position(levels, side, price);
  const exists = levels[at]?.[0] === price;
  if (quantity > 0) levels.splice(at, exists ? 1 : 0, [price, quantity]);
  else if (exists) levels.splice(at, 1);
}

/** The index of the level with that price, or where it has to be inserted. */
function position(levels: readonly Level[], side: Side, price: number): number {
  let low = 0;
  let high = levels.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = levels[middle]![0];
    if (side === 'BUY' ? other > price : other < price) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The depth of a book: what lies between the middle and each price. Exact; only the picture's places are numbers. Pure. */
import { formatUnits } from '../../../ui/decimal.ts';
import type { Book, BookLevel } from '../../live/book.ts';

export type DepthSide = 'bids' | 'asks';

export interface DepthStep {
  readonly price: bigint;
  /** Quantity from the best price to here. */
  readonly sum: bigint;
}

export interface Depth {
  /** Twice the middle between best bid and best ask, so that it stays whole. */
  readonly twiceMid: bigint;
  /** From the middle outwards. */
  readonly bids: readonly DepthStep[];
  readonly asks: readonly DepthStep[];
  /** How far the picture reaches from the middle, doubled as well. */
  readonly reach: bigint;
  /** The largest sum within it. */
  readonly most: bigint;
}

/** Null without both sides: there is no middle then. The picture reaches as far as the shorter side. */
export function depthOf(book: Book): Depth | null {
  const [bid] = book.bids;
  const [ask] = book.asks;
  if (!bid || !ask) return null;
  const twiceMid = bid.price + ask.price;
  const bids = sums(book.bids);
  const asks = sums(book.asks);
  const lowest = twiceMid - 2n * bids.at(-1)!.price;
  const highest = 2n * asks.at(-1)!.price - twiceMid;
  const reach = lowest < highest ? lowest : highest;
  const isNear = ({ price }: DepthStep) => distance(price, twiceMid) <= reach;
  const near = { bids: bids.filter(isNear), asks: asks.filter(isNear) };
  const most = [near.bids.at(-1)!.sum, near.asks.at(-1)!.sum].reduce((a, b) => (a > b ? a : b));
  return { twiceMid, ...near, reach, most };
}

const distance = (price: bigint, twiceMid: bigint): bigint => {
  const far = 2n * price - twiceMid;
  return far < 0n ? -far : far;
};

function sums(levels: readonly BookLevel[]): readonly DepthStep[] {
  let sum = 0n;
  return levels.map(({ price, quantity }) => ({ price, sum: (sum += quantity) }));
}

/** Hundredths of a percent from the middle, with its sign, cut: "-0.25". */
export function percentFromMid(price: bigint, { twiceMid }: Depth): string {
  return formatUnits(((2n * price - twiceMid) * 10_000n) / twiceMid, 2, 2);
}

const PLACES = 1_000_000n;

/** 0 at the lowest price of the picture, 1 at the highest. */
export function placeOf(price: bigint, { twiceMid, reach }: Depth): number {
  return Number(((2n * price - twiceMid + reach) * PLACES) / (2n * reach || 1n)) / Number(PLACES);
}

/** 0 at the ground, 1 at the largest sum. */
export function heightOf(sum: bigint, { most }: Depth): number {
  return Number((sum * PLACES) / (most || 1n)) / Number(PLACES);
}

/** The step whose sum counts at this place of the picture: the last one between the middle and it. */
export function stepAt(depth: Depth, place: number): { readonly side: DepthSide; readonly index: number } {
  const side = place < 0.5 ? 'bids' : 'asks';
  const steps = depth[side];
  const isReached = ({ price }: DepthStep) =>
    side === 'bids' ? placeOf(price, depth) >= place : placeOf(price, depth) <= place;
  const next = steps.findIndex((step) => !isReached(step));
  return { side, index: Math.max(0, (next < 0 ? steps.length : next) - 1) };
}

/** The steps' outline, closed at the ground; in a box of `width` to `height`. */
export function outline(depth: Depth, side: DepthSide, width: number, height: number): string {
  const points = depth[side].map(({ price, sum }) => ({
    x: placeOf(price, depth) * width,
    y: height - heightOf(sum, depth) * height,
  }));
  const first = points[0]!;
  const edge = side === 'bids' ? 0 : width;
  const stairs = points.map(({ x, y }) => `H${x.toFixed(1)}V${y.toFixed(1)}`).join('');
  return `M${first.x.toFixed(1)} ${height}${stairs}H${edge}V${height}Z`;
}

/** How much lies within each share of the picture's reach: for who does not see it. */
export function bandsOf(depth: Depth, shares: readonly bigint[]) {
  return shares.map((percent) => {
    const far = (depth.reach * percent) / 100n;
    const within = (side: DepthSide) =>
      depth[side].findLast(({ price }) => distance(price, depth.twiceMid) <= far)?.sum ?? 0n;
    const share = formatUnits((far * 10_000n) / depth.twiceMid, 2, 2);
    return { percent: share, bids: within('bids'), asks: within('asks') };
  });
}

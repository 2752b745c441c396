/** Where the pills of the user's lines stand, and which price a height means. Pure. */
import { decimal, decimalsOf, formatUnits } from '../../../ui/decimal.ts';
import type { LastPlace } from './chart-face.ts';

/** Decimals that are kept of a price that came from pixels, before it goes to its tick. */
const PIXEL_DECIMALS = 10;

/** The tick nearest to a price, at least one tick. The price may come from pixels; what is answered is an exact decimal. */
export function snapToTick(price: number | string, tickSize: string): string {
  const text = typeof price === 'string' ? price : price.toFixed(PIXEL_DECIMALS);
  const scale = Math.max(PIXEL_DECIMALS, decimalsOf(tickSize), decimalsOf(text));
  const tick = decimal(tickSize, scale);
  const ticks = (decimal(text, scale) + tick / 2n) / tick;
  return formatUnits((ticks > 0n ? ticks : 1n) * tick, scale);
}

/** The price `ticks` ticks away, but never below one tick. */
export function stepBy(price: string, ticks: number, tickSize: string): string {
  const scale = Math.max(decimalsOf(price), decimalsOf(tickSize));
  const tick = decimal(tickSize, scale);
  const moved = decimal(price, scale) + BigInt(ticks) * tick;
  return formatUnits(moved > tick ? moved : tick, scale);
}

/** Which line out of sight stands for all of its side: one of a position before orders, however near they are, and else the nearest. */
export function edgeOrder<L extends { readonly y: number; readonly isOfPosition: boolean }>(
  away: readonly L[],
): readonly L[] {
  return away.toSorted((a, b) => Number(b.isOfPosition) - Number(a.isOfPosition) || (a.y < 0 ? b.y - a.y : a.y - b.y));
}

export interface PriceArea {
  /** Of the part that shows prices. */
  readonly height: number;
  /** Half of a row. */
  readonly half: number;
  readonly last: LastPlace | null;
}

interface SidedRow {
  readonly y: number;
  readonly price: number;
  /** Where it stood last; null: it is new. */
  readonly wasAbove: boolean | null;
}

/**
 * Which of the rows, from the highest price to the lowest, stand above the tag of the newest price. A row keeps its side while its price
 * is so near (`hold`, in px) that it cannot stand at its price anyway: else it would jump over the tag with each trade there. Which side a
 * new one has, prices say: heights are whole pixels, so two prices that differ can have one.
 */
export function sidesOf(
  rows: readonly SidedRow[],
  { last, hold }: { readonly last: LastPlace | null; readonly hold: number },
): readonly boolean[] {
  if (last === null) return rows.map(() => true);
  let isBelow = false;
  return rows.map(({ y, price, wasAbove }) => {
    const isHeld = wasAbove !== null && Math.abs(y - last.y) < hold;
    // Below a row that stands below the tag none is above it: rows keep the order of their prices.
    isBelow ||= !(isHeld ? wasAbove : price >= last.price);
    return !isBelow;
  });
}

/**
 * Where the middle of a row wants to be: at its price, or at the lower edge. It stands on its own side of the tag of the newest price, also
 * where both prices are out of sight.
 */
export function wishOf(
  { y, isAbove }: { readonly y: number; readonly isAbove: boolean },
  { height, half, last }: PriceArea,
): number {
  const wish = Math.min(y, height - half);
  if (last === null) return wish;
  return isAbove ? Math.min(wish, last.tagY) : Math.max(wish, last.tagY + 1);
}

export interface Stack {
  /** From the middle of one row to the middle of the next; in px. */
  readonly gap: number;
  /** As close as rows may stand before one leaves its side of the tag. */
  readonly leastGap: number;
  readonly top: number;
  readonly bottom: number;
  /** The middle of what must not be covered: the tag of the newest price. */
  readonly fixed: number | null;
}

/**
 * The middle of each row, as near to where it wants to be as its neighbors allow. Rows keep the order of their prices; those above the
 * newest price stay above its tag and the others below: where a side has little room, all rows stand closer. Those that have no room even
 * then stand on the other side. Where there is no room for the gap at all, rows stand closer still.
 */
export function stackRows(
  wanted: readonly number[],
  { gap: wide, leastGap, top, bottom, fixed }: Stack,
): readonly number[] {
  const order = wanted.map((_, index) => index).toSorted((a, b) => wanted[a]! - wanted[b]! || a - b);
  const above = fixed === null ? 0 : order.filter((index) => wanted[index]! <= fixed).length;
  const places: number[] = [];
  // The tag may stand higher than any row may, or lower.
  const sides = (gap: number) => ({
    over: Math.min(bottom, (fixed ?? top) - gap),
    under: Math.max(top, (fixed ?? top) + gap),
  });
  const fits = (count: number, gap: number) => {
    const { over, under } = sides(gap);
    const hasRoom = (rows: number, from: number, to: number) => rows === 0 || to - from >= (rows - 1) * gap;
    return hasRoom(count, top, over) && hasRoom(order.length - count, under, bottom);
  };
  const gaps = Array.from({ length: wide - leastGap + 1 }, (_, less) => wide - less);
  const splits = order.map((_, count) => count).concat(order.length);
  const fitting = gaps.find((one) => fits(above, one)) ?? gaps.find((one) => splits.some((count) => fits(count, one)));
  const gap = fixed === null ? wide : (fitting ?? wide);
  const put = (indices: readonly number[], from: number, to: number) => {
    const settled = settle(
      indices.map((index) => wanted[index]!),
      gap,
      from,
      to,
    );
    indices.forEach((index, place) => (places[index] = settled[place]!));
  };
  const nearest = splits.toSorted((a, b) => Math.abs(a - above) - Math.abs(b - above));
  const { over, under } = sides(gap);
  const upper = fixed === null ? undefined : nearest.find((count) => fits(count, gap));
  if (upper === undefined) put(order, top, bottom);
  else {
    put(order.slice(0, upper), top, over);
    put(order.slice(upper), under, bottom);
  }
  return places;
}

/** How many rows have room, none of them over another or over the tag of the newest price; always at least one. */
export function roomForRows(stack: Omit<Stack, 'gap'>): number {
  const { over, under } = roomBySide(stack);
  return Math.max(1, over + under);
}

/** The same above and below that tag; without one all of it is below. */
function roomBySide({ leastGap, top, bottom, fixed }: Omit<Stack, 'gap'>): { over: number; under: number } {
  const between = (from: number, to: number) => Math.max(0, Math.floor((to - from) / leastGap) + 1);
  if (fixed === null) return { over: 0, under: between(top, bottom) };
  return {
    over: between(top, Math.min(bottom, fixed - leastGap)),
    under: between(Math.max(top, fixed + leastGap), bottom),
  };
}

/**
 * The highest place of a row: below the legend (`top`), and nearer to the edge (`least`) only where those above the newest price have no
 * room otherwise, so that none of a dearer price stands below its tag.
 */
export function topFor(
  above: number,
  { top, least, leastGap, fixed }: Pick<Stack, 'top' | 'leastGap' | 'fixed'> & { readonly least: number },
): number {
  return fixed === null ? top : Math.max(Math.min(least, top), Math.min(top, fixed - above * leastGap));
}

/**
 * Of the rows that stay, those that also have room on their own side of the newest price. One stays on each side, also where the tag
 * stands at the edge: it is seen on the other side of it then.
 */
export function keptOnSides(
  { from, to }: { readonly from: number; readonly to: number },
  above: number,
  stack: Omit<Stack, 'gap'>,
): { readonly from: number; readonly to: number } {
  if (stack.fixed === null) return { from, to };
  const { over, under } = roomBySide(stack);
  return {
    from: Math.max(from, Math.min(to, above) - Math.max(1, over)),
    to: Math.min(to, Math.max(from, above) + Math.max(1, under)),
  };
}

/**
 * Which of the heights, from top to bottom, stay in sight where there is room for so many: those nearest to the newest price. What is left
 * out at each end is told beside the outermost one that stays.
 */
export function keptRows(
  heights: readonly number[],
  room: number,
  last: number,
): { readonly from: number; readonly to: number } {
  let [from, to] = [0, heights.length];
  while (to - from > room) {
    const isUpperFarther = last - heights[from]! > heights[to - 1]! - last;
    if (isUpperFarther) from += 1;
    else to -= 1;
  }
  return { from, to };
}

/** Sorted wishes to places with a gap: neighbors that would touch become a block at the mean of their wishes. */
function settle(wishes: readonly number[], gap: number, from: number, to: number): readonly number[] {
  const count = wishes.length;
  const step = count > 1 ? Math.min(gap, Math.max(0, to - from) / (count - 1)) : gap;
  const blocks: { sum: number; size: number }[] = [];
  wishes.forEach((wish, index) => {
    blocks.push({ sum: wish - index * step, size: 1 });
    for (;;) {
      const last = blocks.at(-1)!;
      const before = blocks.at(-2);
      if (!before || before.sum / before.size <= last.sum / last.size) break;
      blocks.pop();
      before.sum += last.sum;
      before.size += last.size;
    }
  });
  const most = to - (count - 1) * step;
  const bases = blocks.flatMap(({ sum, size }) => Array<number>(size).fill(sum / size));
  return bases.map((base, index) => Math.max(from, Math.min(most, base)) + index * step);
}

/** A cut kind of order that is narrower than this says nothing, in px. */
const LEAST_KIND_PX = 36;

/** How a pill stands whose room is `longest`: whole, with a cut kind of order, or bare of it. All in px. */
export function pillFit(
  { whole, kind }: { readonly whole: number; readonly kind: number },
  longest: number,
): 'whole' | 'cut' | 'bare' {
  if (whole <= longest || kind === 0) return 'whole';
  return longest - (whole - kind) >= LEAST_KIND_PX ? 'cut' : 'bare';
}

/** Half of a tag's height, and half of what a figure of the scale takes with the room around it. */
const TAG_HALF_PX = 9;
const FIGURE_HALF_PX = 8;

/** What stands behind a tag at the axis, so that no figure of the scale looks out from under it by half. In px. */
export function tagGround(
  middle: number,
  figures: readonly number[],
): { readonly top: number; readonly height: number } {
  const touched = figures.filter((figure) => Math.abs(figure - middle) < TAG_HALF_PX + FIGURE_HALF_PX);
  const top = Math.min(middle - TAG_HALF_PX, ...touched.map((figure) => figure - FIGURE_HALF_PX));
  const bottom = Math.max(middle + TAG_HALF_PX, ...touched.map((figure) => figure + FIGURE_HALF_PX));
  return { top, height: bottom - top };
}

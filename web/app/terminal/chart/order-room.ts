/** Right of the newest candle for whoever has no orders: it has room to grow. */
export const BARE_ROOM_PX = 110;
/** What the pill of a plain order needs, and with more than this nothing is won. */
const LEAST_PX = 168;
const MOST_PX = 240;
/** Shares of a picture's width: of a wide one, and never more of a narrow one. */
const SHARE = 0.3;
const MOST_SHARE = 0.5;
/** Between the newest candle and a pill, and between a pill and the axis. */
const GAP_PX = 6;

/**
 * What stays free right of the newest candle for the pills of orders and positions, by the width of the picture alone: whatever comes and
 * goes moves no candles.
 */
export function orderRoom(width: number): number {
  const wide = Math.min(MOST_PX, width * SHARE);
  const narrow = Math.min(LEAST_PX, width * MOST_SHARE);
  return Math.floor(Math.max(BARE_ROOM_PX, wide, narrow));
}

/** A pill takes no more. */
export const longestPill = (width: number): number => orderRoom(width) - 2 * GAP_PX;

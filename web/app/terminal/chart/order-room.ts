/** How many pixels stay free right of the newest candle where there are no orders: the newest candle then has room to grow. */
export const BARE_ROOM_PX = 110;
/** The pill of a plain order needs the first; more than the second shows nothing more. */
const LEAST_PX = 168;
const MOST_PX = 240;
/** Shares of the picture's width: what a wide picture gives to the pills, and the most that a narrow one gives. */
const SHARE = 0.3;
const MOST_SHARE = 0.5;
/** Between the newest candle and a pill, and between a pill and the axis. */
const GAP_PX = 6;

/**
 * How many pixels stay free right of the newest candle for the pills of orders and positions. It depends on the width of the picture
 * alone, so that the candles do not move when an order comes or goes.
 */
export function orderRoom(width: number): number {
  const wide = Math.min(MOST_PX, width * SHARE);
  const narrow = Math.min(LEAST_PX, width * MOST_SHARE);
  return Math.floor(Math.max(BARE_ROOM_PX, wide, narrow));
}

/** The greatest width of a pill, in pixels. */
export const longestPill = (width: number): number => orderRoom(width) - 2 * GAP_PX;

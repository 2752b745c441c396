/** Room for the newest candle to grow. */
export const RIGHT_PX = 110;
/** Pills may take this share of a picture's width from the candles, not more. */
const MOST_SHARE = 0.5;

interface Room {
  /** What the widest pill needs now; all in px. */
  readonly wanted: number;
  /** What is free already. */
  readonly kept: number;
  /** Of the picture. */
  readonly width: number;
}

/**
 * What stays free right of the newest candle: as much as is wanted where the picture allows it. It never becomes less, so that candles
 * do not jump aside with every order that comes and goes.
 */
export function roomOf({ wanted, kept, width }: Room): number {
  return Math.max(RIGHT_PX, kept, Math.min(wanted, Math.floor(width * MOST_SHARE)));
}

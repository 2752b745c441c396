/** The room that the chart's legend takes, so that the candles begin below it. The library wraps its texts as told here. */
export const LEGEND_EDGE_PX = 4;
export const LEGEND_TOP_PX = 6;
export const LEGEND_SIDE_PX = 8;
export const LEGEND_GAP_PX = 4;
export const LEGEND_TEXT_PX = 11;
/** The label at the highest candle stands above it. */
const HIGH_LABEL_PX = 20;
const BOTTOM_PX = 20;
/** On a low chart the candles keep at least this share of it. */
const LEAST_CANDLES = 0.4;

/** Every block begins a row of its own and wraps where the next text would pass the edge. */
export function legendHeight(
  blocks: readonly (readonly string[])[],
  width: number,
  measure: (text: string) => number,
): number {
  let rows = 0;
  for (const texts of blocks) {
    let right = LEGEND_EDGE_PX;
    rows++;
    for (const text of texts) {
      const size = measure(text) + 2 * LEGEND_SIDE_PX;
      if (right + size > width - LEGEND_EDGE_PX && right > LEGEND_EDGE_PX) {
        rows++;
        right = LEGEND_EDGE_PX;
      }
      right += size;
    }
  }
  return LEGEND_TOP_PX + rows * (LEGEND_TEXT_PX + 2 * LEGEND_GAP_PX);
}

/** What the library wants: shares of the range of prices, above it and below it. */
export function pricesBelow(legend: number, height: number): { readonly top: number; readonly bottom: number } {
  const room = Math.max(height - legend - HIGH_LABEL_PX - BOTTOM_PX, height * LEAST_CANDLES);
  // From 1 on the library would take the figure for pixels.
  const share = (pixels: number): number => Math.min(0.99, Math.max(0, pixels) / room);
  return { top: share(height - room - BOTTOM_PX), bottom: share(BOTTOM_PX) };
}

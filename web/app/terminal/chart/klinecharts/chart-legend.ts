/** The chart's legend: its text, and the room it takes, so that the candles begin below it. The library wraps its texts by these settings. */
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

/** Between two pairs of one text; no narrower than the sides of two texts, so that rows wrap as they were counted. */
const PAIR_GAP = '\u2003\u2002';

/** A word and the library's name for the number that belongs to it. */
export interface LegendPair {
  readonly word: string;
  readonly field: string;
}

/** How many texts stand in each row: a row wraps where the next text would pass the edge. */
export function legendRows(
  texts: readonly string[],
  width: number,
  measure: (text: string) => number,
): readonly number[] {
  const rows: number[] = [];
  let right = LEGEND_EDGE_PX;
  for (const text of texts) {
    const size = measure(text) + 2 * LEGEND_SIDE_PX;
    const isNew = rows.length === 0 || (right + size > width - LEGEND_EDGE_PX && right > LEGEND_EDGE_PX);
    if (isNew) right = LEGEND_EDGE_PX;
    right += size;
    rows.push(isNew ? 1 : rows.pop()! + 1);
  }
  return rows;
}

/**
 * The texts for the library. It puts a word left of its number and each pair to the right of the one before; for languages from right to
 * left a row is one text instead, with its first word at the right.
 */
export function legendTemplate(
  pairs: readonly LegendPair[],
  rows: readonly number[],
  direction: 'ltr' | 'rtl',
): { title: string; value: string }[] {
  if (direction === 'ltr') return pairs.map(({ word, field }) => ({ title: word, value: field }));
  let next = 0;
  return rows.map((size) => {
    const row = pairs.slice(next, (next += size)).map(({ word, field }) => `${word}\u2066${field}\u2069`);
    return { title: '', value: `\u2067${row.join(PAIR_GAP)}\u2069` };
  });
}

/** Every block begins a row of its own. */
export function legendHeight(
  blocks: readonly (readonly string[])[],
  width: number,
  measure: (text: string) => number,
): number {
  const rows = blocks.reduce((count, texts) => count + legendRows(texts, width, measure).length, 0);
  return LEGEND_TOP_PX + rows * (LEGEND_TEXT_PX + 2 * LEGEND_GAP_PX);
}

/** The margins for the library: shares of the price range, above and below it. */
export function pricesBelow(legend: number, height: number): { readonly top: number; readonly bottom: number } {
  const room = Math.max(height - legend - HIGH_LABEL_PX - BOTTOM_PX, height * LEAST_CANDLES);
  // From 1 on the library would take the figure for pixels.
  const share = (pixels: number): number => Math.min(0.99, Math.max(0, pixels) / room);
  return { top: share(height - room - BOTTOM_PX), bottom: share(BOTTOM_PX) };
}

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

/** How much an indicator over the candles says: with its name and periods, its figures alone, or nothing. */
export type LegendMode = 'whole' | 'values' | 'none';

export interface LegendTexts {
  /** Open, high, low, close, and volume where there is one. */
  readonly candle: readonly string[];
  /** Of each indicator over the candles its name, and then its figures; one that is not ours to cut stands whole. */
  readonly indicators: readonly { readonly texts: readonly string[]; readonly isFixed: boolean }[];
}

export interface LegendPlan {
  /** Which texts of the candle are shown. */
  readonly candle: readonly number[];
  readonly modes: readonly LegendMode[];
  readonly blocks: readonly (readonly string[])[];
}

/** A narrower picture has no room for more rows than these. */
const NARROW_PX = 480;
const NARROW_ROWS = 2;
/** Open, high, low and close belong together: where one row has no room for them they take two. */
const PRICES = 4;
/** What a narrow picture keeps of a candle, the first first: close, high, low, open, volume. */
const CANDLE_ORDER = [3, 1, 2, 0, 4];

/**
 * What the legend says. On a narrow picture it takes two rows: one of the candle, and one of the first indicator that fits there. On the
 * narrowest one the prices of the candle take a row more.
 */
export function legendPlan(
  { candle, indicators }: LegendTexts,
  width: number,
  measure: (text: string) => number,
): LegendPlan {
  const rowsOf = (texts: readonly string[]) => legendRows(texts, width, measure).length;
  const isNarrow = width < NARROW_PX;
  const most = !isNarrow ? Number.POSITIVE_INFINITY : indicators.length > 0 ? 1 : NARROW_ROWS;
  const order = CANDLE_ORDER.filter((place) => place < candle.length);
  const kept = (count: number) => order.slice(0, count).toSorted((a, b) => a - b);
  const textsOf = (places: readonly number[]) => places.flatMap((place) => candle[place] ?? []);
  let count = order.length;
  while (count > 1 && rowsOf(textsOf(kept(count))) > most) count -= 1;
  if (count < PRICES && rowsOf(textsOf(kept(PRICES))) <= NARROW_ROWS) count = PRICES;
  const candleRows = rowsOf(textsOf(kept(count)));
  const fixed = indicators.filter(({ isFixed }) => isFixed).length;
  const rows = count === PRICES ? Math.max(NARROW_ROWS, candleRows + 1) : NARROW_ROWS;
  let left = isNarrow ? rows - candleRows - fixed : Number.POSITIVE_INFINITY;
  const modes = indicators.map(({ texts, isFixed }): LegendMode => {
    if (isFixed || !isNarrow) return 'whole';
    const mode = rowsOf(texts) === 1 ? 'whole' : 'values';
    if (left < 1 || rowsOf(mode === 'whole' ? texts : texts.slice(1)) > 1) return 'none';
    left -= 1;
    return mode;
  });
  const blocks = indicators.flatMap(({ texts }, at) =>
    modes[at] === 'none' ? [] : [modes[at] === 'whole' ? texts : texts.slice(1)],
  );
  return { candle: kept(count), modes, blocks: [textsOf(kept(count)), ...blocks] };
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

/** The user's own trades, and what was closed by force, at the candles they happened in. */
import type { Chart, OverlayTemplate } from 'klinecharts';
import type { ChartMark, ChartWords } from '../chart-face.ts';
import type { ChartPalette } from './styles.ts';

const GROUP = 'marks';
const NAME = 'agioMark';
const RADIUS = 7;
const GAP = 6;
const ROW_GAP = 3;

/** `row`: how many marks of its candle and side stand between it and the candle. */
export type PlacedMark = ChartMark & { readonly row: number };

/** A bought one stands below its candle, a sold one above: the side without color. */
export function markOverlay(palette: () => ChartPalette, words: ChartWords): OverlayTemplate {
  return {
    name: NAME,
    totalStep: 2,
    needDefaultPointFigure: false,
    needDefaultXAxisFigure: false,
    needDefaultYAxisFigure: false,
    createPointFigures({ overlay, coordinates, chart, yAxis }) {
      const { side, time, forced, row } = overlay.extendData as PlacedMark;
      const [place] = coordinates;
      const kline = klineAt(chart.getDataList(), time);
      if (!place || !kline || !yAxis) return [];
      const isBuy = side === 'BUY';
      const distance = RADIUS + GAP + row * (2 * RADIUS + ROW_GAP);
      const y = isBuy ? yAxis.convertToPixel(kline.low) + distance : yAxis.convertToPixel(kline.high) - distance;
      const { up, down, onAccent, font } = palette();
      const shared = { x: place.x, y, align: 'center', baseline: 'middle' };
      const letters = { color: onAccent, size: 9, weight: 700, family: font };
      const color = isBuy ? up : down;
      if (forced) {
        const box = { paddingLeft: 5, paddingRight: 5, paddingTop: 3, paddingBottom: 2, borderRadius: RADIUS };
        const text = words.forcedMarks[forced];
        const styles = { ...letters, ...box, backgroundColor: color };
        return [{ type: 'text', attrs: { ...shared, text }, styles, ignoreEvent: true }];
      }
      return [
        {
          type: 'circle',
          attrs: { x: place.x, y, r: RADIUS },
          styles: { style: 'fill', color },
          ignoreEvent: true,
        },
        {
          type: 'text',
          attrs: { ...shared, text: isBuy ? words.buyMark : words.sellMark },
          styles: { ...letters, backgroundColor: 'transparent' },
          ignoreEvent: true,
        },
      ];
    },
  };
}

/** The kline in which this moment lies: the last one that opened before it. */
function klineAt<Kline extends { readonly timestamp: number }>(
  klines: readonly Kline[],
  time: number,
): Kline | undefined {
  let low = 0;
  let high = klines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (klines[middle]!.timestamp <= time) low = middle + 1;
    else high = middle;
  }
  return klines[low - 1];
}

/** Trades of one candle and side are one mark, and what was closed by force there is another one, farther from the candle. */
export function placedMarks(
  klines: readonly { readonly timestamp: number }[],
  marks: readonly ChartMark[],
): readonly PlacedMark[] {
  const places = new Map<string, Map<string, ChartMark>>();
  for (const mark of marks) {
    const kline = klineAt(klines, mark.time);
    if (!kline) continue;
    const place = `${kline.timestamp} ${mark.side}`;
    const there = places.get(place) ?? new Map<string, ChartMark>();
    places.set(place, there.set(mark.forced ?? '', { ...mark, time: kline.timestamp }));
  }
  return [...places.values()].flatMap((there) =>
    [...there.values()]
      .toSorted((a, b) => Number(a.forced !== undefined) - Number(b.forced !== undefined))
      .map((mark, row) => ({ ...mark, row })),
  );
}

/** Called again when the candles changed: a mark belongs to one of them. */
export function showMarks(chart: Chart, marks: readonly ChartMark[]): void {
  chart.removeOverlay({ groupId: GROUP });
  for (const mark of placedMarks(chart.getDataList(), marks))
    chart.createOverlay({
      name: NAME,
      groupId: GROUP,
      lock: true,
      points: [{ timestamp: mark.time, value: mark.price }],
      extendData: mark,
    });
}

/** For a picture that is shown to others. */
export function hideMarks(chart: Chart, isHidden: boolean): void {
  for (const { id } of chart.getOverlays({ groupId: GROUP })) chart.overrideOverlay({ id, visible: !isHidden });
}

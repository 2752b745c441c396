/** The user's own trades at the candles they happened in. */
import type { Chart, OverlayTemplate } from 'klinecharts';
import type { ChartMark, ChartWords } from '../chart-face.ts';
import type { ChartPalette } from './styles.ts';

const GROUP = 'marks';
const NAME = 'agioMark';
const RADIUS = 7;
const GAP = 6;

/** A bought one stands below its candle, a sold one above: the side without color. */
export function markOverlay(palette: () => ChartPalette, words: ChartWords): OverlayTemplate {
  return {
    name: NAME,
    totalStep: 2,
    needDefaultPointFigure: false,
    needDefaultXAxisFigure: false,
    needDefaultYAxisFigure: false,
    createPointFigures({ overlay, coordinates, chart, yAxis }) {
      const { side, time } = overlay.extendData as ChartMark;
      const [place] = coordinates;
      const kline = klineAt(chart, time);
      if (!place || !kline || !yAxis) return [];
      const isBuy = side === 'BUY';
      const distance = RADIUS + GAP;
      const y = isBuy ? yAxis.convertToPixel(kline.low) + distance : yAxis.convertToPixel(kline.high) - distance;
      const { up, down, onAccent, font } = palette();
      return [
        {
          type: 'circle',
          attrs: { x: place.x, y, r: RADIUS },
          styles: { style: 'fill', color: isBuy ? up : down },
          ignoreEvent: true,
        },
        {
          type: 'text',
          attrs: { x: place.x, y, text: isBuy ? words.buyMark : words.sellMark, align: 'center', baseline: 'middle' },
          styles: { color: onAccent, size: 9, weight: 700, family: font, backgroundColor: 'transparent' },
          ignoreEvent: true,
        },
      ];
    },
  };
}

/** The kline in which this moment lies: the last one that opened before it. */
function klineAt(chart: Chart, time: number) {
  const klines = chart.getDataList();
  let low = 0;
  let high = klines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (klines[middle]!.timestamp <= time) low = middle + 1;
    else high = middle;
  }
  return klines[low - 1];
}

/** Trades of one candle and side are one mark. Called again when the candles changed: a mark belongs to one of them. */
export function showMarks(chart: Chart, marks: readonly ChartMark[]): void {
  chart.removeOverlay({ groupId: GROUP });
  const places = new Map<string, ChartMark>();
  for (const mark of marks) {
    const kline = klineAt(chart, mark.time);
    if (kline) places.set(`${kline.timestamp} ${mark.side}`, { ...mark, time: kline.timestamp });
  }
  for (const mark of places.values())
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

/**
 * The highest and the lowest price in sight, at their candles. The library's own marks know nothing of the edges: of a candle that is half
 * out of sight they write outside of the picture.
 */
import type { Chart, OverlayFigure, OverlayTemplate } from 'klinecharts';
import { formatNumber } from '../../../../ui/format.ts';
import type { ChartPalette } from './styles.ts';

const NAME = 'agioHighLow';
const TEXT_PX = 11;
/** From the edge of the plot to what is written, at least. */
const EDGE_PX = 4;
/** Between the wick, the arrow's end, and the text. */
const LIFT_PX = 7;
const ARM_PX = 5;
const GAP_PX = 3;

interface Extreme {
  readonly price: number;
  readonly index: number;
}

/** The candle whose price goes farthest, of those whose middle is in sight; null where there is none. */
function farthest(chart: Chart, name: 'high' | 'low', isInSight: (index: number) => boolean): Extreme | null {
  const range = chart.getVisibleRange();
  const { to } = range;
  let { from } = range;
  // The library counts candles as visible that begin before the edge.
  while (from < to && !isInSight(from)) from += 1;
  let found: Extreme | null = null;
  chart
    .getDataList()
    .slice(from, to)
    .forEach((bar, place) => {
      const price = bar[name];
      if (found === null || (name === 'high' ? price > found.price : price < found.price))
        found = { price, index: from + place };
    });
  return found;
}

/**
 * Where the mark of a candle at `x` is written: left of it, since the pills of one's own orders stand at the right; right of it where the
 * edge leaves no room.
 */
export function markPlace(
  x: number,
  textWidth: number,
  width: number,
): { readonly tip: number; readonly left: number } {
  const tip = Math.max(EDGE_PX, Math.min(width - EDGE_PX, x));
  const reach = ARM_PX + GAP_PX;
  const before = tip - reach - textWidth;
  const left = before >= EDGE_PX ? before : tip + reach;
  return { tip, left: Math.max(EDGE_PX, Math.min(width - EDGE_PX - textWidth, left)) };
}

/**
 * The height at which the highest price is written: above its wick, but never over the legend, below which a very low picture has no room for
 * all of its candles.
 */
export const highMarkHeight = (wick: number, legendHeight: number): number =>
  Math.max(wick - LIFT_PX, legendHeight + TEXT_PX / 2);

export function highLowOverlay(palette: () => ChartPalette, legendHeight: () => number): OverlayTemplate {
  const pen = document.createElement('canvas').getContext('2d');
  return {
    name: NAME,
    totalStep: 2,
    needDefaultPointFigure: false,
    needDefaultXAxisFigure: false,
    needDefaultYAxisFigure: false,
    createPointFigures({ chart, bounding, xAxis, yAxis }) {
      // A line of closing prices does not show where the highest and the lowest were.
      if (!xAxis || !yAxis || !pen || chart.getStyles().candle.type === 'area') return [];
      const { muted, font } = palette();
      const { pricePrecision = 2 } = chart.getSymbol() ?? {};
      pen.font = `${TEXT_PX}px ${font}`;
      return (['high', 'low'] as const).flatMap((name): OverlayFigure[] => {
        const extreme = farthest(chart, name, (index) => xAxis.convertToPixel(index) >= 0);
        if (extreme === null) return [];
        const text = formatNumber(extreme.price.toFixed(pricePrecision), pricePrecision);
        const x = xAxis.convertToPixel(extreme.index);
        const y = yAxis.convertToPixel(extreme.price);
        const { tip, left } = markPlace(x, pen.measureText(text).width, bounding.width);
        const lifted = name === 'high' ? highMarkHeight(y, legendHeight()) : y + LIFT_PX;
        // Beside its candle the mark has no line up to it.
        const start = name === 'high' ? Math.max(y - 2, lifted) : y + 2;
        const end = left > tip ? tip + ARM_PX : tip - ARM_PX;
        return [
          {
            type: 'line',
            attrs: {
              coordinates: [
                { x: tip, y: start },
                { x: tip, y: lifted },
                { x: end, y: lifted },
              ],
            },
            styles: { color: muted, size: 1 },
            ignoreEvent: true,
          },
          {
            type: 'text',
            attrs: { x: left, y: lifted, text, align: 'left', baseline: 'middle' },
            styles: { color: muted, size: TEXT_PX, family: font, backgroundColor: 'transparent', ...NO_ROOM },
            ignoreEvent: true,
          },
        ];
      });
    },
  };
}

const NO_ROOM = { paddingLeft: 0, paddingRight: 0, paddingTop: 0, paddingBottom: 0 };

export function showHighLow(chart: Chart): void {
  chart.createOverlay({ name: NAME, lock: true, points: [{ dataIndex: 0, value: 0 }] });
}

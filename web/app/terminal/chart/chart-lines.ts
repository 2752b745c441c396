/** The user's own lines across the chart: orders, positions, exits, the liquidation price. */
import type { Chart, OverlayTemplate } from 'klinecharts';
import { formatNumber } from '../../../ui/format.ts';
import type { ChartPalette } from './chart-styles.ts';

export interface ChartLine {
  readonly id: string;
  readonly price: number;
  readonly tone: 'up' | 'down' | 'warn';
  /** A position stands filled, what only waits is outlined. */
  readonly isFilled?: boolean;
  readonly label: string;
}

const GROUP = 'lines';
const OVERLAY = 'agioLine';

/** Replaces all lines by these. */
export function drawLines(chart: Chart, lines: readonly ChartLine[]): void {
  chart.removeOverlay({ groupId: GROUP });
  for (const line of lines) {
    chart.createOverlay({
      name: OVERLAY,
      groupId: GROUP,
      lock: true,
      points: [{ value: line.price }],
      extendData: line,
    });
  }
}

/** A dashed line across the plot, a pill that names what it is, and its price on the axis. */
export function lineOverlay(palette: () => ChartPalette): OverlayTemplate {
  return {
    name: OVERLAY,
    totalStep: 2,
    needDefaultPointFigure: false,
    needDefaultXAxisFigure: false,
    needDefaultYAxisFigure: false,
    createPointFigures({ overlay, coordinates, bounding }) {
      const y = coordinates[0]?.y ?? 0;
      const { tone, label, isFilled = false } = overlay.extendData as ChartLine;
      const color = palette()[tone];
      const line = {
        key: 'line',
        type: 'line',
        attrs: {
          coordinates: [
            { x: 0, y },
            { x: bounding.width, y },
          ],
        },
        styles: { style: 'dashed', dashedValue: [4, 4], color },
        ignoreEvent: true,
      };
      const pill = {
        key: 'pill',
        type: 'text',
        attrs: { x: bounding.width - 8, y, text: label, align: 'right', baseline: 'middle' },
        styles: isFilled
          ? { ...box(palette(), color, 4), color: palette().onAccent, backgroundColor: color }
          : { ...box(palette(), color, 4), backgroundColor: palette().raised },
        ignoreEvent: true,
      };
      return [line, pill];
    },
    createYAxisFigures({ overlay, coordinates, bounding, chart }) {
      const { tone, price } = overlay.extendData as ChartLine;
      const precision = chart.getSymbol()?.pricePrecision ?? 2;
      const text = formatNumber(price.toFixed(precision), precision);
      return {
        key: 'tag',
        type: 'text',
        attrs: { x: 0, y: coordinates[0]?.y ?? 0, text, align: 'left', baseline: 'middle', width: bounding.width },
        styles: box(palette(), palette()[tone], 3),
        ignoreEvent: true,
      };
    },
  };
}

/** A small outlined text of this color. */
function box(palette: ChartPalette, color: string, paddingBlock: number) {
  return {
    style: 'stroke_fill',
    color,
    backgroundColor: palette.surface,
    borderColor: color,
    borderSize: 1,
    borderRadius: 4,
    size: 11,
    family: palette.font,
    paddingLeft: 6,
    paddingRight: 6,
    paddingTop: paddingBlock,
    paddingBottom: paddingBlock,
  };
}

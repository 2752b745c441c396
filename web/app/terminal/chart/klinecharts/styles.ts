/** The chart's colors, read from the tokens, since a canvas knows no CSS variables. */
import type { CandleType, DeepPartial, Styles } from 'klinecharts';
import type { ChartType } from '../chart-face.ts';
import { LEGEND_EDGE_PX, LEGEND_GAP_PX, LEGEND_SIDE_PX, LEGEND_TEXT_PX, LEGEND_TOP_PX } from './chart-legend.ts';

export interface ChartPalette {
  readonly up: string;
  readonly down: string;
  readonly text: string;
  readonly muted: string;
  readonly faint: string;
  readonly line: string;
  readonly lineStrong: string;
  readonly surface: string;
  readonly raised: string;
  readonly overlay: string;
  readonly onAccent: string;
  readonly accent: string;
  /** Of the lines of indicators and of a compared market; none is a color that prices have. */
  readonly series: readonly string[];
  readonly font: string;
}

export function readPalette(): ChartPalette {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    up: token('--up'),
    down: token('--down'),
    text: token('--text'),
    muted: token('--muted'),
    faint: token('--faint'),
    line: token('--line'),
    lineStrong: token('--line-strong'),
    surface: token('--surface'),
    raised: token('--raised'),
    overlay: token('--overlay'),
    onAccent: token('--on-accent'),
    accent: token('--accent'),
    series: [1, 2, 3, 4, 5].map((place) => token(`--series-${place}`)),
    font: token('--font'),
  };
}

/** Without the legend's words, which depend on the room (legend-room.ts). */
export function chartStyles(p: ChartPalette): DeepPartial<Styles> {
  const room = { offsetLeft: LEGEND_EDGE_PX, offsetRight: LEGEND_EDGE_PX, offsetTop: LEGEND_TOP_PX };
  const legend = {
    size: LEGEND_TEXT_PX,
    family: p.font,
    color: p.muted,
    marginLeft: LEGEND_SIDE_PX,
    marginRight: LEGEND_SIDE_PX,
    marginTop: LEGEND_GAP_PX,
    marginBottom: LEGEND_GAP_PX,
  };
  const axisText = { color: p.faint, size: 11, family: p.font };
  const mark = { color: p.text, borderColor: p.lineStrong, backgroundColor: p.overlay, size: 11, family: p.font };
  const tint = `color-mix(in srgb, ${p.accent} 35%, transparent)`;
  const ground = `color-mix(in srgb, ${p.surface} 60%, transparent)`;
  const volumeBar = {
    upColor: `color-mix(in srgb, ${p.up} 38%, transparent)`,
    downColor: `color-mix(in srgb, ${p.down} 38%, transparent)`,
    noChangeColor: p.lineStrong,
  };
  return {
    grid: {
      horizontal: { color: `color-mix(in srgb, ${p.line} 55%, transparent)` },
      vertical: { color: `color-mix(in srgb, ${p.line} 55%, transparent)` },
    },
    candle: candleStyles(p, { ...room, title: { show: false }, legend }),
    indicator: {
      ohlc: { upColor: p.up, downColor: p.down, noChangeColor: p.muted },
      bars: [volumeBar],
      lines: p.series.map((color) => ({ color, size: 1 })),
      circles: [{ upColor: p.up, downColor: p.down, noChangeColor: p.muted }],
      lastValueMark: { show: false },
      tooltip: { ...room, title: legend, legend },
    },
    xAxis: { axisLine: { color: p.line }, tickLine: { show: false }, tickText: axisText },
    yAxis: { axisLine: { color: p.line }, tickLine: { show: false }, tickText: axisText },
    separator: { color: p.line },
    overlay: {
      point: { color: p.accent, borderColor: tint, activeColor: p.accent, activeBorderColor: tint },
      line: { color: p.accent },
      rect: { color: tint, borderColor: tint },
      text: { color: p.text, size: 11, family: p.font, backgroundColor: ground },
    },
    crosshair: {
      horizontal: { line: { color: p.faint }, text: mark },
      vertical: { line: { color: p.faint }, text: mark },
    },
  };
}

/** The prices themselves, and what is marked of them. */
function candleStyles(
  p: ChartPalette,
  tooltip: DeepPartial<Styles['candle']['tooltip']>,
): DeepPartial<Styles['candle']> {
  return {
    bar: {
      upColor: p.up,
      downColor: p.down,
      noChangeColor: p.muted,
      upBorderColor: p.up,
      downBorderColor: p.down,
      noChangeBorderColor: p.muted,
      upWickColor: p.up,
      downWickColor: p.down,
      noChangeWickColor: p.muted,
    },
    priceMark: {
      // Ours stay within the picture (high-low.ts).
      high: { show: false },
      low: { show: false },
      last: {
        upColor: p.up,
        downColor: p.down,
        noChangeColor: p.muted,
        text: { color: p.onAccent, size: 11, family: p.font, weight: 600 },
      },
    },
    tooltip,
  };
}

const TYPES: Readonly<Record<ChartType, CandleType>> = {
  hollow: 'candle_up_stroke',
  solid: 'candle_solid',
  bars: 'ohlc',
  line: 'area',
  area: 'area',
};

/** A line is an area without a ground. */
export function typeStyles(type: ChartType, p: ChartPalette): DeepPartial<Styles> {
  const shade = (share: number) => `color-mix(in srgb, ${p.accent} ${type === 'line' ? 0 : share}%, transparent)`;
  return {
    candle: {
      type: TYPES[type],
      area: {
        lineColor: p.accent,
        lineSize: 1.5,
        backgroundColor: [
          { offset: 0, color: shade(1) },
          { offset: 1, color: shade(24) },
        ],
        point: { color: p.accent, rippleColor: shade(24), animation: false },
      },
    },
  };
}

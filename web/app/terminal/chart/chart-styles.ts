/** The chart's colors, read from the tokens, since a canvas knows no CSS variables. */
import type { DeepPartial, Styles } from 'klinecharts';
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
  readonly warn: string;
  readonly info: string;
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
    warn: token('--warn'),
    info: token('--info'),
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
    candle: {
      // Rising candles are hollow: direction without color.
      type: 'candle_up_stroke',
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
        high: { color: p.muted, textSize: 11, textFamily: p.font },
        low: { color: p.muted, textSize: 11, textFamily: p.font },
        last: {
          upColor: p.up,
          downColor: p.down,
          noChangeColor: p.muted,
          text: { color: p.onAccent, size: 11, family: p.font, weight: 600 },
        },
      },
      tooltip: {
        ...room,
        title: { show: false },
        legend,
      },
    },
    indicator: {
      ohlc: { upColor: p.up, downColor: p.down, noChangeColor: p.muted },
      bars: [volumeBar],
      lines: [
        { color: p.warn, size: 1 },
        { color: p.info, size: 1 },
      ],
      lastValueMark: { show: false },
      tooltip: { ...room, title: legend, legend },
    },
    xAxis: { axisLine: { color: p.line }, tickLine: { show: false }, tickText: axisText },
    yAxis: { axisLine: { color: p.line }, tickLine: { show: false }, tickText: axisText },
    separator: { color: p.line },
    crosshair: {
      horizontal: { line: { color: p.faint }, text: mark },
      vertical: { line: { color: p.faint }, text: mark },
    },
  };
}

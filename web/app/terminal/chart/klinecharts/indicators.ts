/** Which indicators stand on the chart: over the candles, or in panes below that share a part of the height. */
import type { Chart, IndicatorCreate, IndicatorTooltipData, TooltipLegend } from 'klinecharts';
import { type IndicatorName, PRICE_INDICATORS } from '../chart-face.ts';
import type { LegendMode } from './chart-legend.ts';

export const CANDLES = 'candle_pane';
const AVERAGES = [7, 25];
/** Of the whole height, at most. */
const PANES_SHARE = 0.5;
const PANE_PX = { most: 96, least: 34 };

/** Periods that differ from the library's own. */
const PERIODS: Partial<Record<IndicatorName, readonly number[]>> = { MA: AVERAGES, EMA: AVERAGES, SMA: [12, 2] };

const isOverPrices = (name: IndicatorName): boolean => (PRICE_INDICATORS as readonly string[]).includes(name);

/** Adds what is missing and removes what is no longer named. */
export function showIndicators(
  chart: Chart,
  names: readonly IndicatorName[],
  modeOf: (name: string) => LegendMode,
): void {
  const shown = new Set(chart.getIndicators().map(({ name }) => name));
  for (const name of shown)
    if (!names.includes(name as IndicatorName) && !isOurs(name)) chart.removeIndicator({ name });
  for (const name of names) if (!shown.has(name)) chart.createIndicator(creation(name, modeOf), isOverPrices(name));
  sharePanes(chart);
}

/** Panes below take so much that half of the height stays with the candles. */
export function sharePanes(chart: Chart): void {
  const panes = [...new Set(chart.getIndicators().map(({ paneId }) => paneId))].filter((id) => id !== CANDLES);
  const whole = chart.getSize()?.height ?? 0;
  if (panes.length === 0 || whole === 0) return;
  const room = Math.floor((whole * PANES_SHARE) / Math.max(panes.length, 2));
  const height = Math.max(PANE_PX.least, Math.min(PANE_PX.most, room));
  for (const id of panes) chart.setPaneOptions({ id, height, minHeight: PANE_PX.least });
}

/** Our own series are registered with small letters before their name. */
export const isOurs = (name: string): boolean => name.startsWith('agio');

function creation(name: IndicatorName, modeOf: (name: string) => LegendMode): IndicatorCreate {
  const periods = PERIODS[name];
  if (name === 'VOL') {
    // The legend of the candles names the volume where there is room.
    const noText = { name: '', calcParamsText: '', legends: [], features: [] };
    return { name, calcParams: [], createTooltipDataSource: () => noText };
  }
  return {
    name,
    ...(name === 'MACD' ? { createTooltipDataSource: readableLegend } : {}),
    ...(periods ? { calcParams: [...periods] } : {}),
    ...(isOverPrices(name) ? { paneId: CANDLES, createTooltipDataSource: () => legendIn(modeOf(name)) } : {}),
  };
}

/** What the library does not find here it writes as it would without us. */
function legendIn(mode: LegendMode): IndicatorTooltipData {
  const changes: Partial<IndicatorTooltipData> =
    mode === 'whole' ? {} : { name: '', calcParamsText: '', ...(mode === 'none' ? { legends: [] } : {}) };
  return changes as IndicatorTooltipData;
}

/** The part that is used here of what the library passes when it asks for a legend. */
interface LegendQuestion {
  readonly chart: {
    getStyles(): {
      readonly indicator: {
        readonly lines: readonly { readonly color: string }[];
        readonly tooltip: { readonly legend: { readonly color: string; readonly defaultValue: string } };
      };
    };
  };
  readonly indicator: {
    readonly name: string;
    readonly calcParams: readonly unknown[];
    readonly precision: number;
    readonly figures: readonly { readonly key: string; readonly title?: string; readonly type?: string }[];
    readonly result: { readonly [at: number]: unknown };
  };
  readonly crosshair: { readonly dataIndex?: number };
}

/** The library writes the figure of a bar in the bar's own color, which is too pale for a text. */
export function readableLegend({ chart, indicator, crosshair }: LegendQuestion): IndicatorTooltipData {
  const { lines, tooltip } = chart.getStyles().indicator;
  const { name, calcParams, figures, precision } = indicator;
  const values = (indicator.result[crosshair.dataIndex ?? -1] ?? {}) as Readonly<Record<string, number | undefined>>;
  const legends = figures.map(({ key, title = '', type }, place): TooltipLegend => {
    const color = (type === 'line' ? lines[place]?.color : undefined) ?? tooltip.legend.color;
    const text = values[key]?.toFixed(precision) ?? tooltip.legend.defaultValue;
    return { title: { text: title, color }, value: { text, color } };
  });
  return { name, calcParamsText: `(${calcParams.join()})`, legends, features: [] };
}

/** Writes the legend of a chart, and keeps the candles below it. */
import type { Chart } from 'klinecharts';
import { formatNumber } from '../../../../ui/format.ts';
import type { ChartWords } from '../chart-face.ts';
import {
  legendHeight,
  type LegendMode,
  legendPlan,
  legendRows,
  LEGEND_TEXT_PX,
  legendTemplate,
  pricesBelow,
} from './chart-legend.ts';
import { isOurs } from './indicators.ts';

interface LegendInput {
  readonly paneId: string;
  readonly words: ChartWords;
}

export interface LegendRoom {
  fit(): void;
  /** In px, from the top. */
  height(): number;
  /** How much an indicator over the candles says. */
  modeOf(name: string): LegendMode;
  stop(): void;
}

export function legendRoom(chart: Chart, { paneId, words }: LegendInput): LegendRoom {
  const fields = ['open', 'high', 'low', 'close', 'volume'] as const;
  const pairs = fields.map((name) => ({ word: words[name], field: `{${name}}` }));
  const modes = new Map<string, LegendMode>();
  let isGone = false;
  let written = '';
  let taken = 0;
  const write = (places: readonly number[], rows: readonly number[]) => {
    const shown = places.map((place) => pairs[place]!);
    const template = legendTemplate(shown, rows, words.direction);
    const next = JSON.stringify(template);
    if (next === written) return;
    written = next;
    chart.setStyles({ candle: { tooltip: { legend: { template } } } });
  };
  const apply = () => {
    const pane = chart.getSize(paneId, 'main');
    // The texts change with every candle; their widths hardly do, so the last candle stands for all.
    const kline = chart.getDataList().at(-1);
    const pen = document.createElement('canvas').getContext('2d');
    if (isGone || !pane || !kline || !pen) return;
    const { pricePrecision = 2, volumePrecision = 0 } = chart.getSymbol() ?? {};
    const decimalsOf = (name: string) => (name === 'volume' ? volumePrecision : pricePrecision);
    const numberOf = (name: keyof typeof kline) => {
      const decimals = decimalsOf(String(name));
      return formatNumber(Number(kline[name] ?? 0).toFixed(decimals), decimals);
    };
    const { family } = chart.getStyles().candle.tooltip.legend;
    pen.font = `${LEGEND_TEXT_PX}px ${family}`;
    const measure = (text: string) => pen.measureText(text).width;
    // Candles of a mark or an index have none.
    const hasVolume = chart.getDataList().some(({ volume = 0 }) => volume > 0);
    const candle = fields.filter((name) => name !== 'volume' || hasVolume).map((name) => words[name] + numberOf(name));
    const over = chart.getIndicators({ paneId });
    const indicators = over.map(({ name, shortName, calcParams, figures }) => {
      const named = figures.filter(({ title }) => title);
      const values = named.map(({ title }) => `${title}${numberOf('close')}`);
      return { texts: [`${shortName}(${calcParams.join()})`, ...values], isFixed: isOurs(name) };
    });
    const plan = legendPlan({ candle, indicators }, pane.width, measure);
    over.forEach(({ name }, at) => modes.set(name, plan.modes[at]!));
    write(plan.candle, legendRows(plan.blocks[0]!, pane.width, measure));
    taken = legendHeight(plan.blocks, pane.width, measure);
    chart.overrideYAxis({ paneId, gap: pricesBelow(taken, pane.height) });
  };
  // Empty until there are candles: the library would show words of its own.
  write([], []);
  return {
    fit() {
      apply();
      // The first prices make the axis wider, and the legend may wrap once more.
      requestAnimationFrame(() => {
        if (!isGone) apply();
      });
    },
    height: () => taken,
    modeOf: (name) => modes.get(name) ?? 'whole',
    stop() {
      isGone = true;
    },
  };
}

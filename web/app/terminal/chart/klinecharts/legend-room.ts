/** Writes the legend of a chart, and keeps the candles below it. */
import type { Chart } from 'klinecharts';
import { formatNumber } from '../../../../ui/format.ts';
import type { ChartWords } from '../chart-face.ts';
import { legendHeight, legendRows, LEGEND_TEXT_PX, legendTemplate, pricesBelow } from './chart-legend.ts';

interface LegendInput {
  readonly paneId: string;
  readonly words: ChartWords;
}

export interface LegendRoom {
  fit(): void;
  /** In px, from the top. */
  height(): number;
  stop(): void;
}

export function legendRoom(chart: Chart, { paneId, words }: LegendInput): LegendRoom {
  const fields = ['open', 'high', 'low', 'close', 'volume'] as const;
  const pairs = fields.map((name) => ({ word: words[name], field: `{${name}}` }));
  let isGone = false;
  let written = '';
  let taken = 0;
  const write = (rows: readonly number[]) => {
    const template = legendTemplate(pairs, rows, words.direction);
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
    const candle = fields.map((name) => words[name] + numberOf(name));
    const indicators = chart.getIndicators({ paneId }).map(({ shortName, calcParams, figures }) => {
      const named = figures.filter(({ title }) => title);
      return [`${shortName}(${calcParams.join()})`, ...named.map(({ title }) => `${title}${numberOf('close')}`)];
    });
    write(legendRows(candle, pane.width, measure));
    taken = legendHeight([candle, ...indicators], pane.width, measure);
    chart.overrideYAxis({ paneId, gap: pricesBelow(taken, pane.height) });
  };
  // Empty until there are candles: the library would show words of its own.
  write([]);
  return {
    fit() {
      apply();
      // The first prices make the axis wider, and the legend may wrap once more.
      requestAnimationFrame(() => {
        if (!isGone) apply();
      });
    },
    height: () => taken,
    stop() {
      isGone = true;
    },
  };
}

/** Keeps the candles of a chart below its legend. */
import type { Chart, KLineData } from 'klinecharts';
import { formatNumber } from '../../../ui/format.ts';
import { legendHeight, LEGEND_TEXT_PX, pricesBelow } from './chart-legend.ts';

type Write = (value: number) => string;

/** The texts change with every candle; their widths hardly do, so the last candle stands for all. */
type LegendTexts = (bar: KLineData, price: Write, volume: Write) => string[][];

export function legendRoom(chart: Chart, paneId: string, texts: LegendTexts): { fit(): void; stop(): void } {
  let isGone = false;
  const apply = () => {
    const pane = chart.getSize(paneId, 'main');
    const bar = chart.getDataList().at(-1);
    const pen = document.createElement('canvas').getContext('2d');
    if (isGone || !pane || !bar || !pen) return;
    const { pricePrecision = 2, volumePrecision = 0 } = chart.getSymbol() ?? {};
    const writer = (decimals: number) => (value: number) => formatNumber(value.toFixed(decimals), decimals);
    const { family } = chart.getStyles().candle.tooltip.legend;
    pen.font = `${LEGEND_TEXT_PX}px ${family}`;
    const blocks = texts(bar, writer(pricePrecision), writer(volumePrecision));
    const legend = legendHeight(blocks, pane.width, (text) => pen.measureText(text).width);
    chart.overrideYAxis({ paneId, gap: pricesBelow(legend, pane.height) });
  };
  return {
    fit() {
      apply();
      // The first prices make the axis wider, and the legend may wrap once more.
      requestAnimationFrame(() => {
        if (!isGone) apply();
      });
    },
    stop() {
      isGone = true;
    },
  };
}

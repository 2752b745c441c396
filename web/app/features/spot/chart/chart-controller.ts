/**
 * The candle chart, outside React: the library draws on a canvas, candles come from the API and the public socket, own
 * orders are lines. The library reads `window` when imported, so it is loaded after mounting.
 */
import type { KlineInterval } from '@agio/core/words';
import type { Chart, DataLoader, KLineData, Period } from 'klinecharts';
import { formatNumber } from '../../../../ui/format.ts';
import { watchSize } from '../../../../ui/watch-size.ts';
import { quietCall } from '../../../api/client.ts';
import { getKlines } from '../../../api/spot.ts';
import type { KlineRow, Pair } from '../../../api/types.ts';
import type { LiveSocket } from '../../../live/socket.ts';
import { chartStyles, readPalette, type ChartPalette } from './chart-styles.ts';
import { legendRoom, type ChartWords } from './legend-room.ts';

export interface OrderLine {
  readonly id: string;
  readonly price: number;
  readonly side: 'BUY' | 'SELL';
  readonly label: string;
}

export interface ChartController {
  setInterval(interval: KlineInterval): void;
  setOrderLines(lines: readonly OrderLine[]): void;
  dispose(): void;
}

interface ChartInput {
  readonly element: HTMLElement;
  readonly pair: Pair;
  readonly interval: KlineInterval;
  readonly socket: LiveSocket;
  readonly words: ChartWords;
  readonly onState: (state: 'ready' | 'empty' | 'failed') => void;
}

const PAGE = 500;
const REDRAW_MS = 250;
const CANDLES = 'candle_pane';
const AVERAGES = [7, 25];
const ORDER_GROUP = 'orders';
const ORDER_OVERLAY = 'agioOrder';

const PERIODS: Record<string, Period['type']> = { m: 'minute', h: 'hour', d: 'day', w: 'week', M: 'month' };

export function periodOf(interval: KlineInterval): Period {
  const type = PERIODS[interval.slice(-1)];
  if (!type) throw new Error(`no such interval: ${interval}`);
  return { type, span: Number.parseInt(interval, 10) };
}

export async function openChart(input: ChartInput): Promise<ChartController> {
  const { element, pair, socket, words, onState } = input;
  const library = await import('klinecharts');
  let palette = readPalette();
  library.registerOverlay(orderOverlay(() => palette));
  const chart = library.init(element, {
    styles: chartStyles(palette),
    locale: 'en-US',
    thousandsSeparator: { sign: ',' },
  });
  if (!chart) throw new Error('the chart could not be made');
  // The library asks for the first place in the tab order; the same prices stand as text beside the chart.
  element.querySelector('[tabindex]')?.setAttribute('tabindex', '-1');
  let interval = input.interval;
  const legend = legendRoom(chart, { paneId: CANDLES, words, averages: AVERAGES });
  const loader = dataLoader(pair.symbol, () => interval, socket, onState, legend.fit);
  chart.setSymbol({
    ticker: pair.symbol,
    pricePrecision: pair.quotePrecision,
    volumePrecision: Math.min(pair.basePrecision, 4),
  });
  chart.setPeriod(periodOf(interval));
  chart.setOffsetRightDistance(110);
  chart.createIndicator({ name: 'MA', calcParams: [...AVERAGES], paneId: CANDLES }, true);
  // The legend of the candles names the volume already.
  chart.createIndicator({
    name: 'VOL',
    calcParams: [],
    createTooltipDataSource: () => ({ name: '', calcParamsText: '', legends: [], features: [] }),
  });
  chart.setDataLoader(loader);
  const onTheme = () => {
    palette = readPalette();
    chart.setStyles(chartStyles(palette));
  };
  const themeWatch = new MutationObserver(onTheme);
  themeWatch.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-price-colors'] });
  const leaveSize = watchSize(element, () => {
    chart.resize();
    legend.fit();
  });
  return {
    setInterval(next) {
      if (next === interval) return;
      interval = next;
      chart.setPeriod(periodOf(next));
    },
    setOrderLines: (lines) => drawOrders(chart, lines),
    dispose() {
      legend.stop();
      themeWatch.disconnect();
      leaveSize();
      library.dispose(chart);
    },
  };
}

function dataLoader(
  symbol: string,
  interval: () => KlineInterval,
  socket: LiveSocket,
  onState: ChartInput['onState'],
  onFirst: () => void,
): DataLoader {
  let leave: (() => void) | undefined;
  return {
    async getBars({ type, timestamp, callback }) {
      if (type === 'backward') return callback([], false);
      const before = type === 'forward' && timestamp ? { endTime: timestamp - 1 } : {};
      try {
        const rows = await getKlines(quietCall, { symbol, interval: interval(), limit: PAGE, ...before });
        callback(rows.map(toBar), { forward: rows.length === PAGE, backward: false });
        if (type !== 'init') return;
        onFirst();
        onState(rows.length > 0 ? 'ready' : 'empty');
      } catch {
        callback([], false);
        if (type === 'init') onState('failed');
      }
    },
    subscribeBar({ callback }) {
      // The whole canvas is drawn anew for each bar; drawing more often than this would not be visible.
      let newest: KLineData | undefined;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const draw = () => {
        timer = undefined;
        if (newest) callback(newest);
      };
      const unsubscribe = socket.subscribe('kline', { symbol, interval: interval() }, ({ kline }) => {
        const bar = toBar(kline);
        if (newest && bar.timestamp !== newest.timestamp) callback(newest);
        newest = bar;
        timer ??= setTimeout(draw, REDRAW_MS);
      });
      leave = () => {
        clearTimeout(timer);
        unsubscribe();
      };
    },
    unsubscribeBar() {
      leave?.();
      leave = undefined;
    },
  };
}

/** Numbers, because a candle only becomes pixels. */
function toBar(row: KlineRow): KLineData {
  return {
    timestamp: row[0],
    open: Number(row[1]),
    high: Number(row[2]),
    low: Number(row[3]),
    close: Number(row[4]),
    volume: Number(row[5]),
    turnover: Number(row[7]),
  };
}

function drawOrders(chart: Chart, lines: readonly OrderLine[]): void {
  chart.removeOverlay({ groupId: ORDER_GROUP });
  for (const line of lines) {
    chart.createOverlay({
      name: ORDER_OVERLAY,
      groupId: ORDER_GROUP,
      lock: true,
      points: [{ value: line.price }],
      extendData: line,
    });
  }
}

/** A dashed line across the plot, a pill that names the order, and its price on the axis. */
function orderOverlay(palette: () => ChartPalette): Parameters<typeof import('klinecharts').registerOverlay>[0] {
  const colorOf = (line: unknown) => ((line as OrderLine).side === 'BUY' ? palette().up : palette().down);
  return {
    name: ORDER_OVERLAY,
    totalStep: 2,
    needDefaultPointFigure: false,
    needDefaultXAxisFigure: false,
    needDefaultYAxisFigure: false,
    createPointFigures({ overlay, coordinates, bounding }) {
      const y = coordinates[0]?.y ?? 0;
      const color = colorOf(overlay.extendData);
      const { label } = overlay.extendData as OrderLine;
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
        styles: {
          style: 'stroke_fill',
          color,
          backgroundColor: palette().raised,
          borderColor: color,
          borderSize: 1,
          borderRadius: 4,
          size: 11,
          family: palette().font,
          paddingLeft: 6,
          paddingRight: 6,
          paddingTop: 4,
          paddingBottom: 4,
        },
        ignoreEvent: true,
      };
      return [line, pill];
    },
    createYAxisFigures({ overlay, coordinates, bounding, chart }) {
      const y = coordinates[0]?.y ?? 0;
      const color = colorOf(overlay.extendData);
      const precision = chart.getSymbol()?.pricePrecision ?? 2;
      return {
        key: 'tag',
        type: 'text',
        attrs: {
          x: 0,
          y,
          text: formatNumber((overlay.extendData as OrderLine).price.toFixed(precision), precision),
          align: 'left',
          baseline: 'middle',
          width: bounding.width,
        },
        styles: {
          style: 'stroke_fill',
          color,
          backgroundColor: palette().surface,
          borderColor: color,
          borderSize: 1,
          borderRadius: 3,
          size: 11,
          family: palette().font,
          paddingLeft: 6,
          paddingRight: 6,
          paddingTop: 3,
          paddingBottom: 3,
        },
        ignoreEvent: true,
      };
    },
  };
}

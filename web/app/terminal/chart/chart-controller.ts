/**
 * The candle chart, outside React: the library draws on a canvas, candles come from the market's source, what is the
 * user's own are lines. The library reads `window` when imported, so it is loaded after mounting.
 */
import type { KlineInterval } from '@agio/core/words';
import type { DataLoader, KLineData, Period } from 'klinecharts';
import { watchSize } from '../../../ui/watch-size.ts';
import type { CandleRow, CandleSource, Instrument } from '../terminal-market.ts';
import { type ChartLine, drawLines, lineOverlay } from './chart-lines.ts';
import { chartStyles, readPalette } from './chart-styles.ts';
import { legendRoom, type ChartWords } from './legend-room.ts';

export interface ChartController {
  setInterval(interval: KlineInterval): void;
  setLines(lines: readonly ChartLine[]): void;
  dispose(): void;
}

interface ChartInput {
  readonly element: HTMLElement;
  readonly instrument: Instrument;
  readonly interval: KlineInterval;
  readonly candles: CandleSource;
  readonly words: ChartWords;
  readonly onState: (state: 'ready' | 'empty' | 'failed') => void;
}

const PAGE = 500;
const REDRAW_MS = 250;
const CANDLES = 'candle_pane';
const AVERAGES = [7, 25];

const PERIODS: Record<string, Period['type']> = { m: 'minute', h: 'hour', d: 'day', w: 'week', M: 'month' };

export function periodOf(interval: KlineInterval): Period {
  const type = PERIODS[interval.slice(-1)];
  if (!type) throw new Error(`no such interval: ${interval}`);
  return { type, span: Number.parseInt(interval, 10) };
}

export async function openChart(input: ChartInput): Promise<ChartController> {
  const { element, instrument, candles, words, onState } = input;
  const library = await import('klinecharts');
  let palette = readPalette();
  library.registerOverlay(lineOverlay(() => palette));
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
  const loader = dataLoader(candles, () => interval, onState, legend.fit);
  chart.setSymbol({
    ticker: instrument.symbol,
    pricePrecision: instrument.quotePrecision,
    volumePrecision: Math.min(instrument.basePrecision, 4),
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
    // Behind another tab of a phone it has no size: drawn into none, it would come back without its newest candles.
    if (element.clientWidth === 0) return;
    chart.resize();
    legend.fit();
  });
  return {
    setInterval(next) {
      if (next === interval) return;
      interval = next;
      chart.setPeriod(periodOf(next));
    },
    setLines: (lines) => drawLines(chart, lines),
    dispose() {
      legend.stop();
      themeWatch.disconnect();
      leaveSize();
      library.dispose(chart);
    },
  };
}

function dataLoader(
  candles: CandleSource,
  interval: () => KlineInterval,
  onState: ChartInput['onState'],
  onFirst: () => void,
): DataLoader {
  let leave: (() => void) | undefined;
  return {
    async getBars({ type, timestamp, callback }) {
      if (type === 'backward') return callback([], false);
      const before = type === 'forward' && timestamp ? { endTime: timestamp - 1 } : {};
      try {
        const rows = await candles.load({ interval: interval(), limit: PAGE, ...before });
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
      const unsubscribe = candles.follow(interval(), (row) => {
        const bar = toBar(row);
        // The first candle of a market may come by the socket.
        if (newest === undefined) onState('ready');
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
function toBar(row: CandleRow): KLineData {
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

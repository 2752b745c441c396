/** Our chart's face on klinecharts. Nothing outside this folder imports the library, and it is loaded after mounting: it reads `window`. */
import {
  type Chart,
  type Coordinate,
  dispose,
  init,
  type Point,
  registerIndicator,
  registerOverlay,
} from 'klinecharts';
import { watchSize } from '../../../../ui/watch-size.ts';
import type { ChartFace, ChartInput, ChartMark, ChartType, ChartWords, PlotArea } from '../chart-face.ts';
import { comparedIndicator, createComparison } from './compared.ts';
import { createDrawings } from './drawings.ts';
import { dataLoader, periodOf } from './feed.ts';
import { frameOverlay, watchFrames } from './frames.ts';
import { highLowOverlay, showHighLow } from './high-low.ts';
import { CANDLES, sharePanes, showIndicators } from './indicators.ts';
import { legendRoom } from './legend-room.ts';
import { lastDirection } from './last-direction.ts';
import { hideMarks, markOverlay, showMarks } from './marks.ts';
import { BARE_ROOM_PX, orderRoom } from '../order-room.ts';
import { createPriceAxis } from './price-axis.ts';
import { type ChartPalette, chartStyles, readPalette, typeStyles } from './styles.ts';
import { textOverlay } from './text-overlay.ts';

/** The library keeps the tag of a price that is out of sight this far within the picture, as shares of its height. */
const TAG_TOP = 0.05;
const TAG_BOTTOM = 0.98;
/** The library's name of the pane with the times. */
const TIME_AXIS = 'x_axis_pane';
/** From the edge of the picture to the middle of a time below it, at least: half of what a time takes. */
const TIME_EDGE_PX = 18;

export function openKlinecharts(input: ChartInput): ChartFace {
  const { element, klines, words, onState } = input;
  let palette = readPalette();
  let interval = input.interval;
  let marks: readonly ChartMark[] = [];
  let type: ChartType = 'hollow';
  register({ palette: () => palette, words, legendHeight: () => legend.height() });
  const chart = makeChart(input, palette);
  const axis = createPriceAxis(chart, element);
  const frames = watchFrames(chart);
  const legend = legendRoom(chart, { paneId: CANDLES, words });
  const drawings = createDrawings(chart, input);
  const comparedColor = () => palette.series[3]!;
  const comparison = createComparison(chart, {
    interval: () => interval,
    color: comparedColor,
    onPercent: axis.setPercent,
  });
  const room = rightRoom(chart);
  const direction = lastDirection(chart, () => palette);
  const stopLive = watchLive(chart, element, {
    onLive: input.onLive,
    onRange: comparison.redraw,
    toNewest: room.toNewest,
  });
  chart.setDataLoader(
    dataLoader({
      klines,
      interval: () => interval,
      onState,
      onPage(isFirst) {
        if (isFirst) legend.fit();
        room.keep();
        showMarks(chart, marks);
        comparison.cover();
      },
    }),
  );
  const leaveTheme = watchTheme(() => paint(chart, type, (palette = readPalette())), direction.paint);
  const leaveSize = followSize(chart, element, legend.fit, room.keep);
  const parts = { frames, legend, drawings, comparison, room, direction, axis };
  return {
    ...places(chart, legend.height),
    ...settersOf(chart, parts),
    setInterval(next) {
      if (next === interval) return;
      interval = next;
      axis.show(null);
      chart.setPeriod(periodOf(next));
      comparison.begin();
    },
    setType(next) {
      type = next;
      chart.setStyles(typeStyles(type, palette));
    },
    setMarks(next) {
      marks = next;
      showMarks(chart, marks);
    },
    picture: () => pictureOf(chart, palette.surface),
    dispose() {
      for (const { stop } of [frames, comparison, legend, axis, direction]) stop();
      for (const leave of [stopLive, leaveTheme, leaveSize]) leave();
      dispose(chart);
    },
  };
}

interface Parts {
  readonly frames: ReturnType<typeof watchFrames>;
  readonly legend: ReturnType<typeof legendRoom>;
  readonly drawings: ReturnType<typeof createDrawings>;
  readonly comparison: ReturnType<typeof createComparison>;
  readonly room: ReturnType<typeof rightRoom>;
  readonly direction: ReturnType<typeof lastDirection>;
  readonly axis: ReturnType<typeof createPriceAxis>;
}

/** What only hands on to one of the parts. */
function settersOf(chart: Chart, { frames, legend, drawings, comparison, room, direction, axis }: Parts) {
  return {
    setIndicators(names) {
      showIndicators(chart, names, legend.modeOf);
      legend.fit();
    },
    setCompared(market) {
      comparison.set(market);
      legend.fit();
    },
    setDrawings: drawings.set,
    setLocked: drawings.lock,
    setDraft: drawings.draft,
    onFrame: frames.on,
    keepOrderRoom: room.want,
    setDirection: direction.set,
    showPrice: axis.show,
    toLive() {
      axis.show(null);
      chart.scrollToRealTime(200);
    },
  } satisfies Partial<ChartFace>;
}

interface Registered {
  readonly palette: () => ChartPalette;
  readonly words: ChartWords;
  /** In px, from the top. */
  readonly legendHeight: () => number;
}

/** What the library does not have of its own. */
function register({ palette, words, legendHeight }: Registered): void {
  registerOverlay(markOverlay(palette, words));
  registerOverlay(highLowOverlay(palette, legendHeight));
  registerOverlay(frameOverlay());
  registerOverlay(textOverlay());
  registerIndicator(comparedIndicator());
}

/** Others may see it: without the user's own trades. */
function pictureOf(chart: Chart, ground: string): string {
  hideMarks(chart, true);
  const picture = chart.getConvertPictureUrl(true, 'png', ground);
  hideMarks(chart, false);
  return picture;
}

function watchTheme(...painters: readonly (() => void)[]): () => void {
  const watch = new MutationObserver(() => painters.forEach((paintAnew) => paintAnew()));
  watch.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-price-colors'] });
  return () => watch.disconnect();
}

function paint(chart: Chart, type: ChartType, palette: ChartPalette): void {
  chart.setStyles(chartStyles(palette));
  chart.setStyles(typeStyles(type, palette));
}

function followSize(chart: Chart, element: HTMLElement, ...followers: readonly (() => void)[]): () => void {
  return watchSize(element, () => {
    // Behind another tab of a phone it has no size: drawn into none, it would come back without its newest candles.
    if (element.clientWidth === 0) return;
    chart.resize();
    sharePanes(chart);
    for (const follow of followers) follow();
  });
}

function makeChart({ element, instrument, interval }: ChartInput, palette: ChartPalette): Chart {
  const chart = init(element, {
    styles: chartStyles(palette),
    locale: 'en-US',
    thousandsSeparator: { sign: ',' },
    // The page has keys of its own.
    hotkey: { enabled: false },
  });
  if (!chart) throw new Error('the chart could not be made');
  // The library asks for the first place in the tab order; the same prices stand as text beside the chart.
  element.querySelector('[tabindex]')?.setAttribute('tabindex', '-1');
  chart.setSymbol({
    ticker: instrument.symbol,
    pricePrecision: instrument.quotePrecision,
    volumePrecision: Math.min(instrument.basePrecision, 4),
  });
  chart.setPeriod(periodOf(interval));
  chart.setOffsetRightDistance(BARE_ROOM_PX);
  // The library cuts a time that stands at the edge.
  chart.overrideXAxis({
    createTicks: ({ defaultTicks, bounding }) =>
      defaultTicks.filter(({ coord }) => coord >= TIME_EDGE_PX && coord <= bounding.width - TIME_EDGE_PX),
  });
  showHighLow(chart);
  return chart;
}

/** Prices as heights, and back. */
function places(
  chart: Chart,
  legendHeight: () => number,
): Pick<ChartFace, 'plot' | 'yOf' | 'priceAt' | 'pointAt' | 'lastPrice' | 'scaleFigures'> {
  const plot = (): PlotArea | null => {
    const main = chart.getSize(CANDLES, 'main');
    const axis = chart.getSize(CANDLES, 'yAxis');
    if (!main || !axis || chart.getDataList().length === 0) return null;
    const belowHeight = (chart.getSize()?.height ?? 0) - (chart.getSize(TIME_AXIS)?.height ?? 0) - main.height;
    return {
      width: main.width,
      height: main.height,
      axisWidth: axis.width,
      legendHeight: legendHeight(),
      belowHeight: Math.max(0, belowHeight),
    };
  };
  const yOf = (price: number): number | null => {
    if (plot() === null) return null;
    const place = chart.convertToPixel({ value: price }, { paneId: CANDLES });
    return (Array.isArray(place) ? place[0]?.y : place.y) ?? null;
  };
  const at = (place: Partial<Coordinate>): Partial<Point> | undefined => {
    if (plot() === null) return undefined;
    const points = chart.convertFromPixel([place], { paneId: CANDLES });
    return Array.isArray(points) ? points[0] : points;
  };
  return {
    plot,
    yOf,
    priceAt(y) {
      return at({ y })?.value ?? null;
    },
    pointAt(x, y) {
      const { timestamp, value } = at({ x, y }) ?? {};
      return timestamp === undefined || value === undefined ? null : { time: timestamp, price: value };
    },
    lastPrice() {
      const last = chart.getDataList().at(-1);
      const y = last ? yOf(last.close) : null;
      const height = plot()?.height ?? 0;
      return last === undefined || y === null
        ? null
        : { price: last.close, y, tagY: Math.max(height * TAG_TOP, Math.min(y, height * TAG_BOTTOM)) };
    },
    scaleFigures() {
      const panes = new Set([CANDLES, ...chart.getIndicators().map(({ paneId }) => paneId)]);
      return [...panes].flatMap((paneId) => {
        const top = chart.getSize(paneId)?.top ?? 0;
        return chart.getYAxes({ paneId }).flatMap((axis) => axis.getTicks().map(({ coord }) => top + coord));
      });
    },
  };
}

/** The room right of the newest candle. It changes only while that candle is in sight. */
function rightRoom(chart: Chart) {
  let isWanted = false;
  let kept = BARE_ROOM_PX;
  const keep = () => {
    const width = chart.getSize(CANDLES, 'main')?.width ?? 0;
    const next = orderRoom(width);
    if (!isWanted || width === 0 || next === kept || !isLive(chart)) return;
    kept = next;
    chart.setOffsetRightDistance(next);
  };
  const want = () => {
    isWanted = true;
    keep();
  };
  const toNewest = () => {
    if (isWanted) kept = orderRoom(chart.getSize(CANDLES, 'main')?.width ?? 0);
    chart.setOffsetRightDistance(kept);
  };
  return { keep, want, toNewest };
}

const isLive = (chart: Chart): boolean => chart.getVisibleRange().to >= chart.getDataList().length;

interface LiveWatcher {
  readonly onLive: (isLive: boolean) => void;
  readonly onRange: () => void;
  readonly toNewest: () => void;
}

/**
 * Tells when the newest candle comes into sight or leaves it. Behind another tab of a phone the library draws into no width, which pushes
 * the newest candle out of sight: what was in sight before the tab was left is in sight when it is shown again.
 */
function watchLive(chart: Chart, element: HTMLElement, { onLive, onRange, toNewest }: LiveWatcher): () => void {
  let wasLive = true;
  let wasHidden = false;
  const look = () => {
    onRange();
    const isBack = wasHidden;
    wasHidden = element.clientWidth === 0;
    if (wasHidden) return;
    // The library tells of the range before it has finished with it.
    if (isBack && wasLive) return queueMicrotask(toNewest);
    const now = isLive(chart);
    if (now === wasLive) return;
    wasLive = now;
    onLive(now);
  };
  chart.subscribeAction('onVisibleRangeChange', look);
  return () => chart.unsubscribeAction('onVisibleRangeChange', look);
}

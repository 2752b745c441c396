/**
 * Another market over the candles. Both are told in percent from the first candle in sight: the axis counts percents, and the other
 * market's prices are scaled so that it begins where the candles do.
 */
import type { KlineInterval } from '@agio/core/words';
import type { Chart, IndicatorCreate, IndicatorTemplate } from 'klinecharts';
import { formatPercent } from '../../../../ui/format.ts';
import type { ComparedMarket } from '../chart-face.ts';
import { PAGE } from './feed.ts';
import { CANDLES } from './indicators.ts';
import { firstIndex } from './price-axis.ts';

const NAME = 'agioCompared';
/** Pages of klines that are asked for at most, so that scrolling far back does not ask without end. */
const MOST_PAGES = 12;

interface Compared {
  readonly closes: ReadonlyMap<number, number>;
  /** Index of the first candle in sight: 0 % of both, anew as one scrolls. */
  readonly from: number;
}

/** A function, because the library copies values of its own accord, and a map does not survive that. */
type Extended = () => Compared;

type Point = { readonly compared?: number };

export function comparedIndicator(): IndicatorTemplate<Point, number, Extended> {
  return {
    name: NAME,
    series: 'price',
    figures: [{ key: 'compared', type: 'line' }],
    calc(klines, { extendData }) {
      const { closes, from } = extendData();
      const first = klines.findIndex((kline, index) => index >= from && closes.has(kline.timestamp));
      const base = klines[first];
      const other = base && closes.get(base.timestamp);
      if (!base || !other) return klines.map(() => ({}));
      return klines.map(({ timestamp }) => {
        const close = closes.get(timestamp);
        return close === undefined ? {} : { compared: (base.close * close) / other };
      });
    },
  };
}

interface ComparisonInput {
  readonly interval: () => KlineInterval;
  readonly color: () => string;
  /** Whether the axis counts percents. */
  readonly onPercent: (isPercent: boolean) => void;
}

export function createComparison(chart: Chart, { interval, color, onPercent }: ComparisonInput) {
  let market: ComparedMarket | null = null;
  let closes = new Map<number, number>();
  let leave: (() => void) | undefined;
  let round = 0;
  let frame = 0;
  /** Answers a new function each time, because the library computes the line again only when the function is another one. */
  const extended = (): Extended => {
    const from = firstIndex(chart);
    const known = closes;
    return () => ({ closes: known, from });
  };
  const draw = () => {
    frame = 0;
    if (market) chart.overrideIndicator({ name: NAME, extendData: extended() });
  };
  const redraw = () => {
    if (market) frame ||= requestAnimationFrame(draw);
  };
  /** Asks for older klines until the chart's oldest one is covered. */
  const cover = async () => {
    const asked = market;
    const current = round;
    if (!asked) return;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const oldest = Math.min(...closes.keys());
      const needed = chart.getDataList()[0]?.timestamp ?? Number.POSITIVE_INFINITY;
      if (closes.size > 0 && oldest <= needed) break;
      const before = closes.size > 0 ? { endTime: oldest - 1 } : {};
      const rows = await asked.klines.load({ interval: interval(), limit: PAGE, ...before }).catch(() => []);
      if (current !== round) return;
      for (const row of rows) closes.set(row[0], Number(row[4]));
      if (rows.length < PAGE) break;
    }
    redraw();
  };
  const begin = () => {
    round += 1;
    leave?.();
    leave = undefined;
    closes = new Map();
    if (!market) return;
    void cover();
    leave = market.klines.follow(interval(), (row) => {
      closes.set(row[0], Number(row[4]));
      redraw();
    });
  };
  return {
    set(next: ComparedMarket | null) {
      if (next?.name === market?.name) return;
      market = next;
      chart.removeIndicator({ name: NAME });
      onPercent(next !== null);
      if (next) chart.createIndicator(creation(next.name, color(), extended()), true);
      begin();
    },
    /** After the interval changed. */
    begin,
    cover: () => void cover(),
    redraw,
    stop() {
      round += 1;
      cancelAnimationFrame(frame);
      leave?.();
    },
  };
}

function creation(name: string, color: string, extendData: Extended): IndicatorCreate {
  return {
    name: NAME,
    paneId: CANDLES,
    extendData,
    styles: { lines: [{ color, size: 1.5 }] },
    createTooltipDataSource: ({ indicator, crosshair }) => legendOf(name, color, indicator, crosshair),
  };
}

type Shown = { readonly result: readonly Point[]; readonly extendData: Extended };

/** The market's name and how far it is from where it began, at the candle that is pointed at. */
function legendOf(name: string, color: string, indicator: unknown, { dataIndex }: { readonly dataIndex?: number }) {
  const { result, extendData } = indicator as Shown;
  const base = result.find((point, index) => index >= extendData().from && point.compared !== undefined)?.compared;
  const now = result[dataIndex ?? result.length - 1]?.compared;
  const change = base && now ? ((now - base) / base) * 100 : null;
  const value = change === null ? '–' : formatPercent(change.toFixed(2));
  const legends = [{ title: { text: `${name} `, color }, value: { text: value, color } }];
  return { name: '', calcParamsText: '', features: [], legends };
}

/**
 * The axis of the prices: what it shows beside the candles in sight, and from where it counts percents. The library reads everything of
 * an axis at once, so all of it is set from here.
 */
import type { AxisRange, Chart } from 'klinecharts';
import { CANDLES } from './indicators.ts';

interface Shown {
  /** A price that is in sight too, however far from the candles; null: none. */
  readonly wanted: number | null;
  /** Of what the axis counts percents; null: it shows prices. */
  readonly base: number | null;
}

const PHONE = '(max-width: 859px)';
/**
 * Below the candles; the library takes about a quarter of it away again. There is room for a pill, so that one of a cheaper price never
 * has to stand above the newest price.
 */
const LOW_GAP_PX = { phone: 74, wide: 50 };

export function createPriceAxis(chart: Chart, element: HTMLElement) {
  const lowGapPx = LOW_GAP_PX[window.matchMedia(PHONE).matches ? 'phone' : 'wide'];
  let wanted: number | null = null;
  let isPercent = false;
  const apply = () =>
    chart.overrideYAxis({
      paneId: CANDLES,
      name: isPercent ? 'percentage' : 'normal',
      gap: { bottom: lowGapPx },
      createRange: ({ defaultRange }) =>
        axisRange(defaultRange, { wanted, base: isPercent ? (firstInSight(chart)?.close ?? null) : null }),
    });
  apply();
  const show = (price: number | null) => {
    if (price === null && wanted === null) return;
    wanted = price;
    apply();
  };
  // Pressed twice, the axis goes by the candles again: the library does so with what was set by hand.
  const onDoublePress = (event: MouseEvent) => {
    const plotWidth = chart.getSize(CANDLES, 'main')?.width ?? Number.POSITIVE_INFINITY;
    if (event.clientX - element.getBoundingClientRect().left > plotWidth) show(null);
  };
  element.addEventListener('dblclick', onDoublePress);
  return {
    setPercent(next: boolean) {
      isPercent = next;
      apply();
    },
    /** Brings a price into sight, also where the user had set the axis by hand; null: the candles alone again. */
    show,
    stop: () => element.removeEventListener('dblclick', onDoublePress),
  };
}

/** What the library found for the candles in sight, with the wanted price; in percents of the base where there is one. */
export function axisRange(found: Pick<AxisRange, 'from' | 'to'>, { wanted, base }: Shown): AxisRange {
  const from = Math.min(found.from, wanted ?? found.from);
  const to = Math.max(found.to, wanted ?? found.to);
  const percent = (price: number) => (base === null || base === 0 ? price : ((price - base) / base) * 100);
  const [realFrom, realTo] = [percent(from), percent(to)];
  const real = { realFrom, realTo, realRange: realTo - realFrom };
  return {
    from,
    to,
    range: to - from,
    ...real,
    displayFrom: realFrom,
    displayTo: realTo,
    displayRange: realTo - realFrom,
  };
}

/** The candle with which the picture begins; undefined before the first picture. */
export function firstInSight(chart: Pick<Chart, 'getVisibleRange' | 'getDataList' | 'convertToPixel'>) {
  return chart.getDataList()[firstIndex(chart)];
}

/**
 * Its index. What the library calls the first visible one lies to the left of the picture by as many candles as have room to the right of
 * the newest one; and the one it draws first may stand outside by half.
 */
export function firstIndex(chart: Pick<Chart, 'getVisibleRange' | 'convertToPixel'>): number {
  const isOutside = (dataIndex: number): boolean => {
    const place = chart.convertToPixel({ dataIndex }, { paneId: CANDLES });
    return ((Array.isArray(place) ? place[0]?.x : place.x) ?? 0) < 0;
  };
  const { realFrom, to } = chart.getVisibleRange();
  let index = Math.max(0, realFrom);
  while (index < to - 1 && isOutside(index)) index += 1;
  return index;
}

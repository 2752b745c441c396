/** Klines from the market's source into the library. */
import type { KlineInterval } from '@agio/core/words';
import type { DataLoader, KLineData, Period } from 'klinecharts';
import type { ChartKlineRow, KlineSource } from '../../terminal-market.ts';
import type { ChartInput } from '../chart-face.ts';

/** Klines in one call. */
export const PAGE = 500;
const REDRAW_MS = 250;

const PERIODS: Record<string, Period['type']> = { m: 'minute', h: 'hour', d: 'day', w: 'week', M: 'month' };

export function periodOf(interval: KlineInterval): Period {
  const type = PERIODS[interval.slice(-1)];
  if (!type) throw new Error(`no such interval: ${interval}`);
  return { type, span: Number.parseInt(interval, 10) };
}

interface FeedInput {
  readonly klines: KlineSource;
  readonly interval: () => KlineInterval;
  readonly onState: ChartInput['onState'];
  /** After each page; `isFirst` of an interval. */
  readonly onPage: (isFirst: boolean) => void;
}

export function dataLoader({ klines, interval, onState, onPage }: FeedInput): DataLoader {
  let leave: (() => void) | undefined;
  return {
    async getBars({ type, timestamp, callback }) {
      if (type === 'backward') return callback([], false);
      const before = type === 'forward' && timestamp ? { endTime: timestamp - 1 } : {};
      try {
        const rows = await klines.load({ interval: interval(), limit: PAGE, ...before });
        callback(rows.map(toKline), { forward: rows.length === PAGE, backward: false });
        onPage(type === 'init');
        if (type === 'init') onState(rows.length > 0 ? 'ready' : 'empty');
      } catch {
        callback([], false);
        if (type === 'init') onState('failed');
      }
    },
    subscribeBar({ callback }) {
      // The whole canvas is drawn anew for each kline; drawing more often than this would not be visible.
      let newest: KLineData | undefined;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const draw = () => {
        timer = undefined;
        if (newest) callback(newest);
      };
      const unsubscribe = klines.follow(interval(), (row) => {
        const kline = toKline(row);
        // The first kline of a market may come by the socket.
        if (newest === undefined) onState('ready');
        if (newest && kline.timestamp !== newest.timestamp) callback(newest);
        newest = kline;
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

/** Numbers, because a kline only becomes pixels. */
function toKline(row: ChartKlineRow): KLineData {
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

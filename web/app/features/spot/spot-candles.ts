import { quietCall } from '../../api/client.ts';
import { getKlines } from '../../api/calls/spot.ts';
import { publicSocket } from '../../live/sockets.ts';
import type { CandleSource } from '../../terminal/terminal-market.ts';

/** The candles of one spot market. */
export function candlesOf(symbol: string): CandleSource {
  return {
    load: (query) => getKlines(quietCall, { symbol, ...query }),
    follow: (interval, onRow) => publicSocket().subscribe('kline', { symbol, interval }, ({ kline }) => onRow(kline)),
  };
}

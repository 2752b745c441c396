import { quietCall } from '../../api/client.ts';
import { getKlines } from '../../api/calls/spot.ts';
import { publicSocket } from '../../live/sockets.ts';
import type { KlineSource } from '../../terminal/terminal-market.ts';

/** The klines of one spot market. */
export function klinesOf(symbol: string): KlineSource {
  return {
    load: (query) => getKlines(quietCall, { symbol, ...query }),
    follow: (interval, onRow) => publicSocket().subscribe('kline', { symbol, interval }, ({ kline }) => onRow(kline)),
  };
}

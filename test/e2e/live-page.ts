/** The script of the bare page of live.test.ts: readers of both sockets, and the frames they got. */
import { futuresPublicSocket, messageCenter } from '../../web/app/live/sockets.ts';

const socket = futuresPublicSocket();
const center = messageCenter();
const seen = { times: [] as number[], prices: [] as string[], tickers: [] as unknown[], states: [] as string[] };

Object.assign(window, { seen, socket });
socket.subscribe('network_status', {}, ({ time }) => seen.times.push(time));
socket.subscribe('mark_price', { symbol: 'BTCUSDT' }, ({ prices }) => seen.prices.push(prices[0]!.markPrice));
center.subscribe('ticker', (data) => seen.tickers.push(data));
setInterval(() => {
  const state = socket.state.get();
  if (seen.states.at(-1) !== state) seen.states.push(state);
}, 5);

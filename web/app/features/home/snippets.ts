import { SOCKET_PATHS } from '@agio/contracts/ws/socket-paths';

export type SnippetKind = 'ccxt' | 'rest' | 'socket';

/** An integrator changes only the address; the rest is what the clients already send. */
export function snippets(origin: string): Record<SnippetKind, string> {
  const socket = origin.replace(/^http/, 'ws');
  return {
    ccxt: `import ccxt from 'ccxt'

const exchange = new ccxt.binance({ apiKey, secret })
for (const [name, url] of Object.entries(exchange.urls.api)) {
  if (typeof url === 'string') exchange.urls.api[name] = url.replace(/^https:\\/\\/[^/]+/, '${origin}')
}

await exchange.createOrder('BTC/USDT', 'limit', 'buy', 0.001, 50000)`,
    rest: `curl '${origin}/api/v3/depth?symbol=BTCUSDT&limit=5'
curl '${origin}/api/v3/klines?symbol=BTCUSDT&interval=15m&limit=2'
curl '${origin}/api/v3/ticker/24hr?symbol=BTCUSDT'`,
    socket: `const socket = new WebSocket('${socket}${SOCKET_PATHS.spotPublic}')

socket.onopen = () => socket.send(JSON.stringify({
  event: 'subscribe', channel: 'depth', params: { symbol: 'BTCUSDT' }, reqId: '1',
}))
socket.onmessage = ({ data }) => console.log(JSON.parse(data))`,
  };
}

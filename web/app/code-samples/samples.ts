import { SOCKET_PATHS } from '@agio/contracts/ws/socket-paths';

export type SampleKind = 'ccxt' | 'rest' | 'signed' | 'socket';

/**
 * Code that runs as it stands against the server at this origin: an integrator changes only the address, the rest is what
 * clients already send. `test/integration/trading/code-samples.test.ts` runs each of them.
 */
export function samplesFor(origin: string): Record<SampleKind, string> {
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
    signed: `import { createHmac } from 'node:crypto'

const order = new URLSearchParams({
  symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC',
  quantity: '0.001', price: '90000', newClientOrderId: 'my-order-1', timestamp: Date.now(),
})
order.set('signature', createHmac('sha256', secret).update(String(order)).digest('hex'))

// Without /test the order is placed.
const answer = await fetch('${origin}/api/v3/order/test', {
  method: 'POST', headers: { 'X-MBX-APIKEY': apiKey }, body: order,
})
console.log(answer.status, await answer.json())`,
    socket: `const socket = new WebSocket('${socket}${SOCKET_PATHS.spotPublic}')

socket.onopen = () => socket.send(JSON.stringify({
  event: 'subscribe', channel: 'depth', params: { symbol: 'BTCUSDT' }, reqId: '1',
}))
socket.onmessage = ({ data }) => console.log(JSON.parse(data))`,
  };
}
